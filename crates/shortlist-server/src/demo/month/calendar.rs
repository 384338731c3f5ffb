//! Working days, and the times of interviews.

use std::collections::BTreeSet;

use chrono::{Datelike, Days, Duration, NaiveDate, NaiveTime, Weekday};
use shortlist_domain::Timestamp;

/// How far interviews of the same interviewer begin from each other at least, in minutes.
const APART_MINUTES: i64 = 75;

/// The working days around today, and the interviews of the interviewer.
pub(super) struct Calendar {
    today: NaiveDate,
    taken: BTreeSet<Timestamp>,
}

impl Calendar {
    /// Returns the calendar of a day.
    pub(super) fn of(today: NaiveDate) -> Self {
        Self {
            today,
            taken: BTreeSet::new(),
        }
    }

    pub(super) fn today(&self) -> NaiveDate {
        self.today
    }

    /// Returns a minute of the day that is this many working days before today.
    pub(super) fn before(&self, days: u32, minute: u32) -> Timestamp {
        let mut day = self.today;
        for _ in 0..days {
            day = previous(day);
        }
        at_minute(day, minute)
    }

    /// Reserves the first free time at one of these minutes, from a day on, before today.
    pub(super) fn take_past(&mut self, from: NaiveDate, minutes: &[u32]) -> Option<Timestamp> {
        let mut day = from;
        while day < self.today {
            for minute in minutes {
                let at = at_minute(day, *minute);
                if self.take(at) {
                    return Some(at);
                }
            }
            day = next(day);
        }
        None
    }

    /// Reserves a time some working days after today, if it is free. On a weekend, today is the next working day.
    pub(super) fn take_coming(&mut self, days: u32, minute: u32) -> Option<Timestamp> {
        let mut day = self.today;
        if matches!(day.weekday(), Weekday::Sat | Weekday::Sun) {
            day = next(day);
        }
        for _ in 0..days {
            day = next(day);
        }
        let at = at_minute(day, minute);
        self.take(at).then_some(at)
    }

    /// Reserves a time of the interviewer, and returns whether it was free.
    pub(super) fn take(&mut self, at: Timestamp) -> bool {
        let apart = Duration::minutes(APART_MINUTES);
        let near = self.taken.range(at.minus(apart)..at.plus(apart));
        let is_free = near.count() == 0;
        if is_free {
            self.taken.insert(at);
        }
        is_free
    }
}

/// Returns the time some working days after another, and some minutes later on that day.
pub(super) fn later(at: Timestamp, days: u32, minutes: u32) -> Timestamp {
    let mut day = at.date();
    for _ in 0..days {
        day = next(day);
    }
    let time_of_day = at.as_datetime().time() - NaiveTime::MIN;
    at_minute(day, minutes).plus(time_of_day)
}

fn at_minute(day: NaiveDate, minute: u32) -> Timestamp {
    let midnight = Timestamp::new(day.and_time(NaiveTime::MIN).and_utc());
    midnight.plus(Duration::minutes(minute.into()))
}

/// Returns the next working day.
fn next(day: NaiveDate) -> NaiveDate {
    let days = match day.weekday() {
        Weekday::Fri => 3,
        Weekday::Sat => 2,
        _ => 1,
    };
    day.checked_add_days(Days::new(days)).unwrap_or(day)
}

/// Returns the working day before.
fn previous(day: NaiveDate) -> NaiveDate {
    let days = match day.weekday() {
        Weekday::Mon => 3,
        Weekday::Sun => 2,
        _ => 1,
    };
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn monday() -> Calendar {
        Calendar::of(NaiveDate::from_ymd_opt(2026, 11, 30).unwrap())
    }

    #[test]
    fn weekends_are_skipped() {
        let calendar = monday();
        let friday = calendar.before(1, 9 * 60 + 30);
        assert_eq!(friday.to_string(), "2026-11-27T09:30:00.000Z");
        let later = later(friday, 2, 45);
        assert_eq!(later.to_string(), "2026-12-01T10:15:00.000Z");
    }

    #[test]
    fn nobody_has_two_interviews_at_once() {
        let mut calendar = monday();
        let from = calendar.before(1, 0).date();
        let taken: Vec<_> = (0..3)
            .map(|_| calendar.take_past(from, &[540, 600, 660]))
            .collect();
        let times = taken.iter().flatten().map(ToString::to_string);
        let times: Vec<String> = times.collect();
        assert_eq!(
            times,
            ["2026-11-27T09:00:00.000Z", "2026-11-27T11:00:00.000Z"]
        );
        assert!(calendar.take_coming(0, 600).is_some());
        assert_eq!(calendar.take_coming(0, 630), None);
    }

    #[test]
    fn coming_interviews_are_on_working_days() {
        let coming = |day: u32| {
            let mut calendar = Calendar::of(NaiveDate::from_ymd_opt(2026, 11, day).unwrap());
            let times = (0..5).map(|days| calendar.take_coming(days, 600).unwrap());
            times.map(Timestamp::date).collect::<Vec<_>>()
        };
        let monday = coming(30);
        let days = monday.iter().map(ToString::to_string);
        assert_eq!(
            days.collect::<Vec<_>>(),
            [
                "2026-11-30",
                "2026-12-01",
                "2026-12-02",
                "2026-12-03",
                "2026-12-04"
            ]
        );
        for weekend in [28, 29] {
            assert_eq!(coming(weekend), monday, "{weekend}");
        }
        let friday = coming(27);
        assert_eq!(friday.get(1..), monday.get(..4));
    }
}
