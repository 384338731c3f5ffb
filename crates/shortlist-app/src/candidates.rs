//! Listing, reading and changing candidates.

pub(crate) mod bulk_changes;
pub(crate) mod bulk_undo;
pub(crate) mod csv;
pub(crate) mod custom_fields;
pub(crate) mod documents;
pub(crate) mod facts;
pub(crate) mod lists;
mod notes;
pub(crate) mod offers;
mod reveals;
mod reviews;
pub(crate) mod saved_views;
pub(crate) mod skill_names;

use std::collections::HashMap;

use shortlist_domain::{
    Candidate, CandidateChange, CandidateId, CandidateQuery, CandidateStatus, Change,
    CustomFieldChange, EmailAddress, InvalidValue, ListProblem, MAX_TAGS, OrganizationId, Page,
    PhoneNumber, Principal, Resume, StoredFile, Tag, UserType, check_full_name, check_short,
};
use shortlist_persistence::{CandidateUpdate, Store, StoredResume};

use crate::access::job_access::{check_job_visible, team_scope, visible_candidate};
use crate::blind::{Mask, Masks, check_revealed, mask_file};
use crate::checks::{
    NO_CANDIDATE, check_assigned, checked_fields, existing_job, find_candidate_id, not_null,
};
use crate::clock::Clock;
use crate::conflict::{CandidateConflict, ExistingCandidate};
use crate::error::AppError;
use crate::operations::Operation;
use crate::refusal::Refusal;
use crate::writers::Writers;

/// The file that a candidate was read from, with its content.
#[derive(Debug, Clone)]
pub struct CandidateDocument {
    /// The file.
    pub file: StoredFile,
    /// The data read from the file.
    pub resume: Resume,
    /// Whether the caller sees neither the file nor who the candidate is, because the job is reviewed blind.
    pub is_masked: bool,
}

impl CandidateDocument {
    fn masked(self, mask: &Mask) -> Self {
        Self {
            file: {
                let mut file = self.file;
                mask_file(&mut file);
                file
            },
            resume: mask.redact_resume(self.resume),
            is_masked: true,
        }
    }
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
    pub reason: Option<String>,
    pub source: Change<String>,
    pub external_id: Change<String>,
    pub tags: Change<Vec<String>>,
    pub custom_fields: Vec<CustomFieldChange>,
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
    pub fn list(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
    ) -> Result<Page<Candidate>, AppError> {
        self.check_facts(query)?;
        let member = match &query.job_id {
            Some(job) => {
                check_job_visible(self.store, principal, job)?;
                None
            }
            None => team_scope(self.store, principal)?,
        };
        let mut page = self.store.candidates().list_for(query, member)?;
        if let Some(job) = &query.job_id
            && page.items.is_empty()
        {
            existing_job(self.store, &query.organization_id, job)?;
        }
        self.mask_all(principal, &mut page.items)?;
        Ok(page)
    }

    /// Returns candidates whose records the caller has seen in a list, masked as there, loaded with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn load_many(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Candidate>, AppError> {
        let organization = &principal.organization_id;
        let found = self
            .store
            .candidates()
            .load_many(organization, candidates)?;
        let found = found
            .into_iter()
            .map(|(id, (candidate, _))| (id, candidate));
        let mut found: HashMap<CandidateId, Candidate> = found.collect();
        self.mask_all(principal, found.values_mut())?;
        Ok(found)
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
        let candidate = visible_candidate(self.store, principal, &id)?;
        check_assigned(self.store, principal, &id)?;
        self.masked_one(principal, candidate)
    }

    /// Loads the documents of candidates with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn documents(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, CandidateDocument>, AppError> {
        let masks = Masks::of(self.store, principal, candidates)?;
        let masks = masks.load(candidates.iter().cloned())?;
        let stored = self.store.candidates();
        let loaded = stored.load_resumes(&principal.organization_id, candidates)?;
        let document = |(id, StoredResume { file, resume, .. })| {
            let document = CandidateDocument {
                is_masked: false,
                file,
                resume,
            };
            let document = match masks.get(&id) {
                Some(mask) => document.masked(mask),
                None => document,
            };
            (id, document)
        };
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
        let mut change = parse_change(request)?;
        let decision = CandidateChange {
            status: change.status,
            status_reason: change.status_reason.clone(),
            ..CandidateChange::default()
        };
        check_only_decides(principal, change == decision)?;
        if let Some(Some(status)) = change.status {
            let reason = change.status_reason.as_deref();
            change.status_reason = self.checked_reason(principal, status, reason)?;
        }
        visible_candidate(self.store, principal, &id)?;
        let names_person = change.full_name.is_some()
            || change.email.is_some()
            || change.phone.is_some()
            || change.external_id.is_some();
        if names_person {
            // The answer would say whether a guess is right.
            check_revealed(self.store, principal, &id)?;
        }
        match self
            .writers
            .for_caller(principal, Operation::UpdateCandidate)
            .candidates()
            .update(&principal.organization_id, &id, &change, self.clock.now())?
        {
            CandidateUpdate::Updated(candidate) => self.masked_one(principal, *candidate),
            CandidateUpdate::NotFound => Err(NO_CANDIDATE),
            CandidateUpdate::Refused(refused) => Err(refused.into()),
            CandidateUpdate::Conflict { existing } => {
                let existing = existing.map(|other| *other);
                Err(AppError::conflict(conflict_with(existing, &change)))
            }
        }
    }

    /// Checks the reason of a new status against the organization's list.
    pub(crate) fn checked_reason(
        &self,
        principal: &Principal,
        status: CandidateStatus,
        reason: Option<&str>,
    ) -> Result<Option<String>, AppError> {
        let reason = match reason {
            Some(reason) => check_short("reason", reason)?,
            None => None,
        };
        let organizations = self.store.organizations();
        let policy = organizations.rejection_policy(&principal.organization_id)?;
        Ok(policy.check(status, reason.as_deref())?)
    }

    /// Loads the tags of candidates with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn tags(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Vec<String>>, AppError> {
        let stored = self.store.candidates();
        let mut tags = stored.load_tags(&principal.organization_id, candidates)?;
        let masks = Masks::of(self.store, principal, candidates)?.load(tags.keys().cloned())?;
        for (id, tags) in &mut tags {
            if let Some(mask) = masks.get(id) {
                // A tag that is hidden in part would say that it is there already when the caller adds it.
                tags.retain(|tag| mask.redact_written(tag) == *tag);
            }
        }
        Ok(tags)
    }
}

pub(crate) fn parse_tags(field: &str, tags: &[String]) -> Result<Vec<Tag>, InvalidValue> {
    if tags.len() > MAX_TAGS {
        let problem = ListProblem::TooManyTags(MAX_TAGS);
        return Err(InvalidValue::new(field, problem));
    }
    tags.iter().map(|tag| Tag::parse(field, tag)).collect()
}

/// Refuses a hiring manager who changes more than a decision.
pub(crate) fn check_only_decides(principal: &Principal, is_decision: bool) -> Result<(), AppError> {
    if principal.user_type == UserType::HiringManager && !is_decision {
        return Err(AppError::Forbidden(Refusal::OnlyDecisions));
    }
    Ok(())
}

/// Checks a short field; an empty text clears it.
pub(crate) fn short(field: &str, given: Change<String>) -> Result<Change<String>, InvalidValue> {
    given
        .map(|value| check_short(field, value.as_deref().unwrap_or("")))
        .transpose()
}

/// Returns what a change would give to two candidates.
fn conflict_with(existing: Option<Candidate>, change: &CandidateChange) -> CandidateConflict {
    let Some(other) = existing else {
        return CandidateConflict::SameContact(None);
    };
    let new_id = change.external_id.as_ref().and_then(Option::as_ref);
    let is_same_id = new_id.is_some() && new_id == other.external_id.as_ref();
    let other = ExistingCandidate {
        id: other.id,
        code: other.code,
    };
    if is_same_id {
        CandidateConflict::SameExternalId(other)
    } else {
        CandidateConflict::SameContact(Some(other))
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
        status_reason: request.reason,
        source: short("source", request.source)?,
        external_id: short("externalId", request.external_id)?,
        tags: not_null("tags", request.tags)?
            .map(|tags| parse_tags("tags", &tags))
            .transpose()?,
        custom_fields: checked_fields(request.custom_fields)?,
    })
}

/// Parses the value of a change. An empty value clears the field, like null.
pub(crate) fn parsed<T>(
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
