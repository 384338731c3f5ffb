//! Listing, reading and changing candidates.

use std::collections::HashMap;

use shortlist_domain::{
    Candidate, CandidateChange, CandidateId, CandidateQuery, CandidateStatus, Change, EmailAddress,
    InvalidValue, OrganizationId, Page, PhoneNumber, Principal, Resume, StoredFile,
    check_full_name,
};
use shortlist_persistence::{CandidateUpdate, Store, StoredResume};

use crate::checks::{NO_CANDIDATE, check_assigned, existing_job, find_candidate_id, not_null};
use crate::writers::Writers;
use crate::{AppError, Clock, Operation};

/// The file that a candidate was read from, with its content.
#[derive(Debug, Clone)]
pub struct CandidateDocument {
    /// The file.
    pub file: StoredFile,
    /// The data read from the file.
    pub resume: Resume,
}

/// The fields of a candidate to change: `None` keeps a field, `Some(None)` clears it.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct UpdateCandidate {
    pub candidate_id: String,
    pub status: Change<String>,
    pub full_name: Change<String>,
    pub email_address: Change<String>,
    pub phone_number: Change<String>,
}

/// Lists, reads, changes and exports candidates.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
}

impl Candidates<'_> {
    /// Lists the candidates of one job, or of all jobs.
    ///
    /// # Errors
    /// Returns an error if the organization has no such job.
    pub fn list(&self, query: &CandidateQuery) -> Result<Page<Candidate>, AppError> {
        let page = self.store.candidates().list(query)?;
        if let Some(job) = &query.job_id
            && page.items.is_empty()
        {
            existing_job(self.store, &query.organization_id, job)?;
        }
        Ok(page)
    }

    /// Returns the identifier of the candidate that an input names by identifier or by `uId`.
    ///
    /// # Errors
    /// Returns an error if the text is malformed, or if the organization has no candidate with this `uId`.
    pub fn resolve_id(
        &self,
        organization: &OrganizationId,
        text: &str,
    ) -> Result<CandidateId, AppError> {
        find_candidate_id(self.store, organization, text)
    }

    /// Returns a candidate. An Interviewer may read only candidates assigned to them.
    ///
    /// # Errors
    /// Returns an error if the organization has no such candidate, or it is not assigned.
    pub fn get(&self, principal: &Principal, candidate_id: &str) -> Result<Candidate, AppError> {
        let id = find_candidate_id(self.store, &principal.organization_id, candidate_id)?;
        let candidate = self
            .store
            .candidates()
            .find(&principal.organization_id, &id)?
            .ok_or(NO_CANDIDATE)?;
        check_assigned(self.store, principal, &id)?;
        Ok(candidate)
    }

    /// Loads the documents of candidates with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn documents(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, CandidateDocument>, AppError> {
        let loaded = self
            .store
            .candidates()
            .load_resumes(organization, candidates)?;
        let document =
            |(id, StoredResume { file, resume, .. })| (id, CandidateDocument { file, resume });
        Ok(loaded.into_iter().map(document).collect())
    }

    /// Returns the total size of the candidates' documents, in bytes as stored, without loading them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn document_bytes(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<usize, AppError> {
        let bytes = self
            .store
            .candidates()
            .resume_bytes(organization, candidates)?;
        Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// Changes a candidate.
    ///
    /// # Errors
    /// Returns an error if a value is invalid or the organization has no such candidate. Also returns an error if another
    /// candidate of the job has the same e-mail address or phone number.
    pub fn update(
        &self,
        principal: &Principal,
        request: UpdateCandidate,
    ) -> Result<Candidate, AppError> {
        let id = find_candidate_id(
            self.store,
            &principal.organization_id,
            &request.candidate_id,
        )?;
        let change = parse_change(request)?;
        match self
            .writers
            .for_caller(principal, Operation::UpdateCandidate)
            .candidates()
            .update(&principal.organization_id, &id, &change, self.clock.now())?
        {
            CandidateUpdate::Updated(candidate) => Ok(*candidate),
            CandidateUpdate::NotFound => Err(NO_CANDIDATE),
            CandidateUpdate::Conflict { existing } => {
                let other = existing.map_or_else(
                    || "another candidate".to_owned(),
                    |other| format!("candidate {} ({})", other.code, other.id),
                );
                Err(AppError::Conflict(format!(
                    "{other} of this job has this e-mail address or phone number"
                )))
            }
        }
    }
}

fn parse_change(request: UpdateCandidate) -> Result<CandidateChange, InvalidValue> {
    Ok(CandidateChange {
        status: parsed(request.status, |text| {
            CandidateStatus::parse("status", text)
        })?,
        full_name: not_null("fullName", request.full_name)?
            .map(|name| check_full_name("fullName", &name))
            .transpose()?
            .map(Some),
        email: parsed(request.email_address, |text| {
            EmailAddress::parse("emailAddress", text)
        })?,
        phone: parsed(request.phone_number, |text| {
            PhoneNumber::parse("phoneNumber", text)
        })?,
    })
}

/// Parses the value of a change. An empty value clears the field, like null.
fn parsed<T>(
    change: Change<String>,
    parse: impl Fn(&str) -> Result<T, InvalidValue>,
) -> Result<Change<T>, InvalidValue> {
    change
        .map(|value| {
            value
                .filter(|text| !text.trim().is_empty())
                .map(|text| parse(&text))
                .transpose()
        })
        .transpose()
}
