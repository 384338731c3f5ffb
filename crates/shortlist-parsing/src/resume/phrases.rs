//! The phrases of an entry's lines: what is parted by cells, bars, dashes, commas and small words.

use shortlist_vocabulary::steps;

use super::places::{is_place, split_place};
use super::words::{ORGANIZATION_ENDINGS, ORGANIZATION_WORDS, TITLE_ENDINGS, TITLE_WORDS, holds};

/// A longer phrase is prose.
pub(super) const MAX_PHRASE_CHARS: usize = 90;
/// What parts the cells of a line.
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
/// Words that an employer follows.
const BEFORE_ORGANIZATION: [&str; 8] = [
    " at ",
    " @ ",
    " bei ",
    " chez ",
    " presso ",
    " bij ",
    " w firmie ",
    " для ",
];
/// Words that part the sentence `worked as … with … in …`.
const IN_SENTENCES: [&str; 6] = [
    TITLE_FOLLOWS,
    " with ",
    " for ",
    " in ",
    " from ",
    " since ",
];
/// What a title follows in such a sentence.
const TITLE_FOLLOWS: &str = " as ";
/// Words that open such a sentence and say nothing else.
const OPENERS: [&str; 22] = [
    "i",
    "am",
    "was",
    "have",
    "been",
    "currently",
    "presently",
    "now",
    "working",
    "worked",
    "work",
    "works",
    "employed",
    "serving",
    "served",
    "joined",
    "as",
    "a",
    "an",
    "the",
    "my",
    "is",
];
/// Verbs that make a line such a sentence.
const VERBS: [&str; 7] = [
    "working", "worked", "works", "employed", "serving", "served", "joined",
];
/// Words that lead to a date and stay behind without it.
const BEFORE_DATE: [&str; 10] = [
    "from", "since", "during", "between", "duration", "von", "de", "du", "desde", "dal",
];

/// What a phrase is likely to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nature {
    /// A job's title.
    Title,
    /// An employer, by what stands before it or by a word in it.
    Organization,
    /// A country, a state, or a town with either.
    Place,
    /// None of these for certain.
    Unknown,
}

/// A phrase of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase<'a> {
    pub(super) text: &'a str,
    pub(super) nature: Nature,
}

/// A line's phrases, in order.
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
    let marks = BEFORE_ORGANIZATION
        .into_iter()
        .chain(IN_SENTENCES.into_iter().filter(|_| opening.sentence));
    let mut marks = Marks::new(opening.rest, marks);
    let (mut rest, mut employed) = (opening.rest, opening.employed);
    loop {
        let from = opening.rest.len() - rest.len();
        let next = marks.next_from(from);
        let Some((part, behind, mark)) = next.and_then(|(at, mark)| {
            let at = at - from;
            Some((rest.get(..at)?, rest.get(at + mark.len()..)?, mark))
        }) else {
            return of_part(rest, employed, found);
        };
        of_part(part, employed, found);
        rest = ["the ", "a ", "an "]
            .iter()
            .find_map(|article| behind.strip_prefix(article))
            .unwrap_or(behind);
        employed = mark != TITLE_FOLLOWS;
    }
}

/// Where marks stand next in a text. Each is looked for again only behind its last place, so that all of them cost one pass.
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

    /// The first mark at or behind a place.
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

/// The parts between commas; an employer's name may hold one only before `Inc.` and its like.
fn of_part<'a>(part: &'a str, employed: bool, found: &mut Vec<Phrase<'a>>) {
    let mut first = true;
    for piece in part.split([',', '،', '，', '、']) {
        // A label that the lists do not know: what follows it is told.
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

/// A cell behind words like `Currently working as the`.
struct Opening<'a> {
    rest: &'a str,
    /// Whether it is such a sentence.
    sentence: bool,
    /// Whether an employer follows.
    employed: bool,
}

fn without_openers(cell: &str) -> Opening<'_> {
    let mut rest = cell;
    let mut sentence = false;
    while let Some((word, behind)) = rest.split_once(' ') {
        let folded = word.to_lowercase();
        sentence |= VERBS.contains(&folded.as_str());
        let employed = sentence && matches!(folded.as_str(), "with" | "for" | "at" | "in");
        if !employed && !OPENERS.contains(&folded.as_str()) {
            break;
        }
        rest = behind;
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
        Some((before, last)) if BEFORE_DATE.contains(&last.to_lowercase().as_str()) => {
            before.trim_matches(is_margin)
        }
        _ => phrase,
    }
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

/// Whether a phrase names a job: by one of its words, or by the end of a long one (`Bauleiter`, `软件工程师`).
pub(super) fn is_title(phrase: &str) -> bool {
    let words: Vec<String> = words(phrase).collect();
    let organization = words
        .last()
        .is_some_and(|word| holds(ORGANIZATION_WORDS, word));
    !organization
        && words.iter().any(|word| {
            holds(TITLE_WORDS, word)
                || TITLE_ENDINGS
                    .split(' ')
                    .any(|ending| word.ends_with(ending))
        })
}

/// Whether a phrase holds a word that employers' names hold.
pub(super) fn names_organization(phrase: &str) -> bool {
    words(phrase).any(|word| {
        holds(ORGANIZATION_WORDS, &word)
            || ORGANIZATION_ENDINGS
                .iter()
                .any(|ending| word.ends_with(ending))
    })
}
