//! The hash that links a row to all rows before it.

use sha2::{Digest, Sha256};

use super::row::AuditRow;
use crate::error::StoreError;

/// A SHA-256 digest.
pub(crate) type Hash = [u8; 32];

/// The domain separator, which is hashed first.
const DOMAIN: &[u8] = b"shortlist audit row 1";

/// Returns the hash that precedes the first row of an organization's chain.
pub(crate) fn start(organization: &str) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(b"shortlist audit chain 1");
    hasher.update(organization.as_bytes());
    hasher.finalize().into()
}

/// Returns the hash of a row that follows `previous`. Each field is prefixed with its length, so that different rows
/// never hash the same bytes.
pub(crate) fn hash(previous: &Hash, row: &AuditRow) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(DOMAIN);
    hasher.update(previous);
    hasher.update(row.number.to_be_bytes());
    hasher.update(row.at.and_utc().timestamp_micros().to_be_bytes());
    let texts = [
        Some(&row.organization_id),
        Some(&row.actor),
        row.user_id.as_ref(),
        row.key_id.as_ref(),
        row.address.as_ref(),
        Some(&row.operation),
        Some(&row.outcome),
        Some(&row.kind),
        row.thing_id.as_ref(),
        row.candidate_id.as_ref(),
        row.reason.as_ref(),
        row.changes.as_ref(),
    ];
    for text in texts {
        add(&mut hasher, text.map(String::as_bytes));
    }
    add(&mut hasher, row.sealed.as_deref());
    hasher.finalize().into()
}

fn add(hasher: &mut Sha256, value: Option<&[u8]>) {
    match value {
        None => hasher.update([0]),
        Some(value) => {
            hasher.update([1]);
            hasher.update(u64::try_from(value.len()).unwrap_or(u64::MAX).to_be_bytes());
            hasher.update(value);
        }
    }
}

/// Reads a stored hash.
pub(crate) fn hash_from(bytes: &[u8]) -> Result<Hash, StoreError> {
    Hash::try_from(bytes).map_err(|_error| {
        let problem = format!("it has {} bytes", bytes.len());
        StoreError::other("read a hash of the audit log", problem)
    })
}
