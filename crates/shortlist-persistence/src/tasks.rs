//! Periodic tasks for each organization. One of the servers that share a database runs each task.
//!
//! A claim is a lease: its holder renews it while the task runs. If the renewals stop, because the server was killed or lost
//! its database, another server takes over the task.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use shortlist_domain::{OrganizationId, Timestamp};

use crate::dialect::{self, on_either};
use crate::error::StoreError;
use crate::measurements::{count_claimed, count_lost};
use crate::schema::{organizations, tasks};
use crate::store::Tasks;
use crate::times::stored;

/// How many tasks one statement adds.
const ROWS_PER_STATEMENT: usize = 500;

/// A server's lease on a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskLease {
    /// The organization that the task is for.
    pub organization_id: OrganizationId,
    /// The name of the task.
    pub name: &'static str,
    /// The holder, a random identifier for this claim only.
    pub holder: String,
}

impl Tasks<'_> {
    /// Schedules a task for each organization that does not have it yet.
    ///
    /// # Errors
    /// When the database fails.
    pub fn schedule(&self, name: &'static str, at: Timestamp) -> Result<(), StoreError> {
        let scheduled = tasks::table
            .filter(tasks::organization_id.eq(organizations::id))
            .filter(tasks::name.eq(name));
        let without: Vec<String> = self.pools.read(|conn| {
            Ok(organizations::table
                .filter(not(exists(scheduled)))
                .select(organizations::id)
                .load(conn)?)
        })?;
        for chunk in without.chunks(ROWS_PER_STATEMENT) {
            let row = |organization| {
                (
                    tasks::organization_id.eq(organization),
                    tasks::name.eq(name),
                    tasks::due_at.eq(stored(at)),
                )
            };
            self.pools.write_unaudited(|conn| {
                let rows: Vec<_> = chunk.iter().map(row).collect();
                let insert = diesel::insert_into(tasks::table)
                    .values(rows)
                    .on_conflict_do_nothing();
                on_either!(conn, conn => insert.execute(conn))?;
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Returns whether a task of that name is due. Reading costs less than a claim that finds nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_due(&self, name: &'static str, now: Timestamp) -> Result<bool, StoreError> {
        let due: Option<String> = self.pools.read(|conn| {
            Ok(tasks::table
                .filter(tasks::name.eq(name))
                .filter(tasks::due_at.le(stored(now)))
                .select(tasks::organization_id)
                .first(conn)
                .optional()?)
        })?;
        Ok(due.is_some())
    }

    /// Returns whether the task of an organization is due before a time, or runs until then.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_due_before(
        &self,
        name: &str,
        organization: &OrganizationId,
        time: Timestamp,
    ) -> Result<bool, StoreError> {
        let due: Option<String> = self.pools.read(|conn| {
            Ok(tasks::table
                .filter(tasks::organization_id.eq(organization.as_str()))
                .filter(tasks::name.eq(name))
                .filter(tasks::due_at.lt(stored(time)))
                .select(tasks::organization_id)
                .first(conn)
                .optional()?)
        })?;
        Ok(due.is_some())
    }

    /// Claims the task of that name that has been due the longest, until `until`. Concurrent callers get different tasks.
    /// Returns `None` if nothing is due.
    ///
    /// # Errors
    /// When the database fails.
    pub fn claim(
        &self,
        name: &'static str,
        holder: &str,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<TaskLease>, StoreError> {
        let claimed = self.pools.write_unaudited(|conn| {
            let Some(organization) = dialect::lock_due_task(conn, name, stored(now))? else {
                return Ok(None);
            };
            let row = tasks::table
                .filter(tasks::organization_id.eq(&organization))
                .filter(tasks::name.eq(name));
            diesel::update(row)
                .set((tasks::due_at.eq(stored(until)), tasks::holder.eq(holder)))
                .execute(conn)?;
            Ok(Some(organization))
        })?;
        if claimed.is_some() {
            count_claimed(name);
        }
        let task = |organization: String| {
            Ok(TaskLease {
                organization_id: OrganizationId::parse("organization_id", &organization)?,
                name,
                holder: holder.to_owned(),
            })
        };
        claimed.map(task).transpose()
    }

    /// Extends the claim on a task until `until`. Returns `false` if another server has taken over the task. The holder must
    /// then stop.
    ///
    /// # Errors
    /// When the database fails.
    pub fn renew(&self, task: &TaskLease, until: Timestamp) -> Result<bool, StoreError> {
        let is_renewed = self.set(task, until, Some(&task.holder))?;
        if !is_renewed {
            count_lost(task.name);
        }
        Ok(is_renewed)
    }

    /// Releases a task, so that it is due again at `due`. Returns `false` and changes nothing if another server has taken it
    /// over.
    ///
    /// # Errors
    /// When the database fails.
    pub fn release(&self, task: &TaskLease, due: Timestamp) -> Result<bool, StoreError> {
        self.set(task, due, None)
    }

    fn set(
        &self,
        task: &TaskLease,
        due: Timestamp,
        holder: Option<&str>,
    ) -> Result<bool, StoreError> {
        self.pools.write_unaudited(|conn| {
            let own = tasks::table
                .filter(tasks::organization_id.eq(task.organization_id.as_str()))
                .filter(tasks::name.eq(task.name))
                .filter(tasks::holder.eq(&task.holder));
            let set = diesel::update(own)
                .set((tasks::due_at.eq(stored(due)), tasks::holder.eq(holder)))
                .execute(conn)?;
            Ok(set > 0)
        })
    }
}
