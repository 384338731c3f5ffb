//! Who gets an account at a sign-in with a provider, which accounts are linked, and which role their users have.

use serde_json::json;
use shortlist_app::{
    FinishedSignIn, IdentityRefusal, LoginError, ProvisionGroup, ProvisionUser, SingleSignOnError,
    WebSignInOutcome,
};
use shortlist_domain::UserType;

use super::{HERE, PASSWORD, UPDATE, ours, run, set, sign_in, user, with_password};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::proven_identities::{ProvenIdentities, identity};
use crate::support::service::Service;

with_a_provider!(
    the_first_sign_in_creates_a_user_whom_later_ones_find_by_the_subject,
    an_account_with_the_address_is_linked_once,
    who_has_no_verified_address_of_the_organization_gets_no_account,
    the_role_follows_the_groups_but_the_last_admin_stays,
    provisioned_groups_count_at_a_sign_in,
    a_deactivated_user_is_refused,
);

fn refused(result: Result<FinishedSignIn, SingleSignOnError>) -> IdentityRefusal {
    match result {
        Err(SingleSignOnError::Refused(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn the_first_sign_in_creates_a_user_whom_later_ones_find_by_the_subject(
    service: &Service,
    providers: &ProvenIdentities,
) {
    set(service, &json!({}));
    providers.prove(identity("sub-1", "Grace@Example.org", &[]));
    let first = sign_in(service).unwrap();
    assert_eq!(first.next, "/app/jobs");
    let grace = first.session.user;
    assert_eq!(
        (grace.full_name.as_str(), grace.user_type),
        ("Grace Example", UserType::Recruiter)
    );
    let access = service.app.access();
    let seen = access.authenticate_web(&first.session.token, HERE).unwrap();
    assert_eq!(seen.principal.user_id, grace.id);
    // A new address at the provider changes nothing here, even one of another domain.
    providers.prove(identity("sub-1", "grace@elsewhere.example", &[]));
    assert_eq!(sign_in(service).unwrap().session.user.id, grace.id);
    // There is no password that could be guessed.
    let sessions = service.app.sessions();
    for password in ["", "none"] {
        let tried = sessions.sign_in_to_web(&with_password("grace@example.org", password));
        assert!(matches!(tried, Err(LoginError::Refused)));
    }
}

fn an_account_with_the_address_is_linked_once(service: &Service, providers: &ProvenIdentities) {
    let mara = user(service, "mara", UserType::Interviewer);
    set(service, &json!({}));
    providers.prove(identity("sub-1", "MARA@example.org", &[]));
    let linked = sign_in(service).unwrap().session.user;
    assert_eq!(
        (linked.id, linked.user_type),
        (mara.id.clone(), UserType::Interviewer)
    );
    // Somebody else gets the address at the provider.
    providers.prove(identity("sub-2", "mara@example.org", &[]));
    assert_eq!(refused(sign_in(service)), IdentityRefusal::AddressTaken);
    // While it is not enforced, the password works as well.
    let sessions = service.app.sessions();
    let opened = sessions.sign_in_to_web(&with_password("mara@example.org", PASSWORD));
    assert!(matches!(opened, Ok(WebSignInOutcome::Opened(_))));
}

fn who_has_no_verified_address_of_the_organization_gets_no_account(
    service: &Service,
    providers: &ProvenIdentities,
) {
    user(service, "mara", UserType::Admin);
    set(
        service,
        &json!({ "domains": ["other.example"], "defaultRole": null }),
    );
    for (email, expected) in [
        ("", IdentityRefusal::NoVerifiedEmail),
        ("not an address", IdentityRefusal::NoVerifiedEmail),
        ("mara@example.org", IdentityRefusal::OtherDomain),
        ("eve@sub.other.example", IdentityRefusal::OtherDomain),
        ("eve@other.example", IdentityRefusal::NoRole),
    ] {
        providers.prove(identity("sub-1", email, &["hr"]));
        assert_eq!(refused(sign_in(service)), expected, "{email}");
    }
    let users = service.app.accounts().list_users(&ours()).unwrap();
    assert!(users.iter().all(|user| user.full_name != "Grace Example"));
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { outcome changes { field after } } } }";
    let input = json!({ "organizationId": "org_ours", "operation": "singleSignOn" });
    let entries = service.data(&service.admin, log, input)["entries"].clone();
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.len(), 5);
    let subject = json!([{ "field": "providerSubject", "after": "sub-1" }]);
    assert!(
        entries
            .iter()
            .all(|entry| entry["outcome"] == "refused" && entry["changes"] == subject)
    );
}

fn the_role_follows_the_groups_but_the_last_admin_stays(
    service: &Service,
    providers: &ProvenIdentities,
) {
    let roles =
        json!([{ "group": "hr", "role": "Recruiter" }, { "group": "leads", "role": "Admin" }]);
    set(
        service,
        &json!({ "groupRoles": roles, "defaultRole": null }),
    );
    // The Admin of the tests has no password.
    let mara = user(service, "mara", UserType::Admin);
    let role = |groups: &[&str]| {
        providers.prove(identity("sub-1", "grace@example.org", groups));
        sign_in(service).map(|finished| finished.session.user.user_type)
    };
    assert_eq!(role(&["hr", "leads"]).unwrap(), UserType::Admin);
    assert_eq!(role(&["hr"]).unwrap(), UserType::Recruiter);
    let none = role(&["staff"]);
    assert!(matches!(
        none,
        Err(SingleSignOnError::Refused(IdentityRefusal::NoRole))
    ));
    assert_eq!(role(&["leads"]).unwrap(), UserType::Admin);
    for admin in [mara.id.as_str(), service.admin.user_id.as_str()] {
        let input = json!({ "organizationId": "org_ours", "userId": admin, "active": false });
        service.data(&service.admin, UPDATE, input);
    }
    assert_eq!(role(&["hr"]).unwrap(), UserType::Admin, "the last Admin");
}

fn provisioned_groups_count_at_a_sign_in(service: &Service, providers: &ProvenIdentities) {
    // The Admin of the tests has no password, so the role could not be taken from the only other one.
    user(service, "mara", UserType::Admin);
    let roles = json!([{ "group": "hr", "role": "Admin" }]);
    set(
        service,
        &json!({ "groupRoles": roles, "defaultRole": "Interviewer" }),
    );
    let create = "mutation($input: ScimTokenInput!) { createScimToken(input: $input) { secret } }";
    let input = json!({ "organizationId": "org_ours" });
    let issued = service.data(&service.admin, create, input);
    let provisioning = service.app.provisioning();
    let client = provisioning
        .authenticate(issued["secret"].as_str().unwrap(), HERE)
        .unwrap();
    let grace = ProvisionUser {
        user_name: Some("grace@example.org".to_owned()),
        ..ProvisionUser::default()
    };
    let grace = provisioning.create_user(&client, grace).unwrap().user;
    assert_eq!(grace.user_type, UserType::Interviewer);
    let group = ProvisionGroup {
        display_name: Some("hr".to_owned()),
        members: [grace.id.to_string()].into(),
        ..ProvisionGroup::default()
    };
    provisioning.create_group(&client, group).unwrap();
    // The token names no group.
    providers.prove(identity("sub-1", "grace@example.org", &[]));
    let signed_in = sign_in(service).unwrap().session.user;
    assert_eq!(
        (signed_in.id, signed_in.user_type),
        (grace.id, UserType::Admin)
    );
    // Without a token, nobody takes users out of the groups, which must not count for ever.
    let revoke =
        "mutation($input: ScimTokenInput!) { revokeScimToken(input: $input) { shownPrefix } }";
    let input = json!({ "organizationId": "org_ours" });
    service.data(&service.admin, revoke, input);
    providers.prove(identity("sub-1", "grace@example.org", &[]));
    let again = sign_in(service).unwrap().session.user;
    assert_eq!(again.user_type, UserType::Interviewer);
}

fn a_deactivated_user_is_refused(service: &Service, providers: &ProvenIdentities) {
    set(service, &json!({}));
    providers.prove(identity("sub-1", "grace@example.org", &[]));
    let grace = sign_in(service).unwrap().session.user;
    let input =
        json!({ "organizationId": "org_ours", "userId": grace.id.as_str(), "active": false });
    service.data(&service.admin, UPDATE, input);
    assert_eq!(refused(sign_in(service)), IdentityRefusal::Deactivated);
    // Nor is a deactivated account linked.
    let mara = user(service, "mara", UserType::Recruiter);
    let input =
        json!({ "organizationId": "org_ours", "userId": mara.id.as_str(), "active": false });
    service.data(&service.admin, UPDATE, input);
    providers.prove(identity("sub-2", "mara@example.org", &[]));
    assert_eq!(refused(sign_in(service)), IdentityRefusal::Deactivated);
}
