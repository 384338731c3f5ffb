//! Logout tokens, and tokens that are none.

use std::time::Duration;

use serde_json::{Value, json};
use shortlist_app::{IdentityProviders, LogoutNotice, ProviderFailure};
use shortlist_oidc::{MAX_LOGOUT_TOKEN_AGE, OidcOptions, checks};

use crate::support::signing::{SigningKey, encode};
use crate::support::{Attack, CLIENT, Draft, NOW, Registered, SECRET, SKEW, now, options};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

fn claims(registered: &Registered) -> Value {
    json!({
        "iss": registered.provider.issuer,
        "aud": CLIENT,
        "sub": "user-1",
        "sid": "session-1",
        "jti": "logout-1",
        "iat": NOW,
        "exp": NOW + 120,
        "events": { EVENT: {} },
    })
}

fn verify(
    registered: &Registered,
    change: impl FnOnce(&mut Draft),
) -> Result<LogoutNotice, ProviderFailure> {
    let mut draft = Draft::new(claims(registered), &registered.provider.key());
    draft.header["typ"] = json!("logout+jwt");
    change(&mut draft);
    let token = draft.token();
    registered
        .providers
        .verify_logout(&registered.client, &token, now())
}

#[test]
fn a_logout_token_names_the_user_the_session_or_both() {
    let registered = Registered::new();
    let both = verify(&registered, |_unchanged| {}).unwrap();
    assert_eq!(both.subject.as_deref(), Some("user-1"));
    assert_eq!(both.provider_session.as_deref(), Some("session-1"));
    assert_eq!(both.token_id, "logout-1");
    let user = verify(&registered, |draft| draft.remove("sid")).unwrap();
    assert_eq!(user.provider_session, None);
    let session = verify(&registered, |draft| draft.remove("sub")).unwrap();
    assert_eq!(session.subject, None);
    // Providers from before the type was recommended.
    for kind in [json!("JWT"), json!(null), json!("application/logout+jwt")] {
        assert!(verify(&registered, |draft| draft.header["typ"] = kind).is_ok());
    }
    assert!(
        verify(&registered, |draft| draft.claims["aud"] =
            json!(["a", CLIENT]))
        .is_ok()
    );
    assert!(verify(&registered, |draft| draft.claims["iat"] = json!(NOW + SKEW)).is_ok());
}

static WRONG_CLAIMS: [Attack; 15] = [
    (
        "a nonce",
        |draft| draft.claims["nonce"] = json!("n"),
        checks::NONCE,
    ),
    (
        "an empty nonce",
        |draft| draft.claims["nonce"] = json!(null),
        checks::NONCE,
    ),
    ("no events", |draft| draft.remove("events"), checks::EVENTS),
    (
        "another event",
        |draft| draft.claims["events"] = json!({"https://example.org/event": {}}),
        checks::EVENTS,
    ),
    (
        "an old one",
        |draft| draft.claims["iat"] = json!(NOW - MAX_LOGOUT_TOKEN_AGE.num_seconds() - SKEW - 1),
        checks::ISSUE_TIME,
    ),
    (
        "one of the future",
        |draft| draft.claims["iat"] = json!(NOW + SKEW + 1),
        checks::ISSUE_TIME,
    ),
    (
        "no time of issue",
        |draft| draft.remove("iat"),
        checks::ISSUE_TIME,
    ),
    (
        "expired",
        |draft| draft.claims["exp"] = json!(NOW - SKEW - 1),
        checks::EXPIRY,
    ),
    ("no expiry", |draft| draft.remove("exp"), checks::EXPIRY),
    (
        "another audience",
        |draft| draft.claims["aud"] = json!("other"),
        checks::AUDIENCE,
    ),
    ("no audience", |draft| draft.remove("aud"), checks::AUDIENCE),
    (
        "another issuer",
        |draft| draft.claims["iss"] = json!("https://evil.example.org"),
        checks::ISSUER,
    ),
    (
        "no identifier",
        |draft| draft.remove("jti"),
        checks::TOKEN_ID,
    ),
    (
        "neither user nor session",
        |draft| {
            draft.remove("sub");
            draft.remove("sid");
        },
        checks::LOGOUT_SUBJECT,
    ),
    (
        "a session that is no text",
        |draft| draft.claims["sid"] = json!(1),
        checks::LOGOUT_SUBJECT,
    ),
];

static WRONG_HEADERS: [Attack; 6] = [
    (
        "the type of an access token",
        |draft| draft.header["typ"] = json!("at+jwt"),
        checks::TYPE,
    ),
    (
        "no signature",
        |draft| {
            draft.key = SigningKey::nothing();
            draft.header["alg"] = json!("none");
        },
        checks::ALGORITHM,
    ),
    (
        "the client's secret",
        |draft| {
            draft.key = SigningKey::shared("first", SECRET.as_bytes());
            draft.header["alg"] = json!("HS256");
        },
        checks::ALGORITHM,
    ),
    (
        "a forged key",
        |draft| draft.key = SigningKey::es256("first"),
        checks::SIGNATURE,
    ),
    (
        "an unknown key",
        |draft| draft.header["kid"] = json!("unknown"),
        checks::KEY,
    ),
    (
        "an altered signature",
        |draft| {
            draft.damage =
                |token| format!("{}.{}", token.rsplit_once('.').unwrap().0, encode(&[7; 64]));
        },
        checks::SIGNATURE,
    ),
];

#[test]
fn what_is_no_logout_token_for_this_client_is_refused() {
    let registered = Registered::new();
    for &(name, attack, check) in WRONG_CLAIMS.iter().chain(&WRONG_HEADERS) {
        let refused = verify(&registered, attack);
        assert_eq!(refused, Err(ProviderFailure::NotProven(check)), "{name}");
    }
}

#[test]
fn a_logout_token_by_a_new_key_without_a_name_is_accepted() {
    let registered = Registered::with(&OidcOptions {
        key_pause: Duration::ZERO,
        ..options()
    });
    let new = SigningKey::es256("second");
    let by_new_key = |draft: &mut Draft| {
        draft.header = json!({"alg": "ES256", "typ": "logout+jwt"});
        draft.key = new.clone();
    };
    let unknown = Err(ProviderFailure::NotProven(checks::KEY));
    assert_eq!(verify(&registered, by_new_key), unknown);
    registered.provider.publish(std::slice::from_ref(&new));
    assert!(verify(&registered, by_new_key).is_ok());
}

#[test]
fn an_id_token_is_no_logout_token() {
    let registered = Registered::new();
    let refused = verify(&registered, |draft| {
        draft.claims = registered.claims("nonce");
        draft.header["typ"] = json!("JWT");
    });
    assert_eq!(refused, Err(ProviderFailure::NotProven(checks::EVENTS)));
}

#[test]
fn a_logout_token_is_no_id_token() {
    let registered = Registered::new();
    for (kind, check) in [("logout+jwt", checks::TYPE), ("JWT", checks::EVENTS)] {
        let mut draft = Draft::new(claims(&registered), &registered.provider.key());
        draft.header["typ"] = json!(kind);
        let client = &registered.client;
        let refused = registered
            .providers
            .verify_token(client, &draft.token(), now());
        assert_eq!(refused, Err(ProviderFailure::NotProven(check)), "{kind}");
    }
}
