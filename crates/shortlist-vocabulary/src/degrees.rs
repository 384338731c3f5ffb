//! Degrees and school certificates of many countries, recognised by their words, and the field of study.

mod field;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use hashbrown::{HashMap, HashSet};
use shortlist_domain::{EducationLevel, Span};

use crate::fold::{Folded, Token, fold, fold_key, tokens};
use crate::phrase_list::PhraseList;
use crate::word_lists::{FromEntries, WordListError};

pub use field::read_field;

/// A degree that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DegreeMatch {
    /// The level on the ladder of education.
    pub level: EducationLevel,
    /// The place in the text, in bytes.
    pub span: Span,
    /// The text's own words for the degree.
    pub name: String,
}

/// How a name must be written to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writing {
    Any,
    /// In capitals: `BE`, but not `be`.
    Capitals,
    /// In capitals with dots: `B. E.`, but not `B E`.
    DottedCapitals,
}

#[derive(Debug, Clone, Copy)]
struct DegreeName {
    level: EducationLevel,
    writing: Writing,
}

crate::word_lists! {
    /// Degrees, and the words around them.
    pub(crate) struct DegreeWords in "../data/degrees.txt" {
        /// Names of doctorates.
        doctorate: Names,
        /// Names of professional degrees.
        professional: Names,
        /// Names of master's degrees.
        master: Names,
        /// Names of bachelor's degrees.
        bachelor: Names,
        /// Names of associate degrees.
        associate: Names,
        /// Names of vocational qualifications.
        vocational: Names,
        /// Names of school certificates.
        school: Names,
        /// Words before a one-word name that give it another meaning: a scrum master, a driving licence.
        excluded_before: PhraseList,
        /// Words after a one-word name that give it another meaning.
        excluded_after: PhraseList,
        /// Words that join a degree to its field.
        connectives: PhraseList,
        /// Words that end the name of a degree.
        after_name: PhraseList,
        /// Words that introduce a field after a degree, longest first.
        field_openers: PhraseList,
        /// Words for honours, which are a grade and not a field.
        honours: PhraseList,
        /// Words that show that a school follows, not a field.
        school_words: PhraseList,
        /// Words that end a field.
        after_field: PhraseList,
    }
}

/// Names of degrees, with marks for how they must be written.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<&'static str>);

impl FromEntries for Names {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        Ok(Self(entries))
    }
}

/// The most words after `of` in a degree such as `Bachelor of …`.
const MAX_OF_WORDS: usize = 4;

/// Returns the highest degree that a line names. Of equal degrees, it returns the first.
pub fn read_degree(text: &str) -> Option<DegreeMatch> {
    let mut folded = fold(text);
    // A degree may contain brackets and commas: `Diplom (FH)`.
    folded.text = folded.text.replace('\n', " ");
    let words = tokens(&folded.text);
    let mut best: Option<(EducationLevel, usize, usize)> = None;
    let mut at = 0;
    while at < words.len() {
        let Some((level, count)) = longest_degree(text, &folded, &words, at) else {
            at += 1;
            continue;
        };
        if best.is_none_or(|(highest, _, _)| level > highest) {
            best = Some((level, at, count));
        }
        at += count;
    }
    let (level, at, count) = best?;
    let first = words.get(at)?;
    let last = last_word(text, &folded, &words, at + count - 1)?;
    let mut span = folded.source_span(first.start..last.end);
    if let Some(after) = text.get(span.end..)
        && after.starts_with('.')
        && text.get(span.start..span.end)?.contains('.')
    {
        span.end += 1;
    }
    Some(DegreeMatch {
        level,
        span,
        name: text.get(span.start..span.end)?.to_owned(),
    })
}

/// All names of degrees, for a search in words.
struct DegreeNames {
    names: HashMap<String, DegreeName>,
    /// The first words of the names. Most words of a text are none of them.
    first_words: HashSet<String>,
    /// The number of words of the longest name.
    longest: usize,
}

fn degree_names() -> &'static DegreeNames {
    static NAMES: LazyLock<DegreeNames> = LazyLock::new(|| {
        let mut names = HashMap::new();
        let lists = DegreeWords::get();
        for (level, list) in [
            (EducationLevel::Doctorate, &lists.doctorate),
            (EducationLevel::Professional, &lists.professional),
            (EducationLevel::Master, &lists.master),
            (EducationLevel::Bachelor, &lists.bachelor),
            (EducationLevel::Associate, &lists.associate),
            (EducationLevel::Vocational, &lists.vocational),
            (EducationLevel::School, &lists.school),
        ] {
            list.0
                .iter()
                .for_each(|name| insert_degree(&mut names, level, name));
        }
        let lengths = names.keys().map(|name| tokens(name).len());
        let longest = lengths.max().unwrap_or(0);
        let first_words = names.keys().filter_map(|name| {
            let first = *tokens(name).first()?;
            Some(name.get(first.start..first.end)?.to_owned())
        });
        let first_words = first_words.collect();
        DegreeNames {
            names,
            first_words,
            longest,
        }
    });
    &NAMES
}

fn insert_degree(names: &mut HashMap<String, DegreeName>, level: EducationLevel, name: &str) {
    let bare = name.trim_end_matches('!');
    let (capitals, dotted) = (name.len() > bare.len(), name.len() > bare.len() + 1);
    let name = bare;
    let mut insert = |key: String, writing| {
        if !key.is_empty() {
            names.entry(key).or_insert(DegreeName { level, writing });
        }
    };
    let parts: Vec<_> = name
        .split('.')
        .map(fold_key)
        .filter(|part| !part.is_empty())
        .collect();
    let (joined, spaced) = if dotted {
        (Writing::DottedCapitals, Writing::DottedCapitals)
    } else if capitals || parts.concat().len() == 2 {
        (Writing::Capitals, Writing::DottedCapitals)
    } else {
        (Writing::Any, Writing::Any)
    };
    insert(fold_key(name), joined);
    if parts.len() > 1 {
        insert(parts.concat(), joined);
        insert(parts.join("."), joined);
        insert(parts.join(" "), spaced);
    }
}

fn longest_degree(
    text: &str,
    folded: &Folded,
    words: &[Token],
    at: usize,
) -> Option<(EducationLevel, usize)> {
    let known = degree_names();
    let first = words.get(at)?;
    let word = folded.text.get(first.start..first.end)?;
    if !known.first_words.contains(word) && with_corrected_spelling(word).is_none() {
        return None;
    }
    (1..=known.longest).rev().find_map(|count| {
        let last = words.get(at + count - 1)?;
        let key = folded.text.get(first.start..last.end)?;
        let name = known.names.get(key);
        let name = name.or_else(|| known.names.get(&with_corrected_spelling(key)?))?;
        let span = folded.source_span(first.start..last.end);
        let source = text.get(span.start..span.end)?;
        // `MBA Class of 2015` names a degree, but "master class" does not. Neighbouring words change the meaning of a word,
        // not of letters.
        let word = source.contains(char::is_lowercase);
        let meant = is_written(name.writing, source)
            && (count > 1 || !(word && is_excluded(folded, words, at)));
        meant.then_some((name.level, count))
    })
}

/// Returns a name with common misspellings of bachelor corrected in its first word: `Bechalore of`, `Batchlor`.
fn with_corrected_spelling(key: &str) -> Option<String> {
    let first = key.split(' ').next().filter(|word| word.len() >= 6)?;
    if !first.starts_with('b') || first.starts_with("bachelor") {
        return None;
    }
    let mut sounds: Vec<char> = first.chars().filter(|c| !"aeiout'’".contains(*c)).collect();
    sounds.dedup();
    let word = match sounds.iter().collect::<String>().as_str() {
        "bchlr" => "bachelor",
        "bchlrs" => "bachelors",
        _ => return None,
    };
    Some(format!("{word}{}", key.get(first.len()..)?))
}

fn is_written(writing: Writing, source: &str) -> bool {
    let capitals = !source.contains(char::is_lowercase);
    match writing {
        Writing::Any => true,
        Writing::Capitals => capitals || has_dotted_letters(source),
        Writing::DottedCapitals => capitals && source.contains('.'),
    }
}

/// Returns whether a text is three or more letters with dots between them, as in `H.s.c`, which no words look like.
fn has_dotted_letters(source: &str) -> bool {
    let mut letters = source.trim_end_matches('.').split('.');
    letters.clone().count() >= 3 && letters.all(|letter| letter.chars().count() == 1)
}

fn is_excluded(folded: &Folded, words: &[Token], at: usize) -> bool {
    let word = |at: Option<usize>| {
        at.and_then(|at| words.get(at))
            .and_then(|word| folded.text.get(word.start..word.end))
            .unwrap_or("")
    };
    let lists = DegreeWords::get();
    lists.excluded_before.contains(word(at.checked_sub(1)))
        || lists.excluded_after.contains(word(Some(at + 1)))
}

/// Returns the last word of a degree whose match ends at a word.
///
/// `of` includes the words that follow it. Other connectives are dropped.
fn last_word<'a>(
    text: &str,
    folded: &Folded,
    words: &'a [Token],
    last: usize,
) -> Option<&'a Token> {
    let word = |at: usize| {
        words
            .get(at)
            .and_then(|word| folded.text.get(word.start..word.end))
    };
    match word(last)? {
        "of" => {
            let mut end = last;
            while end < last + MAX_OF_WORDS
                && is_adjacent_to_next(text, folded, words, end)
                && !word(end + 1).is_some_and(ends_name)
            {
                end += 1;
            }
            words.get(end)
        }
        connective if DegreeWords::get().connectives.contains(connective) => {
            words.get(last.checked_sub(1)?)
        }
        _ => words.get(last),
    }
}

fn ends_name(word: &str) -> bool {
    DegreeWords::get().after_name.contains(word) || word.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether only a space separates a word from the next.
fn is_adjacent_to_next(text: &str, folded: &Folded, words: &[Token], at: usize) -> bool {
    let (Some(word), Some(next)) = (words.get(at), words.get(at + 1)) else {
        return false;
    };
    let from = folded.source_span(word.start..word.end).end;
    let to = folded.source_span(next.start..next.end).start;
    text.get(from..to).is_some_and(|between| between == " ")
}
