//! Sessions that began with the password alone: setting up a second factor ends them, and so does a requirement.

use chrono::Duration;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use shortlist_app::{AccessError, DeviceTokens, WebSession};
use shortlist_domain::{ClientDevice, SecondFactorProof, SessionId, SessionKind, SessionOrigin};
use shortlist_persistence::NewSession;

use super::{
    HERE, PASSWORD, SET_POLICY, caller, create_mara, login, opened, ours, refresh, set_up_as,
};
use crate::support::records::unique;
use crate::support::service::Service;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_new_factor_ends_sessions_of_the_password_alone,
    a_required_factor_that_is_set_up_ends_them_too,
    a_requirement_ends_sessions_of_before_the_factor,
    a_requirement_ends_sessions_at_their_refresh,
);

fn hash(text: &str) -> [u8; 32] {
    digest(&SHA256, text.as_bytes())
        .as_ref()
        .try_into()
        .unwrap()
}

/// Opens a session of the same user without a code, although the user has a second factor: as earlier versions kept them. Returns it with
/// its refresh token.
pub(super) fn insert_unproven(
    service: &Service,
    session: &WebSession,
    kind: SessionKind,
) -> (WebSession, String) {
    let now = service.app.clock().now();
    let (beginning, _) = session.token.rsplit_once('_').unwrap();
    let number = unique();
    let token = format!("{beginning}_{number}");
    let refresh_token = format!("refresh-{number}");
    let new = NewSession {
        id: SessionId::generate(now, number),
        organization_id: session.user.organization_id.clone(),
        user_id: session.user.id.clone(),
        access_hash: hash(&token),
        access_expires_at: now.plus(Duration::hours(2)),
        refresh_hash: hash(&refresh_token),
        refresh_expires_at: now.plus(Duration::hours(12)),
        created_at: now,
        origin: SessionOrigin {
            kind,
            device: ClientDevice::default(),
            network: None,
        },
        second_factor: SecondFactorProof::Missing,
    };
    service.store().insert_session(&new).unwrap();
    let opened = WebSession {
        token,
        user: session.user.clone(),
        devices: DeviceTokens::default(),
    };
    (opened, refresh_token)
}

fn is_refused(service: &Service, session: &WebSession) -> bool {
    let found = service.app.access().authenticate_web(&session.token, HERE);
    matches!(found, Err(AccessError::Unauthenticated))
}

fn set_policy(service: &Service, roles: &Value) {
    let input = ours(json!({ "roles": roles }));
    service.data(&service.admin, SET_POLICY, input);
}

/// Whoever has guessed the password may have opened a session before there is a second factor.
fn setting_it_up_ends_the_others(service: &Service, roles: &Value) {
    create_mara(service);
    let of_program = login(service, PASSWORD, None).1;
    let (other, own) = (opened(service), opened(service));
    set_policy(service, roles);
    let (principal, _) = caller(service, &own);
    set_up_as(service, &principal);
    let (_, status) = caller(service, &own);
    let now = service.app.clock().now();
    assert!(
        status.is_set_up && !status.needs_fresh_code(now),
        "it goes on"
    );
    assert!(is_refused(service, &other));
    let (status, body) = refresh(service, &of_program["refreshToken"]);
    assert_eq!(status, 401, "{body}");
    assert_eq!(body["error"], "the credentials are invalid");
}

fn a_new_factor_ends_sessions_of_the_password_alone(service: &Service) {
    setting_it_up_ends_the_others(service, &json!([]));
}

fn a_required_factor_that_is_set_up_ends_them_too(service: &Service) {
    setting_it_up_ends_the_others(service, &json!(["Recruiter"]));
}

fn a_requirement_ends_sessions_of_before_the_factor(service: &Service) {
    create_mara(service);
    let own = opened(service);
    let factor = set_up_as(service, &caller(service, &own).0);
    let with_code = login(service, PASSWORD, Some(&factor.recovery[0])).1;
    let (of_browser, _) = insert_unproven(service, &own, SessionKind::WebApp);
    let (_, token) = insert_unproven(service, &own, SessionKind::Api);
    let kept = refresh(service, &json!(token));
    assert_eq!(kept.0, 200, "nothing is required: {}", kept.1);
    assert!(!is_refused(service, &of_browser));
    set_policy(service, &json!(["Recruiter"]));
    assert!(is_refused(service, &of_browser), "the user signs in again");
    caller(service, &own);
    let (status, body) = refresh(service, &kept.1["refreshToken"]);
    assert_eq!(status, 401, "{body}");
    let message = body["error"].as_str().unwrap();
    assert!(message.starts_with("a code is needed"), "{message}");
    let kept = refresh(service, &with_code["refreshToken"]);
    assert_eq!(kept.0, 200, "{}", kept.1);
}

fn a_requirement_ends_sessions_at_their_refresh(service: &Service) {
    create_mara(service);
    let of_password = login(service, PASSWORD, None).1;
    let user = opened(service).user;
    let lifetime = Duration::hours(1);
    let of_operator = service.app.sessions().open(user, lifetime).unwrap();
    let input = ours(json!({ "roles": ["Recruiter"] }));
    service.data(&service.admin, SET_POLICY, input);
    let calls = |tokens: &Value| {
        let (key, token) = (&service.admin.key, tokens["accessToken"].as_str().unwrap());
        let caller = service.app.access().authenticate(key, token, HERE);
        caller.is_ok()
    };
    assert!(calls(&of_password), "until it is refreshed");
    let (status, body) = refresh(service, &of_password["refreshToken"]);
    assert_eq!(status, 401, "{body}");
    let message = body["error"].as_str().unwrap();
    assert!(
        message.starts_with("your organization requires a second factor"),
        "{message}"
    );
    assert!(!calls(&of_password));
    let input = ours(json!({ "roles": [] }));
    service.data(&service.admin, SET_POLICY, input);
    let (status, body) = refresh(service, &of_password["refreshToken"]);
    assert_eq!(status, 401, "the session has ended: {body}");
    assert_eq!(body["error"], "the credentials are invalid");
    let input = ours(json!({ "roles": ["Recruiter"] }));
    service.data(&service.admin, SET_POLICY, input);
    let kept = refresh(service, &json!(of_operator.refresh_token));
    assert_eq!(kept.0, 200, "it did not begin with a password: {}", kept.1);
}
