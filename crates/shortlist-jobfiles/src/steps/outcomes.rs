//! The outcome of each clause for the user.

use super::Step;
use crate::instruction::{Clause, ClauseStatus, Instruction};

/// Returns the outcome of one clause.
pub(super) fn outcome(step: Step) -> Clause {
    let status = match (&step.instruction, &step.refused) {
        (None, _) => ClauseStatus::NotUnderstood,
        (Some(instruction), None) if step.rows > 0 || is_about_layout(instruction) => {
            ClauseStatus::Applied
        }
        _ => ClauseStatus::NoEffect,
    };
    Clause {
        clause: step.clause,
        status,
        problem: step.refused,
        translated: step.translated,
        rows: step.rows,
        instruction: step.instruction,
        scope: step.wanted_scope,
    }
}

/// Returns whether an instruction takes effect without touching a row.
fn is_about_layout(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::SkipRows(_) | Instruction::HeaderRow(_) | Instruction::Sheet(_)
    )
}
