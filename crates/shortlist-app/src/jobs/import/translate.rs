//! Translation of prompt clauses that no rule understands, by the language model if there is one.
//!
//! The model sees the clauses, but nothing of the file. It answers with operations, which must satisfy the same limits and
//! run in the same interpreter as those from rules. Names and values in them must occur in the clause: the model may
//! interpret a clause, but not add to it.

use serde_json::{Map, Value};
use shortlist_jobfiles::Prompt;

use crate::jobs::Jobs;
use crate::language_model::Translation;

/// The parts of an operation that use our own keywords. All other parts must come from the clause.
const KEYWORDS: [&str; 6] = ["operation", "field", "when", "order", "extract", "language"];

impl Jobs<'_> {
    /// Reads a prompt.
    pub(super) fn read_prompt(&self, text: &str) -> Prompt {
        let mut prompt = Prompt::read(text);
        let Some(queue) = self.model else {
            return prompt;
        };
        let clauses = prompt.not_understood().into_iter().map(str::to_owned);
        let clauses: Vec<String> = clauses.collect();
        if clauses.is_empty() {
            return prompt;
        }
        // If anything fails, the clauses remain not understood.
        for translation in queue.translate(&clauses).unwrap_or_default() {
            if adds_nothing(&translation)
                && let Err(problem) = prompt.translate(&translation.clause, &translation.operations)
            {
                tracing::info!(%problem, "an operation of the language model cannot be used");
            }
        }
        prompt
    }
}

/// Returns whether all names and values of the operations occur in their clause.
fn adds_nothing(translation: &Translation) -> bool {
    let clause = folded(&translation.clause);
    let operations: Result<Vec<Map<String, Value>>, _> =
        serde_json::from_str(&translation.operations);
    let from_clause = |operation: &Map<String, Value>| {
        let mut values = operation
            .iter()
            .filter(|(key, _)| !KEYWORDS.contains(&key.as_str()));
        values.all(|(key, value)| match key.as_str() {
            // The clause spells a separator as a word, such as "semicolons".
            "on" => value.as_str().is_some_and(is_separator),
            _ => occurs_in(&clause, value),
        })
    };
    operations.is_ok_and(|operations| operations.iter().all(from_clause))
}

fn occurs_in(clause: &str, value: &Value) -> bool {
    match value {
        Value::String(text) => clause.contains(&folded(text)),
        Value::Array(items) => items.iter().all(|item| occurs_in(clause, item)),
        // The clause may express booleans and row numbers in words.
        Value::Bool(_) | Value::Number(_) => true,
        Value::Null | Value::Object(_) => false,
    }
}

fn is_separator(text: &str) -> bool {
    text.chars().count() <= 3 && !text.contains(char::is_alphanumeric)
}

/// Returns the text in lower case, with each run of whitespace replaced by one space.
fn folded(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_translation_may_not_add_to_its_clause() {
        let clause = "Chuck out whatever has  Closed under State";
        for (operations, fine) in [
            (
                r#"[{"operation":"skip","column":"state","is":["closed"]}]"#,
                true,
            ),
            (
                r#"[{"operation":"skip","column":"State","is":["closed","filled"]}]"#,
                false,
            ),
            (
                r#"[{"operation":"skip","column":"Status","is":["closed"]}]"#,
                false,
            ),
            (r#"[{"operation":"mode","draft":true}]"#, true),
            (r#"[{"operation":"split","on":";"}]"#, true),
            (r#"[{"operation":"split","on":"State"}]"#, false),
            (r#"[{"operation":"skip","column":{"is":"State"}}]"#, false),
            ("nothing", false),
            ("[7]", false),
        ] {
            let translation = Translation {
                clause: clause.to_owned(),
                operations: operations.to_owned(),
            };
            assert_eq!(adds_nothing(&translation), fine, "{operations}");
        }
    }
}
