//! Offers to candidates.

use std::collections::HashMap;

use chrono::NaiveDate;
use shortlist_domain::{
    CandidateId, Currency, InvalidValue, Offer, OfferChange, OfferState, Principal, RefusedOffer,
    TimeProblem, UserType,
};
use shortlist_persistence::OfferUpdate;

use crate::access::job_access::visible_candidate;
use crate::candidates::Candidates;
use crate::checks::{NO_CANDIDATE, find_candidate_id};
use crate::conflict::CandidateConflict;
use crate::error::AppError;
use crate::operations::Operation;

/// An offer to make or to change, as the caller gave it: `None` keeps a value.
pub type SetOffer = OfferChange<String, String, String>;

impl Candidates<'_> {
    /// Makes an offer to a candidate, or changes the present one.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if the organization has no such candidate, or if the offer cannot change this
    /// way.
    pub fn set_offer(
        &self,
        principal: &Principal,
        candidate_id: &str,
        request: &SetOffer,
    ) -> Result<Offer, AppError> {
        let organization = &principal.organization_id;
        let id = find_candidate_id(self.store, organization, candidate_id)?;
        visible_candidate(self.store, principal, &id)?;
        let change = parse_change(request)?;
        let writer = self.writers.for_caller(principal, Operation::SetOffer);
        let candidates = writer.candidates();
        match candidates.set_offer(organization, &id, &change, self.clock.now())? {
            OfferUpdate::Set(offer) => Ok(*offer),
            OfferUpdate::NotFound => Err(NO_CANDIDATE),
            OfferUpdate::Refused(RefusedOffer::Invalid(invalid)) => Err(invalid.into()),
            OfferUpdate::Refused(refused) => Err(AppError::FieldConflict(refused.into())),
            OfferUpdate::Closed(status) => {
                Err(AppError::conflict(CandidateConflict::Closed(status)))
            }
        }
    }

    /// Loads the offers of candidates with a single query. An Interviewer sees none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn offers(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Offer>, AppError> {
        if principal.user_type == UserType::Interviewer {
            return Ok(HashMap::new());
        }
        let organization = &principal.organization_id;
        let stored = self.store.candidates();
        Ok(stored.load_offers(organization, candidates)?)
    }
}

fn parse_change(request: &SetOffer) -> Result<OfferChange, InvalidValue> {
    let currency = request.currency.as_deref();
    let state = request.state.as_deref();
    let start_date = request.start_date.as_ref().map(|given| {
        let text = given.as_deref().filter(|text| !text.trim().is_empty());
        text.map(parse_day).transpose()
    });
    Ok(OfferChange {
        amount: request.amount.clone(),
        currency: currency
            .map(|code| Currency::parse("currency", code))
            .transpose()?,
        start_date: start_date.transpose()?,
        state: state
            .map(|name| OfferState::parse("state", name))
            .transpose()?,
    })
}

fn parse_day(text: &str) -> Result<NaiveDate, InvalidValue> {
    let day = NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d").ok();
    day.ok_or_else(|| {
        let problem = TimeProblem::NotStartDay;
        InvalidValue::new("startDate", problem)
    })
}
