//! Organizations that require single sign-on: who may still use a password, and which links and invitations end.

use std::sync::Arc;

use serde_json::json;
use shortlist_app::{
    ClosedLink, FoundLink, IdentityProviders, LoginError, ResetRequest, Settings, WebSignInOutcome,
};
use shortlist_domain::{Environment, LinkDelivery, MailAudience, MailKind, UserType};
use shortlist_persistence::DatabaseUrl;

use super::{
    HERE, PASSWORD, UPDATE, enforce, login, ours, run, set, sign_in, theirs, user, user_in,
    with_password,
};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::input::joined;
use crate::support::proven_identities::{ProvenIdentities, identity};
use crate::support::service::Service;

with_a_provider!(
    an_enforced_provider_leaves_a_password_only_to_the_emergency_admin,
    a_password_opens_the_organization_that_permits_it,
    an_enforced_provider_closes_links_and_invitations,
    the_emergency_admin_stays_one_while_the_provider_is_enforced,
);

const INVITE: &str =
    "mutation($input: InviteUserInput!) { inviteUser(input: $input) { user { _id } link } }";

fn an_enforced_provider_leaves_a_password_only_to_the_emergency_admin(
    service: &Service,
    _: &ProvenIdentities,
) {
    user(service, "mara", UserType::Recruiter);
    enforce(service);
    let sessions = service.app.sessions();
    let tried =
        |email: &str, password: &str| sessions.sign_in_to_web(&with_password(email, password));
    let required = tried("mara@example.org", PASSWORD);
    let Ok(WebSignInOutcome::SingleSignOn(offers)) = required else {
        panic!("{required:?}");
    };
    assert_eq!(
        offers.first().map(|one| &one.organization_id),
        Some(&ours())
    );
    // Nobody learns it before the password was right.
    for email in ["mara@example.org", "nobody@example.org"] {
        assert!(matches!(
            tried(email, "wrong password"),
            Err(LoginError::Refused)
        ));
        assert_eq!(login(service, email, "wrong password").0, 401);
    }
    let (status, body) = login(service, "mara@example.org", PASSWORD);
    assert_eq!(status, 403);
    assert!(
        body["error"].as_str().unwrap().contains("/auth/token"),
        "{body}"
    );
    let opened = tried("emergency@example.org", PASSWORD);
    assert!(matches!(opened, Ok(WebSignInOutcome::Opened(_))));
    assert_eq!(login(service, "emergency@example.org", PASSWORD).0, 200);
}

fn a_password_opens_the_organization_that_permits_it(service: &Service, _: &ProvenIdentities) {
    user(service, "mara", UserType::Recruiter);
    user_in(service, &theirs(), "mara", UserType::Recruiter);
    enforce(service);
    let sessions = service.app.sessions();
    let opened = sessions.sign_in_to_web(&with_password("mara@example.org", PASSWORD));
    let Ok(WebSignInOutcome::Opened(session)) = opened else {
        panic!("{opened:?}");
    };
    assert_eq!(session.user.organization_id, theirs());
}

fn an_enforced_provider_closes_links_and_invitations(service: &Service, _: &ProvenIdentities) {
    let invitation = json!({
        "organizationId": "org_ours", "userId": "usr_new", "userType": "Recruiter",
        "fullName": "New Example", "email": "new@example.org",
    });
    let invited = service.data(&service.admin, INVITE, invitation.clone());
    let (_, token) = invited["link"]
        .as_str()
        .unwrap()
        .split_once("token=")
        .unwrap();
    let accounts = service.app.accounts();
    assert!(matches!(accounts.find_link(token), Ok(FoundLink::Open(_))));
    enforce(service);
    let closed = accounts.find_link(token).unwrap();
    assert_eq!(closed, FoundLink::Closed(ClosedLink::SingleSignOn));
    let other = joined(
        invitation,
        &json!({ "userId": "usr_2", "email": "2@example.org" }),
    );
    assert_eq!(service.code(&service.admin, INVITE, other), "CONFLICT");
}

/// Asks for a link that sets a password. The answer is the same for everybody.
fn forget_password(service: &Service, email: &str) {
    let request = ResetRequest {
        organization: None,
        email: email.to_owned(),
        address: HERE.to_owned(),
    };
    let accounts = service.app.accounts();
    accounts.count_reset_request(&request).unwrap();
    accounts.send_reset_links(&request).unwrap();
}

/// Returns the users to whom a link waits that sets a password, in order.
fn waiting_links(service: &Service) -> Vec<String> {
    let waiting = service.app.mail_outbox().due(&ours(), 10).unwrap();
    let mails = waiting.into_iter().map(|queued| queued.mail);
    let links = mails.filter(|mail| mail.kind == MailKind::PasswordReset);
    let users = links.filter_map(|mail| mail.user_id);
    let mut users: Vec<String> = users.map(|user| user.to_string()).collect();
    users.sort();
    users
}

fn an_enforced_provider_mails_no_link_that_sets_a_password(url: &DatabaseUrl) {
    let settings = Settings {
        mail_audience: Some(MailAudience::Users),
        link_delivery: LinkDelivery::Mail,
        ..Settings::new(Environment::Sandbox)
    };
    let providers: Arc<dyn IdentityProviders> = Arc::new(ProvenIdentities::default());
    let service =
        Service::start_adapted_with(url, settings, |app| app.with_identity_providers(providers));
    user(&service, "mara", UserType::Recruiter);
    enforce(&service);
    for email in ["mara@example.org", "emergency@example.org"] {
        forget_password(&service, email);
    }
    assert_eq!(waiting_links(&service), ["usr_emergency"]);
    set(&service, &json!({}));
    forget_password(&service, "mara@example.org");
    assert_eq!(waiting_links(&service), ["usr_emergency", "usr_mara"]);
}

#[test]
fn an_enforced_provider_mails_no_link_that_sets_a_password_on_sqlite() {
    on_sqlite(an_enforced_provider_mails_no_link_that_sets_a_password);
}

#[test]
#[ignore = "long"]
fn an_enforced_provider_mails_no_link_that_sets_a_password_on_postgresql() {
    on_postgresql(an_enforced_provider_mails_no_link_that_sets_a_password);
}

fn the_emergency_admin_stays_one_while_the_provider_is_enforced(
    service: &Service,
    providers: &ProvenIdentities,
) {
    enforce(service);
    // The Admin of the tests has no password, so another one can help once this one is gone.
    user(service, "mara", UserType::Admin);
    for change in [
        json!({ "active": false }),
        json!({ "userType": "Recruiter" }),
    ] {
        let input = json!({ "organizationId": "org_ours", "userId": "usr_emergency" });
        let code = service.code(&service.admin, UPDATE, joined(input, &change));
        assert_eq!(code, "CONFLICT", "{change}");
    }
    let roles = json!([{ "group": "hr", "role": "Interviewer" }]);
    let more =
        json!({ "mode": "Enforced", "emergencyAdminId": "usr_emergency", "groupRoles": roles });
    set(service, &more);
    providers.prove(identity("sub-1", "emergency@example.org", &["hr"]));
    let signed_in = sign_in(service).unwrap().session.user;
    assert_eq!(signed_in.user_type, UserType::Admin);
    set(service, &json!({ "mode": "Offered" }));
    let input = json!({ "organizationId": "org_ours", "userId": "usr_emergency", "active": false });
    assert_eq!(service.data(&service.admin, UPDATE, input)["active"], false);
}
