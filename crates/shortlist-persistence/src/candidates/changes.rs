//! Audit entries for candidates. All their values are sealed with the candidate's key.

use shortlist_domain::{
    Candidate, CandidateStatus, EmailAddress, NewAuditEntry, NewCandidate, PhoneNumber, AuditedKind,
};

use super::CandidateInsertion;

/// Returns the entry for a created candidate, or `None` for a duplicate.
pub(super) fn creation_entry(new: &NewCandidate, outcome: &CandidateInsertion) -> Option<NewAuditEntry> {
    let CandidateInsertion::Created(candidate) = outcome else {
        return None;
    };
    let entry = NewAuditEntry::done(AuditedKind::Candidate, candidate.id.as_str())
        .about(&candidate.id)
        .with("uId", candidate.code.as_str())
        .with("jobId", candidate.job_id.as_str())
        .with("recruiterId", new.recruiter_id.as_str())
        .with("fullName", &candidate.full_name)
        .changing("emailAddress", None, email(candidate))
        .changing("phoneNumber", None, phone(candidate))
        .with("fileName", &new.file.name)
        .with("fileDigest", &new.file.digest.to_hex());
    Some(entry)
}

/// Returns the entry for a changed candidate.
pub(super) fn change_entry(before: &Candidate, after: &Candidate) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Candidate, after.id.as_str())
        .about(&after.id)
        .changing("status", status(before), status(after))
        .changing("fullName", Some(&before.full_name), Some(&after.full_name))
        .changing("emailAddress", email(before), email(after))
        .changing("phoneNumber", phone(before), phone(after))
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
