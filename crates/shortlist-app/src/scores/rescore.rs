//! Rescoring a job's candidates: with other weights, or after a change of the job.
//!
//! If engine and job are unchanged, the measured values remain valid. Then only shares, contributions and scores are
//! computed again, and no resume is read. Otherwise the stored resumes are measured again. A file is read again only if
//! another engine version read it.
//!
//! Measuring happens before the transaction, and its results wait on disk. The transaction writes everything or nothing.

mod summary;

use std::collections::{BTreeMap, HashMap};
use std::panic::resume_unwind;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::thread;

use chrono::NaiveDate;
use shortlist_domain::{
    Candidate, CandidateId, InvalidValue, Job, JobId, ModelContribution, OrganizationId, Party,
    Principal, TimeProblem, UnusableFile, Weights,
};
use shortlist_persistence::{CurrentScore, Measurement, Rescored, Rescoring, StoreError};
use shortlist_scoring::{apply_opinions, engine_version, reweigh_values};

use crate::access::job_access::check_job_visible;
use crate::checks::NO_JOB;
use crate::conflict::JobConflict;
use crate::error::{AppError, StorageFault};
use crate::operations::Operation;
use crate::scores::{Scorer, Scores, model_contribution};
use crate::scratch::{Extent, Scratch};
use crate::uploads::fields::read_weights;
use crate::uploads::tracked::Progress;
use crate::work_listener::WorkListener;
use shortlist_workers::Cancellation;
pub use summary::{MAX_LISTED_RANK_CHANGES, RankChange, RescoreSummary, UnreadableCandidate};
use summary::{Outcome, rank_changes};

/// The number of candidates that a thread takes at once for measuring.
const MEASURING_CHUNK: usize = 16;
/// The largest number of attempts if the job or a candidate keeps changing meanwhile.
const MAX_ATTEMPTS: u32 = 5;

/// Which candidates to score again, and how.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct RescoreJob {
    pub job_id: String,
    pub resume_score_breakdown: Option<String>,
    pub as_of: Option<String>,
    pub cancellation: Cancellation,
    pub listener: WorkListener,
}

/// The validated request.
struct Request {
    job: JobId,
    /// The new weights; with `None`, each candidate keeps its own.
    weights: Option<Weights>,
    /// The only candidate; with `None`, all candidates of the job.
    only: Option<CandidateId>,
    /// The new as-of date. With `None`, measured values stay valid, and new measurements use today.
    as_of: Option<NaiveDate>,
    cancellation: Cancellation,
    /// Is informed of each candidate that is measured, or that needs no measuring.
    listener: WorkListener,
}

/// The result of measuring a candidate.
enum Measured {
    /// A [`Measurement`] on disk, and the candidate's receipt number at the time of measuring.
    OnDisk(Extent, i32),
    /// The file could not be read again, for this reason.
    Unreadable(UnusableFile),
}

/// The data of one attempt.
struct Attempt<'a> {
    organization: &'a OrganizationId,
    request: &'a Request,
    job: Job,
    scorer: Scorer,
    engine: String,
    today: NaiveDate,
    scratch: Scratch,
    measured: Mutex<HashMap<CandidateId, Measured>>,
}

impl Scores<'_> {
    /// Rescores the candidates of a job that the caller has access to.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to the job, or for the reasons of [`Scores::rescore`].
    pub fn rescore_for(
        &self,
        principal: &Principal,
        request: &RescoreJob,
    ) -> Result<RescoreSummary, AppError> {
        self.check_rescoring(principal, request)?;
        self.rescore(&principal.party(), request)
    }

    /// Checks that a request is valid, and that the caller has access to the job. Returns the job.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the caller has no access to such a job.
    pub fn check_rescoring(
        &self,
        principal: &Principal,
        request: &RescoreJob,
    ) -> Result<JobId, AppError> {
        let Request { job, .. } = Request::parse(request)?;
        check_job_visible(self.store, principal, &job)?;
        let found = self.store.jobs().find(&principal.organization_id, &job)?;
        found.map(|job| job.id).ok_or(NO_JOB)
    }

    /// Does the same as [`Scores::rescore_for`], and reports its progress.
    ///
    /// # Errors
    /// For the same reasons.
    pub fn rescore_reporting(
        &self,
        principal: &Principal,
        request: RescoreJob,
        progress: &Progress,
    ) -> Result<RescoreSummary, AppError> {
        let job = self.check_rescoring(principal, &request)?;
        progress.begin_scoring(self.count(&principal.organization_id, &[job])?);
        let counter = progress.clone();
        let listener = WorkListener::new(move |scored| counter.add_scored(scored));
        let summary = self.rescore_for(
            principal,
            &RescoreJob {
                listener,
                ..request
            },
        )?;
        progress.end_scoring(summary.candidates);
        Ok(summary)
    }

    /// Rescores the candidates of a job: all of them, or none if it fails or is cancelled.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, the organization has no such job, or the job or its candidates keep changing
    /// meanwhile.
    pub fn rescore(&self, party: &Party, request: &RescoreJob) -> Result<RescoreSummary, AppError> {
        self.run(party, &Request::parse(request)?)
    }

    /// Rescores one candidate for a day, after a correction.
    pub(crate) fn rescore_candidate(
        &self,
        party: &Party,
        candidate: &Candidate,
        as_of: NaiveDate,
    ) -> Result<(), AppError> {
        let request = Request {
            job: candidate.job_id.clone(),
            weights: None,
            only: Some(candidate.id.clone()),
            as_of: Some(as_of),
            cancellation: Cancellation::default(),
            listener: WorkListener::default(),
        };
        self.run(party, &request).map(drop)
    }

    fn run(&self, party: &Party, request: &Request) -> Result<RescoreSummary, AppError> {
        let mut attempt = self.begin_attempt(&party.organization_id, request)?;
        for _attempt in 0..MAX_ATTEMPTS {
            // The first attempt assumes that all measured values are valid, so that usually nobody is processed twice.
            match self.write_scores(party, &attempt) {
                Err(_) if request.cancellation.is_cancelled() => return Err(AppError::Cancelled),
                Err(AppError::Fault(StorageFault::Database(StoreError::Stale))) => {}
                written => return written,
            }
            attempt = self.begin_attempt(&party.organization_id, request)?;
            self.measure_all(&attempt)?;
        }
        Err(AppError::conflict(JobConflict::ChangedWhileScored))
    }

    fn begin_attempt<'a>(
        &self,
        organization: &'a OrganizationId,
        request: &'a Request,
    ) -> Result<Attempt<'a>, AppError> {
        let job = self.store.jobs().find(organization, &request.job)?;
        let job = job.ok_or(NO_JOB)?;
        Ok(Attempt {
            organization,
            request,
            scorer: Scorer::current(self.store, self.clock, self.vocabulary, &job)?,
            job,
            engine: engine_version(self.vocabulary),
            today: self.clock.now().date(),
            scratch: Scratch::in_file(self.files.staging().scratch()?),
            measured: Mutex::default(),
        })
    }

    /// Measures the candidates whose stored measurements are outdated.
    fn measure_all(&self, attempt: &Attempt<'_>) -> Result<(), AppError> {
        if let Some(only) = &attempt.request.only {
            let current = self
                .store
                .scores()
                .find_current(attempt.organization, only)?;
            let current: Vec<CurrentScore> = current.into_iter().collect();
            return self.measure_in_parallel(attempt, &current);
        }
        let mut after = None;
        loop {
            let job = Some(&attempt.job.id);
            let current_scores =
                self.store
                    .scores()
                    .list_current(attempt.organization, job, after.as_ref())?;
            let Some(last) = current_scores.last() else {
                return Ok(());
            };
            after = Some(last.candidate.clone());
            let listed = current_scores.len();
            let stale: Vec<CurrentScore> = current_scores
                .into_iter()
                .filter(|current| attempt.stored_result(current).is_none())
                .collect();
            attempt.request.listener.finished(listed - stale.len());
            self.measure_in_parallel(attempt, &stale)?;
        }
    }

    fn measure_in_parallel(
        &self,
        attempt: &Attempt<'_>,
        stale: &[CurrentScore],
    ) -> Result<(), AppError> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let chunks = Mutex::new(stale.chunks(MEASURING_CHUNK));
        let work = || -> Result<(), AppError> {
            loop {
                let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
                match next {
                    None => return Ok(()),
                    Some(chunk) => {
                        self.measure_chunk(attempt, chunk)?;
                        attempt.request.listener.finished(chunk.len());
                    }
                }
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.min(stale.len().div_ceil(MEASURING_CHUNK)))
                .map(|_| scope.spawn(work))
                .collect();
            for worker in workers {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            Ok(())
        })
    }

    fn measure_chunk(&self, attempt: &Attempt<'_>, chunk: &[CurrentScore]) -> Result<(), AppError> {
        let ids: Vec<CandidateId> = chunk.iter().map(|s| s.candidate.clone()).collect();
        let mut resumes = self
            .store
            .candidates()
            .load_resumes(attempt.organization, &ids)?;
        let mut opinions = self.model_contributions(attempt, chunk)?;
        for current in chunk {
            if attempt.request.cancellation.is_cancelled() {
                return Err(AppError::Cancelled);
            }
            let Some(stored) = resumes.remove(&current.candidate) else {
                continue;
            };
            let reread = if stored.read_by == attempt.engine {
                None
            } else {
                match self.read_stored_file(
                    attempt.organization,
                    &current.candidate,
                    stored.file.digest,
                ) {
                    Ok(read) => Some(read.with_typed(stored.parsed())),
                    Err(reason) => {
                        attempt.record(current, Measured::Unreadable(reason));
                        continue;
                    }
                }
            };
            let weights = match &attempt.request.weights {
                Some(weights) => weights.clone(),
                None => current.weights()?,
            };
            let corrected = reread.as_ref().map(|resume| stored.corrected(resume));
            let resume = corrected.as_ref().unwrap_or(&stored.resume);
            let as_of = attempt.request.as_of.unwrap_or(attempt.today);
            let digest = stored.file.digest;
            let profile = attempt.scorer.profile(resume);
            let mut receipt = attempt.scorer.score(&profile, digest, &weights, as_of);
            if let Some(contribution) = opinions.remove(&current.candidate) {
                receipt = apply_opinions(receipt, &profile, contribution);
            }
            let measurement = Measurement::of(&receipt, reread.as_ref())?;
            let extent = attempt.scratch.put(&measurement.encode()?)?;
            attempt.record(current, Measured::OnDisk(extent, current.receipt_number));
        }
        Ok(())
    }

    /// Returns the language model's opinions on candidates for this version of the job.
    fn model_contributions(
        &self,
        attempt: &Attempt<'_>,
        chunk: &[CurrentScore],
    ) -> Result<HashMap<CandidateId, ModelContribution>, AppError> {
        let version = attempt.job.version;
        let same = |current: &&CurrentScore| {
            current.scored_by == attempt.engine && current.scored_version == version
        };
        let ids = chunk.iter().filter(same).map(|one| one.candidate.clone());
        let ids: Vec<CandidateId> = ids.collect();
        let receipts = self
            .store
            .scores()
            .load_receipts(attempt.organization, &ids)?;
        let contribution =
            |(id, stored)| Some((id, model_contribution(&stored, version, &attempt.engine)?));
        Ok(receipts.into_iter().filter_map(contribution).collect())
    }

    /// Writes all results in one transaction.
    fn write_scores(
        &self,
        party: &Party,
        attempt: &Attempt<'_>,
    ) -> Result<RescoreSummary, AppError> {
        let rescoring = Rescoring {
            organization: attempt.organization,
            job: &attempt.job.id,
            job_version: attempt.job.version,
            weights: attempt.request.weights.as_ref(),
            only: attempt.request.only.as_ref(),
            at: self.clock.now(),
        };
        // Keyed by candidate, because the database may retry the transaction and repeat the calls.
        let mut outcomes: BTreeMap<CandidateId, Outcome> = BTreeMap::new();
        let writer = self.writers.for_party(party, Operation::RescoreJob.name());
        writer.scores().rescore(&rescoring, &mut |current| {
            if attempt.request.cancellation.is_cancelled() {
                return Err(StoreError::Other {
                    attempted: "score a job again",
                    source: "it was cancelled".into(),
                });
            }
            let rescored = attempt.decide(current)?;
            let after = match &rescored {
                Rescored::Kept => current.score,
                Rescored::Reweighed(score) => *score,
                Rescored::Measured(measurement) => measurement.score(),
            };
            let outcome = Outcome {
                code: current.code.clone(),
                before: current.score,
                after,
            };
            outcomes.insert(current.candidate.clone(), outcome);
            Ok(rescored)
        })?;
        Ok(attempt.summary(&outcomes))
    }
}

impl Request {
    fn parse(request: &RescoreJob) -> Result<Self, InvalidValue> {
        let as_of = |text: &str| {
            NaiveDate::from_str(text).map_err(|error| {
                InvalidValue::new("asOf", TimeProblem::DateLibrarySays(error.to_string()))
            })
        };
        let weights = request.resume_score_breakdown.as_deref();
        Ok(Self {
            job: JobId::parse("jobId", &request.job_id)?,
            weights: weights.map(read_weights).transpose()?,
            only: None,
            as_of: request.as_of.as_deref().map(as_of).transpose()?,
            cancellation: request.cancellation.clone(),
            listener: request.listener.clone(),
        })
    }
}

impl Attempt<'_> {
    fn record(&self, current: &CurrentScore, measured: Measured) {
        let mut all = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(current.candidate.clone(), measured);
    }

    /// Returns the result for a candidate from its stored measurements, or `None` if they are outdated.
    fn stored_result(&self, current: &CurrentScore) -> Option<Rescored> {
        let up_to_date = current.scored_by == self.engine
            && current.scored_version == self.job.version
            && self.request.as_of.is_none();
        up_to_date.then(|| self.reweigh_stored(current)).flatten()
    }

    fn reweigh_stored(&self, current: &CurrentScore) -> Option<Rescored> {
        match &self.request.weights {
            None => Some(Rescored::Kept),
            Some(weights) => reweigh_values(&current.values, weights).map(Rescored::Reweighed),
        }
    }

    fn decide(&self, current: &CurrentScore) -> Result<Rescored, StoreError> {
        if let Some(rescored) = self.stored_result(current) {
            return Ok(rescored);
        }
        let all = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        match all.get(&current.candidate) {
            Some(Measured::OnDisk(extent, number)) if *number == current.receipt_number => {
                let bytes = self
                    .scratch
                    .get(*extent)
                    .map_err(|error| StoreError::Other {
                        attempted: "read a measurement from the scratch file",
                        source: Box::new(error),
                    })?;
                Ok(Rescored::Measured(Measurement::decode(&bytes)?))
            }
            Some(Measured::Unreadable(_)) => {
                Ok(self.reweigh_stored(current).unwrap_or(Rescored::Kept))
            }
            Some(Measured::OnDisk(..)) | None => Err(StoreError::Stale),
        }
    }

    fn summary(&self, outcomes: &BTreeMap<CandidateId, Outcome>) -> RescoreSummary {
        let all = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        let unreadable = |(id, measured): (&CandidateId, &Measured)| match measured {
            Measured::OnDisk(..) => None,
            Measured::Unreadable(reason) => Some(UnreadableCandidate {
                candidate_id: id.clone(),
                reason: reason.clone(),
            }),
        };
        let mut unreadable: Vec<UnreadableCandidate> = all.iter().filter_map(unreadable).collect();
        unreadable.sort_by(|a, b| a.candidate_id.cmp(&b.candidate_id));
        let count =
            |matches: fn(&Outcome) -> bool| outcomes.values().filter(|o| matches(o)).count();
        RescoreSummary {
            job_id: self.job.id.clone(),
            job_version: self.job.version,
            engine_version: self.engine.clone(),
            candidates: outcomes.len(),
            measured: all.len() - unreadable.len(),
            up: count(|outcome| outcome.after > outcome.before),
            down: count(|outcome| outcome.after < outcome.before),
            unreadable,
            rank_changes: rank_changes(outcomes),
        }
    }
}
