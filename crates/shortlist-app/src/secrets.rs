//! Secrets of 256 random bits, stored only as hashes; and passwords, hashed with Argon2id.

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use ring::hmac;
use sha2::{Digest, Sha256};
use shortlist_domain::{Environment, OrganizationId};
pub(crate) use shortlist_persistence::NO_PASSWORD;

use crate::error::StorageFault;

/// The prefix of access tokens.
const ACCESS_PREFIX: &str = "slat_";
/// The prefix of the tokens of web sessions.
///
/// The hash of a token includes its prefix. So a token of the API is never valid in the web app, and the reverse.
const WEB_PREFIX: &str = "slws_";
/// The prefix of what a browser keeps while its user signs in with an identity provider.
const PROVIDER_PREFIX: &str = "slsi_";
/// The prefix of what a browser keeps while its user signs in with a passkey.
const PASSKEY_PREFIX: &str = "slpk_";
/// The prefix of refresh tokens.
const REFRESH_PREFIX: &str = "slrt_";
/// The prefix of the tokens by which browsers are recognized.
const DEVICE_PREFIX: &str = "sldv_";
/// The prefix of the access tokens of integration users.
const INTEGRATION_PREFIX: &str = "slit_";
/// The prefix of the tokens with which identity providers provision users.
const SCIM_PREFIX: &str = "slsc_";
/// The letters and digits of secrets, ordered by value.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The number of random characters in a secret.
const SECRET_CHARS: usize = 43;
/// The number of characters in the checksum.
const CHECKSUM_CHARS: usize = 6;
/// The number of characters shown to distinguish keys: the environment's prefix and six more.
const SHOWN_CHARS: usize = 14;
/// The number of random characters among them.
const SHOWN_LETTERS: usize = 6;

/// A new secret, and the hash to be stored.
pub(crate) struct Secret {
    pub(crate) text: String,
    pub(crate) hash: [u8; 32],
}

impl Secret {
    fn generate(prefix: &str) -> Result<Self, StorageFault> {
        Ok(Self::with_letters(prefix, &random_letters()?))
    }

    fn with_letters(prefix: &str, letters: &str) -> Self {
        let checksum = checksum_letters(letters);
        let text = format!("{prefix}{letters}{checksum}");
        let hash = hash_secret(&text);
        Self { text, hash }
    }

    /// Returns the access token that replaces the one of a refresh token.
    pub(crate) fn next_access_token(refresh_token: &str, nonce: &[u8; 32]) -> Self {
        let letters = derived_letters(refresh_token, nonce, ACCESS_PREFIX);
        Self::with_letters(ACCESS_PREFIX, &letters)
    }

    /// Returns the refresh token that replaces a refresh token.
    pub(crate) fn next_refresh_token(refresh_token: &str, nonce: &[u8; 32]) -> Self {
        let letters = derived_letters(refresh_token, nonce, REFRESH_PREFIX);
        Self::with_letters(REFRESH_PREFIX, &letters)
    }

    pub(crate) fn api_key(environment: Environment) -> Result<Self, StorageFault> {
        Self::generate(environment.key_prefix())
    }

    pub(crate) fn access_token() -> Result<Self, StorageFault> {
        Self::generate(ACCESS_PREFIX)
    }

    /// Returns a token of the web app. It contains the organization, because a browser sends no API key that names it.
    pub(crate) fn web_token(organization: &OrganizationId) -> Result<Self, StorageFault> {
        Self::generate(&format!("{WEB_PREFIX}{organization}_"))
    }

    /// Returns what a browser keeps while its user signs in with an identity provider. It contains the organization.
    pub(crate) fn provider_token(organization: &OrganizationId) -> Result<Self, StorageFault> {
        Self::generate(&format!("{PROVIDER_PREFIX}{organization}_"))
    }

    /// Returns a token with which an identity provider provisions users. It contains the organization, because it comes without an API key.
    pub(crate) fn scim_token(organization: &OrganizationId) -> Result<Self, StorageFault> {
        Self::generate(&format!("{SCIM_PREFIX}{organization}_"))
    }

    pub(crate) fn device_token() -> Result<Self, StorageFault> {
        Self::generate(DEVICE_PREFIX)
    }

    /// Returns what a browser keeps while its user signs in with a passkey.
    pub(crate) fn passkey_token() -> Result<Self, StorageFault> {
        Self::generate(PASSKEY_PREFIX)
    }

    pub(crate) fn integration_token() -> Result<Self, StorageFault> {
        Self::generate(INTEGRATION_PREFIX)
    }

    pub(crate) fn refresh_token() -> Result<Self, StorageFault> {
        Self::generate(REFRESH_PREFIX)
    }

    /// Returns the prefix of the kind and the first letters, for a secret that names the organization between them.
    pub(crate) fn shown_letters(&self) -> String {
        let kind = self.text.split_once('_').map_or("", |(kind, _)| kind);
        let letters = self
            .text
            .rsplit_once('_')
            .map_or("", |(_, letters)| letters);
        let shown: String = letters.chars().take(SHOWN_LETTERS).collect();
        format!("{kind}_{shown}")
    }

    /// Returns the prefix that a list of keys may show.
    pub(crate) fn shown_prefix(&self) -> String {
        self.text.chars().take(SHOWN_CHARS).collect()
    }
}

/// Returns enough random letters and digits for 256 bits: 43 characters of 62 kinds.
fn random_letters() -> Result<String, StorageFault> {
    let mut text = String::with_capacity(SECRET_CHARS);
    while text.len() < SECRET_CHARS {
        let mut bytes = [0_u8; SECRET_CHARS];
        getrandom::fill(&mut bytes).map_err(StorageFault::Randomness)?;
        push_letters(&mut text, &bytes);
    }
    Ok(text)
}

/// Returns the letters of a token that is derived from a refresh token. They are as random as it and the nonce are: without the
/// refresh token, which is not stored, the nonce says nothing. Without the nonce, an old refresh token says nothing.
///
/// The blocks are HMAC-SHA-256 in counter mode (NIST SP 800-108, section 4.1).
fn derived_letters(refresh_token: &str, nonce: &[u8; 32], purpose: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, refresh_token.as_bytes());
    let mut text = String::with_capacity(SECRET_CHARS);
    for counter in 1_u32.. {
        let message = [&counter.to_be_bytes(), purpose.as_bytes(), &[0], nonce].concat();
        push_letters(&mut text, hmac::sign(&key, &message).as_ref());
        if text.len() >= SECRET_CHARS {
            break;
        }
    }
    text
}

/// Adds letters for random bytes until a secret is complete.
fn push_letters(text: &mut String, bytes: &[u8]) {
    // Bytes above the largest multiple of 62 are discarded, so that all letters are equally likely.
    let letters = bytes.iter().filter(|byte| **byte < 248);
    let letters = letters.filter_map(|byte| LETTERS.get(usize::from(byte % 62)));
    let missing = SECRET_CHARS.saturating_sub(text.len());
    text.extend(letters.take(missing).copied().map(char::from));
}

/// Returns the CRC-32 of a secret's letters as six characters, as in GitHub's tokens. Scanners for leaked secrets recognize
/// secrets by it.
fn checksum_letters(text: &str) -> String {
    let mut rest = crc32fast::hash(text.as_bytes());
    let mut letters = [b'0'; CHECKSUM_CHARS];
    for letter in letters.iter_mut().rev() {
        let digit = usize::try_from(rest % 62).unwrap_or(0);
        *letter = LETTERS.get(digit).copied().unwrap_or(b'0');
        rest /= 62;
    }
    letters.iter().copied().map(char::from).collect()
}

/// Returns whether the checksum of a secret is correct. Secrets in the older hexadecimal format have no checksum and pass.
pub(crate) fn has_valid_checksum(secret: &str) -> bool {
    let Some((_prefix, letters)) = secret.rsplit_once('_') else {
        return true;
    };
    if letters.len() != SECRET_CHARS + CHECKSUM_CHARS {
        return true;
    }
    letters
        .split_at_checked(SECRET_CHARS)
        .is_some_and(|(text, checksum)| checksum_letters(text) == checksum)
}

/// Returns whether a token belongs to a session of the web app, by its prefix.
pub(crate) fn is_web_token(token: &str) -> bool {
    token.starts_with(WEB_PREFIX)
}

/// Returns the organization in a token of the web app.
pub(crate) fn organization_of_web_token(token: &str) -> Option<OrganizationId> {
    organization_after(WEB_PREFIX, token)
}

/// Returns the organization in what a browser keeps while its user signs in with an identity provider.
pub(crate) fn organization_of_provider_token(token: &str) -> Option<OrganizationId> {
    organization_after(PROVIDER_PREFIX, token).filter(|_| has_valid_checksum(token))
}

/// Returns the organization in a token with which an identity provider provisions users.
pub(crate) fn organization_of_scim_token(token: &str) -> Option<OrganizationId> {
    organization_after(SCIM_PREFIX, token).filter(|_| has_valid_checksum(token))
}

fn organization_after(prefix: &str, token: &str) -> Option<OrganizationId> {
    let (organization, _letters) = token.strip_prefix(prefix)?.rsplit_once('_')?;
    OrganizationId::parse("organizationId", organization).ok()
}

/// Returns whether a text is a token by which a browser is recognized.
pub(crate) fn is_device_token(text: &str) -> bool {
    let letters = text.strip_prefix(DEVICE_PREFIX).unwrap_or_default();
    letters.len() == SECRET_CHARS + CHECKSUM_CHARS && has_valid_checksum(text)
}

/// Returns whether a token belongs to an integration user, by its prefix.
pub(crate) fn is_integration_token(token: &str) -> bool {
    token.starts_with(INTEGRATION_PREFIX)
}

/// Returns the hash by which a secret is looked up. A plain digest suffices, because 256 random bits cannot be guessed.
pub(crate) fn hash_secret(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Returns the random value for the next tokens of a session.
pub(crate) fn random_nonce() -> Result<[u8; 32], StorageFault> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(StorageFault::Randomness)?;
    Ok(bytes)
}

/// Returns 128 random bits for an identifier.
pub(crate) fn random_bits() -> Result<u128, StorageFault> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(StorageFault::Randomness)?;
    Ok(u128::from_le_bytes(bytes))
}

/// Returns a source of further random bits for identifiers, for the case that one is taken. It cannot fail: it counts from what was drawn
/// now, so that a failing source fails the request and not a transaction.
pub(crate) fn further_bits() -> Result<impl FnMut() -> u128, StorageFault> {
    let mut next = random_bits()?;
    Ok(move || {
        next = next.wrapping_add(1);
        next
    })
}

/// Returns a random password of 20 hexadecimal digits (80 bits).
///
/// # Errors
/// Returns an error if the system's source of randomness fails.
pub fn random_password() -> Result<String, StorageFault> {
    let bits = format!("{:032x}", random_bits()?);
    Ok(bits.chars().take(20).collect())
}

/// Hashes a password with Argon2id (RFC 9106; 19 MiB, two passes, one lane, as OWASP's cheat sheet recommends).
pub(crate) fn hash_password(password: &str) -> Result<String, StorageFault> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(StorageFault::Password)
}

/// Returns whether a password matches a hash. An unreadable hash matches nothing.
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
        assert!(key.text.starts_with("sl_test_") && key.text.len() == 8 + 43 + 6);
        assert_eq!(key.shown_prefix().len(), SHOWN_CHARS);
    }

    #[test]
    fn derived_tokens_depend_on_the_refresh_token_and_the_nonce() {
        let (first, nonce) = (Secret::refresh_token().unwrap(), random_nonce().unwrap());
        let next = Secret::next_refresh_token(&first.text, &nonce);
        assert_eq!(
            next.text,
            Secret::next_refresh_token(&first.text, &nonce).text
        );
        assert!(has_valid_checksum(&next.text) && next.text.len() == first.text.len());
        let access = Secret::next_access_token(&first.text, &nonce);
        let others = [
            Secret::next_refresh_token(&next.text, &nonce),
            Secret::next_refresh_token(&first.text, &[7; 32]),
        ];
        for other in others {
            assert_ne!(next.text, other.text);
        }
        assert_ne!(access.text.get(5..), next.text.get(5..));
    }

    #[test]
    fn the_checksum_detects_typos() {
        let key = Secret::api_key(Environment::Production).unwrap().text;
        assert!(has_valid_checksum(&key));
        let mut slipped = key.clone();
        let last = slipped.pop().unwrap();
        slipped.push(if last == 'a' { 'b' } else { 'a' });
        assert!(!has_valid_checksum(&slipped));
        assert!(
            has_valid_checksum(&format!("sl_live_{}", "ab".repeat(32))),
            "an older key"
        );
        assert!(has_valid_checksum("whatever"));
        // The check value of CRC-32 (ISO 3309) for these nine digits is 0xCBF43926.
        assert_eq!(checksum_letters("123456789"), "3jZRME");
    }

    #[test]
    fn only_the_hashed_password_matches() {
        let hash = hash_password("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(password_matches("correct horse", &hash));
        assert!(!password_matches("correct hors", &hash));
        assert!(!password_matches("correct horse", NO_PASSWORD));
        assert!(!password_matches(NO_PASSWORD, NO_PASSWORD));
    }
}
