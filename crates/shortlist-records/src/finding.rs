//! The recorded form of a finding.

use serde::{Deserialize, Serialize};
use shortlist_domain::{FindingKind, IntegrityFinding, InvalidValue};

/// An [`IntegrityFinding`] as recorded.
#[derive(Debug, Serialize, Deserialize)]
pub struct FindingRecord {
    kind: String,
    quote: String,
    page: Option<u32>,
}

impl FindingRecord {
    /// Records a finding.
    pub fn of(finding: &IntegrityFinding) -> Self {
        Self {
            kind: finding.kind.as_str().to_owned(),
            quote: finding.quote.clone(),
            page: finding.page,
        }
    }

    /// Takes the finding back.
    ///
    /// # Errors
    /// When its kind is none that is known.
    pub fn into_finding(self) -> Result<IntegrityFinding, InvalidValue> {
        Ok(IntegrityFinding {
            kind: FindingKind::parse("kind", &self.kind)?,
            quote: self.quote,
            page: self.page,
        })
    }
}
