//! Erasing candidates: on request, or at the end of an organization's retention period.

mod export;
pub(crate) mod legal_holds;
mod list;
pub(crate) mod preview;
pub(crate) mod proof;

use chrono::Duration;
use shortlist_domain::{
    Candidate, CandidateId, EmailAddress, InvalidValue, NumberProblem, OrganizationId, Party,
    PhoneNumber, Principal, TextProblem, Timestamp, check_short,
};
use shortlist_persistence::ErasureOutcome;

use crate::access::job_access::visible;
use crate::blind::{Masks, shown_reason};
use crate::checks::{NO_CANDIDATE, find_candidate_id};
use crate::conflict::ProtectedRecord;
use crate::error::AppError;
use crate::files::FileStore;
use crate::operations::Operation;
use crate::records::{Records, list_organization_ids};
use crate::run_mode::RunMode;
use crate::work_listener::WorkListener;

/// The number of candidates past the retention period that are fetched at once.
const RETENTION_BATCH: u32 = 500;
/// The longest retention period without contact, in days: a hundred years.
pub const MAX_RETENTION_DAYS: i32 = 36_500;

/// The erasure of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erasure {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// When the candidate was erased.
    pub erased_at: Timestamp,
}

/// The result of retention in an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetentionResult {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The number of days without contact after which candidates are erased; `None` keeps them forever.
    pub days: Option<i32>,
    /// The candidates who were erased or, in a dry run, would be.
    pub candidates: Vec<CandidateId>,
}

/// Erases candidates, and holds them back from erasure.
#[derive(Clone, Copy)]
pub struct Erasures<'a> {
    pub(crate) records: Records<'a>,
    pub(crate) files: &'a FileStore,
}

impl Erasures<'_> {
    /// Erases a candidate with all data about them. Repeating the call returns the time of the first erasure.
    ///
    /// # Errors
    /// Returns an error if the reason names the person, or if the organization has no such candidate or must keep them.
    pub fn erase(
        &self,
        principal: &Principal,
        candidate_id: &str,
        reason: &str,
    ) -> Result<Erasure, AppError> {
        let id = find_candidate_id(self.records.store, &principal.organization_id, candidate_id)?;
        let mut reason = checked_reason(reason)?;
        let found = self
            .records
            .store
            .candidates()
            .find(&principal.organization_id, &id)?;
        // A candidate who was erased before belongs to no job any more.
        if found.is_some() {
            let candidate = visible(self.records.store, principal, found)?;
            let masks = Masks::of(self.records.store, principal, std::slice::from_ref(&id))?;
            if masks.hides(&id) {
                // A refusal would say whether the reason names the person.
                reason = shown_reason(&reason);
            } else {
                check_reason_is_anonymous(&candidate, &reason)?;
            }
        }
        self.erase_for(&principal.party(), &id, &reason)
    }

    fn erase_for(
        &self,
        party: &Party,
        id: &CandidateId,
        reason: &str,
    ) -> Result<Erasure, AppError> {
        let organization = &party.organization_id;
        let writer = self
            .records
            .writers
            .for_party(party, Operation::EraseCandidate.name());
        let erased_at =
            match writer
                .candidates()
                .erase(organization, id, reason, self.records.clock.now())?
            {
                ErasureOutcome::Erased(at) => at,
                ErasureOutcome::NotFound => return Err(NO_CANDIDATE),
                ErasureOutcome::Held => {
                    return Err(AppError::conflict(ProtectedRecord::Candidate));
                }
            };
        // Rows are erased first. If this run is interrupted, the next one removes the file, which no row refers to any
        // more.
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
        if self.records.store.database().truncate_wal()? {
            self.records.store.candidates().complete_erasure(
                organization,
                id,
                self.records.clock.now(),
            )?;
        } else {
            tracing::warn!(candidate = %id, "a reader prevented the database's log from being truncated after an erasure; it will be retried");
        }
        Ok(())
    }

    /// Removes the files of candidates whose rows were erased.
    pub(crate) fn finish(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<(), AppError> {
        candidates
            .iter()
            .try_for_each(|id| self.finish_erasure(organization, id))
    }

    /// Finishes earlier erasures that were interrupted.
    pub(crate) fn finish_all(&self, organization: &OrganizationId) -> Result<(), AppError> {
        for id in self
            .records
            .store
            .candidates()
            .list_unfinished_erasures(organization)?
        {
            self.finish_erasure(organization, &id)?;
        }
        Ok(())
    }

    /// Sets or lifts the legal hold on a candidate. A candidate with a hold cannot be erased.
    ///
    /// # Errors
    /// Returns an error if the organization has no such candidate.
    pub fn set_legal_hold(
        &self,
        principal: &Principal,
        candidate_id: &str,
        reason: Option<&str>,
    ) -> Result<CandidateId, AppError> {
        let id = find_candidate_id(self.records.store, &principal.organization_id, candidate_id)?;
        let reason = reason
            .map(|reason| check_short("reason", reason))
            .transpose()?;
        let reason = reason.flatten();
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::SetLegalHold);
        let organization = &principal.organization_id;
        if writer.candidates().set_legal_hold(
            organization,
            &id,
            reason.as_deref(),
            self.records.clock.now(),
        )? {
            return Ok(id);
        }
        Err(NO_CANDIDATE)
    }

    /// Returns whether a legal hold protects a candidate, or the person whom the candidate belongs to.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn is_held(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<bool, AppError> {
        Ok(self
            .records
            .store
            .candidates()
            .is_held(organization, candidate)?)
    }

    /// Sets the number of days without contact after which candidates are erased; `None` keeps them forever.
    ///
    /// # Errors
    /// Returns an error if the number of days is out of range.
    pub fn set_retention(&self, party: &Party, days: Option<i32>) -> Result<(), AppError> {
        days.map_or(Ok(()), check_retention_days)?;
        let writer = self
            .records
            .writers
            .for_party(party, Operation::SetRetentionPolicy.name());
        Ok(writer.organizations().set_retention(
            &party.organization_id,
            days,
            self.records.clock.now(),
        )?)
    }

    /// Returns the number of days without contact after which an organization's candidates are erased.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn retention_days(&self, organization: &OrganizationId) -> Result<Option<i32>, AppError> {
        Ok(self
            .records
            .store
            .organizations()
            .find_retention(organization)?)
    }

    /// Erases the candidates whose retention period is over, or reports who they are.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn apply_retention(&self, mode: RunMode) -> Result<Vec<RetentionResult>, AppError> {
        self.apply_retention_reporting(mode, &WorkListener::default())
    }

    /// Does the same, and reports the candidates that are erased.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn apply_retention_reporting(
        &self,
        mode: RunMode,
        listener: &WorkListener,
    ) -> Result<Vec<RetentionResult>, AppError> {
        let organizations = list_organization_ids(self.records.store)?.into_iter();
        let always = || Ok(true);
        let apply = |id| self.apply_retention_in(id, mode, &always, listener);
        organizations.map(apply).collect()
    }

    /// Applies retention in one organization. It stops as soon as `may_continue` reports that another server has taken over the
    /// task.
    pub(crate) fn apply_retention_in(
        &self,
        organization: OrganizationId,
        mode: RunMode,
        may_continue: &dyn Fn() -> Result<bool, AppError>,
        listener: &WorkListener,
    ) -> Result<RetentionResult, AppError> {
        let days = self
            .records
            .store
            .organizations()
            .find_retention(&organization)?;
        let mut candidates = Vec::new();
        if let Some(days) = days {
            let before = self.records.clock.now().minus(Duration::days(days.into()));
            let party = Party::service(&organization);
            let reason = format!("no contact for {days} days");
            loop {
                let after = candidates.last();
                let due = self.records.store.candidates().list_expired(
                    &organization,
                    before,
                    after,
                    RETENTION_BATCH,
                )?;
                if due.is_empty() || !may_continue()? {
                    break;
                }
                if mode == RunMode::Execute {
                    for id in &due {
                        self.erase_for(&party, id, &reason)?;
                        listener.finished(1);
                    }
                }
                candidates.extend(due);
            }
        }
        Ok(RetentionResult {
            organization_id: organization,
            days,
            candidates,
        })
    }
}

/// Checks the number of days of a retention period.
fn check_retention_days(days: i32) -> Result<(), InvalidValue> {
    if (1..=MAX_RETENTION_DAYS).contains(&days) {
        return Ok(());
    }
    let problem = NumberProblem::OutOfRangeOrNull(i64::from(MAX_RETENTION_DAYS));
    Err(InvalidValue::new("days", problem))
}

/// Checks that the reason does not name the person, because the reason is stored after the erasure.
pub(crate) fn check_reason_is_anonymous(
    candidate: &Candidate,
    reason: &str,
) -> Result<(), InvalidValue> {
    let reason = reason.to_lowercase();
    let names = candidate.full_name.split_whitespace();
    let named = names.filter(|name| name.chars().count() > 2);
    let email = candidate.email.as_ref().map(EmailAddress::as_str);
    let phone = candidate.phone.as_ref().map(PhoneNumber::as_str);
    let code = candidate.code.as_str();
    let mut personal = named.chain(email).chain(phone).chain([code]);
    if personal.any(|text| reason.contains(&text.to_lowercase())) {
        let problem = TextProblem::IdentifiesPerson;
        return Err(InvalidValue::new("reason", problem));
    }
    Ok(())
}

/// Checks the reason for an erasure, which is required.
pub(crate) fn checked_reason(reason: &str) -> Result<String, InvalidValue> {
    check_short("reason", reason)?
        .ok_or_else(|| InvalidValue::new("reason", TextProblem::NoReasonToErase))
}
