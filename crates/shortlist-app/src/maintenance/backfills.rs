//! Filling of what rows from before an upgrade lack, in the background while servers answer.
//!
//! Each organization is a task with a lease, so that several servers share the work. `migrations/README.md` says when a migration
//! needs a back-fill.

use chrono::Duration;
use shortlist_domain::OrganizationId;

use crate::candidates::facts::FACTS_OF_RESUMES;
use crate::error::AppError;
use crate::maintenance::{Maintenance, lease_from};
use crate::secrets::random_bits;

/// The time until a finished back-fill would be due again, in days: a century.
const NEVER_DAYS: i64 = 36_500;

/// A back-fill, which runs once in each organization.
pub struct Backfill<'a> {
    /// The name of its task. It ends in a number, which increases when the rule for what is filled changes.
    pub name: &'static str,
    /// Fills the next rows after a position in one short transaction.
    pub batch: &'a Batch<'a>,
}

/// Fills the rows after a position. Returns the position of the last of them, or `None` if there are no more.
///
/// It must be harmless to run it again, because an interrupted back-fill starts from the beginning.
pub type Batch<'a> = dyn Fn(&OrganizationId, Option<&str>) -> Result<Option<String>, AppError> + 'a;

impl Maintenance<'_> {
    /// Runs the back-fills of this version that have not run yet. Call it after the start, and again until it succeeds.
    ///
    /// # Errors
    /// Returns an error if the database fails. The next call then examines the organization again.
    pub fn run_backfills(&self) -> Result<(), AppError> {
        let facts = |organization: &OrganizationId, after: Option<&str>| {
            Ok(self.store.candidates().fill_facts(organization, after)?)
        };
        // Each entry calls a method of the store.
        let backfills = [Backfill {
            name: FACTS_OF_RESUMES,
            batch: &facts,
        }];
        backfills.iter().try_for_each(|one| self.run_backfill(one))
    }

    /// Runs a back-fill in each organization, unless it has run there. If the server stops, it ends after the current batch and stays
    /// due.
    ///
    /// # Errors
    /// Returns an error if the database fails. The next call then examines the organization again.
    pub fn run_backfill(&self, backfill: &Backfill<'_>) -> Result<(), AppError> {
        let holder = format!("{:032x}", random_bits()?);
        let tasks = self.store.tasks();
        tasks.schedule(backfill.name, self.clock.now())?;
        loop {
            let now = self.clock.now();
            let Some(task) = tasks.claim(backfill.name, &holder, now, lease_from(now))? else {
                return Ok(());
            };
            let mut last = None;
            loop {
                last = (backfill.batch)(&task.organization_id, last.as_deref())?;
                if last.is_none() {
                    tasks.release(&task, now.plus(Duration::days(NEVER_DAYS)))?;
                    break;
                }
                if self.stopping.is_cancelled() {
                    // Another server continues at once, or this one after its next start.
                    tasks.release(&task, self.clock.now())?;
                    return Ok(());
                }
                if !tasks.renew(&task, lease_from(self.clock.now()))? {
                    break;
                }
            }
        }
    }
}
