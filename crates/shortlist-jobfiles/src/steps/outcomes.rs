//! Describes the outcome of each clause for the user.

use super::Step;
use crate::instruction::{Clause, ClauseStatus, Condition, Instruction, Scope};

/// The detail of a clause that was not understood.
pub(crate) const NOT_UNDERSTOOD: &str = "this sentence, or a part of it, matches no known instruction, so nothing was changed. Write one sentence for each instruction, and quotes around names and values that contain commas or words such as \"and\"; see \"What a prompt can say\" in the documentation";

/// Returns the outcome of one clause.
pub(super) fn outcome(step: Step) -> Clause {
    let Step {
        clause,
        instruction,
        translated,
        wanted_scope,
        refused,
        rows,
        ..
    } = step;
    let (status, detail) = match (&instruction, refused) {
        (None, _) => (ClauseStatus::NotUnderstood, NOT_UNDERSTOOD.to_owned()),
        (Some(_), Some(refused)) => (ClauseStatus::NoEffect, refused),
        (Some(instruction), None) => {
            let works = rows > 0
                || matches!(
                    instruction,
                    Instruction::SkipRows(_) | Instruction::HeaderRow(_) | Instruction::Sheet(_)
                );
            let status = if works {
                ClauseStatus::Applied
            } else {
                ClauseStatus::NoEffect
            };
            (status, detail(instruction, &wanted_scope, works))
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
fn detail(instruction: &Instruction, scope: &Scope, works: bool) -> String {
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
        Instruction::Skip(condition) => format!("rows are left out if {}", condition.in_words()),
        Instruction::Only(condition) => {
            format!("rows are left out unless {}", condition.in_words())
        }
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
        Instruction::AddSkills(skills) => format!("every job asks for {}", quoted(skills)),
        Instruction::Drafts(true) => "the jobs are drafts".to_owned(),
        Instruction::Drafts(false) => "the jobs are published".to_owned(),
        Instruction::Language(_) => {
            "headers and values of every language are known, so nothing is to be done".to_owned()
        }
    };
    let done = format!("{done}{}", concerned(scope));
    if works {
        done
    } else {
        format!("{done}; no row was touched by it")
    }
}

/// Describes which rows an instruction concerns, if not all.
fn concerned(scope: &Scope) -> String {
    let list = |conditions: &[Condition], joint: &str| {
        let words: Vec<String> = conditions.iter().map(Condition::in_words).collect();
        words.join(joint)
    };
    let mut text = String::new();
    if !scope.within.is_empty() {
        text.push_str(&format!(
            ", only for rows: {}",
            list(&scope.within, " and ")
        ));
    }
    if !scope.except.is_empty() {
        text.push_str(&format!(", except for rows: {}", list(&scope.except, ", ")));
    }
    text
}

fn quoted(values: &[String]) -> String {
    values
        .iter()
        .map(|value| format!("{value:?}"))
        .collect::<Vec<_>>()
        .join(", ")
}
