//! The location of a problem in a job file.

use serde::{Deserialize, Serialize};

/// A problem in a file, with its location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowProblem {
    /// The row number, as a person sees it in the file.
    pub row: Option<u32>,
    /// The column's header.
    pub column: Option<String>,
    /// What is wrong.
    pub problem: String,
}
