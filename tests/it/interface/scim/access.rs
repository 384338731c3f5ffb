//! The access that ends when an identity provider deactivates or removes a user, or changes the address: sessions, links and passwords.

use reqwest::Method;
use serde_json::json;
use shortlist_app::{ClosedLink, FoundLink, InviteUser, LinkedPassword};
use shortlist_domain::{Party, UserType};

use super::{LIST_JOBS, Provider, has_password, ours, stored};
use crate::support::service::Service;

on_both_databases!(
    a_deactivation_ends_sessions_at_once,
    who_comes_back_has_no_password_and_the_role_of_a_new_user,
    a_new_address_ends_links,
);

const PASSWORD: &str = "purple monkey dishwasher";

fn a_deactivation_ends_sessions_at_once(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let input = json!({ "organizationId": "org_ours" });
    let (status, _) = service.graphql(&service.recruiter, LIST_JOBS, input.clone());
    assert_eq!(status, 200);
    let off = json!([{ "op": "Replace", "path": "active", "value": "False" }]);
    assert_eq!(provider.patch("/Users/usr_recruiter", off).status, 200);
    let (status, _) = service.graphql(&service.recruiter, LIST_JOBS, input.clone());
    assert_eq!(status, 401);
    let (status, _) = service.graphql(&service.colleague, LIST_JOBS, input.clone());
    assert_eq!(status, 200);
    let removed = provider.send(Method::DELETE, "/Users/usr_colleague", None);
    assert_eq!(removed.status, 204);
    let (status, _) = service.graphql(&service.colleague, LIST_JOBS, input);
    assert_eq!(status, 401);
}

/// Invites a Recruiter. Returns the identifier of the user, and the token of the link.
fn invite(service: &Service) -> (String, String) {
    let request = InviteUser {
        id: None,
        user_type: UserType::Recruiter,
        full_name: "Ida".to_owned(),
        email: "ida@example.org".to_owned(),
    };
    let accounts = service.app.accounts();
    let invited = accounts
        .invite_user(&Party::operator(&ours()), &request)
        .unwrap();
    let path = invited.path.unwrap();
    let (_, token) = path.split_once("token=").unwrap();
    (invited.user.id.to_string(), token.to_owned())
}

fn set_password(service: &Service, token: &str) -> LinkedPassword {
    let accounts = service.app.accounts();
    accounts
        .set_password_by_link(token, PASSWORD, "192.0.2.7")
        .unwrap()
}

/// Returns the status of a sign-in of the invited user with their password.
fn sign_in(service: &Service) -> u16 {
    let request = service
        .client
        .post(service.url("/auth/login"))
        .header("x-api-key", &service.admin.key)
        .json(&json!({ "email": "ida@example.org", "password": PASSWORD }));
    request.send().unwrap().status().as_u16()
}

fn who_comes_back_has_no_password_and_the_role_of_a_new_user(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let (id, token) = invite(service);
    let set = set_password(service, &token);
    assert!(matches!(set, LinkedPassword::Set(_)), "{set:?}");
    assert_eq!(sign_in(service), 200);
    let path = format!("/Users/{id}");
    assert_eq!(provider.send(Method::DELETE, &path, None).status, 204);
    assert_eq!(sign_in(service), 401);
    let same = json!({ "userName": "ida@example.org" });
    assert_eq!(provider.create("Users", &same), id);
    let back = stored(service, &id);
    assert!(back.active);
    assert_eq!(back.user_type, UserType::Interviewer);
    assert_eq!(sign_in(service), 401);
    assert!(!has_password(service, &id));
}

fn a_new_address_ends_links(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let (id, token) = invite(service);
    let found = service.app.accounts().find_link(&token).unwrap();
    assert!(matches!(found, FoundLink::Open(_)), "{found:?}");
    let address =
        json!([{ "op": "replace", "path": "emails", "value": [{ "value": "eve@example.org" }] }]);
    let changed = provider.patch(&format!("/Users/{id}"), address);
    assert_eq!(changed.status, 200, "{}", changed.body);
    let closed = LinkedPassword::Closed(ClosedLink::Ended);
    assert_eq!(set_password(service, &token), closed);
    assert!(!has_password(service, &id));
}
