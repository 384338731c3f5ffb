//! The serialized form of a finding.

use serde::{Deserialize, Serialize};
use shortlist_domain::{FindingKind, IntegrityFinding, InvalidValue};

/// The serialized form of an [`IntegrityFinding`].
#[derive(Debug, Serialize, Deserialize)]
pub struct FindingRecord {
    kind: String,
    quote: String,
    page: Option<u32>,
}

impl FindingRecord {
    /// Converts a finding into a record.
    pub fn of(finding: &IntegrityFinding) -> Self {
        Self {
            kind: finding.kind.as_str().to_owned(),
            quote: finding.quote.clone(),
            page: finding.page,
        }
    }

    /// Converts the record back into a finding.
    ///
    /// # Errors
    /// Returns an error if its kind is unknown.
    pub fn into_finding(self) -> Result<IntegrityFinding, InvalidValue> {
        Ok(IntegrityFinding {
            kind: FindingKind::parse("kind", &self.kind)?,
            quote: self.quote,
            page: self.page,
        })
    }
}
