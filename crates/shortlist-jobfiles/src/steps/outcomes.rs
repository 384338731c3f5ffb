//! Describes the outcome of each clause for the user.

use super::Step;
use crate::instruction::{Clause, ClauseStatus, Instruction};

/// Returns the outcome of one clause.
pub(super) fn outcome(step: Step) -> Clause {
    let Step {
        clause,
        instruction,
        translated,
        refused,
        rows,
        ..
    } = step;
    let (status, detail) = match (&instruction, refused) {
        (None, _) => (
            ClauseStatus::NotUnderstood,
            "this is none of the operations that are known; see \"What a prompt can say\" in the documentation".to_owned(),
        ),
        (Some(_), Some(refused)) => (ClauseStatus::NoEffect, refused),
        (Some(instruction), None) => {
            let works = rows > 0
                || matches!(
                    instruction,
                    Instruction::SkipRows(_) | Instruction::HeaderRow(_) | Instruction::Sheet(_)
                );
            let status = if works { ClauseStatus::Applied } else { ClauseStatus::NoEffect };
            (status, detail(instruction, works))
        }
    };
    let detail = if translated {
        format!("{detail} (translated by the language model)")
    } else {
        detail
    };
    Clause {
        operation: instruction.as_ref().map(Instruction::operation),
        clause,
        status,
        detail,
        rows,
    }
}

/// Describes in a sentence what was done.
fn detail(instruction: &Instruction, works: bool) -> String {
    let done = match instruction {
        Instruction::MapColumn { column, field } => {
            format!("the column {column:?} is the {}", field.as_str())
        }
        Instruction::Constant {
            field,
            value,
            replace,
        } => {
            let which = if *replace {
                "every job"
            } else {
                "jobs without one"
            };
            format!("{which}: {} {value:?}", field.as_str())
        }
        Instruction::RoleHint(role) => format!("jobs without a category: {role:?}"),
        Instruction::Skip(_) => "rows that meet this are left out".to_owned(),
        Instruction::Only(_) => "rows that do not meet this are left out".to_owned(),
        Instruction::ValueMap { from, to, column } => match column {
            Some(column) => format!("{} in {column:?} is taken as {to:?}", quoted(from)),
            None => format!("{} is taken as {to:?}", quoted(from)),
        },
        Instruction::Dates(_) => "dates are kept as year-month-day".to_owned(),
        Instruction::SplitSkills(separator) => format!("skills are split on {separator:?}"),
        Instruction::SkipRows(rows) => format!("the first {rows} rows are left out"),
        Instruction::HeaderRow(row) => format!("the header is in row {row}"),
        Instruction::Sheet(name) => format!("the sheet {name:?} is read"),
        Instruction::ExtractSkills => "skills that the description names are added".to_owned(),
        Instruction::Combine { columns, field } => {
            format!("{} make the {}", quoted(columns), field.as_str())
        }
        Instruction::PrefixCode(prefix) => format!("job codes begin with {prefix:?}"),
        Instruction::AddSkill(skill) => format!("every job asks for {skill:?}"),
        Instruction::Drafts(true) => "the jobs are drafts".to_owned(),
        Instruction::Drafts(false) => "the jobs are published".to_owned(),
        Instruction::Language(_) => {
            "headers and values of every language are known, so nothing is to be done".to_owned()
        }
    };
    if works {
        done
    } else {
        format!("{done}; no row was touched by it")
    }
}

fn quoted(values: &[String]) -> String {
    values
        .iter()
        .map(|value| format!("{value:?}"))
        .collect::<Vec<_>>()
        .join(", ")
}
