//! Corrections of what was read from a resume, as the candidate states them.
//!
//! A correction is stored next to the parsed value and never replaces it. It belongs to one version of the resume.

mod corrected;
mod field;
mod stated_text;
#[cfg(test)]
mod tests;

pub use corrected::{CorrectedResume, Entry, apply_corrections};
pub use field::{CorrectedField, EntryKind, PRESENT};

use crate::{Timestamp, UserId};

/// The number of the first entry that a candidate adds. Read entries have smaller ones, also when the file is read again and has more.
pub const FIRST_ADDED_ENTRY: usize = 1_000_000;

/// A correction of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The number of the entry among those of its kind, from 0. Added entries begin at [`FIRST_ADDED_ENTRY`].
    pub entry: usize,
    /// The field.
    pub field: CorrectedField,
    /// The value that was read; `None` if there was none.
    pub parsed: Option<String>,
    /// The value that the candidate states; `None` if there is none.
    pub stated: Option<String>,
    /// Who recorded it; `None` for the operator.
    pub user_id: Option<UserId>,
    /// When it was recorded.
    pub corrected_at: Timestamp,
}

impl Correction {
    /// Returns the entry that is corrected.
    pub fn of_entry(&self) -> Entry {
        Entry {
            kind: self.field.kind(),
            number: self.entry,
        }
    }
}
