//! Claims that a provider must not make, and those that it may.

use ring::digest;
use serde_json::{Value, json};
use shortlist_app::{IdentityProviders, ProvenIdentity, ProviderFailure};
use shortlist_oidc::{MAX_SUBJECT_CHARS, MAX_TOKEN_AGE, checks};

use crate::support::signing::half_hash;
use crate::support::{ACCESS_TOKEN, Attack, CLIENT, Draft, NOW, Registered, SKEW, now, refuse_all};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

static WRONG_PARTIES: [Attack; 8] = [
    (
        "another issuer",
        |draft| draft.claims["iss"] = json!("https://evil.example.org"),
        checks::ISSUER,
    ),
    (
        "an issuer that begins like the right one",
        |draft| draft.claims["iss"] = json!(format!("{}/", text(&draft.claims["iss"]))),
        checks::ISSUER,
    ),
    (
        "another audience",
        |draft| draft.claims["aud"] = json!("other"),
        checks::AUDIENCE,
    ),
    ("no audience", |draft| draft.remove("aud"), checks::AUDIENCE),
    (
        "an empty list of audiences",
        |draft| draft.claims["aud"] = json!([]),
        checks::AUDIENCE,
    ),
    (
        "a second audience without a party",
        |draft| draft.claims["aud"] = json!([CLIENT, "other"]),
        checks::AUTHORIZED_PARTY,
    ),
    (
        "a second audience with another party",
        |draft| {
            draft.claims["aud"] = json!([CLIENT, "other"]);
            draft.claims["azp"] = json!("other");
        },
        checks::AUTHORIZED_PARTY,
    ),
    (
        "another party",
        |draft| draft.claims["azp"] = json!("other"),
        checks::AUTHORIZED_PARTY,
    ),
];

static WRONG_TIMES: [Attack; 5] = [
    (
        "expired",
        |draft| draft.claims["exp"] = json!(NOW - SKEW - 1),
        checks::EXPIRY,
    ),
    ("without an end", |draft| draft.remove("exp"), checks::FORM),
    (
        "not valid yet",
        |draft| draft.claims["nbf"] = json!(NOW + SKEW + 1),
        checks::NOT_BEFORE,
    ),
    (
        "valid from a time that is none",
        |draft| draft.claims["nbf"] = json!("yesterday"),
        checks::NOT_BEFORE,
    ),
    (
        "issued in the future",
        |draft| draft.claims["iat"] = json!(NOW + SKEW + 1),
        checks::ISSUE_TIME,
    ),
];

static WRONG_SUBJECTS: [Attack; 8] = [
    (
        "another nonce",
        |draft| draft.claims["nonce"] = json!("another"),
        checks::NONCE,
    ),
    ("no nonce", |draft| draft.remove("nonce"), checks::NONCE),
    ("no subject", |draft| draft.remove("sub"), checks::FORM),
    (
        "an empty subject",
        |draft| draft.claims["sub"] = json!(""),
        checks::SUBJECT,
    ),
    (
        "a long subject",
        |draft| draft.claims["sub"] = json!("s".repeat(MAX_SUBJECT_CHARS + 1)),
        checks::SUBJECT,
    ),
    (
        "a subject that no database stores",
        |draft| draft.claims["sub"] = json!("user\0"),
        checks::SUBJECT,
    ),
    (
        "the hash of another access token",
        |draft| draft.claims["at_hash"] = json!(half_hash(&digest::SHA256, "another")),
        checks::ACCESS_TOKEN_HASH,
    ),
    (
        "a logout token",
        |draft| draft.claims["events"] = json!({ EVENT: {} }),
        checks::EVENTS,
    ),
];

fn text(claim: &Value) -> &str {
    claim.as_str().unwrap()
}

#[test]
fn tokens_of_and_for_others_are_refused() {
    refuse_all(&Registered::new(), &WRONG_PARTIES);
}

#[test]
fn tokens_of_other_times_are_refused() {
    refuse_all(&Registered::new(), &WRONG_TIMES);
}

#[test]
fn tokens_of_other_sign_ins_and_users_are_refused() {
    refuse_all(&Registered::new(), &WRONG_SUBJECTS);
}

#[test]
fn the_nonce_of_another_sign_in_is_refused() {
    let registered = Registered::new();
    let (victim, attacker) = (registered.begin(), registered.begin());
    let claims = registered.claims(&attacker.pending.nonce);
    registered.answer_code_with(&Draft::new(claims, &registered.provider.key()).token());
    assert_eq!(
        registered.finish(&victim, None),
        Err(ProviderFailure::NotProven(checks::NONCE))
    );
    assert!(registered.finish(&attacker, None).is_ok());
}

#[test]
fn clocks_may_differ_a_little() {
    let registered = Registered::new();
    for time in ["exp", "iat", "nbf"] {
        let apart = if time == "exp" {
            NOW - SKEW + 1
        } else {
            NOW + SKEW
        };
        let identity = registered.sign_in(|draft| draft.claims[time] = json!(apart));
        assert_eq!(identity.unwrap().subject, "user-1", "{time}");
    }
}

#[test]
fn several_audiences_are_accepted_if_the_token_was_issued_to_this_client() {
    let identity = Registered::new().sign_in(|draft| {
        draft.claims["aud"] = json!(["other", CLIENT]);
        draft.claims["azp"] = json!(CLIENT);
        draft.claims["at_hash"] = json!(half_hash(&digest::SHA256, ACCESS_TOKEN));
    });
    assert_eq!(identity.unwrap().subject, "user-1");
}

#[test]
fn an_identity_has_the_issuer_and_the_subject_and_what_else_is_known() {
    let registered = Registered::new();
    let identity = registered.sign_in(|draft| {
        draft.claims["groups"] = json!(["recruiters", "staff"]);
        draft.claims["roles"] = json!(["admin"]);
        draft.claims["sid"] = json!("session-1");
    });
    let identity = identity.unwrap();
    assert_eq!(identity.issuer, registered.provider.issuer);
    assert_eq!(identity.subject, "user-1");
    assert_eq!(identity.verified_email.as_deref(), Some("ada@example.org"));
    assert_eq!(identity.full_name.as_deref(), Some("Ada Lovelace"));
    assert_eq!(identity.groups, ["recruiters", "staff"]);
    assert_eq!(identity.provider_session.as_deref(), Some("session-1"));
}

/// Auth0 writes a text where OpenID Connect describes seconds.
#[test]
fn a_change_of_the_user_may_be_an_rfc_3339_time() {
    let registered = Registered::new();
    for time in [
        json!("2026-05-28T20:26:40.123Z"),
        json!(NOW - 60),
        json!(null),
    ] {
        let identity = registered.sign_in(|draft| draft.claims["updated_at"] = time.clone());
        assert_eq!(identity.unwrap().subject, "user-1", "{time}");
    }
}

#[test]
fn roles_are_groups_if_there_are_no_groups() {
    let registered = Registered::new();
    let identity = registered.sign_in(|draft| draft.claims["roles"] = json!("admin"));
    assert_eq!(identity.unwrap().groups, ["admin"]);
}

#[test]
fn only_a_verified_address_is_returned() {
    let registered = Registered::new();
    for (claim, expected) in [
        (json!(true), Some("ada@example.org")),
        (json!("true"), Some("ada@example.org")),
        (json!(false), None),
        (json!("false"), None),
        (json!(null), None),
    ] {
        let identity = registered.sign_in(|draft| draft.claims["email_verified"] = claim.clone());
        let email = identity.unwrap().verified_email;
        assert_eq!(email.as_deref(), expected, "{claim}");
    }
    let identity = registered.sign_in(|draft| draft.remove("email_verified"));
    assert_eq!(identity.unwrap().verified_email, None);
}

/// Entra ID writes another claim, which says less than a refusal in the usual one.
#[test]
fn the_verification_of_entra_id_counts_unless_the_usual_one_contradicts() {
    let registered = Registered::new();
    for (usual, own, expected) in [
        (json!(null), json!(true), Some("ada@example.org")),
        (json!(null), json!("1"), Some("ada@example.org")),
        (json!(null), json!(0), None),
        (json!(false), json!(true), None),
        (json!("false"), json!("1"), None),
        (json!(true), json!(false), Some("ada@example.org")),
    ] {
        let identity = registered.sign_in(|draft| {
            draft.claims["email_verified"] = usual.clone();
            draft.claims["xms_edov"] = own.clone();
        });
        let email = identity.unwrap().verified_email;
        assert_eq!(email.as_deref(), expected, "{usual} {own}");
    }
}

/// Verifies a token of a program, which is good but for a change.
fn verify_token(
    registered: &Registered,
    change: impl FnOnce(&mut Draft),
) -> Result<ProvenIdentity, ProviderFailure> {
    let mut draft = Draft::new(registered.claims("any"), &registered.provider.key());
    change(&mut draft);
    let client = &registered.client;
    registered
        .providers
        .verify_token(client, &draft.token(), now())
}

/// An old token must not open a session again after its user signed out.
#[test]
fn a_token_of_a_program_is_new() {
    let registered = Registered::new();
    let oldest = NOW - MAX_TOKEN_AGE.num_seconds() - SKEW;
    let issued = |at: i64| {
        move |draft: &mut Draft| {
            draft.claims["iat"] = json!(at);
            draft.claims["exp"] = json!(NOW + 3_600);
        }
    };
    assert!(verify_token(&registered, issued(oldest)).is_ok());
    assert_eq!(
        verify_token(&registered, issued(oldest - 1)),
        Err(ProviderFailure::NotProven(checks::ISSUE_TIME))
    );
    // The nonce belongs to one sign-in, so the token of a sign-in may be older.
    assert!(registered.sign_in(issued(oldest - 1)).is_ok());
}

/// A program has a token without a sign-in, so there is no nonce to compare. Everything else is compared.
#[test]
fn a_token_of_a_program_passes_the_same_checks_but_the_nonce() {
    let registered = Registered::new();
    let verify = |change: fn(&mut Draft)| verify_token(&registered, change);
    assert_eq!(verify(|_unchanged| {}).unwrap().subject, "user-1");
    assert_eq!(
        verify(|draft| draft.remove("nonce")).unwrap().subject,
        "user-1"
    );
    // Without a sign-in, there is no access token either.
    let of_sign_ins = [checks::NONCE, checks::ACCESS_TOKEN_HASH];
    let attacks = WRONG_PARTIES
        .iter()
        .chain(&WRONG_TIMES)
        .chain(&WRONG_SUBJECTS);
    for &(name, attack, check) in attacks.filter(|(_, _, check)| !of_sign_ins.contains(check)) {
        assert_eq!(
            verify(attack),
            Err(ProviderFailure::NotProven(check)),
            "{name}"
        );
    }
}
