//! The signed text that a browser keeps between the password and the code.

use chrono::Duration;
use shortlist_app::{DeviceTokens, LoginError, WebSignInOutcome};
use shortlist_domain::{ClientDevice, IdentityProvider, OrganizationId, ProviderMode, UserId};
use shortlist_persistence::ProviderUpdate;

use super::{HERE, PASSWORD, caller, challenge, code, create_mara_in, finish, set_up, sign_in};
use crate::support::service::Service;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_user_of_several_organizations_chooses_before_the_code,
    a_challenge_works_once_and_not_for_long,
    a_used_challenge_does_not_revive,
    a_code_signs_nobody_in_once_the_provider_is_enforced,
);

/// The provider of the organization.
pub(super) const ISSUER: &str = "https://id.example.org";

pub(super) fn enforce_provider(service: &Service) {
    set_provider(service, ProviderMode::Enforced, "usr_admin");
}

pub(super) fn set_provider(service: &Service, mode: ProviderMode, emergency_admin: &str) {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let provider = IdentityProvider {
        organization_id: organization.clone(),
        issuer: ISSUER.to_owned(),
        client_id: "shortlist".to_owned(),
        client_secret: None,
        domains: Vec::new(),
        mode,
        emergency_admin: UserId::parse("u", emergency_admin).ok(),
        default_role: None,
        group_roles: Vec::new(),
        updated_at: service.app.clock().now(),
    };
    let writer = service.store().operator(&organization);
    let updated = writer.providers().set(&provider).unwrap();
    assert_eq!(updated, ProviderUpdate::Done);
}

/// A signature is good for its own step only, so neither of the two texts replaces the other.
fn a_user_of_several_organizations_chooses_before_the_code(service: &Service) {
    let factor = set_up(service);
    create_mara_in(service, "org_theirs");
    let choices = match sign_in(service, PASSWORD) {
        Ok(WebSignInOutcome::Choose(choices)) => choices,
        other => panic!("{other:?}"),
    };
    let offered = choices.iter().map(|one| one.organization.as_str());
    assert_eq!(offered.collect::<Vec<_>>(), ["org_ours", "org_theirs"]);
    let [ours, theirs] = [&choices[0].choice, &choices[1].choice];
    let choose = |choice: &str| {
        let (sessions, devices) = (service.app.sessions(), DeviceTokens::default());
        sessions.choose_organization(choice, &devices, HERE, ClientDevice::default())
    };
    let text = match choose(ours) {
        Ok(WebSignInOutcome::AskCode(text)) => text,
        other => panic!("{other:?}"),
    };
    let code = &factor.recovery[0];
    let refused = finish(service, ours, code);
    assert!(matches!(refused, Err(LoginError::Refused)), "{refused:?}");
    let refused = choose(&text);
    assert!(matches!(refused, Err(LoginError::Refused)), "{refused:?}");
    let session = finish(service, &text, code).unwrap();
    assert_eq!(session.user.organization_id.as_str(), "org_ours");
    match choose(theirs) {
        Ok(WebSignInOutcome::Opened(session)) => {
            assert_eq!(session.user.organization_id.as_str(), "org_theirs");
        }
        other => panic!("the other account has no second factor: {other:?}"),
    }
}

fn a_challenge_works_once_and_not_for_long(service: &Service) {
    let factor = set_up(service);
    let text = challenge(service);
    let forged = text.replacen("usr_mara", "usr_recruiter", 1);
    let later = text.replacen("/1", "/2", 1);
    assert_ne!(later, text, "it would expire later");
    for forged in ["", "/", "a/b/c/d", &forged, &later] {
        let refused = finish(service, forged, &factor.recovery[0]);
        assert!(matches!(refused, Err(LoginError::Refused)), "{forged}");
    }
    finish(service, &text, &factor.recovery[0]).unwrap();
    let refused = finish(service, &text, &factor.recovery[1]);
    assert!(matches!(refused, Err(LoginError::Refused)), "{refused:?}");
    let text = challenge(service);
    service.clock.advance(Duration::minutes(6));
    let refused = finish(service, &text, &factor.recovery[1]);
    assert!(matches!(refused, Err(LoginError::Refused)), "it is too old");
    finish(service, &challenge(service), &factor.recovery[1]).unwrap();
}

/// A challenge covers how many recovery codes are left and when they were made. New ones restore the number only.
fn a_used_challenge_does_not_revive(service: &Service) {
    let factor = set_up(service);
    let text = challenge(service);
    let session = finish(service, &text, &factor.recovery[0]).unwrap();
    let (principal, _) = caller(service, &session);
    service.clock.advance(Duration::seconds(30));
    let right = code(service, &factor.app);
    let codes = service
        .app
        .sessions()
        .renew_recovery_codes(&principal, &factor.recovery[1])
        .unwrap();
    let refused = finish(service, &text, &codes.texts()[0]);
    assert!(matches!(refused, Err(LoginError::Refused)), "{refused:?}");
    finish(service, &challenge(service), &right).unwrap();
}

fn a_code_signs_nobody_in_once_the_provider_is_enforced(service: &Service) {
    let factor = set_up(service);
    let text = challenge(service);
    enforce_provider(service);
    let refused = finish(service, &text, &factor.recovery[0]);
    assert!(
        matches!(refused, Err(LoginError::SingleSignOn)),
        "{refused:?}"
    );
}
