//! The day of interviewers: when they are busy, when all are free, and what conflicts with the chosen time.

use chrono::{Duration, NaiveDate};
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{BusyTime, Period, Principal, TimeZone, Timestamp, User};

use super::time_form::TimeForm;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The width of the drawing of a day.
const WIDTH: i64 = 960;
/// The hours between which free times are suggested.
const WORKING_HOURS: (i64, i64) = (8, 19);
/// The hours that the axis names.
const NAMED_HOURS: [i64; 7] = [0, 4, 8, 12, 16, 20, 24];

/// The day of some interviewers.
pub(super) struct Plan {
    pub(super) day: String,
    pub(super) zone: &'static str,
    pub(super) people: Vec<PersonDay>,
    pub(super) hours: Vec<Hour>,
    /// The times at which all are free for long enough.
    pub(super) free: Vec<FreeTime>,
    pub(super) conflicts: Vec<String>,
    /// The chosen time, if it is complete.
    pub(super) chosen: Option<Block>,
}

/// The day of an interviewer.
pub(super) struct PersonDay {
    pub(super) name: String,
    pub(super) blocks: Vec<Block>,
    /// The busy times in words.
    pub(super) words: String,
}

/// A part of a day in the drawing.
pub(super) struct Block {
    pub(super) x: i64,
    pub(super) width: i64,
}

/// An hour of the axis.
pub(super) struct Hour {
    pub(super) x: i64,
    pub(super) label: String,
    pub(super) anchor: &'static str,
}

/// A time at which all are free.
pub(super) struct FreeTime {
    pub(super) from: String,
    pub(super) until: String,
}

/// A local day.
struct Day {
    date: NaiveDate,
    zone: TimeZone,
    from: Timestamp,
    before: Timestamp,
}

impl Day {
    fn of(form: &TimeForm) -> Option<Self> {
        let zone = form.time_zone().ok()?;
        let date: NaiveDate = form.date.parse().ok()?;
        Some(Self {
            date,
            zone,
            from: zone.start_of_day(date),
            before: zone.start_of_day(date.succ_opt()?),
        })
    }

    /// Returns where a time is in the drawing.
    fn place(&self, at: Timestamp) -> i64 {
        let minutes =
            |from: Timestamp, to: Timestamp| (to.as_datetime() - from.as_datetime()).num_minutes();
        let whole = minutes(self.from, self.before).max(1);
        minutes(self.from, at).clamp(0, whole) * WIDTH / whole
    }

    fn block(&self, from: Timestamp, until: Timestamp) -> Block {
        let x = self.place(from);
        Block {
            x,
            width: (self.place(until) - x).max(2),
        }
    }

    fn words(&self, from: Timestamp, until: Timestamp) -> String {
        let clock = |at: Timestamp| match at {
            at if at < self.from => "before midnight".to_owned(),
            at if at > self.before => "after midnight".to_owned(),
            at => self.zone.local_clock(at),
        };
        format!("{} to {}", clock(from), clock(until))
    }

    /// Returns the hours of the axis.
    fn hours() -> Vec<Hour> {
        let hour = |hour: i64| Hour {
            x: hour * WIDTH / 24,
            label: format!("{hour}:00"),
            anchor: match hour {
                0 => "start",
                24 => "end",
                _ => "middle",
            },
        };
        NAMED_HOURS.map(hour).into()
    }
}

impl Plan {
    /// Loads the day of the interviewers with these identifiers. `own` is the time that an interview to be moved takes,
    /// which is no conflict.
    pub(super) async fn load(
        visit: &Visit,
        form: &TimeForm,
        people: &[User],
        own: Option<(Timestamp, Timestamp)>,
    ) -> Result<Option<Self>, PageError> {
        let Some(day) = Day::of(form).filter(|_| !people.is_empty()) else {
            return Ok(None);
        };
        let ids: Vec<String> = people.iter().map(|user| user.id.to_string()).collect();
        let period = Period {
            from: Some(day.from),
            before: Some(day.before),
        };
        let load = move |app: &App, principal: &Principal| -> Result<Vec<BusyTime>, AppError> {
            app.interviews().busy_times(principal, &ids, period)
        };
        let mut busy = visit.run(Operation::GetBusyTimes, load).await?;
        busy.retain(|busy| Some((busy.from, busy.until)) != own);
        Ok(Some(Self::of(&day, form, people, &busy)))
    }

    fn of(day: &Day, form: &TimeForm, people: &[User], busy: &[BusyTime]) -> Self {
        let minutes = Duration::minutes(i64::from(form.duration().unwrap_or(0)));
        let chosen = form.at().ok().map(|at| (at, at.plus(minutes)));
        let of_person = |user: &User| {
            let times = busy.iter().filter(|busy| busy.interviewer_id == user.id);
            let times: Vec<&BusyTime> = times.collect();
            let words: Vec<String> = times
                .iter()
                .map(|busy| day.words(busy.from, busy.until))
                .collect();
            PersonDay {
                name: user.full_name.clone(),
                blocks: times
                    .iter()
                    .map(|busy| day.block(busy.from, busy.until))
                    .collect(),
                words: if words.is_empty() {
                    "free all day".to_owned()
                } else {
                    format!("busy {}", words.join(", "))
                },
            }
        };
        Self {
            day: day.date.format("%A, %-d %B %Y").to_string(),
            zone: day.zone.name(),
            people: people.iter().map(of_person).collect(),
            hours: Day::hours(),
            free: free_times(day, busy, minutes),
            conflicts: chosen.map_or(Vec::new(), |(from, until)| {
                conflicts(day, from, until, people, busy)
            }),
            chosen: chosen.map(|(from, until)| day.block(from, until)),
        }
    }
}

/// Returns the times within working hours at which nobody is busy, if they are long enough.
fn free_times(day: &Day, busy: &[BusyTime], needed: Duration) -> Vec<FreeTime> {
    let hour = |hour: i64| day.from.plus(Duration::hours(hour));
    let (mut free_from, end) = (hour(WORKING_HOURS.0), hour(WORKING_HOURS.1));
    let mut taken: Vec<(Timestamp, Timestamp)> =
        busy.iter().map(|busy| (busy.from, busy.until)).collect();
    taken.sort();
    taken.push((end, end));
    let mut free = Vec::new();
    for (from, until) in taken {
        let until_busy = from.min(end);
        if free_from.plus(needed) <= until_busy {
            free.push(FreeTime {
                from: day.zone.local_clock(free_from),
                until: day.zone.local_clock(until_busy),
            });
        }
        free_from = free_from.max(until);
    }
    free
}

/// Returns who is busy at the chosen time.
fn conflicts(
    day: &Day,
    from: Timestamp,
    until: Timestamp,
    people: &[User],
    busy: &[BusyTime],
) -> Vec<String> {
    let overlapping = busy
        .iter()
        .filter(|busy| busy.from < until && from < busy.until);
    let sentence = |busy: &BusyTime| {
        let name = people.iter().find(|user| user.id == busy.interviewer_id);
        let name = name.map_or("An interviewer", |user| user.full_name.as_str());
        format!("{name} is busy {}", day.words(busy.from, busy.until))
    };
    overlapping.map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use shortlist_domain::UserId;

    use super::*;

    fn form(zone: &str) -> TimeForm {
        TimeForm {
            date: "2026-03-05".to_owned(),
            time: "10:30".to_owned(),
            zone: zone.to_owned(),
            minutes: "60".to_owned(),
            ..TimeForm::default()
        }
    }

    fn busy(from: &str, until: &str) -> BusyTime {
        let at = |clock: &str| Timestamp::parse("at", &format!("2026-03-05T{clock}:00Z")).unwrap();
        BusyTime {
            interviewer_id: UserId::parse("id", "usr_1").unwrap(),
            from: at(from),
            until: at(until),
        }
    }

    #[test]
    fn free_times_are_the_gaps_that_are_long_enough() {
        let day = Day::of(&form("UTC")).unwrap();
        let taken = [
            busy("11:00", "12:00"),
            busy("09:00", "10:00"),
            busy("12:30", "17:30"),
            busy("13:00", "14:00"),
        ];
        let free = free_times(&day, &taken, Duration::minutes(60));
        let free: Vec<_> = free
            .iter()
            .map(|free| (free.from.as_str(), free.until.as_str()))
            .collect();
        assert_eq!(
            free,
            [("08:00", "09:00"), ("10:00", "11:00"), ("17:30", "19:00")]
        );
        let free = free_times(&day, &[], Duration::minutes(60));
        assert_eq!((free[0].from.as_str(), free.len()), ("08:00", 1));
    }

    #[test]
    fn a_conflict_is_an_overlap_and_times_are_local() {
        let day = Day::of(&form("Europe/Berlin")).unwrap();
        let form = form("Europe/Berlin");
        let at = form.at().unwrap();
        let taken = [
            busy("08:30", "09:30"),
            busy("10:00", "10:30"),
            busy("10:30", "11:00"),
        ];
        let found = conflicts(&day, at, at.plus(Duration::minutes(60)), &[], &taken);
        assert_eq!(found, ["An interviewer is busy 11:00 to 11:30"]);
        assert_eq!(day.place(day.from), 0);
        assert_eq!(day.place(day.before), WIDTH);
    }
}
