//! When sessions of the web app end.

use chrono::Duration;
use serde_json::json;
use shortlist_app::limits::{IDLE_HOURS, SESSION_HOURS};
use shortlist_app::{DeviceTokens, LoginError, PasswordSignIn, WebSignIn};
use shortlist_domain::{ClientDevice, EmailAddress, OrganizationId, UserId};

use crate::support::service::Service;

on_both_databases!(
    a_session_ends_when_it_is_not_used,
    a_session_ends_after_its_longest_time_however_it_is_used,
    a_new_password_and_deactivation_end_sessions,
    an_unknown_organization_is_refused_like_a_wrong_password,
);

/// Signs the recruiter in, and returns the token.
fn sign_in(service: &Service) -> String {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let id = UserId::parse("u", &service.recruiter.user_id).unwrap();
    let users = service.app.accounts().list_users(&organization).unwrap();
    let user = users.into_iter().find(|user| user.id == id).unwrap();
    let email: &EmailAddress = &user.email;
    let sessions = service.app.sessions();
    let session = sessions.open_on_web_for(&organization, email, "", ClientDevice::default());
    session.unwrap().token
}

fn is_open(service: &Service, token: &str) -> bool {
    service.app.access().authenticate_web(token, "").is_ok()
}

fn a_session_ends_when_it_is_not_used(service: &Service) {
    let token = sign_in(service);
    let idle = Duration::hours(IDLE_HOURS);
    for _ in 0..3 {
        service.clock.advance(idle - Duration::minutes(5));
        assert!(
            is_open(service, &token),
            "each request prolongs the session"
        );
    }
    service.clock.advance(idle + Duration::minutes(1));
    assert!(!is_open(service, &token));
    assert!(!is_open(service, "slat_unknown"));
    let token = sign_in(service);
    service.clock.advance(idle / 2 - Duration::minutes(1));
    assert!(is_open(service, &token));
    service.clock.advance(idle - Duration::minutes(5));
    assert!(
        is_open(service, &token),
        "an early request prolongs the session, too"
    );
}

fn a_session_ends_after_its_longest_time_however_it_is_used(service: &Service) {
    let token = sign_in(service);
    let step = 45;
    let steps = SESSION_HOURS * 60 / step - 1;
    for passed in 1..=steps {
        service.clock.advance(Duration::minutes(step));
        assert!(is_open(service, &token), "after {} minutes", passed * step);
    }
    service.clock.advance(Duration::minutes(step + 1));
    assert!(!is_open(service, &token));
}

fn a_new_password_and_deactivation_end_sessions(service: &Service) {
    let update = "mutation($input: UpdateUserInput!) { updateUser(input: $input) { active } }";
    let user = &service.recruiter.user_id;
    for change in [
        json!({ "password": "another long password" }),
        json!({ "active": false }),
    ] {
        let token = sign_in(service);
        assert!(is_open(service, &token));
        let mut input = json!({ "organizationId": "org_ours", "userId": user });
        input["password"] = change["password"].clone();
        input["active"] = change["active"].clone();
        let given = input.as_object_mut().unwrap();
        given.retain(|_, value| !value.is_null());
        service.data(&service.admin, update, input);
        assert!(!is_open(service, &token), "{change}");
    }
}

fn an_unknown_organization_is_refused_like_a_wrong_password(service: &Service) {
    let sign_in = |organization: &str| {
        let request = WebSignIn {
            typed: PasswordSignIn {
                organization: Some(OrganizationId::parse("o", organization).unwrap()),
                email: "ada@example.org".to_owned(),
                password: "wrong".to_owned(),
                address: String::new(),
            },
            devices: DeviceTokens::default(),
            device: ClientDevice::default(),
        };
        let sessions = service.app.sessions();
        sessions.sign_in_to_web(&request).unwrap_err()
    };
    assert!(matches!(sign_in("org_ours"), LoginError::Refused));
    for _ in 0..9 {
        assert!(matches!(sign_in("org_unknown"), LoginError::Refused));
    }
    let throttled = sign_in("org_unknown");
    assert!(
        matches!(throttled, LoginError::Throttled { .. }),
        "{throttled}"
    );
}
