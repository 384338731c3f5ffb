//! The lines of a flattened document, with values that are needed repeatedly.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use shortlist_vocabulary::{Vocabulary, steps};

use crate::{FlatText, Region, TextLine};

/// The text and lines of a document, and the vocabulary to interpret them.
pub(super) struct Page<'a> {
    /// The whole text.
    pub(super) text: &'a str,
    /// The lines of the text.
    pub(super) lines: &'a [TextLine],
    /// The flattened document.
    pub(super) flat: &'a FlatText,
    /// The font size of most characters.
    pub(super) body_size: f32,
    /// The vocabulary that names its skills.
    pub(super) vocabulary: &'a Vocabulary,
}

impl<'a> Page<'a> {
    /// Creates the page of a flattened document.
    pub(super) fn new(flat: &'a FlatText, vocabulary: &'a Vocabulary) -> Self {
        Self {
            text: flat.text.as_str(),
            lines: &flat.lines,
            flat,
            body_size: body_size(&flat.lines),
            vocabulary,
        }
    }

    /// Returns the text of a line.
    pub(super) fn words(&self, line: &TextLine) -> &'a str {
        steps::count(line.span.end - line.span.start);
        self.text
            .get(line.span.start..line.span.end)
            .unwrap_or_default()
    }

    /// Returns the text of the line with an index, or an empty text if the index is past the end.
    pub(super) fn line(&self, number: usize) -> &'a str {
        self.lines.get(number).map_or("", |line| self.words(line))
    }

    /// Returns the index of the line at a place of the text, or of the next one if the place is between two lines.
    pub(super) fn line_at(&self, at: usize) -> usize {
        self.lines.partition_point(|line| line.span.end <= at)
    }

    /// Returns the lines with their indexes and texts.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (usize, &'a TextLine, &'a str)> + '_ {
        self.lines
            .iter()
            .enumerate()
            .map(|(number, line)| (number, line, self.words(line)))
    }
}

/// Sizes that differ by less than this are the same.
const SAME_SIZE: f32 = 0.3;

fn body_size(lines: &[TextLine]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = Vec::new();
    let mut numbers: BTreeMap<SizeKey, usize> = BTreeMap::new();
    for line in lines {
        let chars = line.span.end - line.span.start;
        let near = SizeKey(line.size - SAME_SIZE)..=SizeKey(line.size + SAME_SIZE);
        let known_sizes = numbers
            .range(near)
            .inspect(|_| steps::count(1))
            .filter(|(known, _)| (known.0 - line.size).abs() < SAME_SIZE);
        match known_sizes.map(|(_, number)| *number).min() {
            Some(number) => {
                if let Some((_, count)) = sizes.get_mut(number) {
                    *count += chars;
                }
            }
            None => {
                numbers.insert(SizeKey(line.size), sizes.len());
                sizes.push((line.size, chars));
            }
        }
    }
    sizes
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .map_or(0.0, |(size, _)| size)
}

/// A font size that can be ordered.
#[derive(Debug, Clone, Copy)]
struct SizeKey(f32);

impl Ord for SizeKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for SizeKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SizeKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for SizeKey {}

/// Returns whether a line belongs to the sidebar. All other lines form the second flow of text.
pub(super) fn is_sidebar(region: Region) -> bool {
    matches!(region, Region::Sidebar)
}

/// Returns whether a text has letters, and all letters with case are capitals.
pub(super) fn is_all_capitals(text: &str) -> bool {
    text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
}

/// Returns whether a character can be a bullet at the start of a line.
pub(super) fn is_bullet(c: char) -> bool {
    matches!(
        c,
        '•' | '●'
            | '○'
            | '◦'
            | '▪'
            | '▫'
            | '■'
            | '□'
            | '◆'
            | '◇'
            | '►'
            | '▶'
            | '▸'
            | '➢'
            | '➤'
            | '✓'
            | '✔'
            | '❖'
            | '*'
            | '·'
            | '∙'
            | '–'
            | '—'
            | '-'
            | '‣'
            | '⁃'
            | '★'
            | '☆'
            | '→'
            | '»'
            | '›'
            | '>'
            | '|'
            | '§'
            | '\u{f0b7}'
            | '¢'
            | '~'
    ) || ('\u{e000}'..='\u{f8ff}').contains(&c)
        || ('\u{2700}'..='\u{27bf}').contains(&c)
        || ('\u{25a0}'..='\u{25ff}').contains(&c)
}

/// Returns a text without leading bullets and spaces.
pub(super) fn without_bullet(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || is_bullet(c))
}
