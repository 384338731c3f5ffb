//! Audit entries for candidates. All their values are sealed with the candidate's key.

use shortlist_domain::{
    AuditedKind, Candidate, CandidateId, CandidateStatus, ContactKeys, EmailAddress, NewAuditEntry,
    NewCandidate, PhoneNumber, Timestamp,
};

use super::CandidateInsertion;
use crate::candidate_rows::blind_jobs::blind_jobs;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::people::{self, PersonMove};

/// Groups a changed candidate again if its contact data are different. One of a blind job stays a person of its own.
pub(super) fn regroup(
    conn: &mut DbConn,
    before: &Candidate,
    after: &Candidate,
    at: Timestamp,
) -> Result<PersonMove, StoreError> {
    let keys = |of: &Candidate| ContactKeys::of(of.email.as_ref(), of.phone.as_ref());
    let (old, new) = (keys(before), keys(after));
    if old == new {
        return Ok(PersonMove::default());
    }
    let organization = after.organization_id.as_str();
    if !blind_jobs(conn, organization, &[after.job_id.as_str()])?.is_empty() {
        return Ok(PersonMove::default());
    }
    people::regroup(conn, (organization, &after.id), &new, at)
}

/// Returns the entry for a created candidate, or `None` for a duplicate.
pub(super) fn creation_entry(
    new: &NewCandidate,
    outcome: &CandidateInsertion,
) -> Option<NewAuditEntry> {
    let CandidateInsertion::Created(candidate) = outcome else {
        return None;
    };
    let entry = NewAuditEntry::done(AuditedKind::Candidate, candidate.id.as_str())
        .for_candidate(&candidate.id)
        .of_job(&candidate.job_id)
        .with_field("uId", candidate.code.as_str())
        .with_field("jobId", candidate.job_id.as_str())
        .with_field("recruiterId", new.recruiter_id.as_str())
        .with_field("fullName", &candidate.full_name)
        .with_change("emailAddress", None, email(candidate))
        .with_change("phoneNumber", None, phone(candidate))
        .with_field("fileName", &new.file.name)
        .with_field("fileDigest", &new.file.digest.to_hex());
    Some(entry)
}

/// Returns the entry for the candidate whose file became a candidate of another job.
pub(super) fn considered_entry(from: &CandidateId, new: &NewCandidate) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Candidate, from.as_str())
        .for_candidate(from)
        .with_field("consideredForJobId", new.job_id.as_str())
}

/// Returns the entry for a changed candidate.
pub(super) fn change_entry(before: &Candidate, after: &Candidate) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Candidate, after.id.as_str())
        .for_candidate(&after.id)
        .of_job(&after.job_id)
        .with_change("status", status(before), status(after))
        .with_change(
            "stageId",
            Some(before.stage_id.as_str()),
            Some(after.stage_id.as_str()),
        )
        .with_change("fullName", Some(&before.full_name), Some(&after.full_name))
        .with_change("emailAddress", email(before), email(after))
        .with_change("phoneNumber", phone(before), phone(after))
        .with_change(
            "statusReason",
            before.status_reason.as_deref(),
            after.status_reason.as_deref(),
        )
        .with_change("source", before.source.as_deref(), after.source.as_deref())
        .with_change(
            "externalId",
            before.external_id.as_deref(),
            after.external_id.as_deref(),
        )
}

fn status(candidate: &Candidate) -> Option<&str> {
    candidate.status.map(CandidateStatus::as_str)
}

fn email(candidate: &Candidate) -> Option<&str> {
    candidate.email.as_ref().map(EmailAddress::as_str)
}

fn phone(candidate: &Candidate) -> Option<&str> {
    candidate.phone.as_ref().map(PhoneNumber::as_str)
}
