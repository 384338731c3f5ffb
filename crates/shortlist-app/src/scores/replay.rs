//! Replaying scores from the stored files, to check whether the result is the same.
//!
//! Everything that a score depends on is stored: the file, the job's texts, the weights and the as-of date. Scores by
//! another engine version may differ; the replay reports such receipts separately.

use std::panic::resume_unwind;
use std::thread;

use shortlist_domain::{
    CandidateCode, CandidateId, JobId, MicroPoints, OrganizationId, Resume, ScoreReceipt,
    UnusableFile, Weights,
};
use shortlist_persistence::CurrentScore;
use shortlist_scoring::{apply_opinions, engine_version};

use crate::checks::{NO_CANDIDATE, NO_JOB};
use crate::error::AppError;
use crate::scores::{CandidateReceipt, Scorer, Scores};

/// The candidates whose scores are replayed.
#[derive(Debug, Clone)]
pub enum ReplayScope {
    /// One candidate.
    Candidate(CandidateId),
    /// The candidates of one job.
    Job(JobId),
    /// All candidates of the organization.
    All,
}

/// The result for one candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// Their code.
    pub code: CandidateCode,
    /// Whether the replay gave the same score.
    pub verdict: Verdict,
}

/// Whether a replay gave the same score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The canonical forms are identical.
    Same {
        /// The digest of both.
        digest: String,
    },
    /// The results differ.
    Different {
        /// The stored digest.
        stored: String,
        /// The digest of the replay.
        replayed: String,
        /// What differs.
        parts: Vec<ReceiptPart>,
    },
    /// Another version of the engine, whose scores may differ, created the receipt.
    OtherEngine {
        /// That version.
        made_by: String,
    },
    /// The score cannot be replayed, for this reason.
    Unreadable(UnusableFile),
}

/// A part of a receipt in which a replay differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReceiptPart {
    /// What the job asks for.
    Requirements,
    /// The texts of the job.
    Job,
    /// The findings.
    Findings,
    /// The value of a criterion.
    Value {
        /// The criterion.
        criterion: String,
        /// The stored value.
        stored: MicroPoints,
        /// The value of the replay.
        replayed: MicroPoints,
    },
    /// The evidence for a criterion, whose value is the same.
    Evidence(String),
}

impl Scores<'_> {
    /// Replays the scores of candidates from their files, and reports the result for each, ordered by identifier.
    ///
    /// # Errors
    /// Returns an error if there is no such candidate or job, or if the database fails.
    pub fn replay(
        &self,
        organization: &OrganizationId,
        scope: &ReplayScope,
        report: &mut dyn FnMut(Replayed),
    ) -> Result<(), AppError> {
        let job = match scope {
            ReplayScope::Candidate(id) => return self.replay_one(organization, id, report),
            ReplayScope::All => None,
            ReplayScope::Job(job) => {
                let found = self.store.jobs().find(organization, job)?;
                Some(found.ok_or(NO_JOB)?.id)
            }
        };
        let mut after = None;
        loop {
            let page =
                self.store
                    .scores()
                    .list_current(organization, job.as_ref(), after.as_ref())?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = Some(last.candidate.clone());
            for replayed in self.replay_page(organization, &page)? {
                report(replayed);
            }
        }
    }

    fn replay_one(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        report: &mut dyn FnMut(Replayed),
    ) -> Result<(), AppError> {
        let current = self.store.scores().find_current(organization, id)?;
        let current = current.ok_or(NO_CANDIDATE)?;
        let page = std::slice::from_ref(&current);
        self.replay_page(organization, page)?
            .into_iter()
            .for_each(report);
        Ok(())
    }

    /// Replays the scores of some candidates, with one thread for each processor.
    fn replay_page(
        &self,
        organization: &OrganizationId,
        page: &[CurrentScore],
    ) -> Result<Vec<Replayed>, AppError> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let share = page.len().div_ceil(threads).max(1);
        let replay = |part: &[CurrentScore]| -> Result<Vec<Replayed>, AppError> {
            let mut scorers = Vec::new();
            part.iter()
                .map(|current| {
                    Ok(Replayed {
                        organization_id: organization.clone(),
                        candidate_id: current.candidate.clone(),
                        code: current.code.clone(),
                        verdict: self.verdict(organization, current, &mut scorers)?,
                    })
                })
                .collect()
        };
        thread::scope(|scope| {
            let replay = &replay;
            let parts: Vec<_> = page
                .chunks(share)
                .map(|part| scope.spawn(move || replay(part)))
                .collect();
            let mut replayed = Vec::with_capacity(page.len());
            for part in parts {
                replayed.extend(part.join().unwrap_or_else(|panic| resume_unwind(panic))?);
            }
            Ok(replayed)
        })
    }

    fn verdict(
        &self,
        organization: &OrganizationId,
        current: &CurrentScore,
        scorers: &mut Vec<(JobId, Scorer)>,
    ) -> Result<Verdict, AppError> {
        let id = &current.candidate;
        let ids = std::slice::from_ref(id);
        let Some(stored) = self
            .store
            .scores()
            .load_receipts(organization, ids)?
            .remove(id)
        else {
            return Ok(Verdict::Unreadable(UnusableFile::NoReceipt));
        };
        let weights = stored.weighting.clone();
        let CandidateReceipt {
            receipt,
            job_version,
        } = CandidateReceipt::under_current_weights(stored);
        if receipt.engine_version != engine_version(self.vocabulary) {
            let made_by = receipt.engine_version;
            return Ok(Verdict::OtherEngine { made_by });
        }
        let resume = match self.read_stored_file(organization, id, receipt.document) {
            // The score is that of the resume with the candidate's corrections.
            Ok(read) => {
                let mut resumes = self.store.candidates().load_resumes(organization, ids)?;
                match resumes.remove(id) {
                    Some(stored) => stored.corrected(&read.with_typed(stored.parsed())),
                    None => read.resume,
                }
            }
            Err(reason) => return Ok(Verdict::Unreadable(reason)),
        };
        let known =
            |(job, scorer): &(JobId, Scorer)| *job == current.job && scorer.version == job_version;
        let index = match scorers.iter().position(known) {
            Some(index) => index,
            None => {
                let scorer = Scorer::of_version(
                    self.store,
                    self.vocabulary,
                    organization,
                    &current.job,
                    job_version,
                )?;
                scorers.push((current.job.clone(), scorer));
                scorers.len() - 1
            }
        };
        let Some((_, scorer)) = scorers.get(index) else {
            return Ok(Verdict::Unreadable(UnusableFile::NoJob));
        };
        Ok(replayed(scorer, &receipt, &weights, &resume))
    }
}

/// Scores a resume again, and compares the result with the stored receipt.
fn replayed(
    scorer: &Scorer,
    receipt: &ScoreReceipt,
    weights: &Weights,
    resume: &Resume,
) -> Verdict {
    let profile = scorer.profile(resume);
    let replayed = scorer.score(&profile, receipt.document, weights, receipt.as_of);
    // The language model's opinions are stored, so the model is not asked again.
    let replayed = match &receipt.model {
        Some(contribution) => apply_opinions(replayed, &profile, contribution.clone()),
        None => replayed,
    };
    compare(receipt, &replayed)
}

/// Compares the stored receipt with the replayed one.
fn compare(stored: &ScoreReceipt, replayed: &ScoreReceipt) -> Verdict {
    if stored.digest == replayed.digest {
        return Verdict::Same {
            digest: stored.digest.clone(),
        };
    }
    let mut parts = Vec::new();
    if stored.requirements_digest != replayed.requirements_digest {
        parts.push(ReceiptPart::Requirements);
    }
    if stored.job_digest != replayed.job_digest {
        parts.push(ReceiptPart::Job);
    }
    if stored.findings != replayed.findings {
        parts.push(ReceiptPart::Findings);
    }
    for (before, after) in stored.criteria.iter().zip(&replayed.criteria) {
        let criterion = before.criterion.clone();
        if before.value != after.value {
            parts.push(ReceiptPart::Value {
                criterion,
                stored: before.value,
                replayed: after.value,
            });
        } else if before.evidence != after.evidence {
            parts.push(ReceiptPart::Evidence(criterion));
        }
    }
    Verdict::Different {
        stored: stored.digest.clone(),
        replayed: replayed.digest.clone(),
        parts,
    }
}
