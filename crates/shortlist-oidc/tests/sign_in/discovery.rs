//! Discovery documents that cannot be used.

use serde_json::{Value, json};
use shortlist_app::{AddressRules, IdentityProviders};
use shortlist_oidc::{MAX_ANSWER_BYTES, OidcOptions};

use crate::support::provider::Answer;
use crate::support::{Registered, misconfigured, options};

#[test]
fn a_good_discovery_document_names_the_page_where_users_sign_in() {
    let registered = Registered::new();
    let setup = registered.providers.check(&registered.client).unwrap();
    let page = format!("{}/authorize", registered.provider.issuer);
    assert_eq!(setup.authorization_endpoint, page);
    assert!(setup.can_end_sessions);
}

/// A change of a good discovery document, with the name of the fault and a part of the reason.
type Fault = (&'static str, fn(&mut Value), &'static str);

const FAULTS: [Fault; 9] = [
    (
        "another issuer",
        |all| all["issuer"] = json!("https://evil.example.org"),
        "it names another issuer",
    ),
    (
        "a token endpoint without encryption",
        |all| all["token_endpoint"] = json!("http://provider.example.org/token"),
        "token_endpoint: must begin with https://",
    ),
    (
        "keys without encryption",
        |all| all["jwks_uri"] = json!("http://provider.example.org/keys"),
        "jwks_uri: must begin with https://",
    ),
    (
        "a page without encryption",
        |all| all["authorization_endpoint"] = json!("http://provider.example.org/"),
        "authorization_endpoint: must begin with https://",
    ),
    (
        "a page that is a script",
        |all| all["authorization_endpoint"] = json!("javascript:alert(1)"),
        "authorization_endpoint: must contain a host",
    ),
    (
        "keys on a private network",
        |all| all["jwks_uri"] = json!("https://10.0.0.1/keys"),
        "jwks_uri: is not a public address",
    ),
    (
        "a token endpoint that gives credentials of the machine",
        |all| all["token_endpoint"] = json!("https://169.254.169.254/latest"),
        "token_endpoint: is not a public address",
    ),
    (
        "no key for the secret",
        |all| all["token_endpoint_auth_methods_supported"] = json!(["private_key_jwt"]),
        "client_secret_basic",
    ),
    (
        "only shared secrets",
        |all| all["id_token_signing_alg_values_supported"] = json!(["HS256", "none"]),
        "announces no signing algorithm",
    ),
];

#[test]
fn wrong_discovery_documents_are_refused_with_a_reason() {
    for (name, change, reason) in FAULTS {
        let registered = Registered::new();
        registered.provider.describe(change);
        let problem = misconfigured(registered.providers.check(&registered.client));
        assert!(problem.contains(reason), "{name}: {problem}");
    }
}

#[test]
fn answers_that_are_no_discovery_document_are_refused() {
    let document = "/.well-known/openid-configuration";
    let too_long = format!("more than {MAX_ANSWER_BYTES} bytes");
    let redirect = "Location: https://evil.example.org/\r\n".to_owned();
    let cases = [
        (
            Answer::Send(302, redirect, Vec::new()),
            "redirects are not followed",
        ),
        (Answer::Send(404, String::new(), Vec::new()), "answered 404"),
        (
            Answer::Send(200, String::new(), b"<html>".to_vec()),
            "not what OpenID Connect",
        ),
        (
            Answer::Send(200, String::new(), vec![b' '; 10 << 20]),
            too_long.as_str(),
        ),
    ];
    for (answer, reason) in cases {
        let registered = Registered::new();
        registered.provider.answer(document, answer);
        let problem = misconfigured(registered.providers.check(&registered.client));
        assert!(problem.contains(reason), "{problem}");
    }
}

#[test]
fn keys_of_ten_megabytes_are_not_read() {
    let registered = Registered::new();
    let keys = [
        br#"{"keys":["#.to_vec(),
        vec![b' '; 10 << 20],
        b"]}".to_vec(),
    ]
    .concat();
    registered
        .provider
        .answer("/keys", Answer::Send(200, String::new(), keys));
    let problem = misconfigured(registered.providers.check(&registered.client));
    assert!(
        problem.contains("the provider's keys: the answer has more"),
        "{problem}"
    );
}

#[test]
fn an_issuer_is_an_https_address_that_the_operator_allows() {
    let mut registered = Registered::with(&OidcOptions::new(AddressRules::default()));
    let own = registered.provider.issuer.clone();
    for (issuer, reason) in [
        (own.as_str(), "is not a public address"),
        ("https://localhost/", "is not a public address"),
        ("https://192.168.1.1", "is not a public address"),
        ("https://[::1]", "is not a public address"),
        ("http://provider.example.org", "must begin with https://"),
        (
            "https://me:pass@provider.example.org",
            "must not contain a user",
        ),
        (
            "https://provider.example.org/?tenant=1",
            "must not contain ?",
        ),
        ("provider.example.org", "issuer: "),
    ] {
        registered.client.issuer = issuer.to_owned();
        let problem = misconfigured(registered.providers.check(&registered.client));
        assert!(problem.contains(reason), "{issuer}: {problem}");
    }
    assert!(
        registered
            .provider
            .requests("/.well-known/openid-configuration")
            .is_empty()
    );
}

/// What the operator allows is a network, and not all that is near it.
#[test]
fn an_address_next_to_an_allowed_one_is_not_called() {
    let rules = AddressRules::of(&["127.0.0.1/32".to_owned()], &[]).unwrap();
    let mut registered = Registered::with(&OidcOptions { rules, ..options() });
    let own = registered.provider.issuer.clone();
    assert!(registered.providers.check(&registered.client).is_ok());
    registered.client.issuer = own.replace("127.0.0.1", "127.0.0.2");
    let problem = misconfigured(registered.providers.check(&registered.client));
    assert!(problem.contains("is not a public address"), "{problem}");
}
