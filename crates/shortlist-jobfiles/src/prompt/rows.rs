//! Reads the rows of an exception: "interns", "rows 2 and 3", "those in Finance", "jobs with status Closed".

use super::super::fold::fold;
use super::super::instruction::{Condition, Instruction, Test};
use super::analysis::AnalyzedClause;
use super::courtesy::without_courtesy;
use super::forms::read_clause;
use super::lexicon::Class;
use super::names::value_list;
use super::numbers::{number, ordinal};
use super::words::PromptWords;

/// The maximum number of words in a noun that describes rows.
const MAX_NOUN_WORDS: usize = 4;

/// The maximum number of nouns.
const MAX_NOUNS: usize = 10;

/// The rows that a phrase means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowPhrase {
    /// A row that meets one of these conditions is meant.
    pub(super) conditions: Vec<Condition>,
    /// A clause about these rows: "they are part-time" for "interns, who are part-time".
    pub(super) also: Option<String>,
}

/// Reads the rows of an exception or a restriction.
pub(super) fn read_rows(text: &str) -> Option<RowPhrase> {
    let text = without_courtesy(text.trim_matches([',', ' ', '(', ')', '.', ';']));
    let (text, also) = split_relative(text);
    let condition = rows_by_number(text)
        .or_else(|| by_place(text))
        .or_else(|| by_filter(text))
        .or_else(|| by_noun(text))?;
    Some(RowPhrase {
        conditions: vec![condition],
        also,
    })
}

/// Splits "interns, who are part-time" into the rows and a clause about them.
fn split_relative(text: &str) -> (&str, Option<String>) {
    let parts = AnalyzedClause::of(text).and_then(|analyzed| {
        let (start, end) = analyzed.offsets_of_relative_clause()?;
        Some((text.get(..start)?, text.get(end..)?))
    });
    match parts {
        Some((rows, rest)) if rows.contains(char::is_alphanumeric) => {
            let rows = rows.trim_matches([',', ' ']);
            (rows, Some(format!("they {}", rest.trim())))
        }
        _ => (text, None),
    }
}

/// Reads "row 5" and "rows 2 and 3".
fn rows_by_number(text: &str) -> Option<Condition> {
    let analyzed = AnalyzedClause::of(text)?;
    let rest = text.get(analyzed.end_of_beginning(&[Class::LINES])?..)?;
    let numbers: Option<Vec<u32>> = value_list(rest)
        .iter()
        .map(|word| word.parse().ok().filter(|row| *row > 0))
        .collect();
    let rows = numbers.filter(|rows| !rows.is_empty() && rows.len() <= MAX_NOUNS)?;
    Some(Condition {
        column: None,
        test: Test::Row(rows),
    })
}

/// Reads "those in Finance", "the ones from Sales" and "in Hamburg".
fn by_place(text: &str) -> Option<Condition> {
    let analyzed = AnalyzedClause::of(text)?;
    let end = analyzed
        .end_of_beginning(&[Class::ROWS, Class::IN])
        .or_else(|| analyzed.end_of_beginning(&[Class::ROWS, Class::FROM]))
        .or_else(|| analyzed.end_of_beginning(&[Class::ROWS, Class::OF]))
        .or_else(|| analyzed.end_of_beginning(&[Class::IN]))
        .or_else(|| analyzed.end_of_beginning(&[Class::OF]))?;
    let names = value_list(text.get(end..)?);
    let is_name = |name: &String| {
        let plain = AnalyzedClause::of(name);
        name.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
            && plain.is_some_and(|plain| {
                plain.is_plain() && !plain.contains(&[Class::DEPT, Class::COLUMN])
            })
    };
    let fits = !names.is_empty() && names.len() <= MAX_NOUNS && names.iter().all(is_name);
    fits.then_some(Condition {
        column: None,
        test: Test::Belongs(names),
    })
}

/// Reads what could follow "skip": "rows where Status is Closed", "jobs with status Closed", "the Finance department".
fn by_filter(text: &str) -> Option<Condition> {
    let after = |words: &str| match read_clause(&format!("{words} {text}"))? {
        Instruction::Skip(condition) => Some(condition),
        _ => None,
    };
    let has_department = AnalyzedClause::of(text).is_some_and(|text| text.contains(&[Class::DEPT]));
    after("skip")
        .filter(|condition| condition.column.is_some())
        .or_else(|| has_department.then(|| after("skip in"))?)
        .filter(|condition| condition.column.is_some())
}

/// Reads nouns: "the nurse", "nurses, interns and apprentices".
fn by_noun(text: &str) -> Option<Condition> {
    let nouns: Vec<String> = value_list(text)
        .iter()
        .map(|noun| plain_noun(noun))
        .collect::<Option<_>>()?;
    (!nouns.is_empty() && nouns.len() <= MAX_NOUNS).then_some(Condition {
        column: None,
        test: Test::Described(nouns),
    })
}

/// Returns a noun without articles and words for rows, or `None` if it is more than a noun.
fn plain_noun(noun: &str) -> Option<String> {
    let analyzed = AnalyzedClause::of(noun)?;
    let core = analyzed.without_edges(&[Class::THE, Class::FILLER, Class::ALL], &[Class::ROWS])?;
    let words: Vec<String> = fold(core).split(' ').map(str::to_owned).collect();
    let is_count = |word: &String| number(word).is_some() || ordinal(word).is_some();
    let is_vague = |word: &String| PromptWords::get().no_occupation.contains(word);
    let fits = analyzed.is_plain()
        && words.len() <= MAX_NOUN_WORDS
        && words.iter().all(|word| !word.is_empty())
        && !words.iter().any(is_count)
        && !words.iter().any(is_vague);
    fits.then(|| core.to_owned())
}
