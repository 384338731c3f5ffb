//! A description cut into sentences, each with how much what it names is asked for.

use shortlist_domain::Importance;
use shortlist_vocabulary::sentences;

use super::cues::{is_equal_opportunity_notice, is_heading, named_importance, without_markup};
use crate::words::{Word, words};

/// A sentence of a job's description.
#[derive(Debug, Clone)]
pub(crate) struct Said<'a> {
    pub(crate) text: &'a str,
    pub(crate) words: Vec<Word>,
    /// What the sentence says, else what its heading says.
    pub(crate) importance: Option<Importance>,
}

/// The sentences of a description, without notices of equal opportunity.
pub(crate) fn read_sentences(description: &str) -> Vec<Said<'_>> {
    let mut under = None;
    let mut said = Vec::new();
    for span in sentences(description) {
        let text = description.get(span.start..span.end).unwrap_or("");
        let words = words(text);
        let named = named_importance(&words);
        if is_equal_opportunity_notice(&words) {
            continue;
        }
        // A list item such as "Rust" looks like a heading, but only one that names an importance or ends in a
        // colon changes what follows.
        if is_heading(text, &words) && (named.is_some() || without_markup(text).ends_with(':')) {
            under = named;
        }
        said.push(Said {
            text,
            words,
            importance: named.or(under),
        });
    }
    said
}
