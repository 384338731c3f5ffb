//! The progress of uploads. It is stored at most once a second, so that other servers can report it.

use std::sync::{Arc, Mutex};

use chrono::Duration;
use shortlist_domain::{
    Principal, Timestamp, UploadAnswer, UploadCounts, UploadId, UploadKey, UploadKind,
    UploadProgress, UploadState,
};
use shortlist_persistence::{Store, StoreError, UploadBeginning, UploadLease};
use shortlist_workers::Cancellation;

use crate::clock::Clock;
use crate::conflict::UploadConflict;
use crate::error::AppError;
use crate::files::FileStore;
use crate::operations::Operation;
use crate::secrets::random_bits;
use crate::uploads::tracked::{LiveUploads, Running, RunningState, TrackedUpload};

/// The time for which no server has reported an upload, in seconds, after which its server must have stopped.
const STALE_SECONDS: i64 = 60;
/// The duration of a lease after it was claimed or renewed, in seconds. The clocks of servers must differ by less.
pub(crate) const LEASE_SECONDS: i64 = 20;

/// The problem of an upload whose server has stopped.
pub(crate) const STOPPED: &str = "the server stopped before the upload was complete; send the upload again, which creates nobody twice";

/// The source of an upload's identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SentUploadId {
    /// Its sender chose it for this upload.
    Chosen(UploadId),
    /// It is the idempotency key, so the sender may send the upload again under it.
    IdempotencyKey(UploadId),
    /// The sender chose none.
    Missing,
}

/// The progress of an upload for its user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadReport {
    /// The identifier.
    pub id: UploadId,
    /// The progress.
    pub progress: UploadProgress,
    /// The answer, if its sender did not wait for it and it is complete.
    pub answer: Option<UploadAnswer>,
}

impl UploadReport {
    /// Returns the operation that its user must still be allowed to perform.
    pub fn operation(&self) -> Operation {
        match self.progress.kind {
            UploadKind::Resumes => Operation::UploadResumes,
            UploadKind::Jobs => Operation::ImportJobs,
            UploadKind::Rescoring => Operation::RescoreJob,
        }
    }
}

/// Tracks the uploads that run on this server, and finds the progress of all.
pub struct RunningUploads<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) files: &'a FileStore,
    pub(crate) live: &'a Arc<LiveUploads>,
}

impl RunningUploads<'_> {
    /// Begins to track an upload.
    ///
    /// A repeated idempotency key may belong to an upload that runs or is complete. Then the repetition is not tracked.
    ///
    /// # Errors
    /// Returns [`AppError::Conflict`] if the user has another upload with the chosen identifier.
    pub fn begin(
        &self,
        principal: &Principal,
        kind: UploadKind,
        expected_bytes: Option<u64>,
        sent: SentUploadId,
    ) -> Result<TrackedUpload, AppError> {
        let now = self.clock.now();
        let id = match &sent {
            SentUploadId::Chosen(id) | SentUploadId::IdempotencyKey(id) => id.clone(),
            SentUploadId::Missing => UploadId::generate(random_bits()?),
        };
        let key = key_of(principal, &id);
        let progress = UploadProgress {
            kind,
            state: UploadState::Receiving,
            started_at: now,
            updated_at: now,
            expected_bytes,
            counts: UploadCounts::default(),
            problem: None,
        };
        let is_new = match sent {
            SentUploadId::Missing => true,
            _ => self.begin_stored(&key, &progress)?,
        };
        if !is_new && matches!(sent, SentUploadId::Chosen(_)) {
            return Err(AppError::conflict(UploadConflict::UploadIdTaken));
        }
        let saved = (sent != SentUploadId::Missing).then(|| progress.clone());
        let state = Mutex::new(RunningState { progress, saved });
        let running = Running {
            key,
            lease: None,
            state,
        };
        Ok(TrackedUpload {
            id,
            live: Arc::clone(self.live),
            running: is_new.then(|| self.live.insert(running)),
        })
    }

    /// Returns `false` if the user has another upload with this identifier.
    fn begin_stored(&self, key: &UploadKey, progress: &UploadProgress) -> Result<bool, AppError> {
        let stale = progress.started_at.minus(Duration::seconds(STALE_SECONDS));
        match self.store.uploads().begin(key, progress, stale)? {
            UploadBeginning::Taken => Ok(false),
            UploadBeginning::Begun(left) => {
                if let Some(token) = left {
                    self.files.remove_upload(&key.organization_id, &token)?;
                }
                Ok(true)
            }
        }
    }

    /// Ends an upload whose sender waited for the answer, with the problem if it was refused or failed.
    pub fn end(&self, tracked: &TrackedUpload, problem: Option<&str>) {
        let Some(running) = &tracked.running else {
            return;
        };
        running.end(problem.map(str::to_owned));
        let progress = running.progress_at(self.clock.now());
        match self
            .store
            .uploads()
            .save(&[(running.key.clone(), progress)])
        {
            Ok(()) => self.live.remove(running),
            // `save_changed` tries again.
            Err(error) => log_unsaved(&error),
        }
    }

    /// Finds an upload of the caller. The caller must still be allowed to perform its operation.
    ///
    /// # Errors
    /// Returns [`AppError::NotFound`] if the user has no such upload.
    pub fn find(&self, principal: &Principal, id: &UploadId) -> Result<UploadReport, AppError> {
        let key = key_of(principal, id);
        let now = self.clock.now();
        if let Some(running) = self.live.find(&key) {
            return Ok(UploadReport {
                id: key.id,
                progress: running.progress_at(now),
                answer: None,
            });
        }
        let found = self.store.uploads().find(&key)?.ok_or(NO_UPLOAD)?;
        let mut progress = found.progress;
        let stale = now.minus(Duration::seconds(STALE_SECONDS));
        if !progress.state.is_final() && !found.is_staged && progress.updated_at < stale {
            progress.state = UploadState::Failed;
            progress.problem = Some(STOPPED.to_owned());
        }
        Ok(UploadReport {
            id: key.id,
            progress,
            answer: found.answer,
        })
    }

    /// Stores the progress that has changed, and extends the leases of this server. Call it every second.
    ///
    /// # Errors
    /// Returns an error if the database fails. The next call tries again.
    pub fn save_changed(&self) -> Result<(), AppError> {
        let now = self.clock.now();
        let all: Vec<Arc<Running>> = self.live.lock().values().map(Arc::clone).collect();
        let mut changed = Vec::new();
        for running in all {
            let Some(progress) = running.unsaved(now) else {
                continue;
            };
            match &running.lease {
                None => changed.push((running, progress)),
                Some((lease, cancellation)) => {
                    self.renew(&running, lease, cancellation, progress)?;
                }
            }
        }
        let rows: Vec<_> = changed
            .iter()
            .map(|(running, progress)| (running.key.clone(), progress.clone()))
            .collect();
        if rows.is_empty() {
            return Ok(());
        }
        self.store.uploads().save(&rows)?;
        for (running, progress) in changed {
            let is_final = progress.state.is_final();
            running.lock().saved = Some(progress);
            if is_final {
                self.live.remove(&running);
            }
        }
        Ok(())
    }

    fn renew(
        &self,
        running: &Running,
        lease: &UploadLease,
        cancellation: &Cancellation,
        progress: UploadProgress,
    ) -> Result<(), AppError> {
        if progress.state.is_final() {
            return Ok(());
        }
        let until = lease_from(progress.updated_at);
        if !self.store.uploads().renew(lease, &progress, until)? {
            cancellation.cancel();
        }
        running.lock().saved = Some(progress);
        Ok(())
    }

    /// Tracks an upload that this server has claimed.
    pub(crate) fn track_claimed(
        &self,
        lease: &UploadLease,
        progress: UploadProgress,
        cancellation: &Cancellation,
    ) -> TrackedUpload {
        let running = self.live.insert(Running {
            key: lease.key.clone(),
            lease: Some((lease.clone(), cancellation.clone())),
            state: Mutex::new(RunningState {
                progress,
                saved: None,
            }),
        });
        TrackedUpload {
            id: lease.key.id.clone(),
            live: Arc::clone(self.live),
            running: Some(running),
        }
    }

    /// Makes the uploads that this server has claimed stop, so that others can continue them.
    pub fn stop(&self) {
        for running in self.live.lock().values() {
            if let Some((_, cancellation)) = &running.lease {
                cancellation.cancel();
            }
        }
    }

    /// Stops to track an upload, because another claim continues it. Returns its key and its progress.
    pub(crate) fn hand_over(
        &self,
        tracked: &mut TrackedUpload,
    ) -> Option<(UploadKey, UploadProgress)> {
        let running = tracked.running.take()?;
        self.live.remove(&running);
        Some((running.key.clone(), running.progress_at(self.clock.now())))
    }

    /// Returns the key and the progress of a tracked upload.
    pub(crate) fn current(&self, tracked: &TrackedUpload) -> Option<(UploadKey, UploadProgress)> {
        let running = tracked.running.as_ref()?;
        Some((running.key.clone(), running.progress_at(self.clock.now())))
    }
}

const NO_UPLOAD: AppError = AppError::NotFound {
    field: "id",
    what: "upload",
};

pub(crate) fn key_of(principal: &Principal, id: &UploadId) -> UploadKey {
    UploadKey {
        organization_id: principal.organization_id.clone(),
        user_id: principal.user_id.clone(),
        id: id.clone(),
    }
}

pub(crate) fn lease_from(now: Timestamp) -> Timestamp {
    now.plus(Duration::seconds(LEASE_SECONDS))
}

fn log_unsaved(error: &StoreError) {
    tracing::warn!(%error, "the progress of an upload could not be stored; it will be tried again");
}
