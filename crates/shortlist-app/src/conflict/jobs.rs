//! Conflicts of jobs.

use shortlist_domain::StageInUse;
use shortlist_persistence::{DuplicateBy, DuplicateOf};

/// Why a job cannot be created, changed or deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobConflict {
    /// There is a job that is the same in something.
    Duplicate {
        /// In what.
        by: DuplicateBy,
        /// The job.
        of: DuplicateOf,
    },
    /// The job has candidates.
    HasCandidates,
    /// The job or its candidates changed while they were scored again.
    ChangedWhileScored,
    /// A stage has candidates.
    StageInUse(StageInUse),
}

impl JobConflict {
    /// Returns the conflict with a stored job, which has this code.
    pub(crate) fn with_stored(by: DuplicateBy, code: String) -> Self {
        let of = DuplicateOf::Stored { code };
        Self::Duplicate { by, of }
    }

    /// Returns the stable name of the reason, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Duplicate { .. } => "duplicateJob",
            Self::HasCandidates => "jobHasCandidates",
            Self::ChangedWhileScored => "changedWhileScored",
            Self::StageInUse(StageInUse::OtherStatus(_)) => "stageStatusInUse",
            Self::StageInUse(StageInUse::NoMove(_)) => "stageNeedsMove",
            Self::StageInUse(StageInUse::TooManyCandidates { .. }) => "stageTooLarge",
        }
    }
}
