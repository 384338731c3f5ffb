//! The delivery of events, as one of the servers that share a database works on an organization's.

use std::sync::mpsc::Receiver;

use chrono::Duration;
use shortlist_domain::{OrganizationId, Party, Timestamp, Webhook, WebhookChange, WebhookSecret};
use shortlist_persistence::{
    AttemptOutcome, AttemptResult, DELIVERY_TASK, DueDelivery, EventWaker, HandedOut, Store,
    TaskLease,
};

use crate::clock::Clock;
use crate::error::AppError;
use crate::secrets::random_bits;
use crate::webhooks::EVENT_DAYS;
use crate::writers::Writers;

/// The name in the audit log of what the service itself does to webhooks.
const DELIVER_OPERATION: &str = "deliverWebhooks";
/// The name in the audit log of the announcement that a key expires.
const ANNOUNCE_OPERATION: &str = "announceExpiry";
/// How long before its expiry a key is announced, in days. Responses to the key warn for the same time.
const KEY_WARNING_DAYS: i64 = 14;
/// How long a server may work on an organization's deliveries without renewing its claim, in seconds. Another server then
/// takes over.
const LEASE_SECONDS: i64 = 30;
/// When an organization without waiting deliveries is looked at again without a reason, in hours.
const IDLE_HOURS: i64 = 24;
/// How many old events one transaction removes.
const REMOVED_PER_BATCH: i64 = 1_000;

/// The deliveries to a webhook that are due.
pub struct DueDeliveries {
    /// The webhook.
    pub webhook: Webhook,
    /// The secrets that sign, the newest first.
    pub secrets: Vec<WebhookSecret>,
    /// The deliveries, the longest due first.
    pub deliveries: Vec<DueDelivery>,
}

/// The work of delivering events.
pub struct WebhookDelivery<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
}

impl WebhookDelivery<'_> {
    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns a receiver that wakes when this process may have written events, and what else can wake it.
    pub fn listen(&self) -> (EventWaker, Receiver<()>) {
        self.store.listen_for_events()
    }

    /// Claims the deliveries of an organization that are due and that no other server works on. Returns `None` if there are
    /// none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn claim(&self) -> Result<Option<TaskLease>, AppError> {
        let now = self.clock.now();
        let tasks = self.store.tasks();
        if !tasks.is_due(DELIVERY_TASK, now)? {
            return Ok(None);
        }
        let holder = format!("{:032x}", random_bits()?);
        Ok(tasks.claim(DELIVERY_TASK, &holder, now, lease_from(now))?)
    }

    /// Renews a claim. Returns `false` if another server has taken over.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn renew(&self, task: &TaskLease) -> Result<bool, AppError> {
        Ok(self
            .store
            .tasks()
            .renew(task, lease_from(self.clock.now()))?)
    }

    /// Gives a claim back because this server is stopping, so that another one continues at once.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn give_back(&self, task: &TaskLease) -> Result<(), AppError> {
        self.store.tasks().release(task, self.clock.now())?;
        Ok(())
    }

    /// Gives a claim back if nothing is left to do. Returns `false` if there is work.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn release_if_idle(&self, task: &TaskLease) -> Result<bool, AppError> {
        let now = self.clock.now();
        let at_latest = now.plus(Duration::hours(IDLE_HOURS));
        Ok(self
            .store
            .webhooks()
            .release_if_idle(task, now, at_latest)?)
    }

    /// Creates the deliveries of all new events of an organization.
    ///
    /// # Errors
    /// Returns an error if the database fails. The next call continues.
    pub fn hand_out(&self, organization: &OrganizationId) -> Result<(), AppError> {
        let webhooks = self.store.webhooks();
        while webhooks.hand_out(organization, self.clock.now())? == HandedOut::Some {}
        Ok(())
    }

    /// Lists the enabled webhooks of an organization.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn webhooks(&self, organization: &OrganizationId) -> Result<Vec<Webhook>, AppError> {
        let mut webhooks = self.store.webhooks().list(organization)?;
        webhooks.retain(|webhook| webhook.disabled.is_none());
        Ok(webhooks)
    }

    /// Lists the deliveries to a webhook that are due, at most `limit`.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn due(&self, webhook: Webhook, limit: usize) -> Result<DueDeliveries, AppError> {
        let now = self.clock.now();
        let webhooks = self.store.webhooks();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let deliveries = webhooks.list_due(&webhook.organization_id, &webhook.id, now, limit)?;
        let secrets = if deliveries.is_empty() {
            Vec::new()
        } else {
            webhooks.secrets(&webhook.organization_id, &webhook.id, now)?
        };
        Ok(DueDeliveries {
            webhook,
            secrets,
            deliveries,
        })
    }

    /// Stores the results of attempts, and disables webhooks whose attempts have failed for too long.
    ///
    /// # Errors
    /// Returns an error if the database fails. The attempts are then made again.
    pub fn record(
        &self,
        organization: &OrganizationId,
        results: &[AttemptResult],
    ) -> Result<(), AppError> {
        self.store.webhooks().record(organization, results)?;
        let is_delivered = |result: &AttemptResult| result.outcome == AttemptOutcome::Delivered;
        if results.iter().all(is_delivered) {
            return Ok(());
        }
        let now = self.clock.now();
        for webhook in self.webhooks(organization)? {
            let of_webhook = |result: &&AttemptResult| result.webhook_id == webhook.id;
            let is_gone = results
                .iter()
                .filter(of_webhook)
                .any(AttemptResult::is_gone);
            if is_gone {
                self.disable(&webhook, "the receiver answered 410 Gone")?;
            } else if webhook.fails_for_too_long(now) {
                self.disable(&webhook, "all attempts failed for five days")?;
            }
        }
        Ok(())
    }

    /// Disables a webhook, and sends an event to the organization's other webhooks.
    fn disable(&self, webhook: &Webhook, reason: &str) -> Result<(), AppError> {
        let party = Party::service(&webhook.organization_id);
        let writer = self.writers.for_party(&party, DELIVER_OPERATION);
        let now = self.clock.now();
        writer
            .webhooks()
            .update(&webhook.organization_id, &webhook.id, &|before| {
                let change = WebhookChange {
                    disabled: Some(reason.to_owned()),
                    ..WebhookChange::default()
                };
                change.applied_to(before, now)
            })?;
        tracing::warn!(organization = %webhook.organization_id, webhook = %webhook.id, reason, "a webhook was disabled");
        Ok(())
    }

    /// Announces keys of an organization that expire soon, each once.
    pub(crate) fn announce_expiring_keys(
        &self,
        organization: &OrganizationId,
    ) -> Result<(), AppError> {
        let now = self.clock.now();
        let soon = now.plus(Duration::days(KEY_WARNING_DAYS));
        let writer = self
            .writers
            .for_party(&Party::service(organization), ANNOUNCE_OPERATION);
        for key in self.store.api_keys().list_expiring(organization, soon)? {
            if key.is_live(now) {
                writer.api_keys().announce_expiry(&key)?;
            }
        }
        Ok(())
    }

    /// Removes the events of an organization that are no longer kept.
    pub(crate) fn remove_old(&self, organization: &OrganizationId) -> Result<(), AppError> {
        let before = self.clock.now().minus(Duration::days(EVENT_DAYS));
        let events = self.store.events();
        while events.remove_before(organization, before, REMOVED_PER_BATCH)? {}
        Ok(())
    }
}

fn lease_from(now: Timestamp) -> Timestamp {
    now.plus(Duration::seconds(LEASE_SECONDS))
}
