//! Splits a description into sentences, each with the importance of what it names.

use shortlist_domain::{Importance, Span};
use shortlist_vocabulary::sentences;

use super::cues::{Heading, is_equal_opportunity_notice, is_offer, named_importance, read_heading};
use crate::words::{Word, words};

/// A sentence of a job's description.
#[derive(Debug, Clone)]
pub(crate) struct JobSentence<'a> {
    pub(crate) text: &'a str,
    pub(crate) words: Vec<Word>,
    /// The importance that the sentence names, or else that of its heading.
    pub(crate) importance: Option<Importance>,
    /// Whether the sentence is a heading.
    pub(crate) heading: bool,
}

/// Returns the sentences of a description that are about the job.
///
/// Sentences about the offer and the company are left out. Equal opportunity notices are also left out, because they name the
/// traits that must not count.
pub(crate) fn read_sentences(description: &str) -> Vec<JobSentence<'_>> {
    let mut under = Heading::Other;
    let mut found = Vec::new();
    for span in sentences(description) {
        let text = description.get(span.start..span.end).unwrap_or("");
        let words = words(text);
        let marked = is_marked(description, span);
        let may_be_heading = marked || text.ends_with(':') || !is_list_item(description, span);
        let heading = may_be_heading
            .then(|| read_heading(text, &words, marked))
            .flatten();
        under = heading.unwrap_or(under);
        if under == Heading::Offer || is_offer(&words) || is_equal_opportunity_notice(&words) {
            continue;
        }
        let inherited = match under {
            Heading::Requirements(importance) => Some(importance),
            Heading::Offer | Heading::Other => None,
        };
        let importance = named_importance(&words).or(inherited);
        found.push(JobSentence {
            text,
            words,
            importance,
            heading: heading.is_some(),
        });
    }
    found
}

/// Returns whether a dash or a bullet begins the line: "- Experience with telemetry".
fn is_list_item(description: &str, span: Span) -> bool {
    let before = description.get(..span.start).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("").trim();
    let text = description.get(span.start..span.end).unwrap_or("");
    line.ends_with(BULLETS) || text.starts_with(BULLETS)
}

/// The marks before the items of a list.
const BULLETS: [char; 7] = ['-', '•', '–', '·', '*', '●', '▪'];

/// Returns whether Markdown marks a line as a heading: `**Duties**` or `## Duties`.
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
