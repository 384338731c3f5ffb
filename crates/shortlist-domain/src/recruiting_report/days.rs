//! The days that a report covers.

use chrono::{Days, NaiveDate, NaiveTime};

use crate::{InvalidValue, TimeProblem, Timestamp};

/// The most days of a report.
pub const MAX_REPORT_DAYS: i64 = 3_660;
/// The number of days of a report for which nobody chose any.
const DEFAULT_DAYS: u64 = 30;

/// The days that a report covers, in UTC. Both ends belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportDays {
    first: NaiveDate,
    last: NaiveDate,
}

impl ReportDays {
    /// Parses the days. Without an end, they end today; without a start, there are 30.
    ///
    /// # Errors
    /// Returns an error if one is not a date, if they are in the wrong order, or if there are more than [`MAX_REPORT_DAYS`].
    pub fn parse(
        from: Option<&str>,
        to: Option<&str>,
        today: NaiveDate,
    ) -> Result<Self, InvalidValue> {
        let last = to.map_or(Ok(today), |text| date("to", text))?;
        let earlier = last.checked_sub_days(Days::new(DEFAULT_DAYS - 1));
        let first = match from {
            Some(text) => date("from", text)?,
            None => earlier.unwrap_or(last),
        };
        let days = Self { first, last };
        if first > last {
            return Err(InvalidValue::new("from", TimeProblem::AfterLastDay));
        }
        if days.number() > MAX_REPORT_DAYS {
            let problem = TimeProblem::TooManyDays(MAX_REPORT_DAYS);
            return Err(InvalidValue::new("from", problem));
        }
        Ok(days)
    }

    /// Returns the first day.
    pub fn first(self) -> NaiveDate {
        self.first
    }

    /// Returns the last day.
    pub fn last(self) -> NaiveDate {
        self.last
    }

    /// Returns how many days there are.
    pub fn number(self) -> i64 {
        self.last.signed_duration_since(self.first).num_days() + 1
    }

    /// Returns the first time of these days.
    pub fn start(self) -> Timestamp {
        midnight(self.first)
    }

    /// Returns the first time after these days.
    pub fn end(self) -> Timestamp {
        midnight(self.last.succ_opt().unwrap_or(self.last))
    }
}

fn midnight(day: NaiveDate) -> Timestamp {
    Timestamp::new(day.and_time(NaiveTime::MIN).and_utc())
}

fn date(field: &str, text: &str) -> Result<NaiveDate, InvalidValue> {
    // Databases store years with four digits.
    let known = |day: &NaiveDate| (1970..=9998).contains(&chrono::Datelike::year(day));
    let parsed = NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d").ok();
    parsed
        .filter(known)
        .ok_or_else(|| InvalidValue::new(field, TimeProblem::NotReportDay))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        date("day", text).unwrap()
    }

    #[test]
    fn a_report_covers_thirty_days_unless_others_are_chosen() {
        let today = day("2026-03-31");
        let days = ReportDays::parse(None, None, today).unwrap();
        assert_eq!((days.first(), days.number()), (day("2026-03-02"), 30));
        let days = ReportDays::parse(Some("2026-01-01"), Some("2026-01-01"), today).unwrap();
        assert_eq!(days.number(), 1);
        assert_eq!(days.start().to_string(), "2026-01-01T00:00:00.000Z");
        assert_eq!(days.end().to_string(), "2026-01-02T00:00:00.000Z");
    }

    #[test]
    fn wrong_days_are_refused() {
        let today = day("2026-03-31");
        for (from, to) in [
            (Some("2026-04-01"), None),
            (Some("yesterday"), None),
            (None, Some("2026-02-30")),
            (Some("1970-01-01"), None),
            (Some("1969-12-31"), Some("1970-01-01")),
        ] {
            assert!(
                ReportDays::parse(from, to, today).is_err(),
                "{from:?} {to:?}"
            );
        }
    }
}
