//! The work that this server does or will do without a request: staged uploads, and accepted applications.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Work of one kind that was accepted or started here.
pub(crate) struct StagedWork<K> {
    accepted: Mutex<Vec<K>>,
    /// What has been started. It prevents a second start while the first waits for its turn.
    started: Mutex<HashSet<K>>,
    news: Notify,
}

impl<K> Default for StagedWork<K> {
    fn default() -> Self {
        Self {
            accepted: Mutex::default(),
            started: Mutex::default(),
            news: Notify::new(),
        }
    }
}

impl<K: Clone + Eq + Hash> StagedWork<K> {
    fn lock<T>(locked: &Mutex<T>) -> MutexGuard<'_, T> {
        locked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds work that was accepted.
    pub(crate) fn accept(&self, key: K) {
        Self::lock(&self.accepted).push(key);
        self.news.notify_one();
    }

    /// Waits until work is accepted.
    pub(crate) async fn accepted(&self) {
        self.news.notified().await;
    }

    /// Returns what was accepted since the last call.
    pub(crate) fn take_accepted(&self) -> Vec<K> {
        std::mem::take(&mut *Self::lock(&self.accepted))
    }

    /// Returns whether the work was not started yet.
    pub(crate) fn begin(&self, key: &K) -> bool {
        Self::lock(&self.started).insert(key.clone())
    }

    /// Notes that the work has ended.
    pub(crate) fn end(&self, key: &K) {
        Self::lock(&self.started).remove(key);
    }
}
