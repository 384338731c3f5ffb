//! Header and signature of signed tokens (RFC 7515).

use data_encoding::BASE64URL_NOPAD;
use openidconnect::core::{CoreJsonWebKeySet, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKey, SignatureVerificationError};
use serde_json::{Map, Value};

use crate::checks;

/// The longest token that is read, in bytes.
pub const MAX_TOKEN_BYTES: usize = 64 * 1_024;

/// The algorithms that are accepted. All verify with a public key, so nobody but the provider can sign.
pub(crate) const ALLOWED: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// Returns whether signatures by this algorithm are accepted.
pub(crate) fn is_allowed(algorithm: &CoreJwsSigningAlgorithm) -> bool {
    ALLOWED.contains(algorithm)
}

/// Why a token is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The provider may have published the key meanwhile. Also a token that names no key and has the signature of none.
    UnknownKey,
    /// This check failed.
    Failed(&'static str),
}

impl Refusal {
    /// Returns the name of the check.
    pub(crate) fn check(self) -> &'static str {
        match self {
            Self::UnknownKey => checks::KEY,
            Self::Failed(check) => check,
        }
    }
}

impl From<&'static str> for Refusal {
    fn from(check: &'static str) -> Self {
        Self::Failed(check)
    }
}

/// A signed token. Its signature is not verified yet.
pub(crate) struct Jws<'a> {
    algorithm: CoreJwsSigningAlgorithm,
    key: Option<String>,
    kind: Option<String>,
    /// What is signed.
    signed: &'a str,
    payload: Map<String, Value>,
    signature: Vec<u8>,
}

impl<'a> Jws<'a> {
    /// Splits a token, and checks its header.
    pub(crate) fn parse(token: &'a str) -> Result<Self, &'static str> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(checks::FORM);
        }
        if token.split('.').count() == 5 {
            return Err(checks::ENCRYPTION);
        }
        let (signed, signature) = token.rsplit_once('.').ok_or(checks::FORM)?;
        let (header, payload) = signed.split_once('.').ok_or(checks::FORM)?;
        let header = object(header)?;
        if header.contains_key("enc") {
            return Err(checks::ENCRYPTION);
        }
        if header.contains_key("crit") {
            return Err(checks::CRITICAL);
        }
        let text = |name: &str| header.get(name).and_then(Value::as_str).map(str::to_owned);
        Ok(Self {
            algorithm: algorithm(&header)?,
            key: text("kid"),
            kind: text("typ"),
            signed,
            payload: object(payload)?,
            signature: decode(signature)?,
        })
    }

    /// Returns the type that the header names, in lower case and without the prefix that may be left out (RFC 7515, section 4.1.9).
    pub(crate) fn kind(&self) -> Option<String> {
        let kind = self.kind.as_ref()?.to_ascii_lowercase();
        let short = kind.strip_prefix("application/");
        Some(short.map_or_else(|| kind.clone(), str::to_owned))
    }

    /// Returns the claims. Verify the signature before you rely on them.
    pub(crate) fn payload(&self) -> &Map<String, Value> {
        &self.payload
    }

    /// Returns why the token is not accepted if no known key made its signature. Without the name of a key, it may be that of a newer
    /// key.
    pub(crate) fn wrong_signature(&self) -> Refusal {
        match self.key {
            Some(_) => Refusal::Failed(checks::SIGNATURE),
            None => Refusal::UnknownKey,
        }
    }

    /// Verifies the signature.
    pub(crate) fn verify(&self, keys: &CoreJsonWebKeySet) -> Result<(), Refusal> {
        let mut refusal = Refusal::UnknownKey;
        for key in keys.keys() {
            let name = key.key_id().map(|name| name.as_str());
            if self.key.is_some() && self.key.as_deref() != name {
                continue;
            }
            match key.verify_signature(&self.algorithm, self.signed.as_bytes(), &self.signature) {
                Ok(()) => return Ok(()),
                Err(SignatureVerificationError::InvalidKey(_)) => {}
                Err(_) => refusal = self.wrong_signature(),
            }
        }
        Err(refusal)
    }
}

fn algorithm(header: &Map<String, Value>) -> Result<CoreJwsSigningAlgorithm, &'static str> {
    let name = header.get("alg").cloned().ok_or(checks::ALGORITHM)?;
    let algorithm = serde_json::from_value(name).ok();
    algorithm.filter(is_allowed).ok_or(checks::ALGORITHM)
}

fn decode(part: &str) -> Result<Vec<u8>, &'static str> {
    let bytes = BASE64URL_NOPAD.decode(part.as_bytes());
    bytes.map_err(|_malformed| checks::FORM)
}

fn object(part: &str) -> Result<Map<String, Value>, &'static str> {
    serde_json::from_slice(&decode(part)?).map_err(|_malformed| checks::FORM)
}
