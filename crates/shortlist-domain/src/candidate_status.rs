//! The status of a candidate, and the filter of a list by it.

use crate::{ChoiceProblem, InvalidValue};

/// A candidate's stage in the hiring process; `None` until someone sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CandidateStatus {
    /// Under consideration.
    Active,
    /// Paused.
    OnHold,
    /// Rejected.
    Rejected,
    /// Hired.
    Hired,
    /// The candidate withdrew.
    Withdrawn,
}

impl CandidateStatus {
    /// Every status.
    pub const ALL: [Self; 5] = [
        Self::Active,
        Self::OnHold,
        Self::Rejected,
        Self::Hired,
        Self::Withdrawn,
    ];

    /// Returns the status's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "Active",
            Self::OnHold => "OnHold",
            Self::Rejected => "Rejected",
            Self::Hired => "Hired",
            Self::Withdrawn => "Withdrawn",
        }
    }

    /// Parses a status; letter case does not matter.
    ///
    /// # Errors
    /// Returns an error if no status has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|status| status.as_str().eq_ignore_ascii_case(value.trim()))
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::as_str);
                InvalidValue::new(field, ChoiceProblem::not_one_of(names))
            })
    }
}

/// Which candidates a list includes, by status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusFilter {
    /// All candidates.
    Any,
    /// Candidates with this status; `Active` also matches those without a status.
    Is(CandidateStatus),
    /// No candidates: the requested status does not exist.
    Unknown,
}

impl StatusFilter {
    /// Parses a filter. No value or an empty one matches all candidates; an unknown status matches none.
    pub fn parse(value: Option<&str>) -> Self {
        match value.map(str::trim) {
            None | Some("") => Self::Any,
            Some(status) => {
                CandidateStatus::parse("status", status).map_or(Self::Unknown, Self::Is)
            }
        }
    }
}
