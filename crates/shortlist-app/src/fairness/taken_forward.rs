//! Who was selected: candidates who were hired, or moved to a stage after the first one of their job.

use std::collections::{HashMap, HashSet};

use shortlist_domain::{OrganizationId, StageId, StageList};
use shortlist_fairness::Selection;
use shortlist_persistence::{CandidateRange, ForwardMove, Store};

use crate::error::AppError;

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

    /// Returns the candidates of a batch who were ever moved to a later stage, even if they were rejected afterwards.
    pub(super) fn moved(
        &self,
        store: &Store,
        organization: &OrganizationId,
        range: CandidateRange<'_>,
    ) -> Result<HashSet<String>, AppError> {
        let moves = store.fairness().list_forward_moves(organization, range)?;
        let is_forward = |one: &ForwardMove| {
            let first = self.of_jobs.get(&one.job_id).unwrap_or(&self.default);
            one.stage_id != *first
        };
        let forward = moves.into_iter().filter(is_forward);
        Ok(forward.map(|one| one.candidate_id).collect())
    }
}

/// Returns whether somebody who is hired, or was moved to a later stage, counts as selected.
pub(super) fn selection(is_hired: bool, is_moved: bool) -> Selection {
    if is_hired || is_moved {
        Selection::Selected
    } else {
        Selection::NotSelected
    }
}
