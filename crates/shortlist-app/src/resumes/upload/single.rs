//! Scoring a single resume that arrives outside of an upload.

use std::sync::atomic::AtomicU64;

use shortlist_domain::{
    Job, MediaKind, NewCandidate, Party, Resume, ResumeText, SkipReason, Weights,
};

use super::{ReceivedFile, Scored, Upload, receipt_of, score_any, score_catching_panics};
use crate::error::AppError;
use crate::language_model::{ModelJob, ModelSession};
use crate::scores::Scorer;
use crate::uploads::fields::OnDuplicateResume;
use crate::uploads::intake::Uploads;

/// The conditions under which a single resume is scored.
pub(crate) struct SingleUpload {
    pub(crate) party: Party,
    pub(crate) job: Job,
    pub(crate) weights: Weights,
}

/// The weights of a job without candidates, in the order of receipts.
const DEFAULT_WEIGHTS: [(&str, f64); 3] =
    [("experience", 40.0), ("skills", 40.0), ("education", 20.0)];

impl Uploads<'_> {
    /// Returns the weights of the job's newest candidate, so that all its candidates are ranked alike.
    pub(crate) fn usual_weights(&self, job: &Job) -> Result<Weights, AppError> {
        let jobs = self.store.jobs();
        let newest = jobs.newest_weights(&job.organization_id, &job.id)?;
        match newest {
            Some(weights) => Ok(weights),
            None => {
                let weights = DEFAULT_WEIGHTS.map(|(name, weight)| (name.to_owned(), weight));
                Ok(Weights::new(&weights)?)
            }
        }
    }

    /// Scores a resume for a job, whose recruiter becomes that of the candidate. Returns the reason if it cannot be used.
    pub(crate) fn score_single(
        &self,
        single: SingleUpload,
        file: ReceivedFile<'_>,
        read: Result<Resume, SkipReason>,
    ) -> Result<Result<NewCandidate, SkipReason>, AppError> {
        let upload = self.prepare_single(single)?;
        match score_catching_panics(&upload, file.digest, || read) {
            Ok(scored) => Ok(Ok(self.new_candidate(&upload, file, scored)?)),
            Err(reason) => Ok(Err(reason)),
        }
    }

    /// Returns a candidate for a file whose text cannot be read: a person has to look at it. The score is that of an empty text.
    pub(crate) fn unread_candidate(
        &self,
        single: SingleUpload,
        file: ReceivedFile<'_>,
        media: MediaKind,
    ) -> Result<NewCandidate, AppError> {
        let empty = Resume::of_text(media, ResumeText::new(String::new(), vec![0]));
        let upload = self.prepare_single(single)?;
        let receipt = receipt_of(&upload, file.digest, &upload.scorer.profile(&empty));
        let scored = Scored {
            resume: empty,
            receipt,
            question: None,
        };
        self.new_candidate(&upload, file, scored)
    }

    /// Returns a candidate for a text that somebody typed. It need not look like a resume.
    pub(super) fn typed_candidate(
        &self,
        single: SingleUpload,
        file: ReceivedFile<'_>,
        resume: Resume,
    ) -> Result<NewCandidate, AppError> {
        let upload = self.prepare_single(single)?;
        let scored = score_any(&upload, file.digest, resume);
        self.new_candidate(&upload, file, scored)
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
