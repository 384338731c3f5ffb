//! The words of a filter.

use serde_json::Value;

use crate::error::{ScimError, ScimType};

/// A word of a filter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Word {
    /// `(`, `)`, `[` or `]`.
    Bracket(char),
    /// The name of an attribute or an operator, or a value without quotes.
    Plain(String),
    /// A text in quotes.
    Quoted(String),
}

pub(crate) fn invalid(detail: impl Into<String>) -> ScimError {
    ScimError::of_type(ScimType::InvalidFilter, detail)
}

/// Splits a filter into words.
pub(crate) fn words_of(text: &str) -> Result<Vec<Word>, ScimError> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' | '[' | ']' => {
                words.push(Word::Bracket(first));
                first.len_utf8()
            }
            '"' => {
                let length = quoted_length(rest)?;
                let quoted = rest.split_at_checked(length).map(|(quoted, _)| quoted);
                words.push(Word::Quoted(unquoted(quoted.unwrap_or_default())?));
                length
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "()[]\"".contains(c);
                let length = rest.find(ends).unwrap_or(rest.len());
                let plain = rest.split_at_checked(length).map(|(plain, _)| plain);
                words.push(Word::Plain(plain.unwrap_or_default().to_owned()));
                length
            }
        };
        rest = rest.split_at_checked(length).map_or("", |(_, rest)| rest);
        rest = rest.trim_start();
    }
    Ok(words)
}

/// Returns the length of the text in quotes that a text begins with, with its quotes.
fn quoted_length(text: &str) -> Result<usize, ScimError> {
    let mut is_escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Ok(place + 1),
            _ => {}
        }
    }
    Err(invalid("a string in the filter has no closing quote"))
}

/// Returns the text in quotes, which is a JSON string.
fn unquoted(quoted: &str) -> Result<String, ScimError> {
    match serde_json::from_str(quoted) {
        Ok(Value::String(text)) => Ok(text),
        _ => Err(invalid("a string in the filter is not a JSON string")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_has_names_texts_and_brackets() {
        let words = words_of(r#"a[b eq "x \" ]"]and(c pr)"#).unwrap();
        let plain = |text: &str| Word::Plain(text.to_owned());
        let expected = [
            plain("a"),
            Word::Bracket('['),
            plain("b"),
            plain("eq"),
            Word::Quoted("x \" ]".to_owned()),
            Word::Bracket(']'),
            plain("and"),
            Word::Bracket('('),
            plain("c"),
            plain("pr"),
            Word::Bracket(')'),
        ];
        assert_eq!(words, expected);
        for wrong in ["a eq \"", "a eq \"\\\"", "a eq \"\\x\""] {
            assert!(words_of(wrong).is_err(), "{wrong}");
        }
    }
}
