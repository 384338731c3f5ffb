//! Checks that several use cases share: whether the records that an input names exist, and whether its values are valid.

use shortlist_domain::{
    CandidateCode, CandidateId, CandidateProblem, CustomFieldChange, EmailAddress, InvalidValue,
    Job, JobId, ListProblem, MAX_BULK_CANDIDATES, MAX_CUSTOM_FIELDS, MissingProblem,
    OrganizationId, Principal, User, UserId, UserType, check_description,
};
use shortlist_mail::MailAddress;
use shortlist_persistence::Store;

use crate::error::AppError;
use crate::refusal::Refusal;

/// The error for an unknown job.
pub(crate) const NO_JOB: AppError = AppError::NotFound {
    field: "jobId",
    what: "job",
};

pub(crate) const NO_DOCUMENT: AppError = AppError::NotFound {
    field: "documentId",
    what: "document of this candidate",
};
/// The error for an unknown candidate.
pub(crate) const NO_CANDIDATE: AppError = AppError::NotFound {
    field: "candidateId",
    what: "candidate",
};

/// The error for an unknown interview.
pub(crate) const NO_INTERVIEW: AppError = AppError::NotFound {
    field: "interviewId",
    what: "interview",
};

/// The error for an unknown interviewer.
pub(crate) const NO_INTERVIEWER: AppError = AppError::NotFound {
    field: "interviewerId",
    what: "interviewer",
};

/// The field of the address that answers to mails go to.
pub(crate) const REPLY_TO: &str = "replyTo";

/// Parses the address that answers to mails go to, as a mail with it will. An empty text counts as none.
pub(crate) fn parse_reply_to(text: Option<&str>) -> Result<Option<EmailAddress>, InvalidValue> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };
    let address = EmailAddress::parse(REPLY_TO, text)?;
    MailAddress::of(REPLY_TO, &address)?;
    Ok(Some(address))
}

/// Returns a job. Lists of a job's records call it only if they are empty: a record proves that its job exists.
///
/// # Errors
/// Returns an error if the organization has no such job.
pub(crate) fn existing_job(
    store: &Store,
    organization: &OrganizationId,
    id: &JobId,
) -> Result<Job, AppError> {
    store.jobs().find(organization, id)?.ok_or(NO_JOB)
}

/// Returns the identifier of the candidate that an input names by identifier or by `uId`.
pub(crate) fn find_candidate_id(
    store: &Store,
    organization: &OrganizationId,
    text: &str,
) -> Result<CandidateId, AppError> {
    let Ok(code) = CandidateCode::parse("candidateId", text) else {
        return Ok(CandidateId::parse("candidateId", text)?);
    };
    let candidate = store.candidates().find_by_code(organization, &code)?;
    Ok(candidate.ok_or(NO_CANDIDATE)?.id)
}

/// Returns the identifiers of the candidates that an input names for one change, each once.
pub(crate) fn find_candidate_ids(
    store: &Store,
    organization: &OrganizationId,
    texts: &[String],
) -> Result<Vec<CandidateId>, AppError> {
    if texts.is_empty() || texts.len() > MAX_BULK_CANDIDATES {
        let problem = ListProblem::CandidatesOutOfRange(MAX_BULK_CANDIDATES);
        return Err(InvalidValue::new("candidateIds", problem).into());
    }
    let mut ids = Vec::with_capacity(texts.len());
    for text in texts {
        let id = find_candidate_id(store, organization, text)?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(ids)
}

/// Returns the error for candidates that the organization does not have.
pub(crate) fn no_such_candidates(missing: Vec<CandidateId>) -> InvalidValue {
    let missing = missing.into_iter().map(CandidateId::into_string);
    let problem = CandidateProblem::NoSuchCandidates(missing.collect());
    InvalidValue::new("candidateIds", problem)
}

/// Refuses an unknown organization.
pub(crate) fn require_organization(store: &Store, id: &OrganizationId) -> Result<(), AppError> {
    match store.organizations().find(id)? {
        Some(_) => Ok(()),
        None => {
            Err(InvalidValue::new("organizationId", CandidateProblem::NoSuchOrganization).into())
        }
    }
}

/// Finds the recruiter named in an input, who may own jobs.
pub(crate) fn find_recruiter(
    store: &Store,
    principal: &Principal,
    id: &UserId,
) -> Result<User, AppError> {
    store
        .users()
        .find(&principal.organization_id, id)?
        .filter(|user| user.active && user.user_type.manages_jobs())
        .ok_or_else(|| InvalidValue::new("recruiterId", CandidateProblem::NotRecruiter).into())
}

/// Refuses an interviewer whom the organization does not have.
pub(crate) fn check_interviewer(
    store: &Store,
    principal: &Principal,
    id: &UserId,
) -> Result<(), AppError> {
    let found = store.users().find(&principal.organization_id, id)?;
    found
        .filter(|user| user.active && !user.is_integration)
        .map(drop)
        .ok_or(NO_INTERVIEWER)
}

/// Refuses an Interviewer to whom the candidate is not assigned.
pub(crate) fn check_assigned(
    store: &Store,
    principal: &Principal,
    candidate: &CandidateId,
) -> Result<(), AppError> {
    let assigned = principal.user_type != UserType::Interviewer
        || store.interviews().is_assigned(
            &principal.organization_id,
            candidate,
            &principal.user_id,
        )?;
    if assigned {
        return Ok(());
    }
    Err(AppError::Forbidden(Refusal::NotAssigned))
}

/// Checks a field that may be absent but not null.
pub(crate) fn not_null<T>(
    field: &str,
    given: Option<Option<T>>,
) -> Result<Option<T>, InvalidValue> {
    match given {
        None => Ok(None),
        Some(Some(value)) => Ok(Some(value)),
        Some(None) => Err(InvalidValue::new(field, MissingProblem::Null)),
    }
}

/// Checks an optional text with the limits of a description.
pub(crate) fn checked_text(
    field: &str,
    text: Option<&str>,
) -> Result<Option<String>, InvalidValue> {
    text.map(|text| check_description(field, text)).transpose()
}

/// Checks the number of new values. The values themselves are checked when they are written.
pub(crate) fn checked_fields(
    changes: Vec<CustomFieldChange>,
) -> Result<Vec<CustomFieldChange>, InvalidValue> {
    if changes.len() <= MAX_CUSTOM_FIELDS {
        return Ok(changes);
    }
    let problem = ListProblem::TooMany(MAX_CUSTOM_FIELDS);
    Err(InvalidValue::new("customFields", problem))
}
