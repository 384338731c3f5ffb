//! Scores of candidates that are there: their receipts, and what other weights would come to.

use std::collections::HashMap;

use chrono::NaiveDate;
use shortlist_domain::{
    CandidateId, Evidence, FileDigest, Job, JobId, ModelPart, OrganizationId, Principal,
    ScoreReceipt, Weights,
};
use shortlist_persistence::{JobVersion, StoredReceipt};
use shortlist_scoring::{
    JobText, PreparedJob, Profile, ScoreInput, engine_version, read_requirements, reweigh, score,
    with_opinions,
};

use crate::candidates::NO_CANDIDATE;
use crate::jobs::job_text;
use crate::upload_fields::read_weights;
use crate::{App, AppError};

/// Under which weights a candidate's score is asked for.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct ExplainScore {
    pub candidate_id: String,
    pub resume_score_breakdown: String,
}

/// A receipt with the version of the job that it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateReceipt {
    /// The receipt under the weights in force.
    pub receipt: ScoreReceipt,
    /// The job's version.
    pub job_version: i32,
}

impl CandidateReceipt {
    /// A stored receipt under the weights in force, which may be others than those it was made with.
    pub(crate) fn in_force(stored: StoredReceipt) -> Self {
        // What was not measured cannot be in force: the store keeps both together.
        let receipt = reweigh(&stored.receipt, &stored.weighting).unwrap_or(stored.receipt);
        Self {
            receipt,
            job_version: stored.job_version,
        }
    }

    /// How long its texts are together, in bytes, with so many bytes for each piece of evidence.
    pub fn text_bytes(&self, each: usize) -> usize {
        let quote =
            |e: &Evidence| each + e.requirement.len() + e.quote.as_ref().map_or(0, String::len);
        let criteria = self.receipt.criteria.iter();
        let criteria = criteria.map(|criterion| {
            let evidence = criterion.evidence.iter().map(quote);
            criterion.criterion.len() + criterion.summary.len() + evidence.sum::<usize>()
        });
        let findings = self.receipt.findings.iter();
        criteria.sum::<usize>() + findings.map(|finding| finding.quote.len()).sum::<usize>()
    }
}

/// A job made ready for scoring.
pub(crate) struct Scorer {
    pub(crate) job: PreparedJob,
    pub(crate) version: i32,
}

impl Scorer {
    fn new(text: &JobText<'_>, version: i32) -> Self {
        Self {
            job: PreparedJob::new(text, &read_requirements(text)),
            version,
        }
    }

    /// Scores a person.
    pub(crate) fn score(
        &self,
        profile: &Profile,
        document: FileDigest,
        weights: &Weights,
        as_of: NaiveDate,
    ) -> ScoreReceipt {
        let input = ScoreInput {
            profile,
            weights,
            as_of,
            document,
        };
        score(&self.job, &input)
    }
}

impl App {
    /// Reads why candidates scored what they did, all by one query.
    ///
    /// # Errors
    /// When the database fails.
    pub fn score_receipts(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, CandidateReceipt>, AppError> {
        let loaded = self.store.load_receipts(organization, candidates)?;
        let in_force = |(id, stored)| (id, CandidateReceipt::in_force(stored));
        Ok(loaded.into_iter().map(in_force).collect())
    }

    /// Reads the receipts of a candidate that others have followed, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn earlier_receipts(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<CandidateReceipt>, AppError> {
        let all = self.store.list_receipts(organization, candidate)?;
        let earlier = all.into_iter().skip(1);
        Ok(earlier.map(CandidateReceipt::in_force).collect())
    }

    /// Tells what a candidate's score would be under other weights, for the job as it was scored against and on the same
    /// as-of date. Nothing is stored.
    ///
    /// # Errors
    /// When a value cannot be used or the organization has no such candidate.
    pub fn explain_score(
        &self,
        principal: &Principal,
        request: &ExplainScore,
    ) -> Result<CandidateReceipt, AppError> {
        let id = CandidateId::parse("candidateId", &request.candidate_id)?;
        let weights = read_weights(&request.resume_score_breakdown)?;
        let organization = &principal.organization_id;
        let candidate = self.store.find_candidate(organization, &id)?;
        let candidate = candidate.ok_or(NO_CANDIDATE)?;
        let ids = std::slice::from_ref(&id);
        let stored = self.store.load_receipts(organization, ids)?.remove(&id);
        let stored = stored.ok_or(NO_CANDIDATE)?;
        let job_version = stored.job_version;
        if stored.receipt.engine_version == engine_version()
            && let Some(receipt) = reweigh(&stored.receipt, &weights)
        {
            return Ok(CandidateReceipt {
                receipt,
                job_version,
            });
        }
        // Something that was not measured yet, or by an engine of before.
        let resume = self.store.load_resumes(organization, ids)?.remove(&id);
        let resume = resume.ok_or(NO_CANDIDATE)?;
        let scorer = self.scorer_of_version(organization, &candidate.job_id, job_version)?;
        let as_of = stored.receipt.as_of;
        let profile = Profile::of(&resume.resume);
        let mut receipt = scorer.score(&profile, resume.file.digest, &weights, as_of);
        if let Some(part) = model_part(&stored, scorer.version) {
            receipt = with_opinions(receipt, &profile, part);
        }
        Ok(CandidateReceipt {
            receipt,
            job_version: scorer.version,
        })
    }

    /// Makes a job ready for scoring as it is, and keeps what it says for those who ask later.
    pub(crate) fn scorer(&self, job: &Job) -> Result<Scorer, AppError> {
        let scorer = Scorer::new(&job_text(job), job.version);
        let read = (scorer.job.requirements(), engine_version());
        self.store
            .keep_job_version(job, (read.0, &read.1), self.now())?;
        Ok(scorer)
    }

    /// Makes a job ready for scoring as it was in a version; as it is where that version was not kept.
    pub(crate) fn scorer_of_version(
        &self,
        organization: &OrganizationId,
        job: &JobId,
        version: i32,
    ) -> Result<Scorer, AppError> {
        let kept = self.store.find_job_version(organization, job, version)?;
        if let Some(kept) = kept {
            return Ok(Scorer::new(&version_text(&kept), kept.version));
        }
        let job = self.existing_job(organization, job)?;
        Ok(Scorer::new(&job_text(&job), job.version))
    }
}

/// What a language model said of a candidate, where it is about the same words still: the job's version, and the resume as this
/// engine reads it. It is kept and never asked for again, so that scoring again needs no model.
pub(crate) fn model_part(stored: &StoredReceipt, version: i32) -> Option<ModelPart> {
    let receipt = &stored.receipt;
    let same = stored.job_version == version && receipt.engine_version == engine_version();
    receipt.model.clone().filter(|_| same)
}

fn version_text(kept: &JobVersion) -> JobText<'_> {
    JobText {
        title: &kept.title,
        description: &kept.description,
        skills: &kept.skills,
    }
}
