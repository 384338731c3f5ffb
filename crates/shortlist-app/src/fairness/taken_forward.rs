//! Who was selected: candidates who were hired, or moved to a stage after the first one of their job.

use std::collections::HashMap;

use shortlist_domain::{OrganizationId, StageId, StageList};
use shortlist_fairness::Selection;
use shortlist_persistence::{CandidateRange, ScoredCandidate, Store};

use crate::AppError;

/// The first stage of each job.
pub(super) struct TakenForward {
    default: StageId,
    /// The first stages of jobs with a list of their own.
    of_jobs: HashMap<String, StageId>,
}

impl TakenForward {
    pub(super) fn load(store: &Store, organization: &OrganizationId) -> Result<Self, AppError> {
        let lists = store.fairness().stage_lists(organization)?.into_iter();
        Ok(Self {
            default: StageList::default().first(),
            of_jobs: lists.map(|(job, list)| (job, list.first())).collect(),
        })
    }

    /// Returns whether a candidate was ever taken forward, even if they were rejected later.
    pub(super) fn selection(
        &self,
        candidate: &ScoredCandidate,
        moves: &HashMap<String, Vec<StageId>>,
    ) -> Selection {
        let first = self.of_jobs.get(&candidate.job_id).unwrap_or(&self.default);
        let moved = moves.get(&candidate.id).map_or(&[][..], Vec::as_slice);
        if candidate.is_hired || moved.iter().any(|stage| stage != first) {
            Selection::Selected
        } else {
            Selection::NotSelected
        }
    }
}

/// Returns the moves of a batch's candidates to stages that are active or hired.
pub(super) fn moves(
    store: &Store,
    organization: &OrganizationId,
    range: CandidateRange<'_>,
) -> Result<HashMap<String, Vec<StageId>>, AppError> {
    let mut moves: HashMap<String, Vec<StageId>> = HashMap::new();
    for (candidate, stage) in store.fairness().list_forward_moves(organization, range)? {
        moves.entry(candidate).or_default().push(stage);
    }
    Ok(moves)
}
