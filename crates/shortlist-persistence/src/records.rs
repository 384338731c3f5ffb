//! Resumes, receipts and reports as JSON text: the stored form, which outlives changes of the domain's types.
//!
//! A record names its version. A field that a later version adds is optional in the record, so that older records can be read.

mod receipt;
mod report;
mod resume;

pub(crate) use receipt::ReceiptRecord;
pub(crate) use report::{QuestionRecord, TranscriptionRecord};
pub(crate) use resume::ResumeRecord;

use serde::{Deserialize, Serialize};
use shortlist_domain::{FindingKind, IntegrityFinding, InvalidValue};

/// The version that is written.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct FindingRecord {
    kind: String,
    quote: String,
    page: Option<u32>,
}

impl FindingRecord {
    fn of(finding: &IntegrityFinding) -> Self {
        Self {
            kind: finding.kind.as_str().to_owned(),
            quote: finding.quote.clone(),
            page: finding.page,
        }
    }

    fn into_finding(self) -> Result<IntegrityFinding, InvalidValue> {
        Ok(IntegrityFinding {
            kind: FindingKind::parse("kind", &self.kind)?,
            quote: self.quote,
            page: self.page,
        })
    }
}
