//! The settings of single sign-on: which are refused, who sees them, and where the client secret is sent.

use serde_json::{Value, json};
use shortlist_domain::UserType;

use super::{SET, run, set, settings, user};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::proven_identities::{ISSUER, ProvenIdentities};
use crate::support::service::Service;

with_a_provider!(
    the_settings_never_show_the_secret,
    settings_that_do_not_fit_are_refused,
    a_secret_is_not_sent_to_another_client,
);

const GET: &str = "query($input: IdentityProviderInput!) { identityProvider(input: $input) {
    issuer hasClientSecret mode } }";
const REMOVE: &str =
    "mutation($input: IdentityProviderInput!) { removeIdentityProvider(input: $input) { issuer } }";

/// Returns why settings are refused: the code of the error.
fn refusal(service: &Service, more: &Value) -> String {
    service.code(&service.admin, SET, settings(more))
}

fn the_settings_never_show_the_secret(service: &Service, providers: &ProvenIdentities) {
    let input = json!({ "organizationId": "org_ours" });
    let (status, body) = service.graphql(&service.admin, GET, input.clone());
    assert_eq!(
        (status, &body["data"]["identityProvider"]),
        (200, &Value::Null)
    );
    let stored = set(
        service,
        &json!({ "groupRoles": [{ "group": "hr", "role": "Admin" }], "domains": ["@B.org", "a.org"] }),
    );
    assert_eq!(stored["domains"], json!(["a.org", "b.org"]));
    assert_eq!(
        stored["groupRoles"],
        json!([{ "group": "hr", "role": "Admin" }])
    );
    assert_eq!(stored["hasClientSecret"], true);
    let secret = providers.client().unwrap().client_secret.unwrap();
    assert_eq!(secret.as_str(), "s3cret");
    let kept = set(service, &json!({ "clientSecret": null }));
    assert_eq!(kept["hasClientSecret"], true);
    let public = set(service, &json!({ "clientSecret": "" }));
    assert_eq!(public["hasClientSecret"], false);
    let (read, _) = service.graphql(&service.recruiter, GET, input.clone());
    let (write, _) = service.graphql(&service.stranger, SET, settings(&json!({})));
    assert_eq!((read, write), (403, 403));
    let stored = service.data(&service.admin, GET, input);
    assert_eq!(stored["issuer"], ISSUER);
}

fn settings_that_do_not_fit_are_refused(service: &Service, _: &ProvenIdentities) {
    user(service, "mara", UserType::Recruiter);
    for wrong in [
        json!({ "issuer": "http://id.example.org" }),
        json!({ "issuer": format!("{ISSUER}?a=b") }),
        json!({ "issuer": "https://down.example.org" }),
        json!({ "clientId": " " }),
        json!({ "clientSecret": "two words" }),
        json!({ "domains": [] }),
        json!({ "domains": ["org"] }),
        json!({ "mode": "enforced" }),
        json!({ "mode": "Enforced" }),
        json!({ "mode": "Enforced", "emergencyAdminId": "usr_mara" }),
        json!({ "mode": "Enforced", "emergencyAdminId": service.admin.user_id }),
        json!({ "defaultRole": "Owner" }),
        json!({ "groupRoles": [{ "group": "hr", "role": "Owner" }] }),
        json!({ "groupRoles": [{ "group": "hr", "role": "Admin" }, { "group": "hr", "role": "Recruiter" }] }),
    ] {
        assert_eq!(refusal(service, &wrong), "BAD_USER_INPUT", "{wrong}");
    }
    let input = json!({ "organizationId": "org_ours" });
    assert_eq!(
        service.code(&service.admin, REMOVE, input.clone()),
        "NOT_FOUND"
    );
    // Without the provider, no Admin could sign in, because none has a password.
    set(service, &json!({}));
    assert_eq!(
        service.code(&service.admin, REMOVE, input.clone()),
        "CONFLICT"
    );
    user(service, "emergency", UserType::Admin);
    assert_eq!(
        service.data(&service.admin, REMOVE, input)["issuer"],
        ISSUER
    );
}

fn a_secret_is_not_sent_to_another_client(service: &Service, providers: &ProvenIdentities) {
    set(service, &json!({}));
    for other in [
        json!({ "clientSecret": null, "clientId": "other" }),
        json!({ "clientSecret": null, "issuer": format!("{ISSUER}/other") }),
    ] {
        assert_eq!(refusal(service, &other), "BAD_USER_INPUT");
    }
    let asked = providers.client().unwrap();
    assert_eq!(
        (asked.issuer.as_str(), asked.client_id.as_str()),
        (ISSUER, "shortlist")
    );
    let other = set(service, &json!({ "clientSecret": "", "clientId": "other" }));
    assert_eq!(other["hasClientSecret"], false);
    let sent = providers.client().unwrap();
    assert_eq!(
        (sent.client_id.as_str(), sent.client_secret),
        ("other", None)
    );
}
