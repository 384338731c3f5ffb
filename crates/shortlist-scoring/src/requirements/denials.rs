//! The parts of a sentence that say that something is not required.
//!
//! "Python is required, but SAP is not required" asks for Python only. If another sentence asks for SAP, that sentence counts,
//! because a denial takes back nothing that the posting says elsewhere.

use shortlist_domain::{Importance, Span};

use super::job_sentences::JobSentence;
use super::words::RequirementWords;
use crate::words::Word;

/// Words that begin a clause with the opposite statement.
const BUT: [&str; 7] = ["but", "while", "aber", "sondern", "mais", "pero", "sino"];

/// Returns the clauses of a sentence that say that something is not required, in their order.
pub(super) fn denied_clauses(sentence: &JobSentence<'_>) -> Vec<Span> {
    let denials = &RequirementWords::get().not_required_cues;
    if sentence.importance == Some(Importance::Preferred) || !denials.is_in(&sentence.words) {
        return Vec::new();
    }
    let is_together = |one: &Word, next: &Word| {
        let between = sentence.text.get(one.span.end..next.span.start);
        !between.is_some_and(|marks| marks.contains(';')) && !BUT.contains(&next.lower.as_str())
    };
    let clauses = sentence.words.chunk_by(is_together);
    let denied = clauses.filter(|words| denials.is_in(words));
    denied
        .filter_map(|words| Some(Span::new(words.first()?.span.start, words.last()?.span.end)))
        .collect()
}

/// Returns whether one of these clauses contains a place.
pub(super) fn is_denied(clauses: &[Span], place: Span) -> bool {
    let next = clauses.partition_point(|clause| clause.start <= place.start);
    let clause = next.checked_sub(1).and_then(|before| clauses.get(before));
    clause.is_some_and(|clause| place.start < clause.end)
}
