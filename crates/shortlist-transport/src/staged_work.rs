//! The staged uploads that this server works on or will work on.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use shortlist_domain::UploadKey;
use tokio::sync::Notify;

/// The staged uploads that were accepted or started here.
#[derive(Default)]
pub(crate) struct StagedWork {
    accepted: Mutex<Vec<UploadKey>>,
    /// Those that have been started. It prevents a second start while one waits for its turn.
    started: Mutex<HashSet<UploadKey>>,
    news: Notify,
}

impl StagedWork {
    fn lock<T>(locked: &Mutex<T>) -> MutexGuard<'_, T> {
        locked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an upload that was accepted.
    pub(crate) fn accept(&self, key: UploadKey) {
        Self::lock(&self.accepted).push(key);
        self.news.notify_one();
    }

    /// Waits until an upload is accepted.
    pub(crate) async fn accepted(&self) {
        self.news.notified().await;
    }

    /// Returns the uploads that were accepted since the last call.
    pub(crate) fn take_accepted(&self) -> Vec<UploadKey> {
        std::mem::take(&mut *Self::lock(&self.accepted))
    }

    /// Returns whether the upload was not started yet.
    pub(crate) fn begin(&self, key: &UploadKey) -> bool {
        Self::lock(&self.started).insert(key.clone())
    }

    /// Notes that the work on an upload has ended.
    pub(crate) fn end(&self, key: &UploadKey) {
        Self::lock(&self.started).remove(key);
    }
}
