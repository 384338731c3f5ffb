//! The serialized form of a finding.

use serde::{Deserialize, Serialize};
use shortlist_domain::{FindingKind, FindingMeasure, IntegrityFinding, InvalidValue};

/// The serialized form of an [`IntegrityFinding`].
#[derive(Debug, Serialize, Deserialize)]
pub struct FindingRecord {
    kind: String,
    quote: String,
    page: Option<u32>,
    /// A later addition. Earlier records have its text in the quote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    measured: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
}

impl FindingRecord {
    /// Converts a finding into a record.
    pub fn of(finding: &IntegrityFinding) -> Self {
        Self {
            kind: finding.kind.as_str().to_owned(),
            quote: finding.quote.clone(),
            page: finding.page,
            measured: finding.measure.map(|measure| measure.as_str().to_owned()),
            number: finding.measure.and_then(FindingMeasure::number),
        }
    }

    /// Converts the record back into a finding.
    ///
    /// # Errors
    /// Returns an error if its kind or its measure is unknown.
    pub fn into_finding(self) -> Result<IntegrityFinding, InvalidValue> {
        let measure = self.measured.as_deref();
        let measure = measure.map(|name| FindingMeasure::parse("measure", name, self.number));
        let measure = measure.transpose()?;
        Ok(IntegrityFinding {
            kind: FindingKind::parse("kind", &self.kind)?,
            quote: self.quote,
            page: self.page,
            measure,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_stored_with_its_measure() {
        for measure in [
            None,
            Some(FindingMeasure::PostingShare(54)),
            Some(FindingMeasure::Confidence(93)),
            Some(FindingMeasure::OnlyImages),
            Some(FindingMeasure::PageWithoutMap),
            Some(FindingMeasure::CharactersWithoutMap(7)),
        ] {
            let finding = IntegrityFinding {
                kind: FindingKind::Unread,
                quote: String::new(),
                measure,
                page: Some(2),
            };
            let stored = FindingRecord::of(&finding).into_finding();
            assert_eq!(stored.unwrap(), finding);
        }
        let strange = FindingRecord {
            kind: "unread".to_owned(),
            quote: String::new(),
            page: None,
            measured: Some("confidence".to_owned()),
            number: None,
        };
        assert!(strange.into_finding().is_err());
    }
}
