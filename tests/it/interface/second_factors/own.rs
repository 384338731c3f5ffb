//! A user's own second factor: set up, proven again, and removed.

use chrono::Duration;
use serde_json::json;
use shortlist_app::limits::MAX_FAILURES_FROM_NETWORK;
use shortlist_app::{AppError, OwnFactorState, WebSession};
use shortlist_domain::{FRESH_MINUTES, Principal, SET_UP_MINUTES, SessionKind};

use super::unproven_sessions::insert_unproven;
use super::{
    PASSWORD, SET_POLICY, begin, caller, challenge, code, create_mara, finish, login, next_code,
    opened, ours, refusal, set_up, set_up_as, typed,
};
use crate::support::service::Service;
use crate::support::totp::CodeApp;

on_both_databases!(
    a_secret_is_shown_and_confirmed_in_its_session_for_a_while,
    a_required_factor_is_set_up_first,
    a_code_counts_for_a_while,
    a_factor_is_removed_with_password_and_code,
);

fn a_secret_is_shown_and_confirmed_in_its_session_for_a_while(service: &Service) {
    create_mara(service);
    let (principal, _) = caller(service, &opened(service));
    let (other, _) = caller(service, &opened(service));
    let sessions = service.app.sessions();
    let state = |of: &Principal| sessions.own_second_factor(of).unwrap().state;
    let confirm = |of: &Principal, app: &CodeApp| {
        sessions.confirm_second_factor(of, &typed(PASSWORD, &code(service, app)))
    };
    let app = begin(service, &principal);
    assert_eq!(state(&other), OwnFactorState::Missing);
    let refused = confirm(&other, &app).unwrap_err();
    assert_eq!(refused.reason(), Some("noSecondFactorWaits"));
    service.clock.advance(Duration::minutes(SET_UP_MINUTES));
    assert_eq!(state(&principal), OwnFactorState::Missing);
    let refused = confirm(&principal, &app).unwrap_err();
    assert_eq!(refused.reason(), Some("noSecondFactorWaits"));
    let app = begin(service, &principal);
    confirm(&principal, &app).unwrap();
    assert!(matches!(state(&other), OwnFactorState::SetUp { .. }));
}

fn a_required_factor_is_set_up_first(service: &Service) {
    create_mara(service);
    let before = opened(service);
    let input = ours(json!({ "roles": ["Recruiter"] }));
    service.data(&service.admin, SET_POLICY, input);
    let message = refusal(service, PASSWORD, None);
    assert!(
        message.starts_with("your organization requires a second factor"),
        "{message}"
    );
    let refused = refusal(service, "wrong password", None);
    assert_eq!(refused, "the credentials are invalid");
    for session in [before, opened(service)] {
        let (_, status) = caller(service, &session);
        assert!(status.must_be_set_up(), "also if it was open before");
    }
    let (principal, _) = caller(service, &opened(service));
    let factor = set_up_as(service, &principal);
    let session = finish(service, &challenge(service), &factor.recovery[0]).unwrap();
    let (principal, status) = caller(service, &session);
    assert!(!status.must_be_set_up());
    let sessions = service.app.sessions();
    let right = typed(PASSWORD, &factor.recovery[1]);
    let refused = sessions.remove_second_factor(&principal, &right);
    let reason = refused.unwrap_err().reason();
    assert_eq!(reason, Some("secondFactorRequired"));
}

fn a_code_counts_for_a_while(service: &Service) {
    create_mara(service);
    let session = opened(service);
    let factor = set_up_as(service, &caller(service, &session).0);
    let (earlier, _) = insert_unproven(service, &session, SessionKind::WebApp);
    let (principal, _) = caller(service, &earlier);
    let needs_code = |session: &WebSession| {
        let (_, status) = caller(service, session);
        status.needs_fresh_code(service.app.clock().now())
    };
    assert!(!needs_code(&session), "the factor was set up in it");
    assert!(needs_code(&earlier), "no code was typed in it");
    let sessions = service.app.sessions();
    let wrong = sessions.prove_second_factor(&principal, "000000");
    assert!(matches!(wrong, Err(AppError::BadInput(_))), "{wrong:?}");
    assert!(needs_code(&earlier));
    let right = next_code(service, &factor.app);
    sessions.prove_second_factor(&principal, &right).unwrap();
    assert!(!needs_code(&earlier));
    service.clock.advance(Duration::minutes(FRESH_MINUTES));
    assert!(needs_code(&earlier) && needs_code(&session));
    for _ in 1..MAX_FAILURES_FROM_NETWORK {
        let wrong = sessions.prove_second_factor(&principal, "000000");
        assert!(wrong.is_err());
    }
    let right = next_code(service, &factor.app);
    let wrong = sessions.prove_second_factor(&principal, "000000");
    assert!(wrong.is_err());
    let limited = sessions.prove_second_factor(&principal, &right);
    assert!(
        matches!(limited, Err(AppError::FieldConflict(_))),
        "{limited:?}"
    );
    assert_eq!(
        login(service, PASSWORD, Some(&right)).0,
        200,
        "sign-ins go on"
    );
}

fn a_factor_is_removed_with_password_and_code(service: &Service) {
    let factor = set_up(service);
    let session = finish(service, &challenge(service), &factor.recovery[0]).unwrap();
    let (principal, _) = caller(service, &session);
    let sessions = service.app.sessions();
    let again = sessions.begin_second_factor(&principal).unwrap_err();
    assert_eq!(again.reason(), Some("secondFactorExists"));
    let codes = sessions.renew_recovery_codes(&principal, &factor.recovery[1]);
    let codes = codes.unwrap().texts().to_vec();
    for (password, code) in [
        ("wrong", codes[0].as_str()),
        (PASSWORD, "000000"),
        (PASSWORD, factor.recovery[2].as_str()),
    ] {
        let refused = sessions.remove_second_factor(&principal, &typed(password, code));
        assert!(matches!(refused, Err(AppError::BadInput(_))), "{refused:?}");
    }
    let removed = sessions.remove_second_factor(&principal, &typed(PASSWORD, &codes[0]));
    removed.unwrap();
    opened(service);
    let state = sessions.own_second_factor(&principal).unwrap().state;
    assert_eq!(state, OwnFactorState::Missing);
}
