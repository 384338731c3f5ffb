//! A claim on a staged upload while its candidates or jobs are created. What a transaction creates is noted in it, so that
//! another claim continues after it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use shortlist_domain::{CandidateCode, CandidateId, InvalidValue, JobId};
use shortlist_jobfiles::RowProblem;
use shortlist_persistence::{CandidateInsertion, ImportOutcome, UploadLease};

use crate::error::AppError;

/// The number of the only step of an import.
const IMPORT_STEP: i32 = 0;

/// A claim on an upload of resumes.
pub(crate) struct UploadClaim {
    /// The lease.
    pub(crate) lease: UploadLease,
    /// The position in the whole upload of each file that this claim reads.
    pub(crate) positions: Vec<usize>,
}

/// The candidates that were created, by the position of their file.
pub(crate) type CreatedCandidates = HashMap<usize, EarlierCandidate>;

/// A candidate that an earlier claim created.
pub(crate) struct EarlierCandidate {
    pub(crate) id: CandidateId,
    pub(crate) code: CandidateCode,
}

#[derive(Serialize, Deserialize)]
struct CreatedCandidate {
    position: usize,
    id: String,
    code: String,
}

/// What an import has created.
#[derive(Serialize, Deserialize)]
struct CreatedJobs {
    jobs: Vec<String>,
    skipped: Vec<RowProblem>,
}

impl UploadClaim {
    /// Describes the candidates of a transaction for its step. `indexes` are those of their files.
    pub(crate) fn describe(
        &self,
        indexes: &[usize],
        outcomes: &[CandidateInsertion],
    ) -> Option<(i32, String)> {
        let created = indexes.iter().zip(outcomes).filter_map(|(index, outcome)| {
            let CandidateInsertion::Created(candidate) = outcome else {
                return None;
            };
            Some(CreatedCandidate {
                position: *self.positions.get(*index)?,
                id: candidate.id.to_string(),
                code: candidate.code.to_string(),
            })
        });
        let created: Vec<CreatedCandidate> = created.collect();
        let number = i32::try_from(created.first()?.position).ok()?;
        Some((number, serde_json::to_string(&created).ok()?))
    }
}

/// Reads the candidates that the steps of earlier claims created.
pub(crate) fn created_candidates(steps: &[String]) -> Result<CreatedCandidates, AppError> {
    let mut all = CreatedCandidates::new();
    for step in steps {
        let created: Vec<CreatedCandidate> =
            serde_json::from_str(step).map_err(|e| unreadable(&e))?;
        for one in created {
            let id = CandidateId::parse("id", &one.id)?;
            let code = CandidateCode::parse("code", &one.code)?;
            all.insert(one.position, EarlierCandidate { id, code });
        }
    }
    Ok(all)
}

/// Describes the jobs of an import for its step. A refused import has none.
pub(crate) fn describe_import(
    outcome: &ImportOutcome,
    skipped: Vec<RowProblem>,
) -> Option<(i32, String)> {
    if outcome.created.is_empty() {
        return None;
    }
    let jobs = outcome.created.iter().map(|job| job.id.to_string());
    let created = CreatedJobs {
        jobs: jobs.collect(),
        skipped,
    };
    Some((IMPORT_STEP, serde_json::to_string(&created).ok()?))
}

/// What an earlier claim has imported.
pub(crate) struct EarlierImport {
    /// The jobs that it created.
    pub(crate) jobs: Vec<JobId>,
    /// The rows that it skipped.
    pub(crate) skipped: Vec<RowProblem>,
}

/// Reads what the step of an earlier claim has imported.
pub(crate) fn earlier_import(steps: &[String]) -> Result<Option<EarlierImport>, AppError> {
    let Some(step) = steps.first() else {
        return Ok(None);
    };
    let created: CreatedJobs = serde_json::from_str(step).map_err(|error| unreadable(&error))?;
    let jobs = created.jobs.iter().map(|id| JobId::parse("id", id));
    let jobs = jobs.collect::<Result<Vec<_>, InvalidValue>>()?;
    let skipped = created.skipped;
    Ok(Some(EarlierImport { jobs, skipped }))
}

fn unreadable(error: &serde_json::Error) -> AppError {
    std::io::Error::other(format!("a step of an upload cannot be read: {error}")).into()
}
