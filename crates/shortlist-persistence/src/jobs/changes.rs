//! Audit entries for jobs. Long texts are recorded by their length only, because the job's own history contains them.

use shortlist_domain::{
    AuditedKind, EmailAddress, Job, NewAuditEntry, OrganizationId, RequirementChange,
};

/// The length from which further changes of requirements are counted instead of listed, in bytes.
const MAX_SHOWN_BYTES: usize = 1_000;
/// The most names of a requirement that are listed.
const MAX_SHOWN_NAMES: usize = 5;
/// The longest name of a requirement that is listed in full, in characters.
const MAX_SHOWN_CHARS: usize = 80;

/// Returns the entry for a created job.
pub(super) fn creation_entry(job: &Job) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Job, job.id.as_str())
        .with_field("title", &job.title)
        .with_field("jobCode", &job.code)
        .with_field("recruiterId", job.recruiter_id.as_str())
        .with_change("externalId", None, job.external_id.as_deref())
        .with_change("replyTo", None, reply_to(job))
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
        .with_change(
            "occupation",
            shown_occupation(before).as_deref(),
            shown_occupation(after).as_deref(),
        )
        .with_change("jobCode", Some(&before.code), Some(&after.code))
        .with_change(
            "externalId",
            before.external_id.as_deref(),
            after.external_id.as_deref(),
        )
        .with_change("replyTo", reply_to(before), reply_to(after))
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

fn reply_to(job: &Job) -> Option<&str> {
    job.reply_to.as_ref().map(EmailAddress::as_str)
}

/// Returns people's changes to the requirements of a job, without those that another state of the job has too. The first ones that fit
/// are listed, and the others are counted.
fn shown_edits(job: &Job, other: &Job) -> Option<String> {
    let known = &other.requirement_edits.requirements;
    let edits = job.requirement_edits.requirements.iter();
    let own = edits.filter(|edit| !known.contains(edit));
    let (mut shown, mut others) = (String::new(), 0);
    for edit in own {
        if others > 0 || shown.len() > MAX_SHOWN_BYTES {
            others += 1;
            continue;
        }
        if !shown.is_empty() {
            shown.push_str("; ");
        }
        shown.push_str(&shown_change(&edit.change));
    }
    if others > 0 {
        shown.push_str(&format!("; and {others} more"));
    }
    Some(shown).filter(|shown| !shown.is_empty())
}

/// Returns the occupation that a person set: `Registered Nurses (29-1141.00)`.
fn shown_occupation(job: &Job) -> Option<String> {
    let set = job.requirement_edits.occupation.as_ref()?;
    Some(set.occupation.as_ref().map_or_else(
        || "unknown".to_owned(),
        |occupation| format!("{} ({})", occupation.name, occupation.code),
    ))
}

/// Returns a change of a requirement in words: `Kafka or RabbitMQ: required`.
fn shown_change(change: &RequirementChange) -> String {
    let names = change.names.iter().chain(&change.alternatives);
    let others = names.clone().skip(MAX_SHOWN_NAMES).count();
    let shown = names
        .take(MAX_SHOWN_NAMES)
        .map(String::as_str)
        .map(shortened);
    let mut name = shown.collect::<Vec<_>>().join(" or ");
    if others > 0 {
        name.push_str(&format!(" or {others} more"));
    }
    match change.mark {
        Some(mark) => format!("{name}: {}", mark.as_str()),
        None => name,
    }
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name.to_owned(),
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
