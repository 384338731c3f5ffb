//! What is done once a day for each organization, by one of all servers: erasures that were cut off are finished, answers to
//! requests of before forgotten, and candidates whom nobody keeps any longer erased.
//!
//! Each organization is a task of its own, so that several servers share the work. A server that is killed loses its task to the
//! next one that looks after [`LEASE_MINUTES`]; doing it twice erases nobody twice.

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
