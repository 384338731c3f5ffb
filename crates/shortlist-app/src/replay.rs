//! Scoring candidates anew from the files that are kept, to see whether the same comes out.
//!
//! Everything that a score depends on is kept: the file, what the job said, the weights, the as-of date. An engine of another
//! version may come to something else, and says so.

use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::thread;

use shortlist_domain::{
    CandidateCode, CandidateId, FileDigest, JobId, OrganizationId, Resume, ScoreReceipt,
};
use shortlist_parsing::read_resume;
use shortlist_persistence::Standing;
use shortlist_scoring::{Profile, engine_version, with_opinions};
use shortlist_workers::Cancellation;

use crate::candidates::NO_CANDIDATE;
use crate::jobs::NO_JOB;
use crate::scores::{CandidateReceipt, Scorer};
use crate::{App, AppError};

/// Whose scores are made anew.
#[derive(Debug, Clone)]
pub enum ReplayScope {
    /// One candidate's.
    Candidate(CandidateId),
    /// Those of a job's candidates.
    Job(JobId),
    /// All.
    All,
}

/// What came of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Who.
    pub candidate_id: CandidateId,
    /// Their code.
    pub code: CandidateCode,
    /// Whether the same came out.
    pub verdict: Verdict,
}

/// Whether the same came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The same, to the last byte of the canonical form.
    Same {
        /// The digest of both.
        digest: String,
    },
    /// Something else.
    Different {
        /// The digest that is stored.
        stored: String,
        /// The digest that came out.
        replayed: String,
        /// Where the two part.
        parts: String,
    },
    /// The receipt was made by another version of the engine, whose scores may differ.
    OtherEngine {
        /// That version.
        made_by: String,
    },
    /// It cannot be said, for this reason.
    Unreadable(String),
}

impl App {
    /// Scores candidates anew from their files and tells of each whether the same came out, in the order of identifiers.
    ///
    /// # Errors
    /// When there is no such candidate or job, or the database fails.
    pub fn replay(
        &self,
        organization: &OrganizationId,
        scope: &ReplayScope,
        tell: &mut dyn FnMut(Replayed),
    ) -> Result<(), AppError> {
        let job = match scope {
            ReplayScope::Candidate(id) => return self.replay_one(organization, id, tell),
            ReplayScope::All => None,
            ReplayScope::Job(job) => {
                let found = self.store.find_job(organization, job)?;
                Some(found.ok_or(NO_JOB)?.id)
            }
        };
        let mut after = None;
        loop {
            let page = self
                .store
                .list_standings(organization, job.as_ref(), after.as_ref())?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = Some(last.candidate.clone());
            for replayed in self.replay_page(organization, &page)? {
                tell(replayed);
            }
        }
    }

    fn replay_one(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        tell: &mut dyn FnMut(Replayed),
    ) -> Result<(), AppError> {
        let standing = self.store.find_standing(organization, id)?;
        let standing = standing.ok_or(NO_CANDIDATE)?;
        let page = std::slice::from_ref(&standing);
        self.replay_page(organization, page)?
            .into_iter()
            .for_each(tell);
        Ok(())
    }

    /// Replays some candidates on as many threads as there are processors.
    fn replay_page(
        &self,
        organization: &OrganizationId,
        page: &[Standing],
    ) -> Result<Vec<Replayed>, AppError> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let share = page.len().div_ceil(threads).max(1);
        let replay = |part: &[Standing]| -> Result<Vec<Replayed>, AppError> {
            let mut scorers = Vec::new();
            part.iter()
                .map(|standing| {
                    Ok(Replayed {
                        organization_id: organization.clone(),
                        candidate_id: standing.candidate.clone(),
                        code: standing.code.clone(),
                        verdict: self.verdict(organization, standing, &mut scorers)?,
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
        standing: &Standing,
        scorers: &mut Vec<(JobId, Scorer)>,
    ) -> Result<Verdict, AppError> {
        let id = &standing.candidate;
        let ids = std::slice::from_ref(id);
        let Some(stored) = self.store.load_receipts(organization, ids)?.remove(id) else {
            return Ok(Verdict::Unreadable("it has no receipt".to_owned()));
        };
        let weights = stored.weighting.clone();
        let CandidateReceipt {
            receipt,
            job_version,
        } = CandidateReceipt::in_force(stored);
        if receipt.engine_version != engine_version() {
            let made_by = receipt.engine_version;
            return Ok(Verdict::OtherEngine { made_by });
        }
        let resume = match self.read_kept(organization, id, receipt.document) {
            Ok(resume) => resume,
            Err(reason) => return Ok(Verdict::Unreadable(reason)),
        };
        let known =
            |(job, scorer): &(JobId, Scorer)| *job == standing.job && scorer.version == job_version;
        let place = match scorers.iter().position(known) {
            Some(place) => place,
            None => {
                let scorer = self.scorer_of_version(organization, &standing.job, job_version)?;
                scorers.push((standing.job.clone(), scorer));
                scorers.len() - 1
            }
        };
        let Some((_, scorer)) = scorers.get(place) else {
            return Ok(Verdict::Unreadable("its job is not kept".to_owned()));
        };
        let profile = Profile::of(&resume);
        let mut replayed = scorer.score(&profile, receipt.document, &weights, receipt.as_of);
        // What a language model said is kept, and is not asked for again.
        if let Some(part) = &receipt.model {
            replayed = with_opinions(replayed, &profile, part.clone());
        }
        Ok(compared(&receipt, &replayed))
    }

    /// Reads a candidate's file anew where it is the one that was kept, in a worker where there are some.
    pub(crate) fn read_kept(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        document: FileDigest,
    ) -> Result<Resume, String> {
        let kept = self.files.bring(organization, id, document);
        let kept = kept.map_err(unreadable)?;
        let Some(pool) = &self.readers else {
            let bytes = fs::read(kept.path()).map_err(unreadable)?;
            let read = read_resume(&bytes, &self.settings.reading);
            return read.map_err(|error| error.to_string());
        };
        let line = pool.open_line_for(organization.as_str(), Cancellation::default());
        let reading = line.read_now(kept.path());
        let decoded = reading.resume.and_then(|encoded| encoded.decode());
        decoded.map_err(|failure| failure.to_string())
    }
}

fn unreadable(error: io::Error) -> String {
    match error.kind() {
        io::ErrorKind::InvalidData => "its file is not the one that was scored".to_owned(),
        _ => format!("its file cannot be read: {error}"),
    }
}

/// Compares what is stored with what came out.
fn compared(stored: &ScoreReceipt, replayed: &ScoreReceipt) -> Verdict {
    if stored.digest == replayed.digest {
        return Verdict::Same {
            digest: stored.digest.clone(),
        };
    }
    let mut parts = Vec::new();
    if stored.requirements_digest != replayed.requirements_digest {
        parts.push("what the job asks for".to_owned());
    }
    for (before, after) in stored.criteria.iter().zip(&replayed.criteria) {
        let name = &before.criterion;
        let values = (before.value.to_f64(), after.value.to_f64());
        if before.value != after.value {
            let (stored, came_out) = values;
            parts.push(format!(
                "the value of {name}, {stored:.6} stored and {came_out:.6} now"
            ));
        } else if before.evidence != after.evidence {
            parts.push(format!("the evidence for {name}"));
        }
    }
    Verdict::Different {
        stored: stored.digest.clone(),
        replayed: replayed.digest.clone(),
        parts: parts.join("; "),
    }
}
