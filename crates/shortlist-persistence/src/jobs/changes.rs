//! Audit entries for jobs. Long texts are recorded by their length only, because the job's own history contains them.

use shortlist_domain::{AuditedKind, Job, NewAuditEntry};

/// Returns the entry for a created job.
pub(super) fn creation_entry(job: &Job) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Job, job.id.as_str())
        .with_field("title", &job.title)
        .with_field("jobCode", &job.code)
        .with_field("recruiterId", job.recruiter_id.as_str())
        .with_text_change("jobDescription", None, Some(&job.description))
}

/// Returns the entry for a changed job.
pub(super) fn change_entry(before: &Job, after: &Job) -> NewAuditEntry {
    let list = |job: &Job| job.skills.join(", ");
    let draft = |job: &Job| job.draft.to_string();
    NewAuditEntry::done(AuditedKind::Job, after.id.as_str())
        .with_change("title", Some(&before.title), Some(&after.title))
        .with_change("skills", Some(&list(before)), Some(&list(after)))
        .with_change(
            "department",
            before.department.as_deref(),
            after.department.as_deref(),
        )
        .with_change(
            "location",
            before.location.as_deref(),
            after.location.as_deref(),
        )
        .with_change(
            "employmentType",
            before.employment_type.as_deref(),
            after.employment_type.as_deref(),
        )
        .with_change("draft", Some(&draft(before)), Some(&draft(after)))
        .with_text_change(
            "jobDescription",
            Some(&before.description),
            Some(&after.description),
        )
}
