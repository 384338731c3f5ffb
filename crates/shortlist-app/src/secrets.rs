//! Secrets: random, 256 bits, kept only as hashes; passwords by Argon2id.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use sha2::{Digest, Sha256};
use shortlist_domain::Environment;

use crate::StorageFault;

/// What the access tokens of a session begin with.
const ACCESS_PREFIX: &str = "slat_";
/// What the refresh tokens of a session begin with.
const REFRESH_PREFIX: &str = "slrt_";
/// How many characters of a key are kept to tell keys apart: the environment's prefix and six more.
const SHOWN_CHARS: usize = 14;

/// A secret just drawn, and the hash that is kept of it.
pub(crate) struct Secret {
    pub(crate) text: String,
    pub(crate) hash: [u8; 32],
}

impl Secret {
    fn draw(prefix: &str) -> Result<Self, StorageFault> {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).map_err(StorageFault::Randomness)?;
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let text = format!("{prefix}{digits}");
        let hash = hash_secret(&text);
        Ok(Self { text, hash })
    }

    pub(crate) fn api_key(environment: Environment) -> Result<Self, StorageFault> {
        Self::draw(environment.key_prefix())
    }

    pub(crate) fn access_token() -> Result<Self, StorageFault> {
        Self::draw(ACCESS_PREFIX)
    }

    pub(crate) fn refresh_token() -> Result<Self, StorageFault> {
        Self::draw(REFRESH_PREFIX)
    }

    /// The part that a list of keys may show.
    pub(crate) fn shown_prefix(&self) -> String {
        self.text.chars().take(SHOWN_CHARS).collect()
    }
}

/// The hash that a secret is found by. A plain digest is enough for 256 random bits: there is nothing to guess.
pub(crate) fn hash_secret(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// 128 random bits for an identifier.
pub(crate) fn random_bits() -> Result<u128, StorageFault> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(StorageFault::Randomness)?;
    Ok(u128::from_le_bytes(bytes))
}

/// A password for someone who did not choose one: 20 hexadecimal digits, 80 bits.
///
/// # Errors
/// When the system gives no randomness.
pub fn random_password() -> Result<String, StorageFault> {
    let bits = format!("{:032x}", random_bits()?);
    Ok(bits.chars().take(20).collect())
}

/// Hashes a password with Argon2id (RFC 9106; 19 MiB, two passes, one lane, as OWASP's cheat sheet advises).
pub(crate) fn hash_password(password: &str) -> Result<String, StorageFault> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(StorageFault::Password)
}

/// Whether a password is the one that was hashed; a hash that cannot be read matches nothing.
pub(crate) fn password_matches(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_found_by_their_hash() {
        let (a, b) = (
            Secret::access_token().unwrap(),
            Secret::access_token().unwrap(),
        );
        assert_ne!(a.text, b.text);
        assert_eq!(a.hash, hash_secret(&a.text));
        let key = Secret::api_key(Environment::Sandbox).unwrap();
        assert!(key.text.starts_with("sl_test_") && key.text.len() == 8 + 64);
        assert_eq!(key.shown_prefix().len(), SHOWN_CHARS);
    }

    #[test]
    fn only_the_hashed_password_matches() {
        let hash = hash_password("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(password_matches("correct horse", &hash));
        assert!(!password_matches("correct hors", &hash));
        assert!(!password_matches("correct horse", "nonsense"));
    }
}
