//! Reads a clause that is more than one form: several conditions, exceptions, and instructions joined by "and".
//!
//! A clause is understood as a whole or not at all.

use super::super::instruction::{Condition, Instruction, Scope};
use super::clauses::halves;
use super::conditions::read_conditions;
use super::courtesy::without_courtesy;
use super::forms::{read_clause, read_continuation};
use super::scope::read_scoped;
use super::tokens::tokens_of;

/// The maximum number of words that a second half takes from the first one.
const MAX_SHARED_WORDS: usize = 8;

/// The maximum number of instructions of a clause.
const MAX_INSTRUCTIONS: usize = 20;

/// An instruction and the rows that it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ScopedInstruction {
    pub(super) instruction: Instruction,
    pub(super) scope: Scope,
}

impl ScopedInstruction {
    pub(super) fn everywhere(instruction: Instruction) -> Self {
        Self {
            instruction,
            scope: Scope::default(),
        }
    }
}

/// Returns the instructions of a clause with their texts, or `None` if a part of it is not understood.
pub(super) fn read_sentence(clause: &str) -> Option<Vec<(String, ScopedInstruction)>> {
    let bare = without_courtesy(clause);
    if let Some(instructions) = read_whole(bare) {
        let with_text = |instruction| (clause.to_owned(), instruction);
        return Some(instructions.into_iter().map(with_text).collect());
    }
    halves(bare).into_iter().find_map(|(first, rest)| {
        let first_read = read_whole(first)?;
        let mut read: Vec<_> = first_read
            .iter()
            .map(|one| (first.to_owned(), one.clone()))
            .collect();
        read.extend(read_rest(first, &first_read, rest)?);
        (read.len() <= MAX_INSTRUCTIONS).then_some(read)
    })
}

/// Returns the instructions of a clause that is not divided into halves.
pub(super) fn read_whole(clause: &str) -> Option<Vec<ScopedInstruction>> {
    let clause = clause.trim_matches([',', ' ']);
    read_clause(clause)
        .map(|instruction| vec![ScopedInstruction::everywhere(instruction)])
        .or_else(|| read_conditions(clause))
        .or_else(|| read_scoped(clause))
}

/// Reads the text after a joint. It may continue the first half: "FT means full-time and PT part-time".
fn read_rest(
    first: &str,
    first_read: &[ScopedInstruction],
    rest: &str,
) -> Option<Vec<(String, ScopedInstruction)>> {
    if let Some(read) = read_whole(rest).or_else(|| read_continued(first, first_read, rest)) {
        let with_text = |one: ScopedInstruction| (rest.to_owned(), same_column(one, first_read));
        return Some(read.into_iter().map(with_text).collect());
    }
    halves(rest).into_iter().find_map(|(second, rest)| {
        let read = read_whole(second).or_else(|| read_continued(first, first_read, second))?;
        let mut all: Vec<_> = read
            .into_iter()
            .map(|one| (second.to_owned(), same_column(one, first_read)))
            .collect();
        all.extend(read_rest(first, first_read, rest)?);
        Some(all)
    })
}

/// Gives a replacement of values the column of the one before it.
fn same_column(mut one: ScopedInstruction, before: &[ScopedInstruction]) -> ScopedInstruction {
    let known = before.iter().find_map(|before| match &before.instruction {
        Instruction::ValueMap { column, .. } => column.clone(),
        _ => None,
    });
    if let Instruction::ValueMap { column, .. } = &mut one.instruction {
        *column = column.take().or(known);
    }
    one
}

/// Reads a text that lacks the verb of the first half: "PT as part-time" after "Treat FT as full-time".
fn read_continued(
    first: &str,
    first_read: &[ScopedInstruction],
    rest: &str,
) -> Option<Vec<ScopedInstruction>> {
    let maps_values =
        |one: &ScopedInstruction| matches!(one.instruction, Instruction::ValueMap { .. });
    if first_read.iter().all(maps_values) {
        return read_continuation(rest)
            .map(|instruction| vec![ScopedInstruction::everywhere(instruction)]);
    }
    let shared = tokens_of(first).into_iter().take(MAX_SHARED_WORDS);
    shared.into_iter().find_map(|token| {
        let beginning = first.get(..token.end)?;
        let read = read_whole(&format!("{beginning} {rest}"))?;
        let differs = |one: &ScopedInstruction| {
            sets_another_field(one, first_read) && sets_value_of(one, rest)
        };
        read.iter().all(differs).then_some(read)
    })
}

/// Returns whether the value of a constant is in this text, and not partly in the words before it.
fn sets_value_of(one: &ScopedInstruction, text: &str) -> bool {
    matches!(&one.instruction, Instruction::Constant { value, .. } if text.contains(value.as_str()))
}

/// Returns whether an instruction sets a field as the others do, but none of theirs.
fn sets_another_field(one: &ScopedInstruction, others: &[ScopedInstruction]) -> bool {
    let Instruction::Constant { field, replace, .. } = &one.instruction else {
        return false;
    };
    others.iter().all(|other| match &other.instruction {
        Instruction::Constant {
            field: known,
            replace: known_replace,
            ..
        } => known != field && known_replace == replace && one.scope == other.scope,
        _ => false,
    })
}

/// Returns whether an instruction can concern some rows only.
pub(super) fn can_be_scoped(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Constant { .. }
        | Instruction::RoleHint(_)
        | Instruction::Skip(_)
        | Instruction::ValueMap { .. }
        | Instruction::ExtractSkills
        | Instruction::Combine { .. }
        | Instruction::PrefixCode(_)
        | Instruction::AddSkill(_)
        | Instruction::AddSkills(_)
        | Instruction::Drafts(_) => true,
        Instruction::MapColumn { .. }
        | Instruction::Only(_)
        | Instruction::Dates(_)
        | Instruction::SplitSkills(_)
        | Instruction::SkipRows(_)
        | Instruction::HeaderRow(_)
        | Instruction::Sheet(_)
        | Instruction::Language(_) => false,
    }
}

/// Returns the instruction for all rows but those that meet one of the conditions.
pub(super) fn excepting(
    mut one: ScopedInstruction,
    conditions: &[Condition],
) -> Option<Vec<ScopedInstruction>> {
    if matches!(one.instruction, Instruction::Only(_)) {
        // "Only open jobs except nurses" leaves out the nurses too.
        let skipped = conditions.iter().cloned().map(Instruction::Skip);
        let skipped = skipped.map(ScopedInstruction::everywhere);
        return Some(std::iter::once(one).chain(skipped).collect());
    }
    if !can_be_scoped(&one.instruction) {
        return None;
    }
    one.scope.except.extend(conditions.iter().cloned());
    Some(vec![one])
}
