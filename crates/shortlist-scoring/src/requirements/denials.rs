//! The parts of a sentence that say that something is not required.
//!
//! "Python is required, but SAP is not required" asks for Python only. If another sentence asks for SAP, that sentence counts,
//! because a denial takes back nothing that the posting says elsewhere.

use shortlist_domain::{Importance, Span};

use super::job_sentences::JobSentence;
use super::words::RequirementWords;
use crate::words::Word;

/// Words that begin a clause with the opposite statement.
const BUT: [&str; 16] = [
    "but",
    "while",
    "although",
    "whereas",
    "however",
    "though",
    "aber",
    "sondern",
    "obwohl",
    "während",
    "jedoch",
    "mais",
    "cependant",
    "pero",
    "sino",
    "aunque",
];
/// The same in two words, of which each alone has other meanings.
const BUT_IN_TWO_WORDS: [[&str; 2]; 6] = [
    ["bien", "que"],
    ["alors", "que"],
    ["tandis", "que"],
    ["si", "bien"],
    ["mientras", "que"],
    ["sin", "embargo"],
];

/// Returns the clauses of a sentence that say that something is not required, in their order. What is nice to have is not denied.
pub(super) fn denied_clauses(sentence: &JobSentence<'_>) -> Vec<Span> {
    match sentence.importance {
        Some(Importance::Preferred) => Vec::new(),
        _ => clauses_with_denial(sentence),
    }
}

/// Returns the clauses of a sentence that contain a denial, in their order.
pub(super) fn clauses_with_denial(sentence: &JobSentence<'_>) -> Vec<Span> {
    let denials = &RequirementWords::get().not_required_cues;
    if !denials.is_in(&sentence.words) {
        return Vec::new();
    }
    let clauses = clauses(sentence);
    let is_denied = |at: usize| {
        let clause = clauses.get(at).copied().unwrap_or_default();
        let next = clauses.get(at + 1).copied().unwrap_or_default();
        denials.is_in(clause) || is_only_denial(next)
    };
    let denied = clauses.iter().enumerate().filter(|(at, _)| is_denied(*at));
    denied
        .filter_map(|(_, words)| Some(Span::new(words.first()?.span.start, words.last()?.span.end)))
        .collect()
}

/// Returns whether a clause has no subject, so that it denies what the clause before it names: "welcome but not needed".
fn is_only_denial(clause: &[Word]) -> bool {
    let rest = clause.get(length_of_but(clause)..).unwrap_or_default();
    let denial = RequirementWords::get().not_required_cues.first_in(rest);
    denial.is_some_and(|denial| denial == (0..rest.len()))
}

/// Returns how many of the first words begin a clause with the opposite statement.
fn length_of_but(words: &[Word]) -> usize {
    match words {
        [one, two, ..] if BUT_IN_TWO_WORDS.contains(&[one.lower.as_str(), two.lower.as_str()]) => 2,
        [one, ..] if BUT.contains(&one.lower.as_str()) => 1,
        _ => 0,
    }
}

/// Splits a sentence at semicolons and words such as "but", and at commas after a requirement: "Python is required, SAP is not required".
fn clauses<'a>(sentence: &'a JobSentence<'_>) -> Vec<&'a [Word]> {
    let required = &RequirementWords::get().required;
    let words = sentence.words.as_slice();
    let (mut found, mut start) = (Vec::new(), 0);
    for (at, pair) in words.windows(2).enumerate() {
        let [one, next] = pair else { continue };
        let marks = sentence
            .text
            .get(one.span.end..next.span.start)
            .unwrap_or("");
        let before = words.get(start..=at).unwrap_or_default();
        let ends = marks.contains(';')
            || length_of_but(words.get(at + 1..).unwrap_or_default()) > 0
            || marks.contains(',') && required.is_in(before);
        if ends {
            found.push(before);
            start = at + 1;
        }
    }
    found.extend(words.get(start..).filter(|rest| !rest.is_empty()));
    found
}

/// Returns the words of a sentence without the clauses that say that something is not required.
pub(super) fn asked_words(sentence: &JobSentence<'_>) -> Vec<Word> {
    without(&sentence.words, &denied_clauses(sentence))
}

/// Returns words without those in some clauses.
pub(super) fn without(words: &[Word], clauses: &[Span]) -> Vec<Word> {
    let kept = words.iter().filter(|word| !is_denied(clauses, word.span));
    kept.cloned().collect()
}

/// Returns a text without some of its clauses.
pub(super) fn text_without(text: &str, clauses: &[Span]) -> String {
    let (mut kept, mut from) = (String::new(), 0);
    for clause in clauses {
        kept.push_str(text.get(from..clause.start).unwrap_or(""));
        from = clause.end;
    }
    kept.push_str(text.get(from..).unwrap_or(""));
    kept
}

/// Returns whether one of these clauses contains a place.
pub(super) fn is_denied(clauses: &[Span], place: Span) -> bool {
    let next = clauses.partition_point(|clause| clause.start <= place.start);
    let clause = next.checked_sub(1).and_then(|before| clauses.get(before));
    clause.is_some_and(|clause| place.start < clause.end)
}
