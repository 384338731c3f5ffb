//! The passages of a resume: its sentences and list items, whose words are compared with those of a posting.
//!
//! In a list of skills, each item between commas is a passage of its own, because such a list has no order and no grammar.

use hashbrown::HashSet;
use shortlist_domain::{SectionKind, Span};

use super::Sentence;
use crate::excerpt::ScorableText;
use crate::stemming::{StemId, idf_of};

/// The marks between the items of a list of skills.
pub(super) const ITEM_MARKS: [char; 6] = [',', ';', '|', '•', '·', '\t'];

/// A sentence or list item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passage {
    pub(crate) span: Span,
    /// The sum of the idf of its distinct stems.
    pub(crate) idf: i64,
    /// Whether an earlier passage has the same words, so that this one adds nothing.
    pub(crate) is_repeated: bool,
}

/// Collects the passages while the stems of a resume are read in the order of the text.
#[derive(Debug, Default)]
pub(super) struct PassageReader {
    passages: Vec<Passage>,
    /// The distinct stems of the last passage, and of all passages before.
    open: Vec<usize>,
    known: HashSet<Vec<usize>>,
    /// For each stem, its idf and the number of the passage that contained it last, counted from one.
    stems: Vec<(i64, usize)>,
}

impl PassageReader {
    /// Returns where the passages of a sentence may lie in the text. Some contain no words.
    pub(super) fn spans_of(sentence: &Sentence, text: &ScorableText) -> Vec<Span> {
        let mut start = sentence.span.start;
        let mut spans = Vec::new();
        if sentence.section == SectionKind::Skills {
            for (at, mark) in text.at(sentence.span).match_indices(ITEM_MARKS) {
                let end = sentence.span.start + at;
                spans.push(Span::new(start, end));
                start = end + mark.len();
            }
        }
        spans.push(Span::new(start, sentence.span.end));
        spans
    }

    /// Opens a passage and returns its number.
    pub(super) fn open(&mut self, span: Span) -> usize {
        self.close();
        self.passages.push(Passage {
            span,
            idf: 0,
            is_repeated: false,
        });
        self.passages.len() - 1
    }

    /// Adds a stem to the open passage.
    pub(super) fn add(&mut self, StemId(stem): StemId, written: &str) {
        let number = self.passages.len();
        let Some(passage) = self.passages.last_mut() else {
            return;
        };
        if stem >= self.stems.len() {
            self.stems.resize(stem + 1, (0, 0));
        }
        let Some((idf, last)) = self.stems.get_mut(stem) else {
            return;
        };
        if *last == 0 {
            *idf = idf_of(written);
        }
        if *last != number {
            *last = number;
            passage.idf = passage.idf.saturating_add(*idf);
            self.open.push(stem);
        }
    }

    fn close(&mut self) {
        let stems = std::mem::take(&mut self.open);
        if let Some(passage) = self.passages.last_mut() {
            passage.is_repeated = !self.known.insert(stems);
        }
    }

    /// Returns the passages in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Passage> {
        self.close();
        self.passages
    }
}
