//! The sentence of an entry: who did what to whom.

use shortlist_domain::{
    AuditChanges, AuditEntry, AuditOutcome, CandidateId, CandidateStatus, FieldChange, JobStatus,
    StageId,
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
    let who = Part::name(subjects.names.of_actor(&entry.actor), None);
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
    of_status.or_else(|| phrases::of_operation(&entry.operation))
}

/// Returns the change of a field, if its values can be read.
fn change<'a>(entry: &'a AuditEntry, field: &str) -> Option<&'a FieldChange> {
    match &entry.changes {
        AuditChanges::Known(changes) => changes.iter().find(|change| change.field == field),
        AuditChanges::Destroyed => None,
    }
}

/// Returns whether the sentence says what became of a field, so that the list of changes need not repeat it.
pub(super) fn says(entry: &AuditEntry, subjects: &Subjects, field: &str) -> bool {
    let has_status = change(entry, "status").is_some_and(|status| {
        phrases::of_status(status.after.as_deref().unwrap_or("")).is_some()
            || entry.operation == "setJobStatus"
    });
    match field {
        "status" => has_status,
        "stageId" => has_status || moved_stage(entry, subjects).is_some(),
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

fn candidate(entry: &AuditEntry, subjects: &Subjects, before_job: &str) -> Vec<Part> {
    let Some(id) = candidate_id(entry) else {
        return vec![Part::text(" a person")];
    };
    let Some(known) = subjects.candidates.get(&id) else {
        return vec![Part::text(" a candidate who is erased now")];
    };
    let link = format!("/app/candidates/{}", links::segment(id.as_str()));
    let mut parts = vec![Part::text(" "), Part::name(&known.name, Some(link))];
    if let Some(title) = subjects.jobs.get(known.job_id.as_str()) {
        parts.push(Part::text(format!(" {before_job} ")));
        let link = format!("/app/jobs/{}", links::segment(known.job_id.as_str()));
        parts.push(Part::name(title, Some(link)));
    }
    parts
}

fn job(entry: &AuditEntry, subjects: &Subjects) -> Vec<Part> {
    let known = entry.thing_id.as_deref().and_then(|id| {
        let link = format!("/app/jobs/{}", links::segment(id));
        let title = subjects.jobs.get(id)?;
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

fn user(entry: &AuditEntry, subjects: &Subjects) -> Vec<Part> {
    let id = entry.thing_id.as_deref().unwrap_or_default();
    match subjects.names.find(id) {
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
    (entry.operation == "moveCandidates").then_some(stage.name.as_str())
}

fn stage(entry: &AuditEntry, subjects: &Subjects) -> Vec<Part> {
    match moved_stage(entry, subjects) {
        Some(name) => vec![Part::text(" to "), Part::name(name, None)],
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use shortlist_domain::{Actor, AuditedKind, JobId, StageList, Timestamp, UserId, UserType};

    use super::super::subjects::KnownCandidate;
    use super::super::{Names, values};
    use super::*;

    fn subjects() -> Subjects {
        let rita = UserId::parse("id", "usr_1").unwrap();
        let ada = CandidateId::parse("id", "cnd_1").unwrap();
        let job_id = JobId::parse("id", "job_1").unwrap();
        let known = KnownCandidate {
            name: "Ada Example".to_owned(),
            job_id: job_id.clone(),
        };
        Subjects {
            viewer: UserType::Recruiter,
            names: Names([(rita, "Rita Recruiter".to_owned())].into()),
            candidates: [(ada, known)].into(),
            jobs: [("job_1".to_owned(), "Backend Engineer".to_owned())].into(),
            stages: HashMap::from([(job_id, StageList::default())]),
        }
    }

    fn entry(operation: &str, changes: &[(&str, Option<&str>, Option<&str>)]) -> AuditEntry {
        let change = |(field, before, after): &(&str, Option<&str>, Option<&str>)| FieldChange {
            field: (*field).to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        };
        AuditEntry {
            number: 7,
            at: Timestamp::from_unix_micros(0).unwrap(),
            actor: Actor::Caller {
                user_id: Some(UserId::parse("id", "usr_1").unwrap()),
                key_id: None,
                address: None,
            },
            operation: operation.to_owned(),
            outcome: AuditOutcome::Done,
            kind: AuditedKind::Candidate,
            thing_id: Some("cnd_1".to_owned()),
            candidate_id: Some(CandidateId::parse("id", "cnd_1").unwrap()),
            reason: None,
            changes: AuditChanges::Known(changes.iter().map(change).collect()),
            hash: [0; 32],
        }
    }

    fn text(entry: &AuditEntry) -> String {
        let subjects = subjects();
        let parts = of(entry, &subjects);
        let sentence: String = parts.into_iter().map(|part| part.text).collect();
        match values::in_words(entry, &subjects) {
            words if words.is_empty() => sentence,
            words => format!("{sentence}: {words}"),
        }
    }

    #[test]
    fn decisions_are_sentences() {
        let rejected = entry(
            "updateCandidates",
            &[
                ("status", Some("Active"), Some("Rejected")),
                ("statusReason", None, Some("Other profile")),
                ("stageId", Some("Active"), Some("Rejected")),
            ],
        );
        assert_eq!(
            text(&rejected),
            "Rita Recruiter rejected Ada Example for Backend Engineer: because “Other profile”"
        );
        let undone = entry("updateCandidates", &[("status", Some("Rejected"), None)]);
        assert_eq!(
            text(&undone),
            "Rita Recruiter took back the decision about Ada Example for Backend Engineer"
        );
    }

    #[test]
    fn digests_and_identifiers_are_left_to_auditors() {
        let digest = "a".repeat(DIGEST);
        let uploaded = entry(
            "bulkUploadResumes",
            &[
                ("fileDigest", None, Some(&digest)),
                ("personId", None, Some("psn_1")),
                ("source", None, Some("Fair")),
            ],
        );
        assert_eq!(
            text(&uploaded),
            "Rita Recruiter uploaded the resume of Ada Example for Backend Engineer: source Fair"
        );
    }

    #[test]
    fn times_and_users_read_as_words() {
        let moved = entry(
            "updateInterview",
            &[
                ("dateAndTime", None, Some("2026-03-05T08:15:00.000Z")),
                ("interviewerId", Some("usr_9"), Some("usr_1")),
            ],
        );
        assert!(text(&moved).ends_with(
            "date and time 2026-03-05 08:15 UTC, interviewer from a former colleague to Rita Recruiter"
        ));
    }

    #[test]
    fn the_erased_and_the_refused_have_no_names() {
        let mut erased = entry("eraseCandidate", &[]);
        erased.candidate_id = None;
        erased.thing_id = Some("cnd_2".to_owned());
        assert_eq!(
            text(&erased),
            "Rita Recruiter erased all data of a candidate who is erased now"
        );
        let mut refused = entry("getAuditLog", &[]);
        refused.outcome = AuditOutcome::Refused;
        assert_eq!(text(&refused), "Rita Recruiter was refused: Get audit log");
    }

    /// The number of hexadecimal digits of a SHA-256.
    const DIGEST: usize = 64;
}
