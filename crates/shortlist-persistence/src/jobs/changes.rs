//! Audit entries for jobs. Long texts are recorded by their length only, because the job's own history contains them.

use shortlist_domain::{AuditedKind, Job, NewAuditEntry, OrganizationId, RequirementChange};

/// Returns the entry for a created job.
pub(super) fn creation_entry(job: &Job) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Job, job.id.as_str())
        .with_field("title", &job.title)
        .with_field("jobCode", &job.code)
        .with_field("recruiterId", job.recruiter_id.as_str())
        .with_change("externalId", None, job.external_id.as_deref())
        .with_change("blind", None, job.blind.then_some("true"))
        .with_text_change("jobDescription", None, Some(&job.description))
}

/// Returns the description of an import as a whole for its event, with how many jobs were created and how many were duplicates.
pub(super) fn import_entry(
    organization: &OrganizationId,
    (created, duplicates): (usize, usize),
) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Organization, organization.as_str())
        .with_field("created", &created.to_string())
        .with_field("duplicates", &duplicates.to_string())
}

/// Returns the entry for a changed job.
pub(super) fn change_entry(before: &Job, after: &Job) -> NewAuditEntry {
    let list = |job: &Job| job.skills.join(", ");
    let draft = |job: &Job| job.is_draft().to_string();
    let attributes = |job: &Job| {
        let pairs = job.attributes.iter();
        let pairs: Vec<_> = pairs.map(|a| format!("{}: {}", a.name, a.value)).collect();
        pairs.join("\n")
    };
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
        .with_change(
            "blind",
            Some(&before.blind.to_string()),
            Some(&after.blind.to_string()),
        )
        .with_change(
            "requirements",
            shown_edits(before, after).as_deref(),
            shown_edits(after, before).as_deref(),
        )
        .with_change("jobCode", Some(&before.code), Some(&after.code))
        .with_change(
            "externalId",
            before.external_id.as_deref(),
            after.external_id.as_deref(),
        )
        .with_text_change(
            "attributes",
            Some(&attributes(before)),
            Some(&attributes(after)),
        )
        .with_text_change(
            "jobDescription",
            Some(&before.description),
            Some(&after.description),
        )
}

/// Returns what people set about the requirements of a job, without what another state of the job has too.
fn shown_edits(job: &Job, other: &Job) -> Option<String> {
    let edits = job.requirement_edits.iter();
    let own = edits.filter(|edit| !other.requirement_edits.contains(edit));
    let shown: Vec<String> = own.map(|edit| shown_change(&edit.change)).collect();
    Some(shown.join("; ")).filter(|shown| !shown.is_empty())
}

/// Returns a change of a requirement in words: `Kafka or RabbitMQ: required`.
fn shown_change(change: &RequirementChange) -> String {
    let names = change.names.iter().chain(&change.alternatives);
    let name = names.map(String::as_str).collect::<Vec<_>>().join(" or ");
    match change.mark {
        Some(mark) => format!("{name}: {}", mark.as_str()),
        None => name,
    }
}

/// Returns the entry for a changed status.
pub(super) fn status_entry(before: &Job, after: &Job) -> NewAuditEntry {
    let entry = NewAuditEntry::done(AuditedKind::Job, after.id.as_str()).with_change(
        "status",
        Some(before.status.as_str()),
        Some(after.status.as_str()),
    );
    match &after.status_reason {
        Some(reason) => entry.with_reason(reason),
        None => entry,
    }
}

/// Returns the entry for a deleted job.
pub(super) fn deletion_entry(job: &Job) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Job, job.id.as_str())
        .with_change("title", Some(&job.title), None)
        .with_change("jobCode", Some(&job.code), None)
        .with_change("externalId", job.external_id.as_deref(), None)
}
