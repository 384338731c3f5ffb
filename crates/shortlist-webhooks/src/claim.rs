//! The organizations whose deliveries this server works on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use shortlist_app::{DueDelivery, TaskLease};
use shortlist_domain::{Timestamp, Webhook, WebhookId};
use tokio::sync::Semaphore;

/// How often a claim is renewed. It must be well below the duration of a lease.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(8);

/// The most requests to one webhook at a time.
pub(crate) const PER_WEBHOOK: usize = 64;

/// How long an organization without work is kept. More often than not, more changes follow soon.
const IDLE_TIME: Duration = Duration::from_secs(2);

/// The requests to a receiver.
struct Lane {
    /// A request waits for one of these, so that not too many run at a time.
    slots: Arc<Semaphore>,
    /// How many requests succeeded since the last look at the database.
    succeeded: usize,
}

/// An organization whose deliveries this server works on.
pub(crate) struct Claim {
    pub(crate) task: TaskLease,
    pub(crate) renewed: Instant,
    /// The deliveries that are being sent.
    pub(crate) running: BTreeSet<(WebhookId, i64)>,
    /// When the delivery of each webhook became due that has been due longest.
    oldest_due: BTreeMap<WebhookId, Timestamp>,
    lanes: BTreeMap<WebhookId, Lane>,
    /// Since when nothing is sent.
    idle_since: Option<Instant>,
}

impl Claim {
    pub(crate) fn new(task: TaskLease) -> Self {
        Self {
            task,
            renewed: Instant::now(),
            running: BTreeSet::new(),
            oldest_due: BTreeMap::new(),
            lanes: BTreeMap::new(),
            idle_since: None,
        }
    }

    /// Returns whether the claim must be renewed.
    pub(crate) fn is_old(&self) -> bool {
        self.renewed.elapsed() > RENEWAL_INTERVAL
    }

    /// Returns whether nothing has been sent for a while.
    pub(crate) fn is_idle(&mut self) -> bool {
        if !self.running.is_empty() {
            self.idle_since = None;
            return false;
        }
        let since = self.idle_since.get_or_insert_with(Instant::now);
        since.elapsed() >= IDLE_TIME
    }

    /// Forgets what was due for webhooks that were removed or disabled.
    pub(crate) fn keep_due_of(&mut self, webhooks: &[Webhook]) {
        let is_enabled = |id: &WebhookId| webhooks.iter().any(|webhook| webhook.id == *id);
        self.oldest_due.retain(|id, _| is_enabled(id));
        self.lanes.retain(|id, _| is_enabled(id));
    }

    /// Returns what a request to a webhook waits for.
    pub(crate) fn slots(&mut self, webhook: &WebhookId) -> Arc<Semaphore> {
        let new = || Lane {
            slots: Arc::new(Semaphore::new(PER_WEBHOOK)),
            succeeded: 0,
        };
        let lane = self.lanes.entry(webhook.clone()).or_insert_with(new);
        Arc::clone(&lane.slots)
    }

    /// Notes the end of a request. After a failure, those that still wait for the same receiver are not sent.
    pub(crate) fn note_end(&mut self, webhook: &WebhookId, succeeded: bool) {
        if succeeded {
            if let Some(lane) = self.lanes.get_mut(webhook) {
                lane.succeeded += 1;
            }
        } else if let Some(lane) = self.lanes.remove(webhook) {
            lane.slots.close();
        }
    }

    /// Returns how many requests to a webhook succeeded since the last call.
    pub(crate) fn take_succeeded(&mut self, webhook: &WebhookId) -> usize {
        let lane = self.lanes.get_mut(webhook);
        lane.map_or(0, |lane| std::mem::take(&mut lane.succeeded))
    }

    /// Notes which deliveries to a webhook are due, the longest due first.
    pub(crate) fn note_due(&mut self, webhook: &WebhookId, due: &[DueDelivery]) {
        match due.first() {
            Some(oldest) => self.oldest_due.insert(webhook.clone(), oldest.due_at),
            None => self.oldest_due.remove(webhook),
        };
    }

    /// Returns when the delivery became due that has been due longest.
    pub(crate) fn oldest_due(&self) -> Option<Timestamp> {
        self.oldest_due.values().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::OrganizationId;

    use super::*;

    fn claim() -> Claim {
        Claim::new(TaskLease {
            organization_id: OrganizationId::parse("organizationId", "org_a").unwrap(),
            name: "deliver",
            holder: "server".to_owned(),
        })
    }

    #[test]
    fn a_failure_stops_what_waits_for_the_same_receiver() {
        let mut claim = claim();
        let [slow, fast] = ["whk_slow", "whk_fast"].map(|id| WebhookId::parse("id", id).unwrap());
        let (waiting, other) = (claim.slots(&slow), claim.slots(&fast));
        claim.note_end(&slow, false);
        assert!(waiting.is_closed() && !other.is_closed());
        assert!(!claim.slots(&slow).is_closed(), "later requests are sent");
    }

    #[test]
    fn successes_count_until_the_next_look() {
        let mut claim = claim();
        let webhook = WebhookId::parse("id", "whk_fast").unwrap();
        drop(claim.slots(&webhook));
        claim.note_end(&webhook, true);
        claim.note_end(&webhook, true);
        assert_eq!(claim.take_succeeded(&webhook), 2);
        assert_eq!(claim.take_succeeded(&webhook), 0);
    }
}
