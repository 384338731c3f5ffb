//! The rows that a search examines.
//!
//! SQLite's trigram index finds the rows of the whole table that contain certain three-letter parts. If it finds few rows,
//! each is examined. If it finds many, the list's own order leads to a page sooner than the index. The same is true of terms
//! that are too short for the index. PostgreSQL makes this decision itself.

use diesel::QueryResult;

use crate::dialect::{self, DbConn};
use crate::text;

/// The maximum number of rows that are examined one by one.
const FEW: usize = 2_000;
/// How many letters a part in the index has.
const LETTERS: usize = 3;
/// The maximum number of parts of a term that are looked up. More parts would exclude few further rows.
const MOST_PARTS: usize = 12;

/// Where a search looks for rows.
pub(crate) enum Where {
    /// In the list's own order.
    InOrder,
    /// Only at these rows of the table.
    At(Vec<i64>),
}

impl Where {
    /// Returns whether nothing can match. Then no further statement is needed.
    pub(crate) fn is_nowhere(&self) -> bool {
        matches!(self, Self::At(rows) if rows.is_empty())
    }
}

/// Decides where to look for a term.
pub(crate) fn look_for(conn: &mut DbConn, term: Option<&str>) -> QueryResult<Where> {
    let Some(expression) = term.and_then(expression) else {
        return Ok(Where::InOrder);
    };
    let most = i64::try_from(FEW + 1).unwrap_or(i64::MAX);
    let found = dialect::search_index_rows(conn, &expression, most)?;
    Ok(match found {
        Some(rows) if rows.len() <= FEW => Where::At(rows),
        _ => Where::InOrder,
    })
}

/// Returns rows as an SQL list.
pub(crate) fn list(rows: &[i64]) -> String {
    let rows: Vec<String> = rows.iter().map(i64::to_string).collect();
    rows.join(",")
}

/// Returns the index query for a term. It finds rows with all parts of the term. If the term looks like a telephone number,
/// rows with all parts of its digits match too.
fn expression(term: &str) -> Option<String> {
    let written = parts(text::telling(&text::searched(term)))?;
    Some(match text::phone_digits(term) {
        None => written,
        Some(digits) => format!("({written}) OR ({})", parts(&digits)?),
    })
}

/// Returns the three-letter parts of a text as quoted strings, with inner quotes doubled. A long text is sampled from start
/// to end.
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
