//! Parses the prompt to instructions. It is a controlled language: the same sentence always has the same meaning.

mod analysis;
mod clauses;
mod conditions;
mod courtesy;
mod forms;
mod lexicon;
mod names;
mod numbers;
mod pattern;
mod queries;
mod rows;
mod scope;
mod sentence;
mod tokens;
mod words;

use clauses::split_clauses;
use sentence::read_sentence;

pub(crate) use names::field_named;

use super::instruction::{ParsedClause, Scope};
use super::wire::read_instructions;

/// The maximum number of clauses that are read.
const MAX_CLAUSES: usize = 200;

/// A prompt, clause by clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt(Vec<ParsedClause>);

impl Prompt {
    /// Parses a prompt in the controlled language. Every clause gets an outcome, whether understood or not.
    pub fn read(text: &str) -> Self {
        let clauses = split_clauses(text);
        let mut read: Vec<ParsedClause> = clauses
            .iter()
            .take(MAX_CLAUSES)
            .flat_map(|clause| parsed(clause))
            .collect();
        if let Some(rest) = clauses.get(MAX_CLAUSES..).filter(|rest| !rest.is_empty()) {
            read.push(ParsedClause {
                text: format!("{} more clauses: only {MAX_CLAUSES} are read", rest.len()),
                instruction: None,
                scope: Scope::default(),
                translated: false,
            });
        }
        Self(read)
    }

    /// Returns the clauses that were not understood, without duplicates.
    pub fn not_understood(&self) -> Vec<&str> {
        let mut clauses: Vec<&str> = Vec::new();
        for clause in self.0.iter().filter(|clause| clause.instruction.is_none()) {
            if !clauses.contains(&clause.text.as_str()) {
                clauses.push(&clause.text);
            }
        }
        clauses
    }

    /// Sets the translation of a clause that was not understood: the JSON text of one operation or of a list of operations.
    ///
    /// A translation comes from outside. It is checked against the same limits as a clause and cannot do more than one.
    ///
    /// # Errors
    /// Returns a message about what is unusable. The clause then stays as it was.
    pub fn translate(&mut self, clause: &str, operations: &str) -> Result<(), String> {
        let instructions = read_instructions(operations)?;
        let index = self
            .0
            .iter()
            .position(|known| known.instruction.is_none() && known.text == clause)
            .ok_or_else(|| format!("there is no clause {clause:?} that was not understood"))?;
        let translated = instructions.into_iter().map(|instruction| ParsedClause {
            text: clause.to_owned(),
            instruction: Some(instruction),
            scope: Scope::default(),
            translated: true,
        });
        self.0.splice(index..=index, translated);
        Ok(())
    }

    pub(crate) fn into_clauses(self) -> Vec<ParsedClause> {
        self.0
    }
}

/// Parses a clause to its instructions, or to one clause that is not understood.
fn parsed(clause: &str) -> Vec<ParsedClause> {
    let Some(read) = read_sentence(clause) else {
        return vec![ParsedClause {
            text: clause.to_owned(),
            instruction: None,
            scope: Scope::default(),
            translated: false,
        }];
    };
    let understood = read.into_iter().map(|(text, read)| ParsedClause {
        text,
        instruction: Some(read.instruction),
        scope: read.scope,
        translated: false,
    });
    understood.collect()
}

/// Checks that the data files of the prompt are readable.
#[cfg(test)]
pub(crate) fn check_data_files() -> Result<(), shortlist_vocabulary::WordListError> {
    lexicon::Class::read_phrases()?;
    lexicon::SubjectWords::read()?;
    courtesy::CourtesyWords::read()?;
    names::read_field_names()?;
    numbers::NumberWords::read()?;
    words::PromptWords::read()?;
    forms::check_data_files()
}

#[cfg(test)]
mod suite;
#[cfg(test)]
mod tests;
