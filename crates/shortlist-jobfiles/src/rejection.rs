//! A rejected job file, with what its prompt would have done.

use super::error::JobFileError;
use super::instruction::{Clause, ClauseStatus, Instruction, ParsedClause};

/// A job file that was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct RejectedJobFile {
    /// The reason.
    pub error: JobFileError,
    /// The outcome of each clause of the prompt until the file was rejected.
    pub interpretation: Vec<Clause>,
}

impl RejectedJobFile {
    /// Returns a file that was rejected before its prompt was applied.
    pub(crate) fn unread(error: JobFileError, clauses: &[ParsedClause]) -> Self {
        Self {
            interpretation: clauses.iter().map(unread_clause).collect(),
            error,
        }
    }
}

fn unread_clause(clause: &ParsedClause) -> Clause {
    let operation = clause.instruction.as_ref().map(Instruction::operation);
    let (status, detail) = match operation {
        Some(_) => (
            ClauseStatus::NoEffect,
            "the file was rejected before this was applied",
        ),
        None => (ClauseStatus::NotUnderstood, super::steps::NOT_UNDERSTOOD),
    };
    Clause {
        clause: clause.text.clone(),
        status,
        operation,
        detail: detail.to_owned(),
        rows: 0,
    }
}
