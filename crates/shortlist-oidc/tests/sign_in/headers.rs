//! Headers and signatures by which others than the provider would be believed.

use serde_json::json;
use shortlist_oidc::{MAX_TOKEN_BYTES, checks};

use crate::support::signing::{SigningKey, encode};
use crate::support::{Attack, Draft, Registered, SECRET, refuse_all};

/// Signs with a key of the attacker, and names the key of the provider.
fn forge(draft: &mut Draft) -> SigningKey {
    let forged = SigningKey::es256("first");
    draft.key = forged.clone();
    forged
}

/// Replaces a part of a token.
fn replace(token: &str, index: usize, part: &str) -> String {
    let mut parts: Vec<&str> = token.split('.').collect();
    parts[index] = part;
    parts.join(".")
}

static ALGORITHMS: [Attack; 6] = [
    (
        "no signature",
        |draft| {
            draft.key = SigningKey::nothing();
            draft.header = draft.key.header();
        },
        checks::ALGORITHM,
    ),
    (
        "no signature, in other letters",
        |draft| {
            draft.key = SigningKey::nothing();
            draft.header["alg"] = json!("NONE");
        },
        checks::ALGORITHM,
    ),
    (
        "the public key as a shared secret",
        |draft| {
            let public = draft.key.public().to_string();
            draft.key = SigningKey::shared("first", public.as_bytes());
            draft.header = draft.key.header();
        },
        checks::ALGORITHM,
    ),
    (
        "the client's secret as a shared secret",
        |draft| {
            draft.key = SigningKey::shared("first", SECRET.as_bytes());
            draft.header = draft.key.header();
        },
        checks::ALGORITHM,
    ),
    (
        "an unknown algorithm",
        |draft| draft.header["alg"] = json!("ES256K"),
        checks::ALGORITHM,
    ),
    (
        "no algorithm",
        |draft| draft.header = json!({"kid": "first"}),
        checks::ALGORITHM,
    ),
];

static KEYS_IN_HEADERS: [Attack; 7] = [
    (
        "the key itself",
        |draft| {
            let forged = forge(draft);
            draft.header["jwk"] = forged.public();
        },
        checks::SIGNATURE,
    ),
    (
        "the address of a key",
        |draft| {
            forge(draft);
            draft.header["jku"] = json!("https://evil.example.org/keys");
        },
        checks::SIGNATURE,
    ),
    (
        "a certificate",
        |draft| {
            forge(draft);
            draft.header["x5c"] = json!(["MIIB"]);
            draft.header["x5u"] = json!("https://evil.example.org/certificate");
        },
        checks::SIGNATURE,
    ),
    (
        "an unknown key",
        |draft| {
            draft.key = SigningKey::es256("unknown");
            draft.header = draft.key.header();
        },
        checks::KEY,
    ),
    (
        "a key for another algorithm",
        |draft| draft.header["alg"] = json!("RS256"),
        checks::KEY,
    ),
    (
        "no name of the key",
        |draft| {
            forge(draft);
            draft.header = json!({"alg": "ES256"});
        },
        checks::KEY,
    ),
    (
        "a demand that is not understood",
        |draft| {
            draft.header["crit"] = json!(["b64"]);
            draft.header["b64"] = json!(false);
        },
        checks::CRITICAL,
    ),
];

static TYPES: [Attack; 3] = [
    (
        "an access token",
        |draft| draft.header["typ"] = json!("at+jwt"),
        checks::TYPE,
    ),
    (
        "a logout token",
        |draft| draft.header["typ"] = json!("logout+jwt"),
        checks::TYPE,
    ),
    (
        "a token in a token",
        |draft| draft.header["cty"] = json!("JWT"),
        checks::TYPE,
    ),
];

static DAMAGES: [Attack; 9] = [
    (
        "an altered claim",
        |draft| {
            draft.damage = |token| {
                let payload = token.split('.').nth(1).unwrap();
                let mut claims: Vec<u8> = data_encoding::BASE64URL_NOPAD
                    .decode(payload.as_bytes())
                    .unwrap();
                let at = claims
                    .windows(6)
                    .position(|part| part == b"user-1")
                    .unwrap();
                claims[at + 5] = b'2';
                replace(&token, 1, &encode(&claims))
            }
        },
        checks::SIGNATURE,
    ),
    (
        "an altered signature",
        |draft| draft.damage = |token| replace(&token, 2, &encode(&[7; 64])),
        checks::SIGNATURE,
    ),
    (
        "a signature of zeros",
        |draft| draft.damage = |token| replace(&token, 2, &encode(&[0; 64])),
        checks::SIGNATURE,
    ),
    (
        "half a signature",
        |draft| draft.damage = |token| replace(&token, 2, &encode(&[7; 32])),
        checks::SIGNATURE,
    ),
    (
        "no signature",
        |draft| draft.damage = |token| replace(&token, 2, ""),
        checks::SIGNATURE,
    ),
    (
        "a truncated token",
        |draft| draft.damage = |token| token.rsplit_once('.').unwrap().0.to_owned(),
        checks::FORM,
    ),
    (
        "an encrypted token",
        |draft| draft.damage = |token| format!("{token}.AAAA.AAAA"),
        checks::ENCRYPTION,
    ),
    (
        "a header of an encrypted token",
        |draft| draft.header["enc"] = json!("A256GCM"),
        checks::ENCRYPTION,
    ),
    (
        "a long token",
        |draft| draft.claims["name"] = json!("n".repeat(MAX_TOKEN_BYTES)),
        checks::FORM,
    ),
];

#[test]
fn the_algorithm_is_never_none_and_never_a_shared_secret() {
    refuse_all(&Registered::new(), &ALGORITHMS);
}

/// Key confusion: the attacker knows the public key, here an RSA key as in the original attack.
#[test]
fn a_public_rsa_key_is_no_shared_secret() {
    let registered = Registered::new();
    registered.provider.publish(&[SigningKey::rs256("first")]);
    refuse_all(&registered, &ALGORITHMS[2..3]);
}

#[test]
fn a_token_does_not_bring_its_own_key() {
    refuse_all(&Registered::new(), &KEYS_IN_HEADERS);
}

#[test]
fn other_types_of_tokens_are_refused() {
    refuse_all(&Registered::new(), &TYPES);
}

#[test]
fn damaged_tokens_are_refused() {
    refuse_all(&Registered::new(), &DAMAGES);
}
