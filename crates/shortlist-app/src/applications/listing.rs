//! Lists of a candidate's applications from outside.

use shortlist_domain::{
    ApplicationForm, CandidateId, InvalidValue, NumberProblem, Principal, UserType,
};

use super::Applications;
use crate::blind::Masks;
use crate::error::AppError;

/// The most applications of a candidate that a page has.
pub const MAX_APPLICATION_PAGE: i32 = 50;

impl Applications<'_> {
    /// Lists applications from outside of a candidate, the earliest first: `limit` of them after the first `offset`. An
    /// Interviewer sees none.
    ///
    /// # Errors
    /// Returns an error if a number is out of range, or if the database fails.
    pub fn list(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
        offset: i32,
        limit: i32,
    ) -> Result<Vec<ApplicationForm>, AppError> {
        if offset < 0 {
            return Err(InvalidValue::new("offset", NumberProblem::TooSmall(0)).into());
        }
        if !(1..=MAX_APPLICATION_PAGE).contains(&limit) {
            let problem = NumberProblem::OutOfRange {
                least: 1,
                most: i64::from(MAX_APPLICATION_PAGE),
            };
            return Err(InvalidValue::new("limit", problem).into());
        }
        if principal.user_type == UserType::Interviewer {
            return Ok(Vec::new());
        }
        let candidates = self.records.store.candidates();
        let mut forms = candidates.list_applications(
            &principal.organization_id,
            candidate,
            i64::from(offset),
            i64::from(limit),
        )?;
        let masks = Masks::of(
            self.records.store,
            principal,
            std::slice::from_ref(candidate),
        )?;
        if let Some(mask) = masks.load([candidate.clone()])?.get(candidate) {
            // A later application says whose address the candidate has: that which its sender gave.
            let first = candidates.find(&principal.organization_id, candidate)?;
            let first = first.map(|candidate| candidate.created_at);
            forms.retain(|form| Some(form.received_at) == first);
            for form in &mut forms {
                mask.redact_application(form);
            }
        }
        Ok(forms)
    }

    /// Counts the applications from outside of a candidate. An Interviewer sees none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn count(&self, principal: &Principal, candidate: &CandidateId) -> Result<i64, AppError> {
        if principal.user_type == UserType::Interviewer {
            return Ok(0);
        }
        let masks = Masks::of(
            self.records.store,
            principal,
            std::slice::from_ref(candidate),
        )?;
        if masks.load([candidate.clone()])?.contains_key(candidate) {
            // Only the first application is shown until a reveal.
            let first = self.list(principal, candidate, 0, 1)?;
            return Ok(i64::from(!first.is_empty()));
        }
        let candidates = self.records.store.candidates();
        Ok(candidates.count_applications(&principal.organization_id, candidate)?)
    }
}
