//! The rows that a search examines.
//!
//! SQLite's trigram index finds the rows of the whole table that contain certain three-letter parts. If it finds few rows,
//! each is examined. If it finds many, the list's own order usually leads to a page sooner than the index. The same is true of
//! terms that are too short for the index. What a long list does not have at its beginning is looked up in the index after all
//! (`candidates/long_lists.rs`), and so is what is counted. PostgreSQL makes most of these decisions itself.

use diesel::QueryResult;
use serde_json::json;
use shortlist_domain::SkillName;

use crate::dialect::{self, DbConn, IndexQuery};
use crate::text::{self, SearchWord, WORD_SEPARATORS};

/// The maximum number of rows that are examined one by one.
pub(crate) const MAX_EXAMINED_ROWS: usize = 2_000;
/// The number of characters of a part in the index.
const TRIGRAM_CHARS: usize = 3;
/// The maximum number of parts of a term that are looked up. More parts would exclude few further rows.
const MAX_TRIGRAMS: usize = 12;
/// The same for a common term, whose parts are in so many rows that reading the index takes longer than the texts of a few rows more.
pub(crate) const FEW_TRIGRAMS: usize = 3;

/// Where a search looks for rows.
pub(crate) enum SearchScope {
    /// In the list's own order.
    InOrder,
    /// Only at these rows of the table.
    Rows(Vec<i64>),
    /// Only at these candidates.
    Candidates(Vec<String>),
    /// At all rows that SQLite's index finds.
    Indexed(IndexQuery),
    /// In the list's own order, but only at the rows that SQLite's index finds.
    InOrderIndexed(IndexQuery),
    /// At the rows that PostgreSQL's indexes find, which are sorted afterwards.
    Sorted,
}

impl SearchScope {
    /// Returns whether nothing can match. Then no further statement is needed.
    pub(crate) fn matches_nothing(&self) -> bool {
        matches!(self, Self::Rows(rows) if rows.is_empty())
    }

    /// Returns whether all of these rows contain the search term. The rows of a list may have changed since they were found.
    pub(crate) fn has_the_term(&self) -> bool {
        matches!(self, Self::Indexed(index) | Self::InOrderIndexed(index) if index.is_exact)
    }
}

/// Decides where to look for a term and for skills, all of which must be found.
pub(crate) fn search_scope(
    conn: &mut DbConn,
    term: Option<&str>,
    skills: &[SkillName],
) -> QueryResult<SearchScope> {
    let Some(query) = index_query(term, skills, MAX_TRIGRAMS) else {
        return Ok(SearchScope::InOrder);
    };
    Ok(few(dialect::found_candidates(conn, &query, max_rows())?))
}

/// Returns what to search the index for, if it can find the term or the skills: at most this many parts of the term and of each
/// skill, but one of each word.
pub(crate) fn index_query(
    term: Option<&str>,
    skills: &[SkillName],
    most: usize,
) -> Option<IndexQuery> {
    let skills = skills.iter().filter_map(|skill| any_name(skill, most));
    let skills: Vec<String> = skills.collect();
    if skills.is_empty()
        && let Some(word) = term.and_then(only_short_word)
    {
        return Some(short_word_query(&word, term.is_some_and(finds_exactly)));
    }
    let is_exact = skills.is_empty() && term.is_some_and(finds_exactly);
    let term = term.and_then(|term| expression(term, most));
    let expressions = term.into_iter().chain(skills);
    Some(IndexQuery {
        expression: all_of(expressions.collect())?,
        beginnings: "[]".to_owned(),
        is_exact,
    })
}

/// Returns whether the index finds exactly the texts with all words of a term, because each word is one part of the index: three
/// letters, or two with the character before them. The parts of a longer word may be apart from each other in a text.
fn finds_exactly(term: &str) -> bool {
    let words = text::search_words(term);
    let has_letters = |word: &SearchWord, count| word.plain.chars().count() == count;
    let is_a_part = |word: &SearchWord| !word.is_short() && has_letters(word, TRIGRAM_CHARS);
    match words.as_slice() {
        _ if text::phone_digits(term).is_some() => false,
        [word] if word.is_short() => has_letters(word, TRIGRAM_CHARS - 1),
        words => words.len() <= MAX_TRIGRAMS && words.iter().all(is_a_part),
    }
}

/// Returns a short word with two letters of a term, if the index finds no longer word of it. A telephone number is found by its digits.
fn only_short_word(term: &str) -> Option<SearchWord> {
    let words = text::search_words(term);
    let is_found = |word: &SearchWord| !word.is_short() && word_expression(word, 1).is_some();
    if text::phone_digits(term).is_some() || words.iter().any(is_found) {
        return None;
    }
    let mut words = words.into_iter();
    words.find(|word| word.is_short() && text::first_letters(&word.plain).is_some())
}

/// Returns the query for a short word. A group of three letters contains the character before a word, except for the first word
/// of a text.
fn short_word_query(word: &SearchWord, is_exact: bool) -> IndexQuery {
    let word = &word.plain;
    let after = WORD_SEPARATORS.map(|separator| parts(&format!("{separator}{word}"), MAX_TRIGRAMS));
    let expressions: Vec<String> = after.into_iter().flatten().collect();
    IndexQuery {
        expression: expressions.join(" OR "),
        beginnings: json!([text::first_letters(word)]).to_string(),
        is_exact,
    }
}

/// Returns the index query for a skill: it finds rows with all parts of one of the names. `None` if the index cannot find a name.
fn any_name(skill: &SkillName, most: usize) -> Option<String> {
    let names = skill.names().map(|name| parts(&format!("\n{name}"), most));
    let names: Vec<String> = names.collect::<Option<_>>()?;
    match names.as_slice() {
        [name] => Some(name.clone()),
        names => Some(format!("({})", names.join(") OR ("))),
    }
}

fn all_of(expressions: Vec<String>) -> Option<String> {
    (!expressions.is_empty()).then(|| format!("({})", expressions.join(") AND (")))
}

/// Returns the few jobs of SQLite whose texts may contain all of these. Returns `None` if there are more, or if the index cannot
/// find them.
pub(crate) fn found_jobs(conn: &mut DbConn, texts: &[String]) -> QueryResult<Option<Vec<i64>>> {
    let parts = texts.iter().filter_map(|text| parts(text, MAX_TRIGRAMS));
    let Some(expression) = all_of(parts.collect()) else {
        return Ok(None);
    };
    let found = dialect::found_jobs(conn, &expression, max_rows())?;
    Ok(found.filter(|rows| rows.len() <= MAX_EXAMINED_ROWS))
}

/// One more row than are examined.
fn max_rows() -> i64 {
    i64::try_from(MAX_EXAMINED_ROWS + 1).unwrap_or(i64::MAX)
}

/// Returns the scope of rows that an index found: those rows if they are few.
pub(crate) fn few(found: Option<Vec<i64>>) -> SearchScope {
    match found {
        Some(rows) if rows.len() <= MAX_EXAMINED_ROWS => SearchScope::Rows(rows),
        _ => SearchScope::InOrder,
    }
}

/// Returns rows as an SQL list.
pub(crate) fn list(rows: &[i64]) -> String {
    let rows: Vec<String> = rows.iter().map(i64::to_string).collect();
    rows.join(",")
}

/// Returns the index query for a term. It finds rows with all parts of each of its words. If the term looks like a telephone
/// number, it finds rows with all parts of the term or of its digits.
fn expression(term: &str, most: usize) -> Option<String> {
    if let Some(digits) = text::phone_digits(term) {
        let written = parts(&text::fold_term(term), most)?;
        return Some(format!("({written}) OR ({})", parts(&digits, most)?));
    }
    let words = text::search_words(term);
    let share = (most / words.len().max(1)).max(1);
    let words = words.iter().filter_map(|word| word_expression(word, share));
    let words: Vec<String> = words.take(MAX_TRIGRAMS).collect();
    (!words.is_empty()).then(|| words.join(" AND "))
}

/// Returns the index query for a word, or `None` if the index cannot find it.
fn word_expression(word: &SearchWord, most: usize) -> Option<String> {
    let selective = text::selective_parts(&word.plain);
    let share = (most / selective.len().max(1)).max(1);
    let found = selective.iter().filter_map(|part| parts(part, share));
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then(|| found.join(" AND "))
}

/// Returns at most `most` three-letter parts of a text as quoted strings, with inner quotes doubled. A long text is sampled from
/// start to end.
fn parts(text: &str, most: usize) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let all: Vec<&[char]> = letters.windows(TRIGRAM_CHARS).collect();
    let step = all.len().div_ceil(most).max(1);
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
    fn words_of_one_part_are_found_exactly() {
        for term in ["ku", "55", "é1", "sap", "sap sql", "0%x"] {
            assert!(finds_exactly(term), "{term}");
        }
        for term in [
            "k", "rust", "sap java", "ku sap", "ku go", "c++", "555", "a.b",
        ] {
            assert!(!finds_exactly(term), "{term}");
        }
    }

    #[test]
    fn a_skill_is_looked_up_by_each_name() {
        let excel = SkillName::parse("s", "Excel").unwrap();
        let looked_up = |skill: SkillName| index_query(None, &[skill], 2).unwrap().expression;
        assert_eq!(looked_up(excel.clone()), "(\"\nex\" AND \"xce\")");
        let both = looked_up(excel.or_named("MS Excel"));
        assert!(both.starts_with("((\"\nex\" AND \"xce\") OR ("), "{both}");
    }

    #[test]
    fn a_term_is_looked_up_by_its_trigrams() {
        let looked_up = |term: &str| expression(term, MAX_TRIGRAMS);
        assert_eq!(looked_up(" Rust ").as_deref(), Some("\"rus\" AND \"ust\""));
        assert_eq!(looked_up("a\"b").as_deref(), Some("\"a\"\"b\""));
        assert_eq!(looked_up("öl"), None);
        assert_eq!(
            looked_up("José ab xyz").as_deref(),
            Some("\"jos\" AND \"ose\" AND \"xyz\"")
        );
        assert_eq!(looked_up("+1 5"), None, "words of two letters");
        let phone = looked_up("1-555").unwrap_or_default();
        assert!(phone.ends_with(") OR (\"155\" AND \"555\")"), "{phone}");
        assert_eq!(
            expression("kubernetes", FEW_TRIGRAMS).as_deref(),
            Some("\"kub\" AND \"ern\" AND \"ete\"")
        );
        let long = looked_up(&"abcdefghij".repeat(100)).unwrap_or_default();
        assert!(long.matches(" AND ").count() < MAX_TRIGRAMS);
    }
}
