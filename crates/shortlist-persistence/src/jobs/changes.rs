//! Audit entries for jobs. Long texts are recorded by their length only, because the job's own history contains them.

use shortlist_domain::{Job, NewAuditEntry, AuditedKind};

/// Returns the entry for a created job.
pub(super) fn creation_entry(job: &Job) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Job, job.id.as_str())
        .with("title", &job.title)
        .with("jobCode", &job.code)
        .with("recruiterId", job.recruiter_id.as_str())
        .changing_text("jobDescription", None, Some(&job.description))
}

/// Returns the entry for a changed job.
pub(super) fn change_entry(before: &Job, after: &Job) -> NewAuditEntry {
    let list = |job: &Job| job.skills.join(", ");
    let draft = |job: &Job| job.draft.to_string();
    NewAuditEntry::done(AuditedKind::Job, after.id.as_str())
        .changing("title", Some(&before.title), Some(&after.title))
        .changing("skills", Some(&list(before)), Some(&list(after)))
        .changing(
            "department",
            before.department.as_deref(),
            after.department.as_deref(),
        )
        .changing(
            "location",
            before.location.as_deref(),
            after.location.as_deref(),
        )
        .changing(
            "employmentType",
            before.employment_type.as_deref(),
            after.employment_type.as_deref(),
        )
        .changing("draft", Some(&draft(before)), Some(&draft(after)))
        .changing_text(
            "jobDescription",
            Some(&before.description),
            Some(&after.description),
        )
}
