//! The prompt to instructions.

use super::instruction::ParsedClause;

/// Reads a prompt; every clause is answered, understood or not.
pub(crate) fn read_prompt(prompt: &str) -> Vec<ParsedClause> {
    prompt
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| ParsedClause {
            text: line.to_owned(),
            instruction: None,
        })
        .collect()
}
