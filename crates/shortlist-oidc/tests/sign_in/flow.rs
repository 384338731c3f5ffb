//! The way of a sign-in: the address of the provider, the exchange of the code, and who answers.

use serde_json::json;
use shortlist_app::{IdentityProviders, ProviderFailure};
use shortlist_oidc::checks;

use crate::support::provider::Provider;
use crate::support::signing::encode;
use crate::support::{
    ACCESS_TOKEN, Attack, CODE, Draft, REDIRECT, Registered, SECRET, misconfigured, refuse_all,
    unreachable,
};

/// Returns a parameter of an address.
fn parameter(address: &str, name: &str) -> Option<String> {
    let url = reqwest::Url::parse(address).unwrap();
    let mut pairs = url.query_pairs();
    let (_, value) = pairs.find(|(found, _)| found == name)?;
    Some(value.into_owned())
}

#[test]
fn a_sign_in_begins_with_state_nonce_and_challenge_that_nobody_can_guess() {
    let registered = Registered::new();
    let started = registered.begin();
    let of = |name: &str| parameter(&started.address, name).unwrap();
    assert!(
        started
            .address
            .starts_with(&format!("{}/authorize?", registered.provider.issuer))
    );
    assert_eq!(of("response_type"), "code");
    assert_eq!(of("client_id"), "shortlist");
    assert_eq!(of("redirect_uri"), REDIRECT);
    assert_eq!(of("scope"), "openid email profile");
    assert_eq!(of("state"), started.state);
    assert_eq!(of("nonce"), started.pending.nonce);
    assert_eq!(of("code_challenge_method"), "S256");
    let digest = ring::digest::digest(&ring::digest::SHA256, started.pending.verifier.as_bytes());
    assert_eq!(of("code_challenge"), encode(digest.as_ref()));
    let other = registered.begin();
    for (one, two) in [
        (&started.state, &other.state),
        (&started.pending.nonce, &other.pending.nonce),
        (&started.pending.verifier, &other.pending.verifier),
    ] {
        assert_ne!(one, two);
        assert_eq!(one.len(), 43, "256 bits");
    }
}

#[test]
fn the_code_is_exchanged_with_the_verifier_and_the_secret_in_the_header() {
    let registered = Registered::new();
    registered.sign_in(|_unchanged| {}).unwrap();
    let requests = registered.provider.requests("/token");
    let [request] = requests.as_slice() else {
        panic!("one exchange and not {}", requests.len());
    };
    assert_eq!(
        request.field("grant_type").as_deref(),
        Some("authorization_code")
    );
    assert_eq!(request.field("code").as_deref(), Some(CODE));
    assert_eq!(request.field("code_verifier").unwrap().len(), 43);
    assert!(
        request
            .field("redirect_uri")
            .unwrap()
            .contains("sign-in%2Fcallback")
    );
    assert_eq!(request.field("client_secret"), None);
    let basic = data_encoding::BASE64.encode(format!("shortlist:{SECRET}").as_bytes());
    assert!(
        request
            .headers
            .contains(&format!("authorization: Basic {basic}"))
    );
}

#[test]
fn a_public_client_sends_its_identifier_and_no_secret() {
    let mut registered = Registered::new();
    registered.client.client_secret = None;
    registered.sign_in(|_unchanged| {}).unwrap();
    let requests = registered.provider.requests("/token");
    assert_eq!(requests[0].field("client_id").as_deref(), Some("shortlist"));
    assert!(requests[0].field("code_verifier").is_some());
    assert!(
        !requests[0]
            .headers
            .to_lowercase()
            .contains("authorization:")
    );
}

/// The provider compares the verifier, which belongs to the browser that began the sign-in.
#[test]
fn the_code_of_another_sign_in_is_refused() {
    let registered = Registered::new();
    let (victim, attacker) = (registered.begin(), registered.begin());
    let refusal = json!({"error": "invalid_grant", "error_description": "PKCE"});
    registered.provider.answer_status("/token", 400, &refusal);
    let refused = registered.finish(&victim, None);
    assert_eq!(refused, Err(ProviderFailure::NotProven(checks::CODE)));
    let sent = registered.provider.requests("/token")[0].field("code_verifier");
    assert_eq!(sent.as_deref(), Some(victim.pending.verifier.as_str()));
    assert_ne!(sent.as_deref(), Some(attacker.pending.verifier.as_str()));
}

#[test]
fn an_exchange_without_an_id_token_proves_nothing() {
    let registered = Registered::new();
    let started = registered.begin();
    let tokens = json!({"access_token": ACCESS_TOKEN, "token_type": "Bearer"});
    registered.provider.answer_json("/token", &tokens);
    let refused = registered.finish(&started, None);
    assert_eq!(refused, Err(ProviderFailure::NotProven(checks::ID_TOKEN)));
}

#[test]
fn a_provider_that_refuses_the_client_says_why_in_a_word() {
    let registered = Registered::new();
    let started = registered.begin();
    for (status, answer, expected) in [
        (
            401,
            json!({"error": "invalid_client"}),
            "check the client's identifier and secret",
        ),
        (
            400,
            json!({"error": "unauthorized_client"}),
            "answered unauthorized_client",
        ),
        (
            400,
            json!({"error": format!("no code {CODE}")}),
            "answered an unknown error",
        ),
        (
            400,
            json!({"message": CODE}),
            "not what OpenID Connect describes",
        ),
        (
            200,
            json!({"token": ACCESS_TOKEN}),
            "not what OpenID Connect describes",
        ),
    ] {
        registered.provider.answer_status("/token", status, &answer);
        let problem = misconfigured(registered.finish(&started, None));
        assert!(problem.contains(expected), "{problem}");
    }
    registered.provider.answer_status("/token", 503, &json!({}));
    let problem = unreachable(registered.finish(&started, None));
    assert!(problem.contains("answered 503"), "{problem}");
}

#[test]
fn another_provider_may_not_send_the_browser_back() {
    let registered = Registered::new();
    let started = registered.begin();
    let refused = registered.finish(&started, Some("https://evil.example.org"));
    assert_eq!(
        refused,
        Err(ProviderFailure::NotProven(checks::RESPONSE_ISSUER))
    );
    assert!(
        registered.provider.requests("/token").is_empty(),
        "the code stays here"
    );
    let claims = registered.claims(&started.pending.nonce);
    registered.answer_code_with(&Draft::new(claims, &registered.provider.key()).token());
    let issuer = registered.provider.issuer.clone();
    assert!(registered.finish(&started, Some(&issuer)).is_ok());
}

#[test]
fn a_provider_that_always_sends_iss_must_do_so() {
    let registered = Registered::new();
    registered.provider.describe(|document| {
        document["authorization_response_iss_parameter_supported"] = json!(true);
    });
    let started = registered.begin();
    let refused = registered.finish(&started, None);
    assert_eq!(
        refused,
        Err(ProviderFailure::NotProven(checks::RESPONSE_ISSUER))
    );
}

/// Mix-up: a provider answers with what another provider says about a user of that one.
#[test]
fn the_token_of_another_provider_is_refused() {
    let registered = Registered::new();
    let other = Provider::start();
    let started = registered.begin();
    let mut claims = registered.claims(&started.pending.nonce);
    claims["iss"] = json!(other.issuer);
    registered.answer_code_with(&Draft::new(claims.clone(), &other.key()).token());
    let refused = registered.finish(&started, None);
    assert_eq!(refused, Err(ProviderFailure::NotProven(checks::ISSUER)));
    claims["iss"] = json!(registered.provider.issuer);
    registered.answer_code_with(&Draft::new(claims, &other.key()).token());
    let refused = registered.finish(&started, None);
    assert_eq!(refused, Err(ProviderFailure::NotProven(checks::SIGNATURE)));
}

/// Some providers write the address of a user only here.
#[test]
fn details_that_the_token_lacks_are_read_from_the_provider() {
    let registered = Registered::new();
    let issuer = registered.provider.issuer.clone();
    registered.provider.describe(|document| {
        document["userinfo_endpoint"] = json!(format!("{issuer}/me"));
    });
    let details = json!({"sub": "user-1", "email": "ada@example.org", "email_verified": "true",
        "name": "Ada King", "groups": ["staff"]});
    registered.provider.answer_json("/me", &details);
    let identity = registered.sign_in(|draft| draft.remove("email")).unwrap();
    assert_eq!(identity.verified_email.as_deref(), Some("ada@example.org"));
    assert_eq!(
        identity.full_name.as_deref(),
        Some("Ada Lovelace"),
        "the token counts"
    );
    assert_eq!(identity.groups, ["staff"]);
    let requests = registered.provider.requests("/me");
    assert!(
        requests[0]
            .headers
            .contains(&format!("authorization: Bearer {ACCESS_TOKEN}"))
    );
    registered.sign_in(|_unchanged| {}).unwrap();
    assert_eq!(
        registered.provider.requests("/me").len(),
        1,
        "only if needed"
    );
}

#[test]
fn details_have_the_verifications_of_all_providers() {
    let registered = Registered::new();
    let issuer = registered.provider.issuer.clone();
    registered.provider.describe(|document| {
        document["userinfo_endpoint"] = json!(format!("{issuer}/me"));
    });
    for (verification, expected) in [
        (json!({"email_verified": true}), Some("ada@example.org")),
        (json!({"email_verified": "True"}), Some("ada@example.org")),
        (json!({"xms_edov": "1"}), Some("ada@example.org")),
        (json!({"email_verified": false, "xms_edov": true}), None),
        (json!({}), None),
    ] {
        let mut details = verification.clone();
        details["sub"] = json!("user-1");
        details["email"] = json!("ada@example.org");
        registered.provider.answer_json("/me", &details);
        let identity = registered.sign_in(|draft| draft.remove("email")).unwrap();
        assert_eq!(
            identity.verified_email.as_deref(),
            expected,
            "{verification}"
        );
    }
}

/// A token without an address, so that the details are read.
static WITHOUT_EMAIL: [Attack; 1] = [(
    "another subject",
    |draft| draft.remove("email"),
    checks::SUBJECT,
)];

#[test]
fn details_of_another_user_are_refused() {
    let registered = Registered::new();
    let issuer = registered.provider.issuer.clone();
    registered.provider.describe(|document| {
        document["userinfo_endpoint"] = json!(format!("{issuer}/me"));
    });
    let details = json!({"sub": "user-2", "email": "ada@example.org", "email_verified": true});
    registered.provider.answer_json("/me", &details);
    refuse_all(&registered, &WITHOUT_EMAIL);
}

#[test]
fn the_session_at_the_provider_can_be_ended() {
    let registered = Registered::new();
    let end = |registered: &Registered| {
        let back_to = "https://shortlist.example.org/sign-in";
        registered
            .providers
            .end_session_address(&registered.client, back_to)
            .unwrap()
    };
    let address = end(&registered).unwrap();
    assert!(address.starts_with(&format!("{}/end?", registered.provider.issuer)));
    assert_eq!(
        parameter(&address, "client_id").as_deref(),
        Some("shortlist")
    );
    let back_to = parameter(&address, "post_logout_redirect_uri");
    assert_eq!(
        back_to.as_deref(),
        Some("https://shortlist.example.org/sign-in")
    );
    let without = Registered::new();
    without
        .provider
        .describe(|document| document["end_session_endpoint"] = json!(null));
    assert_eq!(end(&without), None);
}
