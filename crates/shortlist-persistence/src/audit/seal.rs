//! Encryption of the audit log's values about candidates: ChaCha20-Poly1305 (RFC 8439) with a key for each candidate.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use shortlist_domain::NewAuditEntry;

use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::candidate_keys;

/// The length of a key, in bytes.
const KEY_BYTES: usize = 32;
/// How many candidates one statement looks up.
const CANDIDATES_PER_STATEMENT: usize = 500;

/// A candidate's key.
pub(crate) struct SealingKey(LessSafeKey);

impl SealingKey {
    fn of(bytes: &[u8]) -> Result<Self, StoreError> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, bytes)
            .map_err(|_error| StoreError::other("use a sealing key", "it has the wrong length"))?;
        Ok(Self(LessSafeKey::new(key)))
    }

    /// Seals a text for one place. Returns a random nonce, the ciphertext and its tag. A key seals some hundred texts
    /// in its lifetime. At this number, 96 random bits do not repeat.
    pub(super) fn seal(&self, place: &str, text: &str) -> Result<Vec<u8>, StoreError> {
        let nonce: [u8; NONCE_LEN] = random()?;
        let mut bytes = text.as_bytes().to_vec();
        self.0
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(place.as_bytes()),
                &mut bytes,
            )
            .map_err(|_error| StoreError::other("seal an audit row", "it is too long"))?;
        let mut sealed = nonce.to_vec();
        sealed.append(&mut bytes);
        Ok(sealed)
    }

    /// Decrypts a text that was sealed for the place.
    pub(super) fn open(&self, place: &str, sealed: &[u8]) -> Result<String, StoreError> {
        let damaged = || StoreError::other("open a sealed audit row", "it was changed");
        let (nonce, bytes) = sealed
            .split_first_chunk::<NONCE_LEN>()
            .ok_or_else(damaged)?;
        let mut bytes = bytes.to_vec();
        let opened = self
            .0
            .open_in_place(
                Nonce::assume_unique_for_key(*nonce),
                Aad::from(place.as_bytes()),
                &mut bytes,
            )
            .map_err(|_error| damaged())?;
        String::from_utf8(opened.to_vec()).map_err(|_error| damaged())
    }
}

/// Returns random bytes.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::other("generate random bytes", error.to_string()))?;
    Ok(bytes)
}

/// Returns the keys of the candidates whose values the entries contain. Creates the missing keys.
pub(super) fn get_or_create_keys(
    conn: &mut DbConn,
    organization: &str,
    entries: &[NewAuditEntry],
) -> Result<HashMap<String, SealingKey>, StoreError> {
    let candidates: BTreeSet<&str> = entries
        .iter()
        .filter(|entry| !entry.changes.is_empty())
        .filter_map(|entry| entry.candidate_id.as_ref())
        .map(shortlist_domain::CandidateId::as_str)
        .collect();
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let mut keys = HashMap::with_capacity(candidates.len());
    for chunk in candidates.chunks(CANDIDATES_PER_STATEMENT) {
        keys.extend(find_keys(conn, organization, chunk)?);
        let without: Vec<&str> = chunk
            .iter()
            .copied()
            .filter(|candidate| !keys.contains_key(*candidate))
            .collect();
        keys.extend(create_keys(conn, organization, &without)?);
    }
    Ok(keys)
}

/// Returns the keys of those candidates that have one.
pub(super) fn find_keys(
    conn: &mut DbConn,
    organization: &str,
    candidates: &[&str],
) -> Result<HashMap<String, SealingKey>, StoreError> {
    let rows: Vec<(String, Vec<u8>)> = candidate_keys::table
        .filter(candidate_keys::organization_id.eq(organization))
        .filter(candidate_keys::candidate_id.eq_any(candidates))
        .select((candidate_keys::candidate_id, candidate_keys::sealing_key))
        .load(conn)?;
    rows.into_iter()
        .map(|(candidate, key)| Ok((candidate, SealingKey::of(&key)?)))
        .collect()
}

fn create_keys(
    conn: &mut DbConn,
    organization: &str,
    candidates: &[&str],
) -> Result<HashMap<String, SealingKey>, StoreError> {
    if candidates.is_empty() {
        return Ok(HashMap::new());
    }
    let mut rows = Vec::with_capacity(candidates.len());
    let mut keys = HashMap::with_capacity(candidates.len());
    for candidate in candidates {
        let key: [u8; KEY_BYTES] = random()?;
        rows.push((
            candidate_keys::organization_id.eq(organization),
            candidate_keys::candidate_id.eq(*candidate),
            candidate_keys::sealing_key.eq(key.to_vec()),
        ));
        keys.insert((*candidate).to_owned(), SealingKey::of(&key)?);
    }
    let insert = diesel::insert_into(candidate_keys::table).values(&rows);
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_opens_only_with_its_key_and_place() {
        let key = SealingKey::of(&[7; KEY_BYTES]).unwrap();
        let sealed = key.seal("org_1/5", "Ada Example").unwrap();
        assert_eq!(key.open("org_1/5", &sealed).unwrap(), "Ada Example");
        assert!(key.open("org_1/6", &sealed).is_err());
        assert!(key.open("org_1/5", &sealed[..20]).is_err());
        let other = SealingKey::of(&[8; KEY_BYTES]).unwrap();
        assert!(other.open("org_1/5", &sealed).is_err());
        assert_ne!(
            sealed,
            key.seal("org_1/5", "Ada Example").unwrap(),
            "a nonce is used once"
        );
        assert!(SealingKey::of(&[7; 16]).is_err());
    }
}
