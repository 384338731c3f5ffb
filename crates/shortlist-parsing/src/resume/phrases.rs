//! Splits the lines of an entry into phrases at cells, bars, dashes, commas and small words.

mod margins;
mod natures;

use super::clauses::{
    Marks, Opening, employment_at, names_title_after, names_title_before, split_title,
    without_openers,
};
use super::fillers::{begins_within_sentence, is_filler, is_heading, is_task};
use super::legal_forms::{parts_at_brackets, split_employer, split_town};
use super::places::{is_place, split_place};
use super::words::{PositionWords, SpacedWords};
use margins::is_before_date;
pub(super) use margins::{is_margin, trimmed, without_date_words, without_margin};
pub(super) use natures::{is_known_employer, is_title, names_organization};

/// The maximum length of a phrase. A longer one is prose.
pub(super) const MAX_PHRASE_CHARS: usize = 90;
/// The maximum length of a word such as `and` in a name, in bytes.
pub(super) const MAX_SMALL_WORD: usize = 3;
/// Words between a title and an employer that have other meanings elsewhere.
const TITLE_WITH: [&str; 1] = [" with "];
/// The maximum length of a legal form that is a phrase of its own.
pub(super) const MAX_LEGAL_FORM: usize = 5;
/// Separators of the cells of a line.
const CELLS: [&str; 11] = [
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
    " ~ ",
];
/// The mark of each separator. Most lines contain none of them.
const CELL_MARKS: [char; 10] = ['\t', '|', '–', '—', '-', ';', '•', '·', '/', '~'];

/// The likely nature of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nature {
    /// A job title.
    Title,
    /// An employer, recognized by the word before it or by a word in it.
    Organization,
    /// A country, a state, or a town with either.
    Place,
    /// An unknown phrase in brackets, which mostly explains the phrase before it.
    Aside,
    /// Nothing certain.
    Unknown,
}

/// A phrase of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase<'a> {
    pub(super) text: &'a str,
    pub(super) nature: Nature,
    /// Whether the word before it or the legal form after it shows that it is the employer: `at Acme`, `Example Group, Inc.`
    pub(super) employed: bool,
    /// The cell of the line that contains it.
    pub(super) cell: &'a str,
}

/// What the word before a part says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lead {
    Nothing,
    /// A sentence begins with a word such as `working`, so an employer or a trade may follow.
    Sentence,
    /// An employer follows: `at`.
    Employer,
}

/// The cell that is split, and the phrases found so far.
struct Split<'a> {
    cell: &'a str,
    in_brackets: bool,
    found: Vec<Phrase<'a>>,
}

/// Returns the phrases of a line, in order.
pub(super) fn phrases(line: &str) -> Vec<Phrase<'_>> {
    let mut cells = vec![line];
    let may_split = line.contains(CELL_MARKS);
    for separator in CELLS.iter().filter(|_| may_split) {
        cells = cells
            .into_iter()
            .flat_map(|part| part.split(*separator))
            .collect();
    }
    if line.contains(is_kana) {
        cells = cells.into_iter().flat_map(at_wide_spaces).collect();
    }
    let mut split = Split {
        cell: line,
        in_brackets: false,
        found: Vec::new(),
    };
    for cell in cells {
        split.cell = cell;
        for part in parts_at_brackets(cell) {
            split.of_brackets(trimmed(part));
            split.in_brackets = match part.chars().next_back() {
                Some('(' | '（') => true,
                Some(')' | '）') => false,
                _ => split.in_brackets,
            };
        }
    }
    split.found
}

/// Returns whether a character is only in Japanese texts.
fn is_kana(c: char) -> bool {
    ('\u{3041}'..='\u{30ff}').contains(&c)
}

/// Returns the parts of a cell between spaces that no Latin word is next to. Japanese has no spaces between words, only between cells.
fn at_wide_spaces(cell: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, space) in cell.match_indices(' ') {
        let after = at + space.len();
        let before = cell
            .get(start..at)
            .and_then(|part| part.chars().next_back());
        let next = cell.get(after..).and_then(|rest| rest.chars().next());
        let is_wide = |c: Option<char>| c.is_some_and(|c| !c.is_ascii());
        if is_wide(before) && is_wide(next) {
            parts.extend(cell.get(start..at));
            start = after;
        }
    }
    parts.extend(cell.get(start..));
    parts
}

impl<'a> Split<'a> {
    /// Splits the text before or after a bracket.
    fn of_brackets(&mut self, part: &'a str) {
        match split_place(part) {
            Some((before, place)) => {
                self.of_clauses(before);
                self.push(place, Nature::Place);
            }
            None => self.of_clauses(part),
        }
    }

    /// Splits `Acme: working as an engineer` before the verb.
    fn of_clauses(&mut self, part: &'a str) {
        let Some((before, sentence)) = employment_at(part).and_then(|at| part.split_at_checked(at))
        else {
            return self.of_cell(part);
        };
        self.of_cell(trimmed(before));
        self.of_cell(sentence);
    }

    fn of_cell(&mut self, cell: &'a str) {
        let lists = PositionWords::get();
        let mut opening = opening_of(cell);
        let mut lead = if opening.employed {
            Lead::Sentence
        } else {
            Lead::Nothing
        };
        if let Some((first, rest)) = opening.rest.split_once(' ')
            && lists
                .before_organization
                .iter()
                .any(|mark| mark.trim() == first.to_lowercase())
        {
            opening.rest = rest;
            lead = Lead::Employer;
        }
        let joined = names_title_after(opening.rest);
        let before_title = lists.before_title.iter();
        let before_title = before_title.filter(|_| opening.sentence || joined);
        let in_sentences = lists.in_sentences.iter().filter(|_| opening.sentence);
        let with = TITLE_WITH
            .iter()
            .copied()
            .filter(|mark| names_title_before(opening.rest, mark));
        let marks = lists.before_organization.iter().chain(with);
        let marks = marks.chain(before_title).chain(in_sentences);
        let mut marks = Marks::new(opening.rest, marks);
        let mut rest = opening.rest;
        loop {
            let from = opening.rest.len() - rest.len();
            let next = marks.next_from(from);
            let Some((part, after, mark)) = next.and_then(|(at, mark)| {
                let at = at - from;
                Some((rest.get(..at)?, rest.get(at + mark.len()..)?, mark))
            }) else {
                return self.of_part(rest, lead);
            };
            self.of_part(part, lead);
            rest = match after.split_once(' ') {
                Some((article, rest)) if lists.articles.contains(&article.to_lowercase()) => rest,
                _ => after,
            };
            let is_in = |list: &SpacedWords| list.iter().any(|word| word == mark);
            let is_job = opening.sentence || ends_in_job(part);
            lead = if is_in(&lists.before_organization) && is_job {
                Lead::Employer
            } else if is_in(&lists.before_title) {
                Lead::Nothing
            } else {
                Lead::Sentence
            };
        }
    }

    /// Splits a part at commas and classifies the pieces. Only the first piece can be the employer after a word such as `at`.
    fn of_part(&mut self, part: &'a str, lead: Lead) {
        let mut first = true;
        for piece in part.split([',', '،', '，', '、']) {
            // The lists do not know this label, but the text after it counts. A title is not a label.
            let labelled = piece.rsplit_once([':', '：']);
            let labelled = labelled.filter(|(label, _)| !is_title(label));
            let piece = labelled.map_or(piece, |(_, text)| text);
            let piece = without_date_words(trimmed(piece));
            if self.joins_legal_form(piece) {
                continue;
            }
            if let Some((organization, title)) = split_employer(piece) {
                self.push(organization, Nature::Organization);
                self.push(title, Nature::Title);
                first = false;
                continue;
            }
            if let Some((organization, place)) = split_town(piece) {
                self.push(organization, Nature::Organization);
                self.push(place, Nature::Place);
                first = false;
                continue;
            }
            if let Some((title, organization)) = split_title(piece) {
                self.push(title, Nature::Title);
                self.push(organization, Nature::Organization);
                first = false;
                continue;
            }
            let nature = if is_place(piece) {
                Nature::Place
            } else if lead != Lead::Nothing && first {
                Nature::Organization
            } else if is_title(piece) {
                Nature::Title
            } else if names_organization(piece) {
                Nature::Organization
            } else if self.in_brackets {
                Nature::Aside
            } else {
                Nature::Unknown
            };
            self.push(piece, nature);
            if first && lead == Lead::Employer {
                self.mark_employer(piece);
            }
            first = false;
        }
    }

    /// Returns whether a piece is only the legal form of the name before it, as in `Jones & Smith, Inc.`
    fn joins_legal_form(&mut self, piece: &str) -> bool {
        let lists = PositionWords::get();
        let is_form = piece.len() <= MAX_LEGAL_FORM
            && lists.organization_words.contains(&piece.to_lowercase());
        let (cell, in_brackets) = (self.cell, self.in_brackets);
        let before = self
            .found
            .last_mut()
            .filter(|it| std::ptr::eq(it.cell, cell));
        let is_name = |nature| matches!(nature, Nature::Unknown | Nature::Organization);
        let Some(before) = before.filter(|it| is_form && is_name(it.nature)) else {
            return false;
        };
        before.nature = Nature::Organization;
        before.employed |= !in_brackets;
        true
    }

    /// Marks a phrase as the employer, if it was the last one and looks like a name.
    fn mark_employer(&mut self, piece: &str) {
        let is_name = |word: &str| word.starts_with(|c: char| !c.is_lowercase());
        let mut words = piece.split(' ');
        let is_named = words.all(|word| word.len() <= MAX_SMALL_WORD || is_name(word));
        let last = self.found.last_mut();
        if let Some(last) = last.filter(|last| is_named && last.text == piece) {
            last.employed = true;
        }
    }

    fn push(&mut self, text: &'a str, nature: Nature) {
        let text = match nature {
            Nature::Title => without_as(text),
            _ => text,
        };
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let is_unknown = matches!(nature, Nature::Unknown | Nature::Aside);
        let goes_on = begins_within_sentence(text);
        let is_task = nature != Nature::Title && is_task(text);
        let is_filler = is_filler(text) || is_task || is_unknown && (is_heading(text) || goes_on);
        let is_name = letters >= 2 && !is_filler && !is_before_date(text) && !is_duration(text);
        if is_name && text.len() <= MAX_PHRASE_CHARS {
            self.found.push(Phrase {
                text,
                nature,
                employed: false,
                cell: self.cell,
            });
        }
    }
}

/// Returns a cell without the words at its start that say that a job follows.
fn opening_of(cell: &str) -> Opening<'_> {
    let is_named = |rest: &&str| rest.starts_with(char::is_uppercase);
    match cell.strip_prefix("in ").filter(is_named) {
        // `in Acme Ltd as an Engineer` follows a date.
        Some(rest) => Opening {
            rest,
            sentence: true,
            employed: true,
        },
        None => without_openers(cell),
    }
}

/// Returns whether a text ends in a title or a name, so that the employer may follow `at`.
fn ends_in_job(part: &str) -> bool {
    let last = part.rsplit(',').next().unwrap_or(part);
    let is_name = |word: &str| !word.starts_with(char::is_lowercase);
    last.split_whitespace().all(is_name) || is_title(last)
}

/// Returns a title without the words of a sentence before it: `as a Data Analyst`.
fn without_as(title: &str) -> &str {
    let Some((first, rest)) = title.split_once(' ') else {
        return title;
    };
    let articles = &PositionWords::get().articles;
    if !first.eq_ignore_ascii_case("as") {
        return title;
    }
    let article = rest.split_once(' ');
    let article = article.filter(|(article, _)| articles.contains(&article.to_lowercase()));
    article.map_or(rest, |(_, rest)| rest)
}

/// Returns whether a phrase is a length of time: `3 years`, `(1year 2 months)`.
pub(super) fn is_duration(phrase: &str) -> bool {
    let lists = PositionWords::get();
    let mut units = phrase.split(|c: char| !c.is_alphabetic());
    phrase.contains(|c: char| c.is_ascii_digit())
        && units.all(|word| word.is_empty() || lists.durations.contains(&word.to_lowercase()))
}

/// Returns the words of a phrase in lower case.
pub(super) fn words(phrase: &str) -> impl Iterator<Item = String> {
    phrase
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty())
}
