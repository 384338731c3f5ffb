//! The lines near dates, their pieces, and what is known about each before anything is decided.

use std::ops::Range;

use hashbrown::HashMap;
use shortlist_domain::SectionKind;

use super::super::page::Page;
use super::super::sections::LineKind;
use super::dates::{Dated, Found};
use super::entries::Entries;
use super::facts::{LineFacts, PieceFacts, label_before, line_facts, piece_facts};
use super::phrase::PhraseModel;
use super::pieces::{Piece, continued, pieces};

/// How many lines above and below a date may name its title and employer.
pub(super) const WINDOW: usize = 5;
/// The maximum number of dates. With more, the rules alone read the document, so that its time is bounded.
const MAX_DATES: usize = 300;
/// The maximum number of pieces, for the same reason.
const MAX_PIECES_OF_RESUME: usize = 12_000;

/// The part of a resume that this reader looks at.
pub(super) struct Lines<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) kinds: &'a [LineKind],
    pub(super) dates: Vec<Dated>,
    pub(super) dates_of_line: HashMap<usize, Vec<usize>>,
    pub(super) facts: HashMap<usize, LineFacts>,
    pub(super) pieces: Vec<(Piece<'a>, PieceFacts)>,
    /// The pieces of each line.
    pub(super) of_line: HashMap<usize, Range<usize>>,
    /// Whether the resume has a section of work experience.
    pub(super) has_experience: bool,
}

impl<'a> Lines<'a> {
    /// Looks at the lines near the dates of a resume. Returns `None` if it has no date, or too many.
    pub(super) fn of(
        page: &'a Page<'a>,
        kinds: &'a [LineKind],
        ruled: &Entries,
        model: &PhraseModel,
    ) -> Option<Self> {
        let all = Found::of(page);
        (1..=MAX_DATES).contains(&all.count()).then_some(())?;
        let dates = all.dates(page, ruled);
        let mut dates_of_line: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, date) in dates.iter().enumerate() {
            dates_of_line.entry(date.line).or_default().push(index);
        }
        let mut lines = Self {
            page,
            kinds,
            dates,
            dates_of_line,
            facts: HashMap::new(),
            pieces: Vec::new(),
            of_line: HashMap::new(),
            has_experience: kinds
                .iter()
                .any(|kind| kind.kind == SectionKind::Experience),
        };
        lines.cut(&all.spans());
        (lines.pieces.len() <= MAX_PIECES_OF_RESUME).then_some(())?;
        lines.judge(model);
        Some(lines)
    }

    /// Returns the lines that are near a date.
    fn near_dates(&self) -> Vec<usize> {
        let around = |date: &Dated| date.line.saturating_sub(WINDOW)..date.line + WINDOW + 1;
        let mut near: Vec<usize> = self.dates.iter().flat_map(around).collect();
        near.sort_unstable();
        near.dedup();
        near.retain(|line| *line < self.page.lines.len());
        near
    }

    /// Cuts the lines near dates into pieces.
    fn cut(&mut self, spans: &[Range<usize>]) {
        for line in self.near_dates() {
            let Some(place) = self.page.lines.get(line) else {
                continue;
            };
            let first = spans.partition_point(|span| span.end <= place.span.start);
            let rest = spans.get(first..).unwrap_or_default();
            let count = rest.partition_point(|span| span.start < place.span.end);
            let own = rest.get(..count).unwrap_or_default();
            let found = pieces(self.page, line, own);
            let joined = self.joined(line, &found);
            // A joined piece belongs to its first line, whose pieces are the last ones so far.
            let above = line.checked_sub(1);
            if let Some(range) = above.and_then(|above| self.of_line.get_mut(&above)) {
                range.end += joined.len();
            }
            self.add(joined);
            let start = self.pieces.len();
            self.add(found);
            self.of_line.insert(line, start..self.pieces.len());
        }
    }

    fn add(&mut self, pieces: Vec<Piece<'a>>) {
        let pieces = pieces.into_iter();
        self.pieces
            .extend(pieces.map(|piece| (piece, PieceFacts::default())));
    }

    /// Returns the pieces that the last piece of the line above and the first of a line form together.
    fn joined(&self, line: usize, found: &[Piece<'a>]) -> Vec<Piece<'a>> {
        let above = line
            .checked_sub(1)
            .and_then(|above| self.of_line.get(&above));
        let above = above.and_then(|range| self.pieces.get(range.clone()));
        let above = above.unwrap_or_default().iter().map(|(piece, _)| piece);
        let last = above.filter(|piece| piece.joined == 0);
        let pairs = last.flat_map(|first| {
            let seconds = found.iter().filter(|second| second.joined <= 1);
            seconds.filter_map(move |second| continued(self.page, first, second))
        });
        pairs.collect()
    }

    /// Finds out what is known about the lines and pieces. A text that occurs again is looked at once.
    fn judge(&mut self, model: &PhraseModel) {
        let near = self.near_dates();
        let mut repeated: HashMap<String, i32> = HashMap::new();
        for (piece, _) in &self.pieces {
            *repeated.entry(piece.text.to_lowercase()).or_insert(0) += 1;
        }
        let mut known: HashMap<&str, PieceFacts> = HashMap::new();
        for (piece, facts) in &mut self.pieces {
            let piece: &Piece<'_> = piece;
            let text = piece.text.as_ref();
            let look = || piece_facts(self.page, text, model);
            *facts = PieceFacts {
                label: label_before(self.page, piece),
                repeated: (repeated.get(&text.to_lowercase()).copied()).unwrap_or(1),
                ..*known.entry(text).or_insert_with(look)
            };
        }
        for line in near {
            let known = |text: &str| known.get(text).copied();
            let facts = line_facts(self.page, line, known, model);
            self.facts.insert(line, facts);
        }
    }

    /// Returns the section of a line.
    pub(super) fn kind(&self, line: usize) -> SectionKind {
        self.kinds
            .get(line)
            .map_or(SectionKind::Other, |kind| kind.kind)
    }

    /// Returns whether two lines are of one section.
    pub(super) fn are_in_one_section(&self, first: usize, second: usize) -> bool {
        let section = |line: usize| self.kinds.get(line).map(|kind| kind.section);
        section(first) == section(second)
    }

    /// Returns the indexes of the pieces near a date.
    pub(super) fn near(&self, date: &Dated) -> Vec<usize> {
        let lines = date.line.saturating_sub(WINDOW)..=date.line + WINDOW;
        let ranges = lines.filter_map(|line| self.of_line.get(&line).cloned());
        ranges.flatten().collect()
    }
}
