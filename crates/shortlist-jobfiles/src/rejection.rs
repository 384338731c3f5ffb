//! A rejected job file, with what its prompt would have done.

use super::error::JobFileError;
use super::instruction::{Clause, ClauseProblem, ClauseStatus, ParsedClause};

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
    let is_understood = clause.instruction.is_some();
    let status = if is_understood {
        ClauseStatus::NoEffect
    } else {
        ClauseStatus::NotUnderstood
    };
    Clause {
        clause: clause.text.clone(),
        status,
        problem: is_understood.then_some(ClauseProblem::FileRejected),
        // Nothing was done with the translation.
        translated: false,
        rows: 0,
        instruction: clause.instruction.clone(),
        scope: clause.scope.clone(),
    }
}
