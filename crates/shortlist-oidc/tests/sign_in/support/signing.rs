//! Keys of the tests. They sign with another library than the one that verifies.

use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair,
    EcdsaSigningAlgorithm, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RSA_PSS_SHA512, RsaEncoding,
    RsaKeyPair,
};
use ring::{digest, hmac};
use serde_json::{Value, json};

/// A key of 2,048 bits, made for these tests: generating one takes long.
const RSA_KEY: &[u8] = include_bytes!("../rsa_2048.pk8");

#[derive(Clone)]
enum Secret {
    Ec(Arc<EcdsaKeyPair>),
    Ed(Arc<Ed25519KeyPair>),
    Rsa(Arc<RsaKeyPair>, &'static dyn RsaEncoding),
    Shared(Vec<u8>),
    Nothing,
}

/// A key that signs tokens.
#[derive(Clone)]
pub(crate) struct SigningKey {
    secret: Secret,
    algorithm: &'static str,
    id: String,
    /// The use that the provider publishes.
    purpose: &'static str,
}

impl SigningKey {
    fn new(id: &str, algorithm: &'static str, secret: Secret) -> Self {
        Self {
            secret,
            algorithm,
            id: id.to_owned(),
            purpose: "sig",
        }
    }

    fn ec(id: &str, name: &'static str, algorithm: &'static EcdsaSigningAlgorithm) -> Self {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).unwrap();
        Self::new(id, name, Secret::Ec(Arc::new(key)))
    }

    pub(crate) fn es256(id: &str) -> Self {
        Self::ec(id, "ES256", &ECDSA_P256_SHA256_FIXED_SIGNING)
    }

    pub(crate) fn es384(id: &str) -> Self {
        Self::ec(id, "ES384", &ECDSA_P384_SHA384_FIXED_SIGNING)
    }

    pub(crate) fn eddsa(id: &str) -> Self {
        let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let key = Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap();
        Self::new(id, "EdDSA", Secret::Ed(Arc::new(key)))
    }

    fn rsa(id: &str, name: &'static str, encoding: &'static dyn RsaEncoding) -> Self {
        let key = Arc::new(RsaKeyPair::from_pkcs8(RSA_KEY).unwrap());
        Self::new(id, name, Secret::Rsa(key, encoding))
    }

    pub(crate) fn rs256(id: &str) -> Self {
        Self::rsa(id, "RS256", &RSA_PKCS1_SHA256)
    }

    pub(crate) fn ps512(id: &str) -> Self {
        Self::rsa(id, "PS512", &RSA_PSS_SHA512)
    }

    /// Returns a secret that both sides know.
    pub(crate) fn shared(id: &str, secret: &[u8]) -> Self {
        Self::new(id, "HS256", Secret::Shared(secret.to_vec()))
    }

    /// Returns no key: its signatures are empty.
    pub(crate) fn nothing() -> Self {
        Self::new("first", "none", Secret::Nothing)
    }

    /// Returns the same key, published for another use.
    pub(crate) fn for_use(mut self, purpose: &'static str) -> Self {
        self.purpose = purpose;
        self
    }

    /// Returns the header of a token.
    pub(crate) fn header(&self) -> Value {
        json!({"alg": self.algorithm, "kid": self.id, "typ": "JWT"})
    }

    /// Returns what the provider publishes.
    pub(crate) fn public(&self) -> Value {
        let mut key = match &self.secret {
            Secret::Ec(pair) => {
                // A byte that names the form, and then both coordinates.
                let point = &pair.public_key().as_ref()[1..];
                let (x, y) = point.split_at(point.len() / 2);
                let curve = if x.len() == 32 { "P-256" } else { "P-384" };
                json!({"kty": "EC", "crv": curve, "x": encode(x), "y": encode(y)})
            }
            Secret::Ed(pair) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": encode(pair.public_key().as_ref())})
            }
            Secret::Rsa(pair, _) => {
                let public = PublicKeyComponents::<Vec<u8>>::from(pair.public());
                json!({"kty": "RSA", "n": encode(&public.n), "e": encode(&public.e)})
            }
            Secret::Shared(secret) => json!({"kty": "oct", "k": encode(secret)}),
            Secret::Nothing => json!({}),
        };
        key["kid"] = json!(self.id);
        key["use"] = json!(self.purpose);
        key
    }

    /// Signs a token.
    pub(crate) fn token(&self, header: &Value, claims: &Value) -> String {
        let encoded = |part: &Value| encode(part.to_string().as_bytes());
        let signed = format!("{}.{}", encoded(header), encoded(claims));
        let signature = encode(&self.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }

    fn sign(&self, text: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match &self.secret {
            Secret::Ec(pair) => pair.sign(&random, text).unwrap().as_ref().to_vec(),
            Secret::Ed(pair) => pair.sign(text).as_ref().to_vec(),
            Secret::Rsa(pair, encoding) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(*encoding, &random, text, &mut signature).unwrap();
                signature
            }
            Secret::Shared(secret) => {
                let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
                hmac::sign(&key, text).as_ref().to_vec()
            }
            Secret::Nothing => Vec::new(),
        }
    }
}

pub(crate) fn encode(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

/// Returns the hash of an access token that a token contains: half of the bytes.
pub(crate) fn half_hash(algorithm: &'static digest::Algorithm, text: &str) -> String {
    let hash = digest::digest(algorithm, text.as_bytes());
    let bytes = hash.as_ref();
    encode(&bytes[..bytes.len() / 2])
}
