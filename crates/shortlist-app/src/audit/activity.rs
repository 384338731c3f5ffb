//! The activity of a job or of a candidate: what the audit log says about it, for recruiters who may see it.

use shortlist_domain::{
    AuditChanges, AuditEntry, AuditQuery, AuditedKind, CandidateId, CombinationProblem,
    InvalidValue, JobId, Page, PageRequest, Permission, Principal, UserType,
};
use shortlist_persistence::Store;

use crate::access::job_access::{visible_candidate, visible_job};
use crate::audit::AuditLog;
use crate::blind::mask_entries;
use crate::checks::find_candidate_id;
use crate::error::AppError;
use crate::interviews::hidden_reviews::HiddenReviews;
use crate::operations::Operation;

/// What an activity is about, as the caller gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityOf<'a> {
    /// The job with this identifier.
    Job(&'a str),
    /// The candidate with this identifier, with the interviews and reviews.
    Candidate(&'a str),
}

impl<'a> ActivityOf<'a> {
    /// Returns what an input names: either a job or a candidate.
    ///
    /// # Errors
    /// Returns an error if it names none or both.
    pub fn parse(job: Option<&'a str>, candidate: Option<&'a str>) -> Result<Self, InvalidValue> {
        match (job, candidate) {
            (Some(job), None) => Ok(Self::Job(job)),
            (None, Some(candidate)) => Ok(Self::Candidate(candidate)),
            _ => Err(InvalidValue::new(
                "jobId",
                CombinationProblem::Either {
                    one: "jobId",
                    other: "candidateId",
                },
            )),
        }
    }
}

impl AuditLog<'_> {
    /// Lists a page of what happened to a job or to a candidate, newest first. What Admins decided, such as a legal hold,
    /// has its values only for Admins.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to the job or the candidate.
    pub fn activity(
        &self,
        principal: &Principal,
        of: ActivityOf<'_>,
        page: PageRequest,
    ) -> Result<Page<AuditEntry>, AppError> {
        let organization = &principal.organization_id;
        let (thing_id, candidate_id) = match of {
            ActivityOf::Job(id) => {
                let id = JobId::parse("jobId", id)?;
                (
                    Some(visible_job(self.store, principal, &id)?.id.into_string()),
                    None,
                )
            }
            ActivityOf::Candidate(id) => {
                let id = find_candidate_id(self.store, organization, id)?;
                (
                    None,
                    Some(visible_candidate(self.store, principal, &id)?.id),
                )
            }
        };
        let query = AuditQuery {
            organization_id: organization.clone(),
            from: None,
            to: None,
            operation: None,
            user_id: None,
            thing_id,
            candidate_id,
            page,
            count: false,
        };
        let mut found = self.store.audit().list(&query)?;
        mask_entries(self.store, principal, &mut found.items)?;
        hide_reviews(self.store, principal, &mut found.items)?;
        Ok(found.map(|entry| for_role(entry, principal.user_type)))
    }
}

/// Removes the values of reviews by others that the caller may not see before reviewing the candidate.
fn hide_reviews(
    store: &Store,
    principal: &Principal,
    entries: &mut [AuditEntry],
) -> Result<(), AppError> {
    let is_of_other = |entry: &AuditEntry| {
        entry.kind == AuditedKind::Review && entry.actor.user_id() != Some(&principal.user_id)
    };
    let of_others = entries.iter().filter(|entry| is_of_other(entry));
    let ids: Vec<CandidateId> = of_others
        .filter_map(|entry| entry.candidate_id.clone())
        .collect();
    let hidden = HiddenReviews::of(store, principal, &ids)?;
    for entry in entries {
        let is_hidden = entry
            .candidate_id
            .as_ref()
            .is_some_and(|id| hidden.hides(id));
        if is_hidden && is_of_other(entry) {
            entry.changes = AuditChanges::Known(Vec::new());
        }
    }
    Ok(())
}

/// Returns an entry without the values that only Admins may read.
fn for_role(entry: AuditEntry, role: UserType) -> AuditEntry {
    let mut operations = Operation::ALL.iter();
    let operation = operations.find(|operation| operation.name() == entry.operation);
    let is_admins = operation.is_some_and(|one| one.permission() == Some(Permission::Admin));
    if is_admins && role != UserType::Admin {
        AuditEntry {
            reason: None,
            changes: AuditChanges::Known(Vec::new()),
            ..entry
        }
    } else {
        entry
    }
}
