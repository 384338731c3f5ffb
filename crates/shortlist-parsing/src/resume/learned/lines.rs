//! The lines near dates, their pieces, and what is known about each before anything is decided.

use std::ops::Range;

use hashbrown::HashMap;
use shortlist_domain::{EducationEntry, Position, SectionKind};

use super::super::clauses::is_employment;
use super::super::dates::{DateRange, DatedText};
use super::super::education::{names_school, real_degree};
use super::super::fillers::{is_filler, is_heading, is_task};
use super::super::labels::{Field, field_of, labelled};
use super::super::page::{Page, is_all_capitals};
use super::super::phrases::{is_known_employer, is_title, names_organization, words};
use super::super::places::is_place;
use super::super::sections::LineKind;
use super::super::words::PositionWords;
use super::phrase::{PhraseModel, Scores};
use super::pieces::{Piece, continued, pieces};

/// How many lines above and below a date may name its title and employer.
pub(super) const WINDOW: usize = 5;
/// The maximum number of dates. With more, the rules alone read the document, so that its time is bounded.
const MAX_DATES: usize = 300;
/// The maximum number of pieces, for the same reason.
const MAX_PIECES_OF_RESUME: usize = 12_000;
/// The maximum number of dates of one line that may date positions.
const MAX_DATES_IN_LINE: usize = 4;
/// The years in which jobs of living people began.
const YEARS: Range<i32> = 1950..2040;

/// How a date is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// With both ends.
    Range,
    /// With one end: until now, or until a date that cannot be read.
    Open,
    /// Alone.
    Single,
}

impl Written {
    /// Returns its number in rows.
    pub(super) fn number(self) -> i32 {
        match self {
            Self::Range => 0,
            Self::Open => 1,
            Self::Single => 2,
        }
    }
}

/// A date that may be that of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dated {
    pub(super) line: usize,
    pub(super) range: DateRange,
    pub(super) written: Written,
    /// The index of the position that the rules read at this date.
    pub(super) ruled: Option<usize>,
    /// Whether the rules read a degree with this date.
    pub(super) is_of_degree: bool,
    /// The index of the degree or school that the rules read at this date or near it.
    pub(super) studied: Option<usize>,
}

/// What the rules read.
#[derive(Debug, Clone, Copy)]
pub(in crate::resume) struct Ruled<'a> {
    pub(in crate::resume) positions: &'a [Position],
    pub(in crate::resume) education: &'a [EducationEntry],
}

/// What is known about a line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LineFacts {
    pub(super) scores: Scores,
    pub(super) has_degree: bool,
    pub(super) has_school: bool,
    pub(super) is_title: bool,
    pub(super) names_employer: bool,
    pub(super) is_employment: bool,
    pub(super) is_heading: bool,
    pub(super) label: i32,
    pub(super) is_capitals: bool,
    pub(super) ends_in_stop: bool,
    /// How much larger its letters are than those of the body, in tenths of a point.
    pub(super) size: i32,
}

/// What is known about a piece.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PieceFacts {
    pub(super) scores: Scores,
    pub(super) is_title: bool,
    pub(super) names_employer: bool,
    pub(super) is_known_employer: bool,
    pub(super) is_place: bool,
    pub(super) is_school: bool,
    pub(super) has_degree: bool,
    pub(super) has_legal_form: bool,
    pub(super) is_filler: bool,
    pub(super) is_task: bool,
    pub(super) is_skill: bool,
    pub(super) label: i32,
    pub(super) words: i32,
    pub(super) capitals: i32,
    pub(super) title_nouns: i32,
    /// How often the same words are a piece of the text.
    pub(super) repeated: i32,
}

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
        ruled: Ruled<'_>,
        model: &PhraseModel,
    ) -> Option<Self> {
        let all = Found::of(page);
        (1..=MAX_DATES).contains(&all.0.len()).then_some(())?;
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

    /// Finds out what is known about the lines and pieces.
    fn judge(&mut self, model: &PhraseModel) {
        let mut repeated: HashMap<String, i32> = HashMap::new();
        for (piece, _) in &self.pieces {
            *repeated.entry(piece.text.to_lowercase()).or_insert(0) += 1;
        }
        for (piece, facts) in &mut self.pieces {
            *facts = piece_facts(self.page, piece, model);
            facts.repeated = repeated
                .get(&piece.text.to_lowercase())
                .copied()
                .unwrap_or(1);
        }
        for line in self.near_dates() {
            self.facts.insert(line, line_facts(self.page, line, model));
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

/// The dates of a text, in order, and how each is written.
struct Found(Vec<(Written, DateRange)>);

impl Found {
    fn of(page: &Page<'_>) -> Self {
        let dated = DatedText::new(page.text, 0);
        let ranges = dated.ranges();
        let singles = dated.single_dates_outside(&ranges).into_iter();
        let written = |range: &DateRange| match range.end {
            Some(_end) => Written::Range,
            None => Written::Open,
        };
        let ranges = ranges.into_iter().map(|range| (written(&range), range));
        let singles = singles.map(|range| (Written::Single, range));
        let mut found: Vec<(Written, DateRange)> = ranges.chain(singles).collect();
        found.sort_by_key(|(_, range)| range.span.start);
        Self(found)
    }

    /// Returns the places of the dates.
    fn spans(&self) -> Vec<Range<usize>> {
        let spans = self.0.iter().map(|(_, range)| range.span);
        spans.map(|span| span.start..span.end).collect()
    }

    /// Returns the dates that may be those of positions.
    fn dates(&self, page: &Page<'_>, ruled: Ruled<'_>) -> Vec<Dated> {
        let Ruled {
            positions,
            education,
        } = ruled;
        let studies: Vec<(usize, &EducationEntry)> = education
            .iter()
            .map(|entry| (page.line_at(entry.span.start), entry))
            .collect();
        let mut dates: Vec<Dated> = Vec::new();
        for (written, range) in &self.0 {
            let start = range.span.start;
            let line = page.line_at(start);
            let in_line = dates
                .iter()
                .rev()
                .take_while(|date| date.line == line)
                .count();
            if !YEARS.contains(&range.start.year) || in_line >= MAX_DATES_IN_LINE {
                continue;
            }
            let line_start = page.lines.get(line).map_or(0, |line| line.span.start);
            let is_ruled = |position: &Position| {
                let place = line_start..=range.span.end;
                place.contains(&position.span.start)
                    && position.start == Some(range.start)
                    && (position.end == range.end || *written == Written::Single)
            };
            let near = studies.iter().enumerate();
            let near = near.filter(|(_, (at, _))| at.abs_diff(line) <= NEAR_STUDY);
            let studied = near.min_by_key(|(_, (at, entry))| {
                (!is_of_degree(entry, *written, range), at.abs_diff(line))
            });
            dates.push(Dated {
                line,
                range: *range,
                written: *written,
                ruled: positions.iter().position(is_ruled),
                is_of_degree: education.iter().any(|it| is_of_degree(it, *written, range)),
                studied: studied.map(|(index, _)| index),
            });
        }
        dates
    }
}

/// The maximum number of lines between a degree and a date that may be its own.
const NEAR_STUDY: usize = 3;
/// The maximum number of bytes between the text of a degree and its date.
const NEAR_DEGREE: usize = 200;

/// Returns whether a date is the end of a degree near it.
fn is_of_degree(entry: &EducationEntry, written: Written, range: &DateRange) -> bool {
    let end = match written {
        Written::Single => Some(range.start),
        Written::Range | Written::Open => range.end,
    };
    let (text, date) = (entry.span, range.span);
    let is_near = text.start <= date.end + NEAR_DEGREE && date.start <= text.end + NEAR_DEGREE;
    is_near && entry.end.is_some() && entry.end == end
}

fn label(field: Option<Field>) -> i32 {
    match field {
        None => 0,
        Some(Field::Title) => 1,
        Some(Field::Organization) => 2,
        Some(Field::Client) => 3,
        Some(Field::Place) => 4,
        Some(Field::Project) => 5,
        Some(Field::Aside) => 6,
    }
}

fn line_facts(page: &Page<'_>, line: usize, model: &PhraseModel) -> LineFacts {
    let text = page.line(line);
    let near: String = text.chars().take(160).collect();
    let size = page.lines.get(line).map_or(0.0, |line| line.size);
    LineFacts {
        scores: model.scores(&near),
        has_degree: real_degree(&near).is_some(),
        has_school: names_school(&near),
        is_title: is_title(&near),
        names_employer: names_organization(&near),
        is_employment: is_employment(&near),
        is_heading: is_heading(&near),
        label: label(labelled(text).map(|(field, _)| field)),
        is_capitals: is_all_capitals(&near),
        ends_in_stop: text.trim_end().ends_with('.'),
        size: tenths(size - page.body_size),
    }
}

/// Returns a difference of sizes in tenths of a point.
fn tenths(size: f32) -> i32 {
    // Half a step more, so that sizes are rounded.
    let steps = (-200..=200).take_while(|step: &i16| f32::from(*step) / 10.0 < size + 0.05);
    steps.last().map_or(-200, i32::from)
}

fn piece_facts(page: &Page<'_>, piece: &Piece<'_>, model: &PhraseModel) -> PieceFacts {
    let text = piece.text.as_ref();
    let lists = PositionWords::get();
    let folded: Vec<String> = words(text).collect();
    let spoken = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty());
    let spoken: Vec<&str> = spoken.collect();
    let upper = spoken
        .iter()
        .filter(|word| word.starts_with(char::is_uppercase))
        .count();
    let count = |it: usize| i32::try_from(it).unwrap_or(i32::MAX);
    let start = page.lines.get(piece.line).map_or(0, |line| line.span.start);
    let before = page.text.get(start..piece.span.start).unwrap_or_default();
    let before = before
        .rsplit(['\t', '|', ',', ';'])
        .find(|part| !part.trim().is_empty());
    let field = before.and_then(field_of);
    let skills = page.vocabulary.scan(text);
    PieceFacts {
        scores: model.scores(text),
        is_title: is_title(text),
        names_employer: names_organization(text),
        is_known_employer: is_known_employer(text),
        is_place: is_place(text),
        is_school: names_school(text),
        has_degree: real_degree(text).is_some(),
        has_legal_form: folded.iter().any(|word| lists.legal_forms.contains(word)),
        is_filler: is_filler(text),
        is_task: is_task(text),
        is_skill: skills
            .iter()
            .any(|skill| skill.span.start == 0 && skill.span.end == text.len()),
        label: label(field),
        words: count(folded.len()),
        capitals: count(upper * 100)
            .checked_div(count(spoken.len()))
            .unwrap_or(0),
        title_nouns: count(
            folded
                .iter()
                .filter(|word| lists.title_nouns.contains(word))
                .count(),
        ),
        repeated: 1,
    }
}
