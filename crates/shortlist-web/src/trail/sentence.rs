//! The sentence of an entry: who did what to whom.

use shortlist_domain::{
    AuditChanges, AuditEntry, AuditOutcome, CandidateId, CandidateStatus, FieldChange, JobId,
    JobStatus, StageId,
};

use super::Subjects;
use super::phrases::{self, Object, Phrase};
use crate::links;
use crate::naming::in_words;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) text: String,
    /// The page of what the part names.
    pub(crate) link: Option<String>,
    /// Whether the part is a name, whose direction of writing may differ.
    pub(crate) is_name: bool,
}

impl Part {
    fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            link: None,
            is_name: false,
        }
    }

    fn name(text: impl Into<String>, link: Option<String>) -> Self {
        Self {
            text: text.into(),
            link,
            is_name: true,
        }
    }
}

/// Returns the sentence of an entry.
pub(super) fn of(entry: &AuditEntry, subjects: &Subjects) -> Vec<Part> {
    let who = match (entry.operation.as_str(), entry.actor.user_id()) {
        ("apply", None) => Part::text("An applicant"),
        _ => Part::name(subjects.names.of_actor(&entry.actor), None),
    };
    if entry.outcome == AuditOutcome::Refused {
        let wish = in_words(&entry.operation);
        return vec![who, Part::text(format!(" was refused: {wish}"))];
    }
    let Some(phrase) = phrase(entry, subjects) else {
        let action = in_words(&entry.operation);
        return vec![who, Part::text(format!(": {action}"))];
    };
    let mut parts = vec![who, Part::text(format!(" {}", phrase.verb))];
    match phrase.object {
        Object::Nothing => {}
        Object::User => parts.extend(user(entry, subjects)),
        Object::Job => parts.extend(job(entry, subjects)),
        Object::Candidate(before_job) => parts.extend(candidate(entry, subjects, before_job)),
    }
    parts.extend(stage(entry, subjects));
    parts
}

fn phrase(entry: &AuditEntry, subjects: &Subjects) -> Option<Phrase> {
    let status = change(entry, "status").map(|change| change.after.as_deref().unwrap_or(""));
    let of_status = match (candidate_id(entry), status) {
        // A move to a stage says more than the status that the stage has.
        (Some(_), Some(_)) if moved_stage(entry, subjects).is_some() => None,
        (Some(_), Some(status)) => phrases::of_status(status),
        (None, Some(status)) if JobStatus::parse("status", status).is_ok() => {
            phrases::of_job_status(status).filter(|_| entry.operation == "setJobStatus")
        }
        _ => None,
    };
    of_status
        .or_else(|| phrases::of_kind(&entry.operation, entry.kind))
        .or_else(|| phrases::of_operation(&entry.operation))
}

/// Returns the change of a field, if its values can be read.
fn change<'a>(entry: &'a AuditEntry, field: &str) -> Option<&'a FieldChange> {
    match &entry.changes {
        AuditChanges::Known(changes) => changes.iter().find(|change| change.field == field),
        AuditChanges::Destroyed => None,
    }
}

/// Returns whether the sentence says the new value of a field, so that the list of changes need not repeat it.
pub(super) fn says(entry: &AuditEntry, subjects: &Subjects, field: &str) -> bool {
    let has_status = change(entry, "status").is_some_and(|status| {
        phrases::of_status(status.after.as_deref().unwrap_or("")).is_some()
            || entry.operation == "setJobStatus"
    });
    match field {
        "status" => has_status,
        "stageId" => has_status || moved_stage(entry, subjects).is_some(),
        "userId" => ["endUserSession", "endUserSessions", "unlinkUserIdentity"]
            .contains(&entry.operation.as_str()),
        _ => false,
    }
}

/// Returns the candidate that an entry is about.
pub(super) fn candidate_id(entry: &AuditEntry) -> Option<CandidateId> {
    let of_kind = || {
        let is_candidate = entry.kind == shortlist_domain::AuditedKind::Candidate;
        let id = entry.thing_id.as_deref().filter(|_| is_candidate)?;
        CandidateId::parse("id", id).ok()
    };
    entry.candidate_id.clone().or_else(of_kind)
}

/// Returns the other job that an entry says the candidate was considered for.
pub(super) fn considered_for(entry: &AuditEntry) -> Option<&str> {
    change(entry, "consideredForJobId")?.after.as_deref()
}

fn candidate(entry: &AuditEntry, subjects: &Subjects, before_job: &str) -> Vec<Part> {
    let Some(id) = candidate_id(entry) else {
        return vec![Part::text(" a person")];
    };
    let Some(known) = subjects.candidates.get(&id) else {
        return vec![Part::text(" a candidate who is erased now")];
    };
    let link = format!("/app/candidates/{}", links::segment(id.as_str()));
    let mut parts = vec![Part::text(" "), Part::name(&known.name, Some(link))];
    let other = considered_for(entry).and_then(|id| JobId::parse("id", id).ok());
    let job_id = other.as_ref().unwrap_or(&known.job_id);
    if let Some(title) = subjects.jobs.get(job_id) {
        parts.push(Part::text(format!(" {before_job} ")));
        let link = format!("/app/jobs/{}", links::segment(job_id.as_str()));
        parts.push(Part::name(title, Some(link)));
    }
    parts
}

fn job(entry: &AuditEntry, subjects: &Subjects) -> Vec<Part> {
    let known = entry.thing_id.as_deref().and_then(|id| {
        let link = format!("/app/jobs/{}", links::segment(id));
        let title = subjects.jobs.get(&JobId::parse("id", id).ok()?)?;
        Some(Part::name(title, Some(link)))
    });
    let created = || {
        let title = change(entry, "title")?;
        let text = title.before.as_ref().or(title.after.as_ref())?;
        Some(Part::name(text, None))
    };
    match known.or_else(created) {
        Some(part) => vec![Part::text(" "), part],
        None => vec![Part::text(" a job that is deleted")],
    }
}

/// Returns the user that an entry is about: the object, or whose it is.
fn user(entry: &AuditEntry, subjects: &Subjects) -> Vec<Part> {
    let owner = change(entry, "userId").and_then(|change| change.after.as_deref());
    let ids = [entry.thing_id.as_deref(), owner];
    let mut names = ids.into_iter().flatten();
    match names.find_map(|id| subjects.names.find(id)) {
        Some(name) => vec![Part::text(" "), Part::name(name, None)],
        None => Vec::new(),
    }
}

/// Returns the name of the stage that an entry moved a candidate to, if the job has stages of its own.
fn moved_stage<'a>(entry: &AuditEntry, subjects: &'a Subjects) -> Option<&'a str> {
    let after = change(entry, "stageId")?.after.as_deref()?;
    let id = candidate_id(entry)?;
    let known = subjects.candidates.get(&id)?;
    let stage = StageId::parse("stageId", after).ok()?;
    let is_status = CandidateStatus::ALL
        .iter()
        .any(|status| status.as_str() == after);
    let list = subjects.stages.get(&known.job_id).filter(|_| !is_status)?;
    let stage = list.find(&stage)?;
    let moves = ["moveCandidates", "setJobStages"].contains(&entry.operation.as_str());
    moves.then_some(stage.name.as_str())
}

fn stage(entry: &AuditEntry, subjects: &Subjects) -> Vec<Part> {
    match moved_stage(entry, subjects) {
        Some(name) => vec![Part::text(" to "), Part::name(name, None)],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
