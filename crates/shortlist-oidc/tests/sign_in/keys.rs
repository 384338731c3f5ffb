//! Keys that a provider publishes, changes and removes.

use std::time::Duration;

use ring::digest;
use serde_json::json;
use shortlist_app::{IdentityProviders, ProviderFailure};
use shortlist_oidc::{OidcOptions, checks};

use crate::support::signing::{SigningKey, half_hash};
use crate::support::{ACCESS_TOKEN, Draft, Registered, misconfigured, now, options};

fn always_newest() -> OidcOptions {
    OidcOptions {
        key_pause: Duration::ZERO,
        ..options()
    }
}

/// Signs in with a key, whether it is published or not.
fn sign_in_by(registered: &Registered, key: &SigningKey) -> Result<String, ProviderFailure> {
    let identity = registered.sign_in(|draft| {
        draft.header = key.header();
        draft.key = key.clone();
    });
    identity.map(|identity| identity.subject)
}

#[test]
fn each_algorithm_with_a_public_key_works() {
    for key in [
        SigningKey::rs256("first"),
        SigningKey::ps512("first"),
        SigningKey::es256("first"),
        SigningKey::es384("first"),
        SigningKey::eddsa("first"),
    ] {
        let registered = Registered::new();
        registered.provider.publish(std::slice::from_ref(&key));
        assert_eq!(sign_in_by(&registered, &key).unwrap(), "user-1");
    }
}

#[test]
fn the_hash_of_the_access_token_is_as_long_as_the_algorithm_says() {
    for (key, hash) in [
        (SigningKey::es256("first"), &digest::SHA256),
        (SigningKey::es384("first"), &digest::SHA384),
        (SigningKey::ps512("first"), &digest::SHA512),
    ] {
        let registered = Registered::new();
        registered.provider.publish(std::slice::from_ref(&key));
        let sign_in = |access_token: &str| {
            let stated = half_hash(hash, access_token);
            let identity = registered.sign_in(|draft| draft.claims["at_hash"] = json!(stated));
            identity.map(|identity| identity.subject)
        };
        assert_eq!(sign_in(ACCESS_TOKEN).unwrap(), "user-1");
        let refused = Err(ProviderFailure::NotProven(checks::ACCESS_TOKEN_HASH));
        assert_eq!(sign_in("another"), refused);
    }
}

#[test]
fn a_new_key_works_and_a_removed_one_does_not() {
    let registered = Registered::with(&always_newest());
    let (old, new) = (registered.provider.key(), SigningKey::es256("second"));
    assert_eq!(sign_in_by(&registered, &old).unwrap(), "user-1");
    registered.provider.publish(&[new.clone(), old.clone()]);
    assert_eq!(sign_in_by(&registered, &new).unwrap(), "user-1");
    assert_eq!(sign_in_by(&registered, &old).unwrap(), "user-1");
    registered.provider.publish(std::slice::from_ref(&new));
    // The old key is known until the next reading, which a third one causes here.
    let third = SigningKey::es256("third");
    let unknown = Err(ProviderFailure::NotProven(checks::KEY));
    assert_eq!(sign_in_by(&registered, &third), unknown);
    assert_eq!(sign_in_by(&registered, &old), unknown);
    assert_eq!(sign_in_by(&registered, &new).unwrap(), "user-1");
}

#[test]
fn unknown_keys_do_not_make_us_call_the_provider_each_time() {
    let registered = Registered::new();
    let unknown = SigningKey::es256("unknown");
    let token = Draft::new(registered.claims("any"), &unknown).token();
    for _ in 0..20 {
        let refused = registered
            .providers
            .verify_token(&registered.client, &token, now());
        assert_eq!(refused, Err(ProviderFailure::NotProven(checks::KEY)));
    }
    assert_eq!(registered.provider.requests("/keys").len(), 1);
}

#[test]
fn a_key_for_encryption_verifies_nothing() {
    let registered = Registered::new();
    let encrypting = SigningKey::es256("encrypting").for_use("enc");
    let signing = registered.provider.key();
    registered
        .provider
        .publish(&[signing.clone(), encrypting.clone()]);
    let refused = sign_in_by(&registered, &encrypting);
    assert_eq!(refused, Err(ProviderFailure::NotProven(checks::KEY)));
    assert_eq!(sign_in_by(&registered, &signing).unwrap(), "user-1");
}

/// The token names none of two keys, so it cannot be said which one is meant (OpenID Connect Core 1.0, section 10.1).
#[test]
fn a_token_names_its_key_if_there_are_several() {
    let registered = Registered::new();
    let keys = [SigningKey::es256("first"), SigningKey::es256("second")];
    registered.provider.publish(&keys);
    let refused = registered.sign_in(|draft| draft.header = json!({"alg": "ES256"}));
    assert_eq!(refused, Err(ProviderFailure::NotProven(checks::KEY)));
}

/// Some providers name no keys. A signature that the known key did not make may be that of the next one.
#[test]
fn a_new_key_without_a_name_works() {
    let registered = Registered::with(&always_newest());
    let (old, new) = (registered.provider.key(), SigningKey::es256("second"));
    let unnamed = |key: &SigningKey| {
        let identity = registered.sign_in(|draft| {
            draft.header = json!({"alg": "ES256"});
            draft.key = key.clone();
        });
        identity.map(|identity| identity.subject)
    };
    assert_eq!(unnamed(&old).unwrap(), "user-1");
    registered.provider.publish(std::slice::from_ref(&new));
    assert_eq!(unnamed(&new).unwrap(), "user-1");
    assert_eq!(
        unnamed(&old),
        Err(ProviderFailure::NotProven(checks::KEY)),
        "the removed key"
    );
}

#[test]
fn a_provider_without_a_usable_key_is_refused() {
    let registered = Registered::new();
    for keys in [
        json!([]),
        json!([SigningKey::shared("first", b"secret").public()]),
        json!([{"kty": "RSA", "n": "AQAB", "e": "AQAB", "use": "sig"}]),
    ] {
        registered
            .provider
            .answer_json("/keys", &json!({ "keys": keys }));
        let problem = misconfigured(registered.providers.check(&registered.client));
        assert!(problem.contains("at least 2,048 bits"), "{problem}");
    }
}
