//! Time zones, in which times are shown.

use std::str::FromStr;

use chrono::{Duration, NaiveDateTime, TimeZone as _, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};

use crate::{InvalidValue, TextProblem, TimeProblem, Timestamp};

/// A time zone of the IANA database (<https://www.iana.org/time-zones>).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeZone(Tz);

impl TimeZone {
    /// Coordinated universal time.
    pub const UTC: Self = Self(Tz::UTC);

    /// Returns the zones that are named after places, and UTC.
    pub fn of_places() -> impl Iterator<Item = Self> {
        const AREAS: [&str; 10] = [
            "Africa",
            "America",
            "Antarctica",
            "Arctic",
            "Asia",
            "Atlantic",
            "Australia",
            "Europe",
            "Indian",
            "Pacific",
        ];
        let is_of_place = |zone: &Tz| {
            let area = zone.name().split_once('/').map(|(area, _)| area);
            area.is_some_and(|area| AREAS.contains(&area))
        };
        let places = TZ_VARIANTS.into_iter().filter(is_of_place).map(Self);
        std::iter::once(Self::UTC).chain(places)
    }

    /// Parses a local date such as `2026-03-05` with a local time such as `09:30`. A time that occurs twice, because
    /// clocks are set back, is the first of both.
    ///
    /// # Errors
    /// Returns an error if it is malformed, or if clocks are set forward over this time.
    pub fn parse_local(
        self,
        field: &str,
        date: &str,
        time: &str,
    ) -> Result<Timestamp, InvalidValue> {
        let text = format!("{} {}", date.trim(), time.trim());
        let local = NaiveDateTime::parse_from_str(&text, "%Y-%m-%d %H:%M")
            .map_err(|_malformed| InvalidValue::new(field, TimeProblem::NotLocalTime))?;
        let found = self
            .0
            .from_local_datetime(&local)
            .earliest()
            .ok_or_else(|| {
                let zone = self.name();
                InvalidValue::new(field, TimeProblem::SkippedByClocks(zone))
            })?;
        Timestamp::parse(field, &found.with_timezone(&Utc).to_rfc3339())
    }

    /// Returns when a local day begins. Where clocks are set forward at midnight, it begins an hour later.
    pub fn start_of_day(self, day: chrono::NaiveDate) -> Timestamp {
        let midnight = day.and_time(chrono::NaiveTime::MIN);
        let later = midnight + Duration::hours(1);
        let found = [midnight, later]
            .into_iter()
            .find_map(|local| self.0.from_local_datetime(&local).earliest());
        Timestamp::new(found.map_or_else(|| midnight.and_utc(), |found| found.with_timezone(&Utc)))
    }

    /// Returns the local date.
    pub fn local_date(self, at: Timestamp) -> chrono::NaiveDate {
        at.as_datetime().with_timezone(&self.0).date_naive()
    }

    /// Returns the local time of day, with minutes.
    pub fn local_clock(self, at: Timestamp) -> String {
        at.as_datetime()
            .with_timezone(&self.0)
            .format("%H:%M")
            .to_string()
    }

    /// Parses a name of the database, such as `Europe/Berlin`.
    ///
    /// # Errors
    /// Returns an error if the database has no such name.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        Tz::from_str(name.trim()).map(Self).map_err(|_unknown| {
            let problem = TextProblem::NotTimeZone;
            InvalidValue::new(field, problem)
        })
    }

    /// Returns the zone's name.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns the local date and time, with minutes.
    pub fn local_time(self, at: Timestamp) -> String {
        let local = at.as_datetime().with_timezone(&self.0);
        local.format("%Y-%m-%d %H:%M").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_shown_by_the_rules_of_its_zone() {
        let summer = Timestamp::parse("at", "2026-07-01T08:00:00Z").unwrap();
        let winter = Timestamp::parse("at", "2026-12-01T08:00:00Z").unwrap();
        let berlin = TimeZone::parse("timeZone", " Europe/Berlin ").unwrap();
        assert_eq!(berlin.name(), "Europe/Berlin");
        assert_eq!(berlin.local_time(summer), "2026-07-01 10:00");
        assert_eq!(berlin.local_time(winter), "2026-12-01 09:00");
        let kathmandu = TimeZone::parse("timeZone", "Asia/Kathmandu").unwrap();
        assert_eq!(kathmandu.local_time(winter), "2026-12-01 13:45");
    }

    #[test]
    fn a_local_time_is_read_by_the_rules_of_its_zone() {
        let berlin = TimeZone::parse("timeZone", "Europe/Berlin").unwrap();
        let read = |date, time| berlin.parse_local("dateAndTime", date, time);
        let utc = |date, time| read(date, time).unwrap().to_string();
        assert_eq!(utc("2026-07-01", "09:30"), "2026-07-01T07:30:00.000Z");
        assert_eq!(utc("2026-12-01", " 09:30"), "2026-12-01T08:30:00.000Z");
        assert_eq!(
            utc("2026-10-25", "02:30"),
            "2026-10-25T00:30:00.000Z",
            "the first of both"
        );
        let skipped = read("2026-03-29", "02:30").unwrap_err();
        assert!(
            skipped.to_string().contains("clocks are set forward"),
            "{skipped}"
        );
        for (date, time) in [
            ("", ""),
            ("2026-02-30", "09:00"),
            ("2026-03-05", "25:00"),
            ("5 March", "9"),
        ] {
            assert_eq!(read(date, time).unwrap_err().field, "dateAndTime");
        }
    }

    #[test]
    fn days_begin_at_local_midnight() {
        let berlin = TimeZone::parse("timeZone", "Europe/Berlin").unwrap();
        let day = chrono::NaiveDate::from_ymd_opt(2026, 7, 1).unwrap();
        let start = berlin.start_of_day(day);
        assert_eq!(start.to_string(), "2026-06-30T22:00:00.000Z");
        assert_eq!(berlin.local_date(start), day);
        assert_eq!(berlin.local_clock(start), "00:00");
        assert!(TimeZone::of_places().any(|zone| zone == berlin));
        assert!(!TimeZone::of_places().any(|zone| zone.name().starts_with("Etc/")));
    }

    #[test]
    fn an_unknown_zone_is_refused() {
        for unknown in ["", "Berlin", "Europe/Atlantis", "+01:00", "CEST+1"] {
            let refused = TimeZone::parse("timeZone", unknown).unwrap_err();
            assert_eq!(refused.field, "timeZone", "{unknown}");
        }
    }
}
