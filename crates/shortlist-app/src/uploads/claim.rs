//! A claim on a staged upload while its candidates or jobs are created. What a transaction creates is noted in it, so that
//! another claim continues after it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use shortlist_domain::{CandidateCode, CandidateId};
use shortlist_persistence::{CandidateInsertion, UploadLease};

use crate::error::AppError;

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

/// Returns the error for a step that is not in the form in which it was stored.
pub(crate) fn unreadable(error: &serde_json::Error) -> AppError {
    std::io::Error::other(format!("a step of an upload cannot be read: {error}")).into()
}
