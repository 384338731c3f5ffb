//! Rejecting several candidates at once: who is rejected, and who is left out.

use crate::{Candidate, CandidateStatus, RejectionPolicy};

/// The reasons that are offered while an organization has no list of its own.
pub const USUAL_REJECTION_REASONS: [&str; 4] = [
    "A requirement is not met",
    "Too little experience",
    "Others fit better",
    "The position is filled",
];

/// Why a rejection of several candidates leaves one out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// Somebody has rejected the candidate already. The first reason stays.
    Rejected,
    /// The candidate is hired, which nobody should end among others.
    Hired,
    /// The candidate withdrew. The record would say that the organization decided.
    Withdrawn,
}

impl LeftOut {
    /// Returns why a candidate with this status is left out, or `None` if the candidate can be rejected.
    pub fn of(status: Option<CandidateStatus>) -> Option<Self> {
        match status {
            Some(CandidateStatus::Rejected) => Some(Self::Rejected),
            Some(CandidateStatus::Hired) => Some(Self::Hired),
            Some(CandidateStatus::Withdrawn) => Some(Self::Withdrawn),
            None | Some(CandidateStatus::Active | CandidateStatus::OnHold) => None,
        }
    }
}

/// What a rejection of several candidates would do.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RejectionPlan {
    /// Those who are rejected.
    pub rejected: Vec<Candidate>,
    /// Those who stay as they are, and why.
    pub left_out: Vec<(Candidate, LeftOut)>,
}

impl RejectionPlan {
    /// Returns what a rejection of these candidates would do, in the same order.
    pub fn of(candidates: impl IntoIterator<Item = Candidate>) -> Self {
        let mut plan = Self::default();
        for candidate in candidates {
            match LeftOut::of(candidate.status) {
                None => plan.rejected.push(candidate),
                Some(reason) => plan.left_out.push((candidate, reason)),
            }
        }
        plan
    }
}

impl RejectionPolicy {
    /// Returns the reasons to offer: those of the organization, or the usual ones.
    pub fn offered(&self) -> Vec<&str> {
        if self.reasons.is_empty() {
            USUAL_REJECTION_REASONS.into()
        } else {
            self.reasons.iter().map(String::as_str).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_an_outcome_is_left_out() {
        let outcomes = CandidateStatus::ALL.map(|status| LeftOut::of(Some(status)));
        let expected = [
            None,
            None,
            Some(LeftOut::Rejected),
            Some(LeftOut::Hired),
            Some(LeftOut::Withdrawn),
        ];
        assert_eq!(outcomes, expected);
        assert_eq!(LeftOut::of(None), None, "nobody has decided yet");
    }

    #[test]
    fn the_reasons_of_the_organization_replace_the_usual_ones() {
        let mut policy = RejectionPolicy::default();
        assert_eq!(policy.offered(), USUAL_REJECTION_REASONS);
        policy.reasons = vec!["Missing licence".to_owned()];
        assert_eq!(policy.offered(), ["Missing licence"]);
    }
}
