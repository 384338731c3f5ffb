//! Jobs that a person has held, and their dates.

use std::fmt;

use chrono::{Datelike, NaiveDate};

use super::{MIN_ENTRY_CONFIDENCE, Span};
use crate::{InvalidValue, TimeProblem};

/// A year, optionally with a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartialDate {
    /// The year.
    pub year: i32,
    /// The month, 1 to 12, if known.
    pub month: Option<u8>,
}

impl PartialDate {
    /// Parses `YYYY` or `YYYY-MM`, the formats that [`fmt::Display`] writes.
    ///
    /// # Errors
    /// Returns an error if it is neither.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let refused = || InvalidValue::new(field, TimeProblem::NotPartialDate);
        let (year, month) = match value.split_once('-') {
            None => (value, None),
            Some((year, month)) => (year, Some(month)),
        };
        let month = month
            .map(str::parse::<u8>)
            .transpose()
            .map_err(|_error| refused())?;
        match (year.parse(), month) {
            (Ok(year), None | Some(1..=12)) => Ok(Self { year, month }),
            _ => Err(refused()),
        }
    }

    /// Returns the months since the year 0, with the given month in place of an unknown one.
    fn months_or(self, month: u8) -> i32 {
        self.year * 12 + i32::from(self.month.unwrap_or(month)) - 1
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.month {
            Some(month) => write!(f, "{:04}-{month:02}", self.year),
            None => write!(f, "{:04}", self.year),
        }
    }
}

/// A job that the person has held.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Position {
    /// The job's title.
    pub title: Option<String>,
    /// The employer.
    pub organization: Option<String>,
    /// The location.
    pub place: Option<String>,
    /// When it began.
    pub start: Option<PartialDate>,
    /// When it ended; the last month counts in full.
    pub end: Option<PartialDate>,
    /// Whether the person still holds it.
    pub current: bool,
    /// The entry's position in the text, including its description.
    pub span: Span,
    /// How certain title and organization are.
    pub confidence: PositionConfidence,
}

/// How certain the fields of a position are, from 0 to 100. A missing field has 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionConfidence {
    /// Of the title.
    pub title: u8,
    /// Of the organization.
    pub organization: u8,
}

impl Default for PositionConfidence {
    /// Returns full confidence: what nobody measured is not in doubt.
    fn default() -> Self {
        Self {
            title: 100,
            organization: 100,
        }
    }
}

impl PositionConfidence {
    /// Returns how likely it is that title or organization is right.
    pub fn of_either(self) -> u8 {
        let wrong = |confidence: u8| 100 - u16::from(confidence.min(100));
        let both_wrong = wrong(self.title) * wrong(self.organization) / 100;
        100 - u8::try_from(both_wrong).unwrap_or(100)
    }
}

impl Position {
    /// Returns whether title or organization is certain enough to be shown. Otherwise only the text shows the entry.
    pub fn is_certain(&self) -> bool {
        self.confidence.of_either() >= MIN_ENTRY_CONFIDENCE
    }

    /// Returns title and organization, or what there is of them.
    pub fn name(&self) -> String {
        let parts = [&self.title, &self.organization];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        parts.join(", ")
    }

    /// Returns the months that the position covers as a half-open range of months since the year 0; `None` without a start
    /// date.
    ///
    /// A start or end without a month counts as the middle of its year. The duration between two bare years is therefore
    /// their difference. If both are the same year, the whole year counts.
    pub fn months(&self, as_of: NaiveDate) -> Option<(i32, i32)> {
        let start = self.start?;
        let now = as_of.year() * 12 + i32::try_from(as_of.month0()).unwrap_or(0) + 1;
        let end = match self.end {
            _ if self.current => now,
            Some(end) if end.month.is_some() => end.months_or(1) + 1,
            Some(end) if start.month.is_none() && end.year == start.year => end.year * 12 + 12,
            Some(end) => end.months_or(7),
            None => return None,
        };
        let first = match (start.month, self.end) {
            (None, Some(end)) if end.month.is_none() && end.year == start.year => start.year * 12,
            _ => start.months_or(7),
        };
        let end = end.min(now);
        (first < end).then_some((first, end))
    }
}
