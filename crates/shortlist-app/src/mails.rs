//! The outbox of mails, as one of the servers that share a database works on an organization's.

mod digests;
mod drafts;
pub(crate) mod folder;
pub(crate) mod identity;
mod link_drafts;
pub(crate) mod listing;
mod mentions;
mod preferences;
pub(crate) mod rejections;
mod resending;
pub(crate) mod sender;
mod template_preview;
pub(crate) mod templates;
mod testing;
mod timed;
pub(crate) mod transport;

use std::sync::mpsc::Receiver;

use chrono::Duration;
use shortlist_domain::{DigestTime, OrganizationId, QueuedMail, Timestamp};
use shortlist_persistence::{EventWaker, MAIL_TASK, MailResult, Store, TaskLease};

use crate::clock::Clock;
use crate::decisions::Packets;
use crate::error::AppError;
use crate::secrets::random_bits;

pub use drafts::{ComposedMail, MailDraft, PasswordPage};

/// How long a server may work on an organization's mails without renewing its claim, in seconds. Another server then takes over.
const LEASE_SECONDS: i64 = 30;
/// When an organization without waiting mails is looked at again without a reason, in hours. An interview that was entered after it was held
/// queues no mail, and its report may be due.
const IDLE_HOURS: i64 = 6;

/// The work of sending mails.
pub struct MailOutbox<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    /// When digests are sent.
    pub(crate) digest_time: DigestTime,
    /// What explains decisions.
    pub(crate) packets: Packets<'a>,
}

impl MailOutbox<'_> {
    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns a receiver that wakes when this process may have queued mails, and what else can wake it.
    pub fn listen(&self) -> (EventWaker, Receiver<()>) {
        self.store.listen_for_events()
    }

    /// Schedules the work for each organization that does not have it yet, such as one that was moved here with waiting mails.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn schedule(&self) -> Result<(), AppError> {
        Ok(self.store.tasks().schedule(MAIL_TASK, self.clock.now())?)
    }

    /// Claims the mails of an organization that are due and that no other server works on. Returns `None` if there are none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn claim(&self) -> Result<Option<TaskLease>, AppError> {
        let now = self.clock.now();
        let tasks = self.store.tasks();
        if !tasks.is_due(MAIL_TASK, now)? {
            return Ok(None);
        }
        let holder = format!("{:032x}", random_bits()?);
        Ok(tasks.claim(MAIL_TASK, &holder, now, lease_from(now))?)
    }

    /// Renews a claim. Returns `false` if another server has taken over. Also queues digests: a claim that is renewed may have mails that
    /// are due for hours.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn renew(&self, task: &TaskLease) -> Result<bool, AppError> {
        let now = self.clock.now();
        if !self.store.tasks().renew(task, lease_from(now))? {
            return Ok(false);
        }
        self.queue_digests(&task.organization_id, now)?;
        Ok(true)
    }

    /// Gives a claim back because this server is stopping, so that another one continues at once.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn give_back(&self, task: &TaskLease) -> Result<(), AppError> {
        self.store.tasks().release(task, self.clock.now())?;
        Ok(())
    }

    /// If no mail is due, queues those whose time has come, and digests. If still none is due, gives the claim back. Returns `false` if
    /// there is work.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn release_if_idle(&self, task: &TaskLease) -> Result<bool, AppError> {
        if !self.due(&task.organization_id, 1)?.is_empty() {
            return Ok(false);
        }
        let now = self.clock.now();
        let idle = now.plus(Duration::hours(IDLE_HOURS));
        let next_digests = self.queue_digests(&task.organization_id, now)?;
        let at_latest = next_digests.map_or(idle, |next| next.min(idle));
        Ok(self.store.mails().release_if_idle(task, now, at_latest)?)
    }

    /// Lists the mails of an organization that are due, at most `limit`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn due(
        &self,
        organization: &OrganizationId,
        limit: i64,
    ) -> Result<Vec<QueuedMail>, AppError> {
        let now = self.clock.now();
        Ok(self.store.mails().list_due(organization, now, limit)?)
    }

    /// Stores the results of attempts.
    ///
    /// # Errors
    /// Returns an error if the database fails. The mails are then sent again.
    pub fn record(
        &self,
        organization: &OrganizationId,
        results: &[MailResult],
    ) -> Result<(), AppError> {
        Ok(self.store.mails().record(organization, results)?)
    }
}

fn lease_from(now: Timestamp) -> Timestamp {
    now.plus(Duration::seconds(LEASE_SECONDS))
}
