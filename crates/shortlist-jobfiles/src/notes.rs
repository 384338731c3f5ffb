//! Facts about how a file was read, and why rows were left out, as values.

/// A fact about how a file was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanNote {
    /// Rows above the header were left out.
    RowsAboveHeader {
        /// How many.
        rows: usize,
        /// The row of the header.
        header_row: u32,
    },
    /// Each column is a job, so rows and columns were exchanged.
    Turned,
    /// Only so many different keys of a JSON file were read.
    KeysLimited(usize),
    /// Where the jobs of a JSON file were found.
    JobsAt(JobsPlace),
    /// The encoding was guessed.
    GuessedEncoding {
        /// The encoding.
        encoding: &'static str,
        /// A word that shows whether the guess is right.
        sample: String,
    },
    /// Sheets that were not read.
    OtherSheets(Vec<String>),
    /// Hidden sheets, which were not read.
    HiddenSheets(Vec<String>),
    /// Hidden rows, which were read.
    HiddenRows {
        /// The first and the last row of each range.
        ranges: Vec<(u32, u32)>,
        /// Whether there are more ranges.
        is_cut: bool,
    },
    /// Cells without a value, which were left empty.
    CellsWithoutValue {
        /// The first cells.
        cells: Vec<UnreadCell>,
        /// How many more there are.
        more: usize,
    },
}

impl PlanNote {
    /// Returns the note's name in the API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::RowsAboveHeader { .. } => "rows_above_header",
            Self::Turned => "turned",
            Self::KeysLimited(_) => "keys_limited",
            Self::JobsAt(_) => "jobs_at",
            Self::GuessedEncoding { .. } => "guessed_encoding",
            Self::OtherSheets(_) => "other_sheets",
            Self::HiddenSheets(_) => "hidden_sheets",
            Self::HiddenRows { .. } => "hidden_rows",
            Self::CellsWithoutValue { .. } => "cells_without_value",
        }
    }
}

/// Where the jobs of a JSON file are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobsPlace {
    /// In the list at this path.
    Path(String),
    /// In the values of the outer object.
    ObjectValues,
    /// On lines, one object on each.
    Lines,
}

/// A cell without a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadCell {
    /// The cell: `B7`.
    pub cell: String,
    /// The error that it shows. `None` for a formula without a stored result.
    pub error: Option<String>,
}

/// Why a row is not a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkippedBecause {
    /// It repeats the header.
    RepeatsHeader,
    /// This clause of the prompt leaves it out.
    Clause(String),
}

impl SkippedBecause {
    /// Returns the reason's name in the API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::RepeatsHeader => "repeats_header",
            Self::Clause(_) => "prompt",
        }
    }

    /// Returns the clause of the prompt that leaves the row out.
    pub fn clause(&self) -> Option<&str> {
        match self {
            Self::RepeatsHeader => None,
            Self::Clause(clause) => Some(clause),
        }
    }
}

/// A row without a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedRow {
    /// The row as the user sees it.
    pub row: u32,
    /// The reason.
    pub reason: SkippedBecause,
}
