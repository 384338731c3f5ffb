//! Daily maintenance of each organization. It finishes interrupted erasures, deletes old answers to idempotent requests
//! and old events, announces keys that expire soon, and erases candidates whose retention period is over.
//!
//! Each organization is a separate task with a lease, so that several servers share the work. If a server is killed, the
//! next server that looks for tasks after [`LEASE_MINUTES`] takes over. Running a task twice is harmless.

pub(crate) mod backfills;

use std::sync::{Mutex, PoisonError};

use chrono::Duration;
use shortlist_domain::{OrganizationId, Party, Timestamp};
use shortlist_persistence::{Store, TaskLease};
use shortlist_workers::Cancellation;

use crate::clock::Clock;
use crate::erasure::{Erasures, RetentionResult};
use crate::error::AppError;
use crate::run_mode::RunMode;
use crate::secrets::random_bits;
use crate::webhooks::delivery::WebhookDelivery;
use crate::work_listener::WorkListener;

/// The task's name.
const TASK: &str = "upkeep";
/// The duration of a lease after it was claimed or renewed, in minutes. The clocks of servers must differ by less.
const LEASE_MINUTES: i64 = 10;
/// The time until a completed task is due again, in hours.
const DAY_HOURS: i64 = 24;
/// The time for which the progress and the answer of an upload are kept, in hours.
const UPLOAD_HOURS: i64 = 24;
/// How long after its end a link by which a user sets a password is kept, in days. Until then, its page says why it does not work.
const LINK_DAYS: i64 = 30;
/// The time until a failed task is due again, in minutes.
const RETRY_MINUTES: i64 = 60;
/// The largest clock change that is ignored, in minutes.
const MAX_IGNORED_CLOCK_CHANGE_MINUTES: i64 = 60;
/// How long maintenance pauses after a larger clock change.
const CLOCK_CHANGE_PAUSE: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);

/// Guards against erasing candidates too early because the machine's clock was set wrongly.
///
/// Erasure cannot be undone, so maintenance pauses for a day after a large clock change. This gives the operator time to
/// notice. On Linux the running time excludes time during which the machine slept, so waking up also counts as a clock
/// change.
#[derive(Default)]
pub(crate) struct ClockGuard(Mutex<Option<ClockReading>>);

/// A reading of the clock.
#[derive(Clone, Copy)]
struct ClockReading {
    now: Timestamp,
    running: std::time::Duration,
    /// The running time until which maintenance pauses.
    paused_until: std::time::Duration,
}

impl ClockGuard {
    /// Reads the clock. Returns the number of minutes by which it was changed since the last reading, if that is too much,
    /// and whether irreversible work may run now.
    fn observe(&self, now: Timestamp, running: std::time::Duration) -> (Option<i64>, bool) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = last.unwrap_or(ClockReading {
            now,
            running,
            paused_until: running,
        });
        let shown = now.as_datetime() - before.now.as_datetime();
        let passed = Duration::from_std(running.saturating_sub(before.running)).unwrap_or(shown);
        let set_by = (shown - passed).num_minutes();
        let was_set = set_by.abs() > MAX_IGNORED_CLOCK_CHANGE_MINUTES;
        let paused_until = if was_set {
            running.saturating_add(CLOCK_CHANGE_PAUSE)
        } else {
            before.paused_until
        };
        *last = Some(ClockReading {
            now,
            running,
            paused_until,
        });
        (was_set.then_some(set_by), running >= paused_until)
    }
}

/// Runs the daily maintenance.
pub struct Maintenance<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) clock_guard: &'a ClockGuard,
    pub(crate) erasures: Erasures<'a>,
    pub(crate) deliveries: WebhookDelivery<'a>,
    pub(crate) stopping: &'a Cancellation,
}

impl Maintenance<'_> {
    /// Checks whether the database answers. Returns the machines of its cluster that do not.
    ///
    /// # Errors
    /// Returns an error if the database does not answer.
    pub fn check_database(&self) -> Result<Vec<String>, AppError> {
        self.store.database().check()?;
        Ok(self.store.database().missing_nodes()?)
    }

    /// Checks that files and records can be stored.
    ///
    /// # Errors
    /// Returns an error if nothing can be written. [`StorageFault::unwritable_part`](crate::StorageFault::unwritable_part) names the part.
    pub fn check_storage(&self) -> Result<(), AppError> {
        self.erasures.files.check_writable()?;
        Ok(self.store.database().check_writable()?)
    }

    /// Checks that the database can be written, by writing to it.
    ///
    /// # Errors
    /// Returns an error if it cannot.
    pub fn try_write(&self) -> Result<(), AppError> {
        Ok(self.store.database().try_write()?)
    }

    /// Runs the tasks that are due and that no other server holds, and reports the result for each organization. Call it
    /// every few minutes.
    ///
    /// # Errors
    /// Returns an error if tasks cannot be claimed or released.
    pub fn run_daily(
        &self,
        report: &mut dyn FnMut(&OrganizationId, Result<RetentionResult, AppError>),
    ) -> Result<(), AppError> {
        let (set_by, may_run) = self
            .clock_guard
            .observe(self.clock.now(), self.clock.running());
        if let Some(minutes) = set_by {
            tracing::error!(
                minutes,
                "the machine's clock was changed, or the machine slept: retention is paused for a day; check the clock"
            );
        }
        if !may_run {
            return Ok(());
        }
        let holder = format!("{:032x}", random_bits()?);
        self.store.tasks().schedule(TASK, self.clock.now())?;
        while !self.stopping.is_cancelled() {
            let now = self.clock.now();
            let claimed = self
                .store
                .tasks()
                .claim(TASK, &holder, now, lease_from(now))?;
            let Some(task) = claimed else {
                return Ok(());
            };
            let done = self.run_task(&task);
            let delay = match done {
                Ok(_) => Duration::hours(DAY_HOURS),
                Err(_) => Duration::minutes(RETRY_MINUTES),
            };
            self.store.tasks().release(&task, now.plus(delay))?;
            report(&task.organization_id, done);
        }
        Ok(())
    }

    /// Deletes uploads that began more than a day ago, with the staged files that they left.
    fn remove_old_uploads(&self, organization: &OrganizationId) -> Result<(), AppError> {
        let before = self.clock.now().minus(Duration::hours(UPLOAD_HOURS));
        loop {
            let old = self.store.uploads().list_old(organization, before)?;
            if old.is_empty() {
                return Ok(());
            }
            for (key, token) in old {
                if let Some(token) = token {
                    self.erasures.files.remove_upload(organization, &token)?;
                }
                self.store.uploads().remove(&key)?;
            }
        }
    }

    /// Deletes the records of decisions whose period is over, of candidates who are no longer stored.
    fn remove_old_decisions(&self, organization: &OrganizationId) -> Result<(), AppError> {
        let policy = self.store.organizations().decision_policy(organization)?;
        let days = Duration::days(i64::from(policy.record_days()));
        let before = self.clock.now().minus(days);
        let party = Party::service(organization);
        let writer = self
            .erasures
            .records
            .writers
            .for_party(&party, "removeDecisionRecords");
        writer
            .organizations()
            .remove_old_decisions(organization, before)?;
        Ok(())
    }

    fn run_task(&self, task: &TaskLease) -> Result<RetentionResult, AppError> {
        let organization = &task.organization_id;
        self.erasures.finish_all(organization)?;
        self.store
            .requests()
            .remove_old(organization, self.clock.now())?;
        self.deliveries.remove_old(organization)?;
        self.deliveries.announce_expiring_keys(organization)?;
        self.remove_old_uploads(organization)?;
        let before = self.clock.now().minus(Duration::days(LINK_DAYS));
        self.store.users().remove_old_links(organization, before)?;
        let now = self.clock.now();
        self.store.providers().remove_old(organization, now)?;
        self.remove_old_decisions(organization)?;
        let may_continue = || {
            let tasks = self.store.tasks();
            Ok(tasks.renew(task, lease_from(self.clock.now()))?)
        };
        let (id, nobody) = (organization.clone(), WorkListener::default());
        self.erasures
            .apply_retention_in(id, RunMode::Execute, &may_continue, &nobody)
    }
}

/// Returns the end of a lease that begins now.
pub(crate) fn lease_from(now: Timestamp) -> Timestamp {
    now.plus(Duration::minutes(LEASE_MINUTES))
}
