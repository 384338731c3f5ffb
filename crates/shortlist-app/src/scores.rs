//! Receipts of existing scores, and scores under other weights.

pub(crate) mod english;
mod leaderboard;
pub(crate) mod occupation_json;
pub(crate) mod occupation_search;
pub(crate) mod read_again;
pub(crate) mod receipt_json;
pub(crate) mod replay;
pub(crate) mod rescore;
pub(crate) mod resume_scorer;
pub(crate) mod weights_preview;

use std::collections::HashMap;
use std::sync::Arc;

use chrono::NaiveDate;
use shortlist_domain::{
    CandidateId, Evidence, FileDigest, Job, JobId, LeaderboardKind, LeaderboardQuery,
    ModelContribution, OrganizationId, Principal, RequirementEdits, Resume, ScoreReceipt, Weights,
};
use shortlist_parsing::ReadOptions;
use shortlist_persistence::{JobVersion, Store, StoredReceipt};
use shortlist_scoring::{
    JobText, PreparedJob, Profile, ScoreInput, apply_opinions, edit_requirements, engine_version,
    finding_text, read_requirements, requirement_text, reweigh, score,
};
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::Pool;

use crate::access::job_access::visible_candidate;
use crate::blind::Masks;
use crate::blind::redaction::without_names;
use crate::checks::{NO_CANDIDATE, existing_job, find_candidate_id};
use crate::clock::Clock;
use crate::error::AppError;
use crate::files::FileStore;
use crate::jobs::requirements_cache::job_text;
use crate::measurements::measure_scoring;
use crate::uploads::fields::read_weights;
use crate::writers::Writers;

/// The candidate and the weights for an explanation.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct ExplainScore {
    pub candidate_id: String,
    pub resume_score_breakdown: String,
}

/// A receipt with the version of the job that it refers to.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateReceipt {
    /// The receipt under the current weights.
    pub receipt: ScoreReceipt,
    /// The job's version.
    pub job_version: i32,
}

impl CandidateReceipt {
    /// Returns a stored receipt under the current weights, which may differ from the original ones.
    pub(crate) fn under_current_weights(stored: StoredReceipt) -> Self {
        // The store updates weights and measurements together, so the current weights contain only measured criteria.
        let receipt = reweigh(&stored.receipt, &stored.weighting).unwrap_or(stored.receipt);
        Self {
            receipt,
            job_version: stored.job_version,
        }
    }

    /// Returns the total length of its texts in bytes, plus `each` bytes for each piece of evidence.
    pub fn text_bytes(&self, each: usize) -> usize {
        let criteria = self.receipt.criteria.iter();
        let criteria = criteria.map(|criterion| {
            // The words of the requirement are in its text and in its detail.
            let line = |line: &Evidence| {
                let requirement = requirement_text(&criterion.criterion, &line.detail);
                each + 2 * requirement.len() + line.quote.as_ref().map_or(0, String::len)
            };
            let evidence = criterion.evidence.iter().map(line);
            let parts = criterion.parts.iter().map(|part| each + part.name.len());
            criterion.criterion.len()
                + criterion.summary.len()
                + parts.sum::<usize>()
                + evidence.sum::<usize>()
        });
        let findings = self.receipt.findings.iter();
        let occupations = &self.receipt.occupations;
        let positions = occupations.positions.iter();
        let shares = occupations.job.iter();
        let shares = shares.chain(positions.clone().flat_map(|it| &it.occupations));
        criteria.sum::<usize>()
            + findings
                .map(|finding| finding_text(finding).len() + finding.quote.len())
                .sum::<usize>()
            + positions.map(|it| each + it.title.len()).sum::<usize>()
            + shares
                .map(|it| each + it.occupation.name.len())
                .sum::<usize>()
    }
}

/// A job that is prepared for scoring, and the vocabulary for its candidates.
pub(crate) struct Scorer {
    pub(crate) job: PreparedJob,
    pub(crate) version: i32,
    vocabulary: Arc<Vocabulary>,
    /// Whether the job is blind, so that no score depends on who somebody is.
    is_blind: bool,
}

impl Scorer {
    /// Prepares a job's text and the changes to its requirements.
    pub(crate) fn new(
        text: &JobText<'_>,
        edits: &RequirementEdits,
        version: i32,
        vocabulary: &Arc<Vocabulary>,
    ) -> Self {
        let read = read_requirements(text, vocabulary);
        let edited = edit_requirements(&read, edits, vocabulary);
        Self {
            job: PreparedJob::new(text, &edited.requirements, vocabulary),
            version,
            vocabulary: Arc::clone(vocabulary),
            is_blind: false,
        }
    }

    /// Returns the scorer for a job that is blind, or not.
    fn of_job(self, is_blind: bool) -> Self {
        Self { is_blind, ..self }
    }

    /// Prepares the current version of a job for scoring, and stores that version for later explanations.
    pub(crate) fn current(
        store: &Store,
        clock: &dyn Clock,
        vocabulary: &Arc<Vocabulary>,
        job: &Job,
    ) -> Result<Self, AppError> {
        let scorer = Self::of_current(job, vocabulary);
        let read = (scorer.job.requirements(), engine_version(vocabulary));
        store
            .jobs()
            .insert_version(job, read.0, &read.1, clock.now())?;
        Ok(scorer)
    }

    /// Prepares a version of a job for scoring, or the current version if that one was not stored.
    pub(crate) fn of_version(
        store: &Store,
        vocabulary: &Arc<Vocabulary>,
        organization: &OrganizationId,
        job: &JobId,
        version: i32,
    ) -> Result<Self, AppError> {
        let version = store.jobs().find_version(organization, job, version)?;
        if let Some(version) = version {
            let is_blind = store.candidates().is_any_blind(organization, &[job])?;
            let text = version_text(&version);
            let edits = &version.requirement_edits;
            return Ok(Self::new(&text, edits, version.version, vocabulary).of_job(is_blind));
        }
        let job = existing_job(store, organization, job)?;
        Ok(Self::of_current(&job, vocabulary))
    }

    fn of_current(job: &Job, vocabulary: &Arc<Vocabulary>) -> Self {
        let edits = &job.requirement_edits;
        Self::new(&job_text(job), edits, job.version, vocabulary).of_job(job.blind)
    }

    /// Extracts from a resume what may be scored.
    pub(crate) fn profile(&self, resume: &Resume) -> Profile {
        if self.is_blind {
            Profile::of(&without_names(resume), &self.vocabulary)
        } else {
            Profile::of(resume, &self.vocabulary)
        }
    }

    /// Scores a resume.
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
        measure_scoring(|| score(&self.job, &input, &self.vocabulary))
    }
}

/// Explains, recomputes and ranks scores.
pub struct Scores<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) files: &'a FileStore,
    pub(crate) readers: Option<&'a Pool>,
    pub(crate) reading: &'a ReadOptions,
    pub(crate) vocabulary: &'a Arc<Vocabulary>,
}

impl Scores<'_> {
    /// Returns the receipts of candidates, loaded with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn receipts(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, CandidateReceipt>, AppError> {
        let scores = self.store.scores();
        let loaded = scores.load_receipts(&principal.organization_id, candidates)?;
        let masks = Masks::of(self.store, principal, candidates)?.load(loaded.keys().cloned())?;
        let current = |(id, stored)| {
            let mut current = CandidateReceipt::under_current_weights(stored);
            if let Some(mask) = masks.get(&id) {
                mask.redact_receipt(&mut current.receipt);
            }
            (id, current)
        };
        Ok(loaded.into_iter().map(current).collect())
    }

    /// Returns a candidate's superseded receipts, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn earlier_receipts(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
    ) -> Result<Vec<CandidateReceipt>, AppError> {
        let scores = self.store.scores();
        let all = scores.list_receipts(&principal.organization_id, candidate)?;
        let earlier = all.into_iter().skip(1);
        let mut earlier: Vec<CandidateReceipt> = earlier
            .map(CandidateReceipt::under_current_weights)
            .collect();
        let masks = Masks::of(self.store, principal, std::slice::from_ref(candidate))?;
        if let Some(mask) = masks.load([candidate.clone()])?.get(candidate) {
            for one in &mut earlier {
                mask.redact_receipt(&mut one.receipt);
            }
        }
        Ok(earlier)
    }

    /// Returns the number of scores of an organization's jobs.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn count(&self, organization: &OrganizationId, jobs: &[JobId]) -> Result<u64, AppError> {
        let count = |job: &JobId| -> Result<u64, AppError> {
            let query = LeaderboardQuery {
                organization_id: organization.clone(),
                job_id: job.clone(),
                kind: LeaderboardKind::Ai,
                limit: 1,
                offset: 0,
                after: None,
                count: true,
            };
            let counted = self.store.scores().leaderboard(&query)?.total_count;
            Ok(counted
                .and_then(|count| u64::try_from(count).ok())
                .unwrap_or(0))
        };
        jobs.iter().map(count).sum()
    }

    /// Returns how many bytes all receipts of a candidate have.
    ///
    /// # Errors
    /// When the database fails.
    pub fn receipt_bytes(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<usize, AppError> {
        let bytes = self.store.scores().receipt_bytes(organization, candidate)?;
        Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// Computes a candidate's score under other weights, for the same job version and as-of date. Nothing is stored.
    ///
    /// # Errors
    /// Returns an error if a value is invalid or the organization has no such candidate.
    pub fn explain(
        &self,
        principal: &Principal,
        request: &ExplainScore,
    ) -> Result<CandidateReceipt, AppError> {
        let mut explained = self.explained(principal, request)?;
        let id = find_candidate_id(
            self.store,
            &principal.organization_id,
            &request.candidate_id,
        )?;
        let masks = Masks::of(self.store, principal, std::slice::from_ref(&id))?;
        if let Some(mask) = masks.load([id.clone()])?.get(&id) {
            mask.redact_receipt(&mut explained.receipt);
        }
        Ok(explained)
    }

    fn explained(
        &self,
        principal: &Principal,
        request: &ExplainScore,
    ) -> Result<CandidateReceipt, AppError> {
        let id = find_candidate_id(
            self.store,
            &principal.organization_id,
            &request.candidate_id,
        )?;
        let weights = read_weights(&request.resume_score_breakdown)?;
        let organization = &principal.organization_id;
        let candidate = visible_candidate(self.store, principal, &id)?;
        let ids = std::slice::from_ref(&id);
        let stored = self
            .store
            .scores()
            .load_receipts(organization, ids)?
            .remove(&id);
        let stored = stored.ok_or(NO_CANDIDATE)?;
        let job_version = stored.job_version;
        let engine = engine_version(self.vocabulary);
        if stored.receipt.engine_version == engine
            && let Some(receipt) = reweigh(&stored.receipt, &weights)
        {
            return Ok(CandidateReceipt {
                receipt,
                job_version,
            });
        }
        // A criterion was not measured yet, or an older engine measured it.
        let resume = self
            .store
            .candidates()
            .load_resumes(organization, ids)?
            .remove(&id);
        let resume = resume.ok_or(NO_CANDIDATE)?;
        let scorer = Scorer::of_version(
            self.store,
            self.vocabulary,
            organization,
            &candidate.job_id,
            job_version,
        )?;
        let as_of = stored.receipt.as_of;
        let profile = scorer.profile(&resume.resume);
        let mut receipt = scorer.score(&profile, resume.file.digest, &weights, as_of);
        if let Some(contribution) = model_contribution(&stored, scorer.version, &engine) {
            receipt = apply_opinions(receipt, &profile, contribution);
        }
        Ok(CandidateReceipt {
            receipt,
            job_version: scorer.version,
        })
    }
}

/// Returns the stored opinions of a language model if job version and engine are unchanged. Storing them makes rescoring
/// independent of the model.
pub(crate) fn model_contribution(
    stored: &StoredReceipt,
    version: i32,
    engine: &str,
) -> Option<ModelContribution> {
    let receipt = &stored.receipt;
    let same = stored.job_version == version && receipt.engine_version == engine;
    receipt.model.clone().filter(|_| same)
}

fn version_text(version: &JobVersion) -> JobText<'_> {
    JobText {
        title: &version.title,
        description: &version.description,
        skills: &version.skills,
    }
}
