//! The rows that a search examines.
//!
//! SQLite's trigram index finds the rows of the whole table that contain certain three-letter parts. If it finds few rows,
//! each is examined. If it finds many, the list's own order leads to a page sooner than the index. The same is true of terms
//! that are too short for the index. PostgreSQL makes this decision itself.

use diesel::QueryResult;

use crate::dialect::{self, DbConn, TrigramIndex};
use crate::text;

/// The maximum number of rows that are examined one by one.
const MAX_EXAMINED_ROWS: usize = 2_000;
/// The number of characters of a part in the index.
const TRIGRAM_CHARS: usize = 3;
/// The maximum number of parts of a term that are looked up. More parts would exclude few further rows.
const MAX_TRIGRAMS: usize = 12;

/// Where a search looks for rows.
pub(crate) enum SearchScope {
    /// In the list's own order.
    InOrder,
    /// Only at these rows of the table.
    Rows(Vec<i64>),
}

impl SearchScope {
    /// Returns whether nothing can match. Then no further statement is needed.
    pub(crate) fn matches_nothing(&self) -> bool {
        matches!(self, Self::Rows(rows) if rows.is_empty())
    }
}

/// Decides where to look for a term.
pub(crate) fn search_scope(conn: &mut DbConn, term: Option<&str>) -> QueryResult<SearchScope> {
    let expression = term.and_then(expression);
    scope_of(conn, TrigramIndex::Candidates, expression.as_deref())
}

/// Decides where to look for jobs whose texts contain all of these.
pub(crate) fn job_search_scope(conn: &mut DbConn, texts: &[String]) -> QueryResult<SearchScope> {
    let parts: Vec<String> = texts.iter().filter_map(|text| parts(text)).collect();
    let expression = (!parts.is_empty()).then(|| parts.join(" AND "));
    scope_of(conn, TrigramIndex::Jobs, expression.as_deref())
}

fn scope_of(
    conn: &mut DbConn,
    index: TrigramIndex,
    expression: Option<&str>,
) -> QueryResult<SearchScope> {
    let Some(expression) = expression else {
        return Ok(SearchScope::InOrder);
    };
    let max_rows = i64::try_from(MAX_EXAMINED_ROWS + 1).unwrap_or(i64::MAX);
    let found = dialect::search_index_rows(conn, index, expression, max_rows)?;
    Ok(match found {
        Some(rows) if rows.len() <= MAX_EXAMINED_ROWS => SearchScope::Rows(rows),
        _ => SearchScope::InOrder,
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
    let written = parts(text::selective_prefix(&text::fold_term(term)))?;
    Some(match text::phone_digits(term) {
        None => written,
        Some(digits) => format!("({written}) OR ({})", parts(&digits)?),
    })
}

/// Returns the three-letter parts of a text as quoted strings, with inner quotes doubled. A long text is sampled from start
/// to end.
fn parts(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let all: Vec<&[char]> = letters.windows(TRIGRAM_CHARS).collect();
    let step = all.len().div_ceil(MAX_TRIGRAMS).max(1);
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
    fn a_term_is_looked_up_by_its_trigrams() {
        assert_eq!(expression(" Rust ").as_deref(), Some("\"rus\" AND \"ust\""));
        assert_eq!(expression("a\"b").as_deref(), Some("\"a\"\"b\""));
        assert_eq!(expression("öl"), None);
        let phone = expression("+1 5").unwrap_or_default();
        assert_eq!(phone, "\"+1 \" AND \"1 5\"");
        let phone = expression("1-555").unwrap_or_default();
        assert!(phone.ends_with(") OR (\"155\" AND \"555\")"), "{phone}");
        let long = expression(&"abcdefghij".repeat(100)).unwrap_or_default();
        assert!(long.matches(" AND ").count() < MAX_TRIGRAMS);
    }
}
