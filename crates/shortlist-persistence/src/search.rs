//! Which candidates a search has to look at.
//!
//! SQLite's index tells which rows of the whole table hold some three letters. Few rows are looked at one by one; where there are many, the
//! list's own order leads to a page sooner than the index does, and so do terms that are too short for the index. PostgreSQL weighs that
//! by itself.

use diesel::QueryResult;

use crate::dialect::{self, DbConn};
use crate::text;

/// Up to how many rows are looked at one by one.
const FEW: usize = 2_000;
/// How many letters the index takes at a time.
const LETTERS: usize = 3;
/// The most parts of a term that the index is asked for: more part few rows that these do not.
const MOST_PARTS: usize = 12;

/// Where a search looks.
pub(crate) enum Where {
    /// In the list's own order.
    InOrder,
    /// At these rows of the table and no others.
    At(Vec<i64>),
}

impl Where {
    /// Whether nothing can match, which needs no further statement.
    pub(crate) fn is_nowhere(&self) -> bool {
        matches!(self, Self::At(rows) if rows.is_empty())
    }
}

/// Finds out where to look for a term.
pub(crate) fn look_for(conn: &mut DbConn, term: Option<&str>) -> QueryResult<Where> {
    let Some(expression) = term.and_then(expression) else {
        return Ok(Where::InOrder);
    };
    let most = i64::try_from(FEW + 1).unwrap_or(i64::MAX);
    let found = dialect::rows_that_may_match(conn, &expression, most)?;
    Ok(match found {
        Some(rows) if rows.len() <= FEW => Where::At(rows),
        _ => Where::InOrder,
    })
}

/// Rows as SQL lists them.
pub(crate) fn list(rows: &[i64]) -> String {
    let rows: Vec<String> = rows.iter().map(i64::to_string).collect();
    rows.join(",")
}

/// What the index is asked for: rows with all parts of the term, or all of its digits where it looks like a telephone number.
fn expression(term: &str) -> Option<String> {
    let written = parts(text::telling(&text::searched(term)))?;
    Some(match text::phone_digits(term) {
        None => written,
        Some(digits) => format!("({written}) OR ({})", parts(&digits)?),
    })
}

/// All parts of a text, or of a long one some from end to end; each as a quoted string, in which a quote is doubled.
fn parts(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let all: Vec<&[char]> = letters.windows(LETTERS).collect();
    let step = all.len().div_ceil(MOST_PARTS).max(1);
    let quoted = all.iter().step_by(step).map(|part| {
        let part: String = part.iter().collect();
        format!("\"{}\"", part.replace('"', "\"\""))
    });
    let quoted: Vec<String> = quoted.collect();
    (!quoted.is_empty()).then(|| quoted.join(" AND "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_asked_for_by_its_parts() {
        assert_eq!(expression(" Rust ").as_deref(), Some("\"rus\" AND \"ust\""));
        assert_eq!(expression("a\"b").as_deref(), Some("\"a\"\"b\""));
        assert_eq!(expression("öl"), None);
        let phone = expression("+1 5").unwrap_or_default();
        assert_eq!(phone, "\"+1 \" AND \"1 5\"");
        let phone = expression("1-555").unwrap_or_default();
        assert!(phone.ends_with(") OR (\"155\" AND \"555\")"), "{phone}");
        let long = expression(&"abcdefghij".repeat(100)).unwrap_or_default();
        assert!(long.matches(" AND ").count() < MOST_PARTS);
    }
}
