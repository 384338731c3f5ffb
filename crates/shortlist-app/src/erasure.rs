//! Erasing candidates: at someone's wish, or because an organization keeps them no longer.

use chrono::Duration;
use shortlist_domain::{
    CandidateId, EmailAddress, InvalidValue, OrganizationId, Party, PhoneNumber, Principal,
    Timestamp, check_short,
};
use shortlist_persistence::ErasureOutcome;

use crate::candidates::NO_CANDIDATE;
use crate::{App, AppError, Operation};

/// How many candidates are looked for at once that are to be kept no longer.
const DUE_AT_ONCE: u32 = 500;
/// The most days that an organization may keep candidates for without contact: a hundred years.
const MAX_RETENTION_DAYS: i32 = 36_500;

/// A candidate who is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erasure {
    /// Who they were.
    pub candidate_id: CandidateId,
    /// Since when.
    pub erased_at: Timestamp,
}

/// What retention did, or would do, in an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retained {
    /// The organization.
    pub organization_id: OrganizationId,
    /// After how many days without contact it erases candidates; `None` where it keeps them.
    pub days: Option<i32>,
    /// Who was erased, or would be.
    pub candidates: Vec<CandidateId>,
}

/// Whether something is done or only told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rehearsal {
    /// It is only told what would be done.
    Dry,
    /// It is done.
    Real,
}

impl App {
    /// Erases a candidate with everything that came of them. Erasing them again tells when it was done.
    ///
    /// # Errors
    /// When the reason names the person, the organization has no such candidate, or has to keep them.
    pub fn erase_candidate(
        &self,
        principal: &Principal,
        candidate_id: &str,
        reason: &str,
    ) -> Result<Erasure, AppError> {
        let id = CandidateId::parse("candidateId", candidate_id)?;
        let reason = check_short("reason", reason)?.ok_or_else(|| {
            InvalidValue::new(
                "reason",
                "must not be empty; say for example that they asked for it",
            )
        })?;
        self.check_nameless(&principal.organization_id, &id, &reason)?;
        self.erase(&principal.party(), &id, &reason)
    }

    /// The reason outlives the person, so it may not name them.
    fn check_nameless(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        reason: &str,
    ) -> Result<(), AppError> {
        let Some(candidate) = self.store.find_candidate(organization, id)? else {
            return Ok(());
        };
        let reason = reason.to_lowercase();
        let names = candidate.full_name.split_whitespace();
        let named = names.filter(|name| name.chars().count() > 2);
        let email = candidate.email.as_ref().map(EmailAddress::as_str);
        let phone = candidate.phone.as_ref().map(PhoneNumber::as_str);
        let code = candidate.code.as_str();
        let mut personal = named.chain(email).chain(phone).chain([code]);
        if personal.any(|text| reason.contains(&text.to_lowercase())) {
            let problem = "must not name the person: it is kept when they are gone";
            return Err(InvalidValue::new("reason", problem).into());
        }
        Ok(())
    }

    fn erase(&self, party: &Party, id: &CandidateId, reason: &str) -> Result<Erasure, AppError> {
        let organization = &party.organization_id;
        let writer = self.by_party(party, Operation::EraseCandidate.name());
        let erased_at = match writer.erase_candidate(organization, id, reason, self.now())? {
            ErasureOutcome::Erased(at) => at,
            ErasureOutcome::NotFound => return Err(NO_CANDIDATE),
            ErasureOutcome::Held => {
                return Err(AppError::Conflict(
                    "the candidate is under a legal hold; lift it by setLegalHold first".to_owned(),
                ));
            }
        };
        // Rows first: a file without a row is nobody's, and goes with the next run where this one is cut off.
        self.finish_erasure(organization, id)?;
        Ok(Erasure {
            candidate_id: id.clone(),
            erased_at,
        })
    }

    fn finish_erasure(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<(), AppError> {
        self.files.remove(organization, id)?;
        if self.store.empty_log()? {
            self.store.complete_erasure(organization, id, self.now())?;
        } else {
            tracing::warn!(candidate = %id, "a reader kept the database's log from being emptied after an erasure; it is tried again");
        }
        Ok(())
    }

    /// Finishes what was cut off of earlier erasures.
    pub(crate) fn finish_erasures(&self, organization: &OrganizationId) -> Result<(), AppError> {
        for id in self.store.unfinished_erasures(organization)? {
            self.finish_erasure(organization, &id)?;
        }
        Ok(())
    }

    /// Sets or lifts the hold on a candidate, who is not erased while it stands.
    ///
    /// # Errors
    /// When the organization has no such candidate, or a hold has no reason.
    pub fn set_legal_hold(
        &self,
        principal: &Principal,
        candidate_id: &str,
        reason: Option<&str>,
    ) -> Result<CandidateId, AppError> {
        let id = CandidateId::parse("candidateId", candidate_id)?;
        let reason = reason
            .map(|reason| check_short("reason", reason))
            .transpose()?;
        let reason = reason.flatten();
        let writer = self.by(principal, Operation::SetLegalHold);
        let organization = &principal.organization_id;
        if writer.set_legal_hold(organization, &id, reason.as_deref(), self.now())? {
            return Ok(id);
        }
        Err(NO_CANDIDATE)
    }

    /// Sets after how many days without contact candidates are erased; `None` keeps them.
    ///
    /// # Errors
    /// When there are too many days, or none.
    pub fn set_retention(&self, party: &Party, days: Option<i32>) -> Result<(), AppError> {
        if days.is_some_and(|days| !(1..=MAX_RETENTION_DAYS).contains(&days)) {
            let problem =
                format!("must be between 1 and {MAX_RETENTION_DAYS}, or null to keep all");
            return Err(InvalidValue::new("days", problem).into());
        }
        let writer = self.by_party(party, Operation::SetRetentionPolicy.name());
        Ok(writer.set_retention(&party.organization_id, days, self.now())?)
    }

    /// After how many days without contact an organization's candidates are erased.
    ///
    /// # Errors
    /// When the database fails.
    pub fn retention_days(&self, organization: &OrganizationId) -> Result<Option<i32>, AppError> {
        Ok(self.store.find_retention(organization)?)
    }

    /// Erases the candidates whom organizations keep no longer, or tells who they are.
    ///
    /// # Errors
    /// When the database fails.
    pub fn retain(&self, rehearsal: Rehearsal) -> Result<Vec<Retained>, AppError> {
        let organizations = self.list_organization_ids()?;
        organizations
            .into_iter()
            .map(|organization| self.retain_in(organization, rehearsal, &|| Ok(true)))
            .collect()
    }

    /// Does so in one organization, as long as `goes_on` says that it is this server's to do.
    pub(crate) fn retain_in(
        &self,
        organization: OrganizationId,
        rehearsal: Rehearsal,
        goes_on: &dyn Fn() -> Result<bool, AppError>,
    ) -> Result<Retained, AppError> {
        let days = self.store.find_retention(&organization)?;
        let mut candidates = Vec::new();
        if let Some(days) = days {
            let before = self.now().minus(Duration::days(days.into()));
            let party = Party::service(&organization);
            let reason = format!("no contact for {days} days");
            loop {
                let after = candidates.last();
                let due = self
                    .store
                    .out_of_contact(&organization, before, after, DUE_AT_ONCE)?;
                if due.is_empty() || !goes_on()? {
                    break;
                }
                if rehearsal == Rehearsal::Real {
                    due.iter()
                        .try_for_each(|id| self.erase(&party, id, &reason).map(drop))?;
                }
                candidates.extend(due);
            }
        }
        Ok(Retained {
            organization_id: organization,
            days,
            candidates,
        })
    }
}
