//! The fields of a form about when and where an interview takes place.

use shortlist_domain::{Interview, InvalidValue, NumberProblem, TimeZone, Timestamp};

use crate::form::Fields;

/// The duration of a form that names none, in minutes.
const USUAL_MINUTES: i32 = 60;

/// When and where, as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TimeForm {
    pub(super) date: String,
    pub(super) time: String,
    pub(super) zone: String,
    pub(super) minutes: String,
    pub(super) place: String,
    pub(super) link: String,
}

impl TimeForm {
    pub(super) fn of_fields(fields: &Fields) -> Self {
        let text = |name: &str| fields.get(name).to_owned();
        Self {
            date: text("date"),
            time: text("time"),
            zone: text("zone"),
            minutes: text("minutes"),
            place: text("place"),
            link: text("link"),
        }
    }

    pub(super) fn of_interview(interview: &Interview) -> Self {
        let details = &interview.details;
        let zone = details.time_zone.unwrap_or(TimeZone::UTC);
        Self {
            date: zone.local_date(interview.date_and_time).to_string(),
            time: zone.local_clock(interview.date_and_time),
            zone: zone.name().to_owned(),
            minutes: details.duration.get().to_string(),
            place: details.place.clone().unwrap_or_default(),
            link: details.meeting_link.clone().unwrap_or_default(),
        }
    }

    /// Fills in what an empty form begins with.
    pub(super) fn with_defaults(mut self, now: Timestamp) -> Self {
        if self.zone.is_empty() {
            self.zone = TimeZone::UTC.name().to_owned();
        }
        if self.minutes.is_empty() {
            self.minutes = USUAL_MINUTES.to_string();
        }
        if self.date.is_empty() {
            self.date = now.plus(chrono::Duration::days(1)).date().to_string();
        }
        self
    }

    pub(super) fn time_zone(&self) -> Result<TimeZone, InvalidValue> {
        match self.zone.as_str() {
            "" => Ok(TimeZone::UTC),
            zone => TimeZone::parse("timeZone", zone),
        }
    }

    /// Returns when the interview begins.
    pub(super) fn at(&self) -> Result<Timestamp, InvalidValue> {
        self.time_zone()?
            .parse_local("dateAndTime", &self.date, &self.time)
    }

    /// Returns the duration in minutes.
    pub(super) fn duration(&self) -> Result<i32, InvalidValue> {
        let invalid = |_error| InvalidValue::new("durationMinutes", NumberProblem::NotWholeNumber);
        match self.minutes.as_str() {
            "" => Ok(USUAL_MINUTES),
            minutes => minutes.parse().map_err(invalid),
        }
    }
}

/// Returns the names of the time zones that forms suggest.
pub(super) fn zone_names() -> Vec<&'static str> {
    TimeZone::of_places().map(TimeZone::name).collect()
}
