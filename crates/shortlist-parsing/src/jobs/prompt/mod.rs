//! The prompt to instructions: a controlled language, the same sentence always read the same way.

mod builders;
mod clauses;
mod english;
mod fields;
mod forms;
mod other_languages;

use clauses::{halves, split_clauses};
use forms::read_clause;

use super::instruction::ParsedClause;

/// The most clauses of a prompt.
const MAX_CLAUSES: usize = 100;

/// Reads a prompt; every clause is answered, understood or not.
pub(crate) fn read_prompt(prompt: &str) -> Vec<ParsedClause> {
    split_clauses(prompt)
        .into_iter()
        .take(MAX_CLAUSES)
        .flat_map(|clause| read_or_halve(&clause))
        .collect()
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
    }
}

#[cfg(test)]
mod suite;
#[cfg(test)]
mod tests;
