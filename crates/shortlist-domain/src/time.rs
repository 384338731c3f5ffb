//! Points in time, in UTC, with microsecond precision.

use std::fmt;

use chrono::{DateTime, Datelike, Duration, NaiveDate, SecondsFormat, Timelike, Utc};

use crate::{InvalidValue, TimeProblem};

/// A point in time in UTC. It is truncated to microseconds so that every database stores it exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(DateTime<Utc>);

impl Timestamp {
    /// Truncates a time to microseconds.
    pub fn new(at: DateTime<Utc>) -> Self {
        let micros = at.nanosecond() / 1_000 * 1_000;
        Self(at.with_nanosecond(micros).unwrap_or(at))
    }

    /// Returns the time this many milliseconds after 1970-01-01T00:00:00Z, if it can be represented.
    pub fn from_unix_millis(millis: i64) -> Option<Self> {
        DateTime::from_timestamp_millis(millis).map(Self)
    }

    /// Returns the time this many microseconds after 1970-01-01T00:00:00Z, if it can be represented.
    pub fn from_unix_micros(micros: i64) -> Option<Self> {
        DateTime::from_timestamp_micros(micros).map(Self)
    }

    /// Parses an ISO 8601 date-time with an offset. Seconds are optional.
    ///
    /// # Errors
    /// Returns an error if it is not a date-time, has no offset, or falls outside the years 1 to 9999 in UTC. ISO 8601
    /// writes these years with four digits.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let value = value.trim();
        DateTime::parse_from_rfc3339(value)
            .or_else(|_| DateTime::parse_from_str(value, "%Y-%m-%dT%H:%M:%S%.f%#z"))
            .or_else(|_| DateTime::parse_from_str(value, "%Y-%m-%dT%H:%M%#z"))
            .or_else(|_| {
                let spelled = value
                    .strip_suffix(['Z', 'z'])
                    .map(|rest| format!("{rest}+00:00"));
                DateTime::parse_from_str(spelled.as_deref().unwrap_or(value), "%Y-%m-%dT%H:%M%#z")
            })
            .ok()
            .map(|at| at.with_timezone(&Utc))
            .filter(|at| (1..=9999).contains(&at.year()))
            .map(Self::new)
            .ok_or_else(|| InvalidValue::new(field, TimeProblem::NotTimestamp))
    }

    /// Returns whole milliseconds since 1970; 0 for earlier times.
    pub fn unix_millis(self) -> u64 {
        u64::try_from(self.0.timestamp_millis()).unwrap_or(0)
    }

    /// Returns the calendar day in UTC.
    pub fn date(self) -> NaiveDate {
        self.0.date_naive()
    }

    /// Returns the underlying time.
    pub fn as_datetime(self) -> DateTime<Utc> {
        self.0
    }

    /// Returns the time later by the duration, or the same time if the result cannot be represented.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(self.0.checked_add_signed(duration).unwrap_or(self.0))
    }

    /// Returns the time earlier by the duration, or the same time if the result cannot be represented.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(self.0.checked_sub_signed(duration).unwrap_or(self.0))
    }
}

impl fmt::Display for Timestamp {
    /// Writes ISO 8601 in UTC with milliseconds and `Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_offset_is_read_and_written_as_utc_with_milliseconds() {
        for (given, expected) in [
            ("2026-03-05T08:15:00Z", "2026-03-05T08:15:00.000Z"),
            ("2026-03-05T08:15Z", "2026-03-05T08:15:00.000Z"),
            ("2026-03-05T10:15+02:00", "2026-03-05T08:15:00.000Z"),
            (
                "2026-03-05T10:15:00.1234567+0200",
                "2026-03-05T08:15:00.123Z",
            ),
        ] {
            assert_eq!(
                Timestamp::parse("dateAndTime", given).unwrap().to_string(),
                expected
            );
        }
    }

    #[test]
    fn a_time_without_an_offset_is_refused_by_its_field() {
        for bad in [
            "2026-03-05T08:15:00",
            "2026-03-05",
            "tomorrow",
            "",
            "2026-13-05T08:15:00Z",
            "-0044-03-15T08:15:00Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59-12:00",
        ] {
            assert_eq!(
                Timestamp::parse("dateAndTime", bad).unwrap_err().field,
                "dateAndTime"
            );
        }
    }
}
