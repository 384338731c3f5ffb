//! The rows of a job file whose jobs already exist.

use serde::{Deserialize, Serialize};
use shortlist_jobfiles::{Field, JobFile};
use shortlist_persistence::{DuplicateBy, DuplicateJob, DuplicateOf, ImportOutcome};

/// A row of a job file whose job already exists in the organization or in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuplicateRow {
    /// The row as the user sees it.
    pub row: Option<u32>,
    /// The header of the codes, if the codes are the same.
    pub column: Option<String>,
    /// The criterion that identified it as a duplicate.
    pub by: DuplicateBy,
    /// The job that it repeats.
    pub of: DuplicateOf,
    /// The row of that job, if it is an earlier one of the file.
    pub row_of: Option<u32>,
}

/// The rows of a file that its jobs came from.
pub(super) struct Rows {
    rows: Vec<u32>,
    /// The header of the code column.
    code_column: Option<String>,
}

impl Rows {
    pub(super) fn of(file: &JobFile) -> Self {
        Self {
            rows: file.drafts.iter().map(|draft| draft.row).collect(),
            code_column: file.plan.column_of(Field::Code).map(str::to_owned),
        }
    }

    pub(super) fn duplicates(&self, outcome: &ImportOutcome) -> Vec<DuplicateRow> {
        let duplicates = outcome.duplicates.iter();
        duplicates
            .map(|duplicate| self.duplicate(duplicate))
            .collect()
    }

    pub(super) fn duplicate(&self, duplicate: &DuplicateJob) -> DuplicateRow {
        let row = |index: usize| self.rows.get(index).copied();
        DuplicateRow {
            row: row(duplicate.index),
            column: match duplicate.by {
                DuplicateBy::Code => self.code_column.clone(),
                DuplicateBy::ExternalId | DuplicateBy::TitleAndPlace => None,
            },
            by: duplicate.by,
            of: duplicate.of.clone(),
            row_of: match duplicate.of {
                DuplicateOf::Stored { .. } => None,
                DuplicateOf::Earlier { index } => row(index),
            },
        }
    }
}
