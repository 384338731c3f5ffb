//! Splits a prompt into clauses.

use std::sync::LazyLock;

use super::analysis::AnalyzedClause;
use super::courtesy::is_courtesy;
use super::lexicon::Class;
use super::sentence::read_sentence;
use super::tokens::closing_quote;
use super::words::PromptWords;

/// The classes of words that begin a clause after another one.
const BEGINNINGS: [Class; 24] = [
    Class::SKIP,
    Class::ONLY,
    Class::USE,
    Class::MAP,
    Class::TAKE,
    Class::SET,
    Class::FILL,
    Class::TREAT,
    Class::REPLACE,
    Class::EXTRACT,
    Class::COMBINE,
    Class::BUILD,
    Class::PREFIX,
    Class::PUT,
    Class::ADD,
    Class::CREATE,
    Class::NOTPUBLISH,
    Class::PUBLISH,
    Class::PARSE,
    Class::SPLIT,
    Class::DATE,
    Class::COLUMN,
    Class::HEADER,
    Class::SKILLS,
];

/// Words that make a sentence conditional. Such a sentence is one clause.
const CONDITIONS: [Class; 3] = [Class::WHERE, Class::EXCEPT, Class::FORBIDDEN];

/// Splits a prompt at line ends, semicolons and sentence ends, and at a joint that a verb follows.
pub(super) fn split_clauses(prompt: &str) -> Vec<String> {
    sentences(prompt)
        .iter()
        .flat_map(|sentence| at_joints(sentence))
        .map(|clause| tidy(&clause))
        .filter(|clause| clause.chars().any(char::is_alphanumeric))
        .collect()
}

fn tidy(clause: &str) -> String {
    clause
        .trim()
        .trim_start_matches(['-', '*', '•'])
        .trim_end_matches(['.', '!', ',', '?'])
        .trim()
        .to_owned()
}

fn sentences(prompt: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    let mut quotes = Quotes::default();
    let mut before = ' ';
    let mut chars = prompt.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or('\n');
        quotes.pass(before, c, next);
        let ends = match c {
            '\n' | '\r' => {
                quotes = Quotes::default();
                true
            }
            // A mark after a space is an argument: "split skills on ;".
            ';' => !quotes.open() && !before.is_whitespace(),
            '!' => !quotes.open() && next.is_whitespace(),
            // After an abbreviation, the sentence continues in lower case: "Map Dept. to department".
            '.' => !quotes.open() && next.is_whitespace() && !continues_in_lower_case(&chars),
            _ => false,
        };
        if ends {
            sentences.push(String::new());
        } else if let Some(sentence) = sentences.last_mut() {
            sentence.push(c);
        }
        before = c;
    }
    sentences
}

/// Returns whether the next word begins with a lower-case letter.
fn continues_in_lower_case(rest: &std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    rest.clone()
        .find(|c| !c.is_whitespace() || *c == '\n')
        .is_some_and(char::is_lowercase)
}

/// Tracks whether a position is inside quotes.
#[derive(Default)]
struct Quotes {
    closing: Option<char>,
}

impl Quotes {
    fn open(&self) -> bool {
        self.closing.is_some()
    }

    fn pass(&mut self, before: char, c: char, next: char) {
        if self.closing == Some(c) {
            if c != '\'' || !next.is_alphanumeric() {
                self.closing = None;
            }
        } else if self.closing.is_none() {
            self.closing = closing_quote(before, c);
        }
    }
}

fn is_quoted(text: &str, offset: usize) -> bool {
    let mut quotes = Quotes::default();
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if at >= offset {
            break;
        }
        let next = chars.peek().map_or(' ', |(_, next)| *next);
        quotes.pass(before, c, next);
        before = c;
    }
    quotes.open()
}

/// Splits a sentence at each comma or "and" that another clause follows.
fn at_joints(sentence: &str) -> Vec<String> {
    if AnalyzedClause::of(sentence).is_none_or(|clause| clause.starts_with(&CONDITIONS)) {
        return vec![sentence.to_owned()];
    }
    let mut clauses: Vec<String> = Vec::new();
    let mut from = 0;
    for (first_ends, rest_begins) in joints(sentence) {
        let rest = sentence.get(rest_begins..).unwrap_or_default();
        let begins = AnalyzedClause::of(rest).is_some_and(|rest| rest.starts_a_clause(&BEGINNINGS));
        if begins && first_ends > from && !restricts(rest) {
            clauses.push(
                sentence
                    .get(from..first_ends)
                    .unwrap_or_default()
                    .to_owned(),
            );
            from = rest_begins;
        }
    }
    clauses.push(sentence.get(from..).unwrap_or_default().to_owned());
    if clauses.len() > 1 {
        clauses.retain(|clause| !is_courtesy(clause));
    }
    clauses
}

/// Returns whether a text such as "only the nurse is in Munich" restricts the clause before it. It is not a filter.
fn restricts(text: &str) -> bool {
    AnalyzedClause::of(text).is_some_and(|analyzed| analyzed.starts_a_clause(&[Class::ONLY]))
        && read_sentence(text).is_none()
}

/// The words between clauses with the spaces around them.
static JOINTS: LazyLock<Vec<String>> = LazyLock::new(|| spaced(&PromptWords::get().clause_joints));

/// The words between alternatives with the spaces around them.
static ALTERNATIVES: LazyLock<Vec<String>> =
    LazyLock::new(|| spaced(&PromptWords::get().alternative_joints));

fn spaced(joints: &[&'static str]) -> Vec<String> {
    let spaced = |joint: &&str| match joint.strip_prefix(',') {
        Some(_) => format!("{joint} "),
        None => format!(" {joint} "),
    };
    joints.iter().map(spaced).collect()
}

/// What joins two conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    And,
    Or,
}

/// Returns the joints between conditions: where the text before each ends, where the text after it begins, and its kind.
pub(super) fn condition_joints(text: &str) -> Vec<(usize, usize, Joint)> {
    let of = |words: &[String], joint| {
        let joints = joints_with(text, words).into_iter();
        joints.map(move |(end, begin)| (end, begin, joint))
    };
    let mut all: Vec<_> = of(&ALTERNATIVES, Joint::Or).collect();
    let is_free = |(end, begin, _): &(usize, usize, Joint)| {
        !all.iter().any(|known| *end < known.1 && *begin > known.0)
    };
    let and: Vec<_> = of(&JOINTS, Joint::And).filter(is_free).collect();
    all.extend(and);
    all.sort_unstable_by_key(|joint| joint.0);
    all
}

/// Returns the joints outside quotes, which are commas and words for "and". Each is the end of the text before it and
/// the start of the text after it.
fn joints(text: &str) -> Vec<(usize, usize)> {
    joints_with(text, &JOINTS)
}

fn joints_with(text: &str, words: &[String]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for joint in words {
        for (offset, _) in text.match_indices(joint.as_str()) {
            let overlaps =
                |other: &(usize, usize)| offset < other.1 && offset + joint.len() > other.0;
            if !found.iter().any(overlaps) && !is_quoted(text, offset) {
                found.push((offset, offset + joint.len()));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns every way to split a clause in two at "and" or a comma.
pub(super) fn halves(clause: &str) -> Vec<(&str, &str)> {
    joints(clause)
        .into_iter()
        .filter_map(|(first_ends, rest_begins)| {
            Some((
                clause.get(..first_ends)?.trim(),
                clause.get(rest_begins..)?.trim(),
            ))
        })
        .take(8)
        .collect()
}
