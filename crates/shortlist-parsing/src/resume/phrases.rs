//! Splits the lines of an entry into phrases at cells, bars, dashes, commas and small words.

use shortlist_vocabulary::steps;

use super::places::{is_place, split_place};
use super::words::PositionWords;

/// The maximum length of a phrase. A longer one is prose.
pub(super) const MAX_PHRASE_CHARS: usize = 90;
/// Separators of the cells of a line.
const CELLS: [&str; 12] = [
    "\t",
    "|",
    " – ",
    " — ",
    " - ",
    "–\u{a0}",
    "; ",
    "•",
    " · ",
    " / ",
    "(",
    ")",
];
/// The likely nature of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nature {
    /// A job title.
    Title,
    /// An employer, recognized by the word before it or by a word in it.
    Organization,
    /// A country, a state, or a town with either.
    Place,
    /// Nothing certain.
    Unknown,
}

/// A phrase of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase<'a> {
    pub(super) text: &'a str,
    pub(super) nature: Nature,
}

/// Returns the phrases of a line, in order.
pub(super) fn phrases(line: &str) -> Vec<Phrase<'_>> {
    let mut cells = vec![line];
    for separator in CELLS {
        cells = cells
            .into_iter()
            .flat_map(|part| part.split(separator))
            .collect();
    }
    let mut found = Vec::new();
    for cell in cells {
        let cell = cell.trim_matches(is_margin);
        match split_place(cell) {
            Some((before, place)) => {
                of_cell(before, &mut found);
                push(place, Nature::Place, &mut found);
            }
            None => of_cell(cell, &mut found),
        }
    }
    found
}

fn of_cell<'a>(cell: &'a str, found: &mut Vec<Phrase<'a>>) {
    let opening = without_openers(cell);
    let lists = PositionWords::get();
    let in_sentences = lists.before_title.iter().chain(lists.in_sentences.iter());
    let in_sentences = in_sentences.filter(|_| opening.sentence);
    let marks = lists.before_organization.iter().chain(in_sentences);
    let mut marks = Marks::new(opening.rest, marks);
    let (mut rest, mut employed) = (opening.rest, opening.employed);
    loop {
        let from = opening.rest.len() - rest.len();
        let next = marks.next_from(from);
        let Some((part, after, mark)) = next.and_then(|(at, mark)| {
            let at = at - from;
            Some((rest.get(..at)?, rest.get(at + mark.len()..)?, mark))
        }) else {
            return of_part(rest, employed, found);
        };
        of_part(part, employed, found);
        rest = match after.split_once(' ') {
            Some((article, rest)) if lists.articles.contains(article) => rest,
            _ => after,
        };
        employed = !lists.before_title.iter().any(|word| word == mark);
    }
}

/// The next position of each mark in a text. A mark is searched again only after its last position, so the total cost
/// is one pass per mark.
struct Marks<'a> {
    text: &'a str,
    next: Vec<(&'static str, Option<usize>)>,
}

impl<'a> Marks<'a> {
    fn new(text: &'a str, marks: impl Iterator<Item = &'static str>) -> Self {
        let next = marks.map(|mark| (mark, find_from(text, 0, mark)));
        Self {
            text,
            next: next.collect(),
        }
    }

    /// Returns the first mark at or after a position.
    fn next_from(&mut self, from: usize) -> Option<(usize, &'static str)> {
        for (mark, next) in &mut self.next {
            if next.is_some_and(|at| at < from) {
                *next = find_from(self.text, from, mark);
            }
        }
        let known = self.next.iter();
        known.filter_map(|(mark, at)| Some(((*at)?, *mark))).min()
    }
}

fn find_from(text: &str, from: usize, mark: &str) -> Option<usize> {
    let rest = text.get(from..)?;
    let at = rest.find(mark);
    steps::count(at.unwrap_or(rest.len()));
    Some(from + at?)
}

/// Splits a part at commas and classifies the pieces. Only the first piece can be the employer after a word such as `at`.
fn of_part<'a>(part: &'a str, employed: bool, found: &mut Vec<Phrase<'a>>) {
    let mut first = true;
    for piece in part.split([',', '،', '，', '、']) {
        // The lists do not know this label, but the text after it counts.
        let piece = piece.rsplit([':', '：']).next().unwrap_or(piece);
        let piece = without_date_words(piece.trim_matches(is_margin));
        let nature = if is_place(piece) {
            Nature::Place
        } else if employed && first {
            Nature::Organization
        } else if is_title(piece) {
            Nature::Title
        } else if names_organization(piece) {
            Nature::Organization
        } else {
            Nature::Unknown
        };
        push(piece, nature, found);
        first = false;
    }
}

fn push<'a>(text: &'a str, nature: Nature, found: &mut Vec<Phrase<'a>>) {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters >= 2 && text.len() <= MAX_PHRASE_CHARS {
        found.push(Phrase { text, nature });
    }
}

/// A cell after words such as `Currently working as the`.
struct Opening<'a> {
    rest: &'a str,
    /// Whether it is such a sentence.
    sentence: bool,
    /// Whether an employer follows.
    employed: bool,
}

fn without_openers(cell: &str) -> Opening<'_> {
    let lists = PositionWords::get();
    let mut rest = cell;
    let mut sentence = false;
    while let Some((word, after)) = rest.split_once(' ') {
        let folded = word.to_lowercase();
        sentence |= lists.verbs.contains(&folded);
        let employed = sentence && lists.after_verbs.contains(&folded);
        if !employed && !lists.opening_words.contains(&folded) {
            break;
        }
        rest = after;
        if employed {
            return Opening {
                rest,
                sentence,
                employed,
            };
        }
    }
    Opening {
        rest: if sentence { rest } else { cell },
        sentence,
        employed: false,
    }
}

fn without_date_words(phrase: &str) -> &str {
    match phrase.rsplit_once(' ') {
        Some((before, last)) if is_before_date(last) => before.trim_matches(is_margin),
        _ => phrase,
    }
}

fn is_before_date(word: &str) -> bool {
    let lists = PositionWords::get();
    lists.before_date.contains(&word.to_lowercase())
}

fn is_margin(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ':' | '-' | '–' | '—' | '(' | ')' | '|' | '.' | ';' | '•' | '，' | '：' | '،'
        )
}

fn words(phrase: &str) -> impl Iterator<Item = String> {
    phrase
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty())
}

/// Returns whether a phrase is a job title, by one of its words or by the end of a long word (`Bauleiter`, `软件工程师`).
pub(super) fn is_title(phrase: &str) -> bool {
    let lists = PositionWords::get();
    let words: Vec<String> = words(phrase).collect();
    let organization = words
        .last()
        .is_some_and(|word| lists.organization_words.contains(word));
    let has_ending = |word: &str| {
        let mut endings = lists.title_endings.iter();
        endings.any(|ending| word.ends_with(ending))
    };
    let is_noun = |word: &String| lists.title_nouns.contains(word);
    let ends_in_noun = words.last().is_some_and(is_noun);
    let mut words = words.iter();
    let mut has_title_word =
        || words.any(|word| lists.title_words.contains(word) || has_ending(word));
    !organization && (ends_in_noun || has_title_word())
}

/// Returns whether a phrase contains a word that is typical of employer names.
pub(super) fn names_organization(phrase: &str) -> bool {
    let lists = PositionWords::get();
    words(phrase).any(|word| {
        let mut endings = lists.organization_endings.iter();
        lists.organization_words.contains(&word) || endings.any(|ending| word.ends_with(ending))
    })
}
