//! What is done once a day for each organization, by one of all servers: erasures that were cut off are finished, answers to
//! requests of before forgotten, and candidates whom nobody keeps any longer erased.
//!
//! Each organization is a task of its own, so that several servers share the work. A server that is killed loses its task to the
//! next one that looks after [`LEASE_MINUTES`]; doing it twice erases nobody twice.

use std::sync::{Mutex, PoisonError};

use chrono::Duration;
use shortlist_domain::{OrganizationId, Timestamp};
use shortlist_persistence::ClaimedTask;

use crate::secrets::random_bits;
use crate::{App, AppError, Rehearsal, Retained};

/// The task's name.
const UPKEEP: &str = "upkeep";
/// How long a task is its holder's from when it was claimed or last kept. The clocks of servers may differ by less.
const LEASE_MINUTES: i64 = 10;
/// When a task is due again that was done.
const DAY_HOURS: i64 = 24;
/// When a task is due again that failed.
const RETRY_MINUTES: i64 = 60;
/// By how much a clock may be set without anyone taking notice, in minutes.
const UNNOTICED_MINUTES: i64 = 60;
/// How long nothing is done after a clock was set by more.
const REST: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);

/// Whether the clock goes as time does. One that was set wrongly would have candidates erased whose time has not come, and nothing brings
/// them back; a day's rest gives whoever looks after the machine the time to notice. How long the program runs is counted without
/// the time that the machine slept (Linux), so that waking looks like a clock that was set.
#[derive(Default)]
pub(crate) struct Steadiness(Mutex<Option<Glance>>);

/// A look at the clock.
#[derive(Clone, Copy)]
struct Glance {
    now: Timestamp,
    running: std::time::Duration,
    /// Until when nothing is done, by how long the clock has run.
    rest_until: std::time::Duration,
}

impl Steadiness {
    /// Looks at the clock: by how many minutes it was set since the last look, where that is too much, and whether what can
    /// not be undone may be done now.
    fn look(&self, now: Timestamp, running: std::time::Duration) -> (Option<i64>, bool) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.unwrap_or(Glance {
            now,
            running,
            rest_until: running,
        });
        let shown = now.as_datetime() - before.now.as_datetime();
        let passed = Duration::from_std(running.saturating_sub(before.running)).unwrap_or(shown);
        let set_by = (shown - passed).num_minutes();
        let was_set = set_by.abs() > UNNOTICED_MINUTES;
        let rest_until = if was_set {
            running.saturating_add(REST)
        } else {
            before.rest_until
        };
        *last = Some(Glance {
            now,
            running,
            rest_until,
        });
        (was_set.then_some(set_by), running >= rest_until)
    }
}

impl App {
    /// Does what is due of the day's work and not in another server's hands, and tells what came of each organization: call it
    /// every few minutes.
    ///
    /// # Errors
    /// When tasks cannot be claimed or given back.
    pub fn run_daily(
        &self,
        tell: &mut dyn FnMut(&OrganizationId, Result<Retained, AppError>),
    ) -> Result<(), AppError> {
        let (set_by, may) = self.steadiness.look(self.now(), self.clock.running());
        if let Some(minutes) = set_by {
            tracing::error!(
                minutes,
                "the machine's clock was set, or the machine slept: nobody is erased after the time that they are kept for a day; check the clock"
            );
        }
        if !may {
            return Ok(());
        }
        let holder = format!("{:032x}", random_bits()?);
        self.store.schedule_tasks(UPKEEP, self.now())?;
        loop {
            let now = self.now();
            let claimed = self
                .store
                .claim_task(UPKEEP, &holder, (now, lease_from(now)))?;
            let Some(task) = claimed else {
                return Ok(());
            };
            let done = self.keep_up(&task);
            let rest = match done {
                Ok(_) => Duration::hours(DAY_HOURS),
                Err(_) => Duration::minutes(RETRY_MINUTES),
            };
            self.store.release_task(&task, now.plus(rest))?;
            tell(&task.organization_id, done);
        }
    }

    fn keep_up(&self, task: &ClaimedTask) -> Result<Retained, AppError> {
        let organization = &task.organization_id;
        self.finish_erasures(organization)?;
        self.store.forget_old_requests(organization, self.now())?;
        self.retain_in(organization.clone(), Rehearsal::Real, &|| {
            Ok(self.store.keep_task(task, lease_from(self.now()))?)
        })
    }
}

fn lease_from(now: Timestamp) -> Timestamp {
    now.plus(Duration::minutes(LEASE_MINUTES))
}
