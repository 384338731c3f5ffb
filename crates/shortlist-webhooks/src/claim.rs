//! The organizations whose deliveries this server works on.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use shortlist_app::{DueDelivery, TaskLease};
use shortlist_domain::{Timestamp, Webhook, WebhookId};

/// How often a claim is renewed. It must be well below the duration of a lease.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(8);

/// An organization whose deliveries this server works on.
pub(crate) struct Claim {
    pub(crate) task: TaskLease,
    pub(crate) renewed: Instant,
    /// The deliveries that are being sent.
    pub(crate) running: BTreeSet<(WebhookId, i64)>,
    /// When the delivery of each webhook became due that has been due longest.
    oldest_due: BTreeMap<WebhookId, Timestamp>,
}

impl Claim {
    pub(crate) fn new(task: TaskLease) -> Self {
        Self {
            task,
            renewed: Instant::now(),
            running: BTreeSet::new(),
            oldest_due: BTreeMap::new(),
        }
    }

    /// Returns whether the claim must be renewed.
    pub(crate) fn is_old(&self) -> bool {
        self.renewed.elapsed() > RENEWAL_INTERVAL
    }

    /// Forgets what was due for webhooks that were removed or disabled.
    pub(crate) fn keep_due_of(&mut self, webhooks: &[Webhook]) {
        let is_enabled = |id: &WebhookId| webhooks.iter().any(|webhook| webhook.id == *id);
        self.oldest_due.retain(|id, _| is_enabled(id));
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
