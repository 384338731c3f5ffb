//! The organizations whose mails this server sends.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use shortlist_app::TaskLease;

use super::recipients::RecipientDomains;

/// How often a claim is renewed. It must be well below the duration of a lease.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(8);

/// An organization whose mails this server sends.
pub(super) struct Claim {
    pub(super) task: TaskLease,
    pub(super) renewed: Instant,
    /// The mails that are being sent. In the database, they are still due.
    pub(super) running: BTreeSet<String>,
    pub(super) domains: RecipientDomains,
}

impl Claim {
    pub(super) fn new(task: TaskLease) -> Self {
        Self {
            task,
            renewed: Instant::now(),
            running: BTreeSet::new(),
            domains: RecipientDomains::default(),
        }
    }

    /// Returns whether the claim must be renewed.
    pub(super) fn is_old(&self) -> bool {
        self.renewed.elapsed() > RENEWAL_INTERVAL
    }
}
