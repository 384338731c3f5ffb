//! Reads the candidates of an organization batch by batch.
//!
//! Two threads share the batches: reading a million rows keeps a processor busy, on the side of the database or on ours.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use shortlist_domain::{JobId, OrganizationId};
use shortlist_persistence::{CandidateRange, Store};

use crate::error::AppError;

/// The number of candidates that are read at once.
const BATCH: u32 = 10_000;
/// The number of threads that read.
const READERS: usize = 2;

/// The batches of an organization's candidates, or of those of one of its jobs.
pub(super) struct Batches<'a> {
    store: &'a Store,
    organization: &'a OrganizationId,
    job: Option<&'a JobId>,
    /// The last identifier that a thread has taken.
    after: Mutex<String>,
}

impl<'a> Batches<'a> {
    pub(super) fn of(
        store: &'a Store,
        organization: &'a OrganizationId,
        job: Option<&'a JobId>,
    ) -> Self {
        Self {
            store,
            organization,
            job,
            after: Mutex::default(),
        }
    }

    /// Calls `visit` with each batch once. Each thread begins with a state of its own and adds its batches to it. Returns the states.
    pub(super) fn share<S: Send>(
        &self,
        begin: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, CandidateRange<'_>) -> Result<(), AppError> + Sync,
    ) -> Result<Vec<S>, AppError> {
        let read = || -> Result<S, AppError> {
            let mut state = begin();
            while let Some((first, last)) = self.take()? {
                let (first, last) = (first.as_str(), last.as_str());
                visit(&mut state, CandidateRange { first, last })?;
            }
            Ok(state)
        };
        thread::scope(|scope| {
            let readers = [(); READERS].map(|()| scope.spawn(read));
            let joined = readers
                .into_iter()
                .map(|reader| reader.join().unwrap_or_else(|panic| resume_unwind(panic)));
            joined.collect()
        })
    }

    fn take(&self) -> Result<Option<(String, String)>, AppError> {
        let mut after = self.after.lock().unwrap_or_else(PoisonError::into_inner);
        let fairness = self.store.fairness();
        let range = fairness.next_range(self.organization, self.job, &after, BATCH)?;
        if let Some((_, last)) = &range {
            after.clone_from(last);
        }
        Ok(range)
    }
}
