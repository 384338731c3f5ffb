//! Reasons why a job file is rejected.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The maximum number of problems that are listed separately.
const MAX_LISTED_PROBLEMS: usize = 1_000;

/// A problem with a row, or with the whole file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowProblem {
    /// The row as the user sees it: the line of a CSV file, the row of a sheet, or the number of an object.
    pub row: Option<u32>,
    /// The header of the column, if the problem is in one cell.
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

/// The reason why a job file is rejected.
///
/// The first three variants mean that it is not a readable job file. The others mean that its content is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobFileError {
    /// The file is empty or contains only blank bytes.
    #[error("the file is empty; a header row and one row for each job are expected")]
    Empty,
    /// The bytes belong to another format.
    #[error("the file is {0}, not CSV, XLSX or JSON; export it as one of these")]
    UnknownFormat(&'static str),
    /// The file violates the rules of its format.
    #[error("{problem}")]
    Malformed {
        /// What is wrong, where it is, and what was expected.
        problem: String,
        /// The rows with problems, if they are known.
        rows: Vec<RowProblem>,
    },
    /// The file has more jobs than allowed.
    #[error("the file holds {found} jobs; at most {most} are taken at once, so split it")]
    TooManyRows {
        /// The number of jobs in the file.
        found: usize,
        /// The maximum number of jobs.
        most: usize,
    },
    /// The jobs have invalid values.
    #[error("{}", summary(.rows))]
    Invalid {
        /// All problems.
        rows: Vec<RowProblem>,
    },
}

impl JobFileError {
    /// Returns whether the file was readable but its content is not accepted (HTTP 422), instead of unreadable (400).
    pub fn is_unprocessable(&self) -> bool {
        match self {
            Self::Empty | Self::UnknownFormat(_) | Self::Malformed { .. } => false,
            Self::TooManyRows { .. } | Self::Invalid { .. } => true,
        }
    }

    /// Returns the problems separately. There is at least one.
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

/// Limits the list and adds how many problems were omitted.
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
