//! Uploads that run on this server, with their progress in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::Duration;
use shortlist_domain::{Timestamp, UploadCounts, UploadId, UploadKey, UploadProgress, UploadState};
use shortlist_persistence::UploadLease;
use shortlist_workers::Cancellation;

/// The time after which unchanged progress is stored again, in seconds. It must be much less than the time after which an
/// upload that nobody reports has failed.
const REFRESH_SECONDS: i64 = 5;
/// The time for which an upload runs without being stored, in milliseconds. Most end earlier, and are stored once.
const QUIET_MILLIS: i64 = 900;

const DISCONNECTED: &str =
    "the client disconnected before the upload was complete; send the upload again";

/// The uploads that run on this server.
#[derive(Default)]
pub(crate) struct LiveUploads(Mutex<HashMap<UploadKey, Arc<Running>>>);

/// A running upload.
pub(crate) struct Running {
    pub(crate) key: UploadKey,
    pub(crate) lease: Option<(UploadLease, Cancellation)>,
    pub(crate) state: Mutex<RunningState>,
}

pub(crate) struct RunningState {
    pub(crate) progress: UploadProgress,
    /// What was stored last.
    pub(crate) saved: Option<UploadProgress>,
}

impl LiveUploads {
    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<UploadKey, Arc<Running>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn find(&self, key: &UploadKey) -> Option<Arc<Running>> {
        self.lock().get(key).map(Arc::clone)
    }

    /// Removes an upload, unless another one with its identifier has begun.
    pub(crate) fn remove(&self, running: &Arc<Running>) {
        let mut all = self.lock();
        if all
            .get(&running.key)
            .is_some_and(|one| Arc::ptr_eq(one, running))
        {
            all.remove(&running.key);
        }
    }

    pub(crate) fn insert(&self, running: Running) -> Arc<Running> {
        let running = Arc::new(running);
        self.lock()
            .insert(running.key.clone(), Arc::clone(&running));
        running
    }
}

impl Running {
    pub(crate) fn lock(&self) -> MutexGuard<'_, RunningState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn progress_at(&self, now: Timestamp) -> UploadProgress {
        let progress = self.lock().progress.clone();
        UploadProgress {
            updated_at: now,
            ..progress
        }
    }

    pub(crate) fn end(&self, problem: Option<String>) {
        let mut state = self.lock();
        state.progress.state = match problem {
            None => UploadState::Done,
            Some(_) => UploadState::Failed,
        };
        state.progress.problem = problem;
    }

    /// Returns the progress if it must be stored now.
    pub(crate) fn unsaved(&self, now: Timestamp) -> Option<UploadProgress> {
        let current = self.progress_at(now);
        let began = current
            .started_at
            .plus(Duration::milliseconds(QUIET_MILLIS));
        let state = self.lock();
        let is_due = match &state.saved {
            _ if current.state.is_final() => true,
            None => self.lease.is_some() || began <= now,
            Some(saved) => {
                let is_old = saved.updated_at.plus(Duration::seconds(REFRESH_SECONDS)) <= now;
                is_old || saved.counts != current.counts || saved.state != current.state
            }
        };
        is_due.then_some(current)
    }
}

/// Reports what happens to an upload. Without one, nothing is reported.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Running>>);

impl Progress {
    fn count(&self, change: impl FnOnce(&mut UploadCounts)) {
        if let Some(running) = &self.0 {
            change(&mut running.lock().progress.counts);
        }
    }

    /// Reports that bytes of the request have arrived.
    pub fn add_bytes(&self, bytes: u64) {
        self.count(|counts| counts.bytes = counts.bytes.saturating_add(bytes));
    }

    /// Reports that a file has arrived.
    pub fn add_file(&self) {
        self.count(|counts| counts.files += 1);
    }

    /// Reports that files have been read.
    pub(crate) fn add_read(&self, files: u64) {
        self.count(|counts| counts.read += files);
    }

    /// Reports outcomes.
    pub(crate) fn add_outcomes(&self, add: impl FnOnce(&mut UploadCounts)) {
        self.count(add);
    }

    /// Reports the jobs that an import created, and the rows of jobs that exist already.
    pub fn add_jobs(&self, created: usize, duplicates: usize) {
        let number = |count| u64::try_from(count).unwrap_or(u64::MAX);
        self.count(|counts| {
            counts.created = number(created);
            counts.duplicates = number(duplicates);
        });
    }

    /// Reports that rescoring begins, and how many candidates the job has.
    pub(crate) fn begin_scoring(&self, candidates: u64) {
        self.count(|counts| counts.files = candidates);
        self.begin_work();
    }

    /// Reports candidates that are measured. If the job changes meanwhile, they are measured again, but counted only once.
    pub(crate) fn add_scored(&self, candidates: u64) {
        self.count(|counts| counts.read = counts.read.saturating_add(candidates).min(counts.files));
    }

    /// Reports that all candidates are scored. Their number may have changed since the beginning.
    pub(crate) fn end_scoring(&self, candidates: usize) {
        let candidates = u64::try_from(candidates).unwrap_or(u64::MAX);
        self.count(|counts| (counts.files, counts.read) = (candidates, candidates));
    }

    /// Reports that all bytes have arrived.
    pub fn begin_work(&self) {
        if let Some(running) = &self.0 {
            running.lock().progress.state = UploadState::Working;
        }
    }
}

/// An upload whose progress is reported until this value is dropped.
pub struct TrackedUpload {
    pub(crate) id: UploadId,
    pub(crate) live: Arc<LiveUploads>,
    pub(crate) running: Option<Arc<Running>>,
}

impl TrackedUpload {
    /// Returns its identifier.
    pub fn id(&self) -> &UploadId {
        &self.id
    }

    /// Returns what reports its progress.
    pub fn progress(&self) -> Progress {
        Progress(self.running.clone())
    }

    /// Reports that the upload was refused while it arrived. It is stored a little later.
    pub fn fail(&self, problem: &str) {
        if let Some(running) = &self.running {
            running.end(Some(problem.to_owned()));
        }
    }
}

impl Drop for TrackedUpload {
    fn drop(&mut self) {
        let Some(running) = &self.running else {
            return;
        };
        if running.lease.is_some() {
            self.live.remove(running);
        } else if !running.lock().progress.state.is_final() {
            // The next run of `save_changed` stores this, because nothing may block here.
            running.end(Some(DISCONNECTED.to_owned()));
        }
    }
}
