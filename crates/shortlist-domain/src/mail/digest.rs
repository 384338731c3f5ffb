//! The daily digest: a mail on each working day to users who want it, with what waits for them.

use chrono::{Datelike, Days, Duration, NaiveDate, Weekday};

use super::{MailKind, NewMail};
use crate::{TimeZone, Timestamp, UserId};

/// How long after its time a digest is still queued, in hours.
const LAST_DIGEST_HOURS: i64 = 4;
/// The most days from a day to the next working day.
const MAX_DAYS_BETWEEN: u64 = 3;
const LAST_HOUR: u32 = 23;
/// How many days the row of a digest is kept.
const KEPT_DAYS: u64 = 30;
/// The digests of so many days are deleted together, so that days without any leave none behind.
const DAYS_DELETED_TOGETHER: u64 = 7;

/// When digests are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigestTime {
    hour: u32,
    zone: TimeZone,
}

impl Default for DigestTime {
    /// Returns 7 o'clock in UTC.
    fn default() -> Self {
        Self {
            hour: 7,
            zone: TimeZone::UTC,
        }
    }
}

impl DigestTime {
    /// Returns an hour of the local day, from 0 to 23.
    pub fn new(hour: u32, zone: TimeZone) -> Option<Self> {
        (hour <= LAST_HOUR).then_some(Self { hour, zone })
    }

    /// Returns the day whose digests are queued at a time. `None` if it is too early or too late, or no working day.
    pub fn day_at(self, now: Timestamp) -> Option<DigestDay> {
        let day = self.day_of(now);
        let from = self.on(day.date);
        let until = from.plus(Duration::hours(LAST_DIGEST_HOURS));
        let is_time = from <= now && now <= until && is_working_day(day.date);
        is_time.then_some(day)
    }

    /// Returns when the next digests are queued after a time.
    pub fn next_after(self, now: Timestamp) -> Timestamp {
        let date = self.zone.local_date(now);
        let dates =
            (0..=MAX_DAYS_BETWEEN).filter_map(|days| date.checked_add_days(Days::new(days)));
        let mut times = dates
            .filter(|date| is_working_day(*date))
            .map(|date| self.on(date));
        let next = times.find(|at| *at > now);
        next.unwrap_or_else(|| now.plus(Duration::days(1)))
    }

    /// Returns the local day of a time.
    pub fn day_of(self, at: Timestamp) -> DigestDay {
        let date = self.zone.local_date(at);
        let mut earlier =
            (1..=MAX_DAYS_BETWEEN).filter_map(|days| date.checked_sub_days(Days::new(days)));
        DigestDay {
            date,
            since: earlier.find(|date| is_working_day(*date)).unwrap_or(date),
            zone: self.zone,
        }
    }

    /// Returns the time on a day. If clocks are set forward over it, it is that many hours after the day begins.
    fn on(self, date: NaiveDate) -> Timestamp {
        let time = format!("{:02}:00", self.hour);
        let local = self.zone.parse_local("time", &date.to_string(), &time);
        let hours = Duration::hours(self.hour.into());
        local.unwrap_or_else(|_skipped| self.zone.start_of_day(date).plus(hours))
    }
}

fn is_working_day(date: NaiveDate) -> bool {
    !matches!(date.weekday(), Weekday::Sat | Weekday::Sun)
}

/// The day of a digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigestDay {
    /// The day.
    pub date: NaiveDate,
    /// The working day before, from which on candidates are new.
    pub since: NaiveDate,
    zone: TimeZone,
}

impl DigestDay {
    /// Returns when the day begins.
    pub fn begins_at(self) -> Timestamp {
        self.zone.start_of_day(self.date)
    }

    /// Returns when the next day begins.
    pub fn ends_at(self) -> Timestamp {
        let next = self.date.succ_opt().unwrap_or(self.date);
        self.zone.start_of_day(next)
    }

    /// Returns the digest of a user. A user has one for each day.
    pub fn mail_to(self, user: UserId, at: Timestamp) -> NewMail {
        let kind = MailKind::DailyDigest;
        NewMail {
            id: mail_id(&user, self.date),
            kind,
            user_id: Some(user),
            candidate_id: None,
            link_id: None,
            interview: None,
            send_at: at,
        }
    }

    /// Returns the identifiers of a user's digests that are not kept any more on this day.
    pub fn expired_mails(self, user: &UserId) -> Vec<String> {
        let days = KEPT_DAYS + 1..=KEPT_DAYS + DAYS_DELETED_TOGETHER;
        let dates = days.filter_map(|days| self.date.checked_sub_days(Days::new(days)));
        dates.map(|date| mail_id(user, date)).collect()
    }
}

fn mail_id(user: &UserId, date: NaiveDate) -> String {
    format!("{}.{user}.{date}", MailKind::DailyDigest.as_str())
}

/// What waits for a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DigestCounts {
    /// Candidates without a decision who were added to the jobs of the user's hiring teams since the working day before.
    pub new_candidates: u32,
    /// The user's interviews of the day that are to take place.
    pub interviews_today: u32,
    /// The user's interviews of the last two weeks whose report is missing.
    pub reports_due: u32,
}

impl DigestCounts {
    /// Returns whether something waits in the user's interviews.
    pub fn has_interviews(self) -> bool {
        self.interviews_today > 0 || self.reports_due > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse("at", text).unwrap()
    }

    /// Returns 7 o'clock in Berlin.
    fn seven() -> DigestTime {
        DigestTime::new(7, TimeZone::parse("zone", "Europe/Berlin").unwrap()).unwrap()
    }

    #[test]
    fn a_digest_is_for_a_working_day_at_its_hour() {
        let day = |text| {
            let day = seven().day_at(at(text));
            day.map(|day| [day.date, day.since].map(|date| date.to_string()))
        };
        let thursday = ["2026-03-05", "2026-03-04"].map(str::to_owned);
        assert_eq!(day("2026-03-05T05:59:59Z"), None, "too early");
        assert_eq!(day("2026-03-05T06:00:00Z"), Some(thursday.clone()));
        assert_eq!(day("2026-03-05T10:00:00Z"), Some(thursday));
        assert_eq!(day("2026-03-05T10:00:01Z"), None, "too late");
        assert_eq!(day("2026-03-07T06:00:00Z"), None, "a Saturday");
        let monday = ["2026-03-09", "2026-03-06"].map(str::to_owned);
        assert_eq!(day("2026-03-09T06:00:00Z"), Some(monday));
        assert_eq!(DigestTime::new(24, TimeZone::UTC), None);
    }

    #[test]
    fn the_next_digest_is_on_the_next_working_day() {
        for (now, next) in [
            ("2026-03-05T05:00:00Z", "2026-03-05T06:00:00Z"),
            ("2026-03-05T06:00:00Z", "2026-03-06T06:00:00Z"),
            ("2026-03-06T12:00:00Z", "2026-03-09T06:00:00Z"),
            ("2026-03-27T12:00:00Z", "2026-03-30T05:00:00Z"),
        ] {
            assert_eq!(seven().next_after(at(now)), at(next), "{now}");
        }
    }

    #[test]
    fn a_user_has_one_digest_of_a_day() {
        let now = at("2026-03-05T22:30:00Z");
        let day = seven().day_of(now);
        assert_eq!(day.begins_at(), at("2026-03-04T23:00:00Z"));
        assert_eq!(day.ends_at(), at("2026-03-05T23:00:00Z"));
        let mail = day.mail_to(UserId::parse("id", "usr_1").unwrap(), now);
        assert_eq!(mail.id, "daily_digest.usr_1.2026-03-05");
    }
}
