//! The prompt to instructions: a controlled language, the same sentence always read the same way.

mod clauses;
mod forms;
mod lexicon;
mod names;
mod numbers;
mod pattern;
mod tokens;

use clauses::{halves, split_clauses};
use forms::read_clause;

pub(crate) use names::field_named;

use super::instruction::ParsedClause;
use super::wire::read_instructions;

/// The most clauses of a prompt that are read.
const MAX_CLAUSES: usize = 200;

/// A prompt, clause by clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt(Vec<ParsedClause>);

impl Prompt {
    /// Reads a prompt in the controlled language; every clause will be answered, understood or not.
    pub fn read(text: &str) -> Self {
        let clauses = split_clauses(text);
        let mut read: Vec<ParsedClause> = clauses
            .iter()
            .take(MAX_CLAUSES)
            .flat_map(|clause| read_or_halve(clause))
            .collect();
        if let Some(rest) = clauses.get(MAX_CLAUSES..).filter(|rest| !rest.is_empty()) {
            read.push(ParsedClause {
                text: format!("{} more clauses: only {MAX_CLAUSES} are read", rest.len()),
                instruction: None,
                translated: false,
            });
        }
        Self(read)
    }

    /// The clauses of which nothing was understood, each once.
    pub fn not_understood(&self) -> Vec<&str> {
        let mut clauses: Vec<&str> = Vec::new();
        for clause in self.0.iter().filter(|clause| clause.instruction.is_none()) {
            if !clauses.contains(&clause.text.as_str()) {
                clauses.push(&clause.text);
            }
        }
        clauses
    }

    /// Gives a clause that was not understood a translation: JSON text of one operation, or of a list of operations.
    ///
    /// A translation comes from outside, so it is held against the same bounds as a clause, and can say nothing that a clause cannot.
    ///
    /// # Errors
    /// What of it cannot be used; the clause stays as it was.
    pub fn translate(&mut self, clause: &str, operations: &str) -> Result<(), String> {
        let instructions = read_instructions(operations)?;
        let place = self
            .0
            .iter()
            .position(|known| known.instruction.is_none() && known.text == clause)
            .ok_or_else(|| format!("there is no clause {clause:?} that was not understood"))?;
        let translated = instructions.into_iter().map(|instruction| ParsedClause {
            text: clause.to_owned(),
            instruction: Some(instruction),
            translated: true,
        });
        self.0.splice(place..=place, translated);
        Ok(())
    }

    pub(crate) fn into_clauses(self) -> Vec<ParsedClause> {
        self.0
    }
}

/// Reads a clause; one that says nothing as a whole may be two joined by "and".
fn read_or_halve(clause: &str) -> Vec<ParsedClause> {
    let whole = parsed(clause);
    if whole.instruction.is_some() {
        return vec![whole];
    }
    for (first, rest) in halves(clause) {
        let first = parsed(first);
        if first.instruction.is_none() {
            continue;
        }
        let rest = read_or_halve(rest);
        if rest.iter().all(|clause| clause.instruction.is_some()) {
            return std::iter::once(first).chain(rest).collect();
        }
    }
    vec![whole]
}

fn parsed(clause: &str) -> ParsedClause {
    ParsedClause {
        text: clause.to_owned(),
        instruction: read_clause(clause),
        translated: false,
    }
}

#[cfg(test)]
mod suite;
#[cfg(test)]
mod tests;
