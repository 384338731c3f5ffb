//! A description cut into sentences, each with how much what it names is asked for.

use shortlist_domain::{Importance, Span};
use shortlist_vocabulary::sentences;

use super::cues::{Heading, is_equal_opportunity_notice, is_offer, named_importance, read_heading};
use crate::words::{Word, words};

/// A sentence of a job's description.
#[derive(Debug, Clone)]
pub(crate) struct Said<'a> {
    pub(crate) text: &'a str,
    pub(crate) words: Vec<Word>,
    /// What the sentence says, else what its heading says.
    pub(crate) importance: Option<Importance>,
    /// Whether it heads what follows.
    pub(crate) heading: bool,
}

/// The sentences of a description that tell of the job: not what is offered nor who offers it, and no notice of equal
/// opportunity, which names the very traits that must not count.
pub(crate) fn read_sentences(description: &str) -> Vec<Said<'_>> {
    let mut under = Heading::Plain;
    let mut said = Vec::new();
    for span in sentences(description) {
        let text = description.get(span.start..span.end).unwrap_or("");
        let words = words(text);
        let heading = read_heading(text, &words, is_marked(description, span));
        under = heading.unwrap_or(under);
        if under == Heading::Offered || is_offer(&words) || is_equal_opportunity_notice(&words) {
            continue;
        }
        let inherited = match under {
            Heading::Asked(importance) => Some(importance),
            Heading::Offered | Heading::Plain => None,
        };
        let importance = named_importance(&words).or(inherited);
        said.push(Said {
            text,
            words,
            importance,
            heading: heading.is_some(),
        });
    }
    said
}

/// Whether Markdown marks a line as a heading: `**Duties**` or `## Duties`.
fn is_marked(description: &str, span: Span) -> bool {
    let before = description
        .get(..span.start)
        .unwrap_or("")
        .trim_end_matches(' ');
    let text = description.get(span.start..span.end).unwrap_or("");
    let after = description.get(span.end..).unwrap_or("");
    let bold = (before.ends_with("**") || text.starts_with("**"))
        && (after.starts_with("**") || text.ends_with("**"));
    bold || before.ends_with('#') || text.starts_with('#')
}
