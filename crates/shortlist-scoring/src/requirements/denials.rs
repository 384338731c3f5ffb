//! The parts of a sentence that say that something is not required.
//!
//! "Python is required, but SAP is not required" asks for Python only. If another sentence asks for SAP, that sentence counts,
//! because a denial takes back nothing that the posting says elsewhere.

use shortlist_domain::{Importance, Span};

use super::job_sentences::JobSentence;
use super::words::RequirementWords;
use crate::words::Word;

/// Words that begin a clause with the opposite statement.
const BUT: [&str; 15] = [
    "but", "while", "although", "whereas", "however", "though", "aber", "sondern", "obwohl",
    "während", "mais", "bien", "pero", "sino", "aunque",
];
/// A denial with no more words has its subject in the clause before it: "welcome but not needed".
const MAX_BARE_WORDS: usize = 3;

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
        let is_bare = |next: &&[Word]| next.len() <= MAX_BARE_WORDS && denials.is_in(next);
        denials.is_in(clause) || clauses.get(at + 1).is_some_and(is_bare)
    };
    let denied = clauses.iter().enumerate().filter(|(at, _)| is_denied(*at));
    denied
        .filter_map(|(_, words)| Some(Span::new(words.first()?.span.start, words.last()?.span.end)))
        .collect()
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
            || BUT.contains(&next.lower.as_str())
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

/// Returns whether one of these clauses contains a place.
pub(super) fn is_denied(clauses: &[Span], place: Span) -> bool {
    let next = clauses.partition_point(|clause| clause.start <= place.start);
    let clause = next.checked_sub(1).and_then(|before| clauses.get(before));
    clause.is_some_and(|clause| place.start < clause.end)
}
