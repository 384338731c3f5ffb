//! The list of candidates who are under a legal hold.

use shortlist_domain::{CandidateId, HeldCandidate, Principal};

use crate::blind::{Masks, shown_reason};
use crate::erasure::Erasures;
use crate::error::AppError;

/// The number of legal holds on a page.
const PAGE_SIZE: u32 = 100;

/// A page of the candidates under a legal hold.
#[derive(Debug, Clone)]
pub struct HeldCandidates {
    /// The candidates, by identifier.
    pub candidates: Vec<HeldCandidate>,
    /// Whether more follow.
    pub has_next_page: bool,
}

impl Erasures<'_> {
    /// Lists the candidates under a legal hold of their own, by identifier and after `after`.
    ///
    /// # Errors
    /// Returns an error if the identifier is malformed.
    pub fn list_held(
        &self,
        principal: &Principal,
        after: Option<&str>,
    ) -> Result<HeldCandidates, AppError> {
        let after = after
            .map(|id| CandidateId::parse("after", id))
            .transpose()?;
        let organization = &principal.organization_id;
        let holds = self.records.store.candidates();
        let mut candidates = holds.list_held(organization, after.as_ref(), PAGE_SIZE + 1)?;
        let most = usize::try_from(PAGE_SIZE).unwrap_or(usize::MAX);
        let has_next_page = candidates.len() > most;
        candidates.truncate(most);
        let ids: Vec<CandidateId> = candidates
            .iter()
            .map(|held| held.candidate_id.clone())
            .collect();
        let masks = Masks::of(self.records.store, principal, &ids)?;
        for held in &mut candidates {
            if masks.hides(&held.candidate_id) {
                held.reason = shown_reason(&held.reason);
            }
        }
        Ok(HeldCandidates {
            candidates,
            has_next_page,
        })
    }
}
