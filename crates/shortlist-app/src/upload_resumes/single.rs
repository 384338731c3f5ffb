//! Scoring a single resume that arrives outside of an upload.

use std::sync::atomic::AtomicU64;

use shortlist_domain::{Job, NewCandidate, Party, Resume, Weights};

use super::{Upload, score_catching_panics};
use crate::language_model::{ModelJob, ModelSession};
use crate::scores::Scorer;
use crate::{AppError, OnDuplicateResume, StagedFile, Uploads};

/// The conditions under which a single resume is scored.
pub(crate) struct SingleUpload {
    pub(crate) party: Party,
    pub(crate) job: Job,
    pub(crate) weights: Weights,
}

impl Uploads<'_> {
    /// Scores a resume for a job, whose recruiter becomes that of the candidate. Returns a message if it cannot be used.
    pub(crate) fn score_single(
        &self,
        single: SingleUpload,
        (name, staged): (&str, &StagedFile),
        read: Result<Resume, String>,
    ) -> Result<Result<NewCandidate, String>, AppError> {
        let upload = self.prepare_single(single)?;
        match score_catching_panics(&upload, staged, || read) {
            Ok(scored) => Ok(Ok(self.new_candidate(&upload, name, staged, scored)?)),
            Err(reason) => Ok(Err(reason)),
        }
    }

    fn prepare_single(&self, single: SingleUpload) -> Result<Upload, AppError> {
        let SingleUpload {
            party,
            job,
            weights,
        } = single;
        let scorer = Scorer::current(self.store, self.clock, self.vocabulary, &job)?;
        let criteria = weights.criteria().iter();
        let criteria = criteria.map(|weight| weight.name.clone()).collect();
        let model_job = ModelJob::of(&job, scorer.job.requirements());
        let session: Option<ModelSession> = self
            .model
            .map(|queue| queue.begin_session(model_job, criteria));
        Ok(Upload {
            party,
            recruiter_id: job.recruiter_id.clone(),
            session,
            scorer,
            job,
            weights,
            as_of: self.clock.now().date(),
            on_duplicate: OnDuplicateResume::Skip,
            claim: None,
            confirmed: AtomicU64::default(),
        })
    }
}
