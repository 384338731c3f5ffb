//! Why a job file was refused.

use std::fmt;

/// The most problems that are kept one by one.
const MAX_LISTED_PROBLEMS: usize = 1_000;

/// What is wrong with one row, or with the whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowProblem {
    /// The row as a person sees it: the line of a CSV file, the row of a sheet, the number of an object.
    pub row: Option<u32>,
    /// The column's header, where one cell is at fault.
    pub column: Option<String>,
    /// What is wrong, and what is expected.
    pub problem: String,
}

impl RowProblem {
    pub(crate) fn new(row: u32, column: Option<&str>, problem: impl Into<String>) -> Self {
        Self {
            row: Some(row),
            column: column.map(str::to_owned),
            problem: problem.into(),
        }
    }
}

impl fmt::Display for RowProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, &self.column) {
            (Some(row), Some(column)) => write!(f, "row {row}, column {column:?}: ")?,
            (Some(row), None) => write!(f, "row {row}: ")?,
            (None, Some(column)) => write!(f, "column {column:?}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.problem)
    }
}

/// Why a job file was refused. The first three mean that the file is not one; the others that what it says cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobFileError {
    /// No bytes, or only blank ones.
    #[error("the file is empty; a header row and one row for each job are expected")]
    Empty,
    /// Its bytes are another format's.
    #[error("the file is {0}, not CSV, XLSX or JSON; export it as one of these")]
    UnknownFormat(&'static str),
    /// It breaks the rules of its format.
    #[error("{problem}")]
    Malformed {
        /// What is wrong, where, and what was expected.
        problem: String,
        /// The rows at fault, where they are known.
        rows: Vec<RowProblem>,
    },
    /// More jobs than one file may hold.
    #[error("the file holds {found} jobs; at most {most} are taken at once, so split it")]
    TooManyRows {
        /// How many there are.
        found: usize,
        /// How many are taken.
        most: usize,
    },
    /// Its jobs cannot be taken as they are.
    #[error("{}", summary(.rows))]
    Invalid {
        /// Every problem found.
        rows: Vec<RowProblem>,
    },
}

impl JobFileError {
    /// Whether the file could be read but not taken (HTTP 422), or not even read (400).
    pub fn is_unprocessable(&self) -> bool {
        match self {
            Self::Empty | Self::UnknownFormat(_) | Self::Malformed { .. } => false,
            Self::TooManyRows { .. } | Self::Invalid { .. } => true,
        }
    }

    /// The problems one by one; at least one.
    pub fn problems(&self) -> Vec<RowProblem> {
        match self {
            Self::Invalid { rows } | Self::Malformed { rows, .. } if !rows.is_empty() => {
                rows.clone()
            }
            other => vec![RowProblem {
                row: None,
                column: None,
                problem: other.to_string(),
            }],
        }
    }

    pub(crate) fn malformed(problem: impl Into<String>) -> Self {
        Self::Malformed {
            problem: problem.into(),
            rows: Vec::new(),
        }
    }

    pub(crate) fn malformed_rows(problem: impl Into<String>, rows: Vec<RowProblem>) -> Self {
        Self::Malformed {
            problem: problem.into(),
            rows: shorten(rows),
        }
    }

    pub(crate) fn invalid_file(problem: impl Into<String>) -> Self {
        Self::Invalid {
            rows: vec![RowProblem {
                row: None,
                column: None,
                problem: problem.into(),
            }],
        }
    }

    pub(crate) fn invalid_rows(rows: Vec<RowProblem>) -> Self {
        Self::Invalid {
            rows: shorten(rows),
        }
    }
}

/// Keeps a bounded list, and says how many were left out.
fn shorten(mut rows: Vec<RowProblem>) -> Vec<RowProblem> {
    if rows.len() > MAX_LISTED_PROBLEMS {
        let more = rows.len() - MAX_LISTED_PROBLEMS;
        rows.truncate(MAX_LISTED_PROBLEMS);
        rows.push(RowProblem {
            row: None,
            column: None,
            problem: format!("and {more} more rows with problems"),
        });
    }
    rows
}

fn summary(rows: &[RowProblem]) -> String {
    match rows {
        [] => "the file cannot be taken".to_owned(),
        [one] => one.to_string(),
        [first, ..] => format!("{} problems; the first: {first}", rows.len()),
    }
}
