//! The dates of a resume, and what the rules read at each.

use std::ops::Range;

use shortlist_domain::{EducationEntry, Position};

use super::super::dates::{DateRange, DatedText};
use super::super::page::Page;
use super::entries::Entries;

/// The maximum number of dates of one line that may date positions.
const MAX_DATES_IN_LINE: usize = 4;
/// The years in which jobs of living people began.
const YEARS: Range<i32> = 1950..2040;
/// The maximum number of lines between a degree and a date that may be its own.
const NEAR_STUDY: usize = 3;
/// The maximum number of bytes between the text of a degree and its date.
const NEAR_DEGREE: usize = 200;

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

/// A date that may be that of a position or of a study.
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

/// The dates of a text, in order, and how each is written.
pub(super) struct Found(Vec<(Written, DateRange)>);

impl Found {
    /// Finds the dates of a page.
    pub(super) fn of(page: &Page<'_>) -> Self {
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

    /// Returns the number of dates.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the places of the dates.
    pub(super) fn spans(&self) -> Vec<Range<usize>> {
        let spans = self.0.iter().map(|(_, range)| range.span);
        spans.map(|span| span.start..span.end).collect()
    }

    /// Returns the dates that may be those of entries.
    pub(super) fn dates(&self, page: &Page<'_>, ruled: &Entries) -> Vec<Dated> {
        let Entries {
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
