//! Changes of records, for systems that keep copies: which records have changed since a position in the audit log.

use crate::{CandidateId, ChoiceProblem, InvalidValue, JobId, OrganizationId, Timestamp};

/// The kinds of records that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordKind {
    /// A job.
    Job,
    /// A candidate, with reviews, notes, documents and the offer.
    Candidate,
    /// An interview, with its report.
    Interview,
}

impl RecordKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Job, Self::Candidate, Self::Interview];

    /// Returns the kind's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Job => "Job",
            Self::Candidate => "Candidate",
            Self::Interview => "Interview",
        }
    }

    /// Parses a kind's name. Case does not matter.
    ///
    /// # Errors
    /// Returns an error that lists the kinds if none has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|kind| kind.as_str().eq_ignore_ascii_case(value.trim()));
        found.ok_or_else(|| {
            InvalidValue::new(
                field,
                ChoiceProblem::Neither(&["Job", "Candidate", "Interview"]),
            )
        })
    }
}

/// The last change of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordChange {
    /// The kind of record.
    pub kind: RecordKind,
    /// Its identifier.
    pub id: String,
    /// The job that it belongs to, if known.
    pub job_id: Option<JobId>,
    /// The candidate that an interview belongs to, if known.
    pub candidate_id: Option<CandidateId>,
    /// When it changed, by the clock of the server.
    pub changed_at: Timestamp,
    /// Whether it was deleted or erased.
    pub is_removed: bool,
}

/// A position in the changes of an organization. It follows the audit log, whose numbers only grow, whatever a clock says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangePosition {
    /// The number of a row of the audit log.
    pub number: i64,
    /// The hash of that row. In a database that was restored from a copy, the row may be another one.
    pub hash: Vec<u8>,
    /// The last record of that row that was read; `None` if all were.
    pub record: Option<(RecordKind, String)>,
}

/// A request for changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The position after which changes are wanted; `None` for all records.
    pub after: Option<ChangePosition>,
    /// The kinds of records.
    pub kinds: Vec<RecordKind>,
    /// The largest number of changes to return.
    pub limit: u32,
}

/// The changes after a position, the earliest first. Each record is listed once, with its last change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The changes.
    pub changes: Vec<RecordChange>,
    /// The position after them.
    pub end: ChangePosition,
    /// Whether there are more.
    pub has_more: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_back_from_their_names_in_any_case() {
        for kind in RecordKind::ALL {
            let name = kind.as_str().to_uppercase();
            assert_eq!(RecordKind::parse("kinds", &name).unwrap(), kind);
        }
        assert!(RecordKind::parse("kinds", "Review").is_err());
    }
}
