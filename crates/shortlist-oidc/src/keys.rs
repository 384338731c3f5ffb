//! The keys that a provider signs with (RFC 7517).

use std::time::Instant;

use data_encoding::BASE64URL_NOPAD;
use openidconnect::core::{CoreJsonWebKey, CoreJsonWebKeySet};
use reqwest::Url;
use serde::Deserialize;
use serde_json::Value;
use shortlist_app::ProviderFailure;

use crate::calls::{Calls, Step};

/// The shortest RSA key, in bytes (RFC 7518, section 3.3). The library refuses keys of more than 4,096 bits.
const MIN_RSA_BYTES: usize = 256;
/// The largest number of keys that are used.
const MAX_KEYS: usize = 100;

#[derive(Deserialize)]
struct Document {
    keys: Vec<Value>,
}

/// Reads a provider's keys. Those that cannot verify a signature are left out.
pub(crate) fn read(
    calls: &Calls,
    address: &Url,
    deadline: Instant,
) -> Result<CoreJsonWebKeySet, ProviderFailure> {
    let document: Document = calls.get(Step::Keys, address, deadline)?;
    let usable = document.keys.into_iter().filter(is_public);
    let keys = usable.filter_map(|key| serde_json::from_value::<CoreJsonWebKey>(key).ok());
    let keys: Vec<CoreJsonWebKey> = keys.take(MAX_KEYS).collect();
    if keys.is_empty() {
        return Err(Step::Keys.misconfigured(
            "none is for signatures by RS256 to RS512 or PS256 to PS512 (of at least 2,048 bits), ES256, ES384 or EdDSA",
        ));
    }
    Ok(CoreJsonWebKeySet::new(keys))
}

/// Returns whether this is a public key for verifying, and long enough.
fn is_public(key: &Value) -> bool {
    let text = |name: &str| key.get(name).and_then(Value::as_str);
    let verifies = |uses: &Vec<Value>| uses.iter().any(|one| one == "verify");
    let operations = key.get("key_ops").and_then(Value::as_array);
    let is_strong = match text("kty") {
        Some("RSA") => text("n").is_some_and(is_long),
        Some("EC" | "OKP") => true,
        _ => false,
    };
    is_strong && text("use").is_none_or(|one| one == "sig") && operations.is_none_or(verifies)
}

fn is_long(modulus: &str) -> bool {
    let bytes = BASE64URL_NOPAD.decode(modulus.trim_end_matches('=').as_bytes());
    bytes.is_ok_and(|bytes| bytes.iter().skip_while(|byte| **byte == 0).count() >= MIN_RSA_BYTES)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_public_keys_for_signatures_are_used() {
        let modulus = |bytes: usize| BASE64URL_NOPAD.encode(&vec![0xff; bytes]);
        let padded = BASE64URL_NOPAD.encode(&[vec![0; 8], vec![0xff; 255]].concat());
        for (key, expected) in [
            (json!({"kty": "RSA", "n": modulus(256), "e": "AQAB"}), true),
            (json!({"kty": "RSA", "n": modulus(128), "e": "AQAB"}), false),
            (json!({"kty": "RSA", "n": padded, "e": "AQAB"}), false),
            (json!({"kty": "RSA", "e": "AQAB"}), false),
            (json!({"kty": "EC", "crv": "P-256", "use": "sig"}), true),
            (json!({"kty": "EC", "crv": "P-256", "use": "enc"}), false),
            (json!({"kty": "EC", "key_ops": ["verify"]}), true),
            (json!({"kty": "EC", "key_ops": ["deriveKey"]}), false),
            (json!({"kty": "oct", "k": "c2VjcmV0"}), false),
            (json!("EC"), false),
        ] {
            assert_eq!(is_public(&key), expected, "{key}");
        }
    }
}
