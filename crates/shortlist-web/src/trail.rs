//! Entries of the audit log as sentences.

use std::collections::HashMap;

use shortlist_app::{App, Operation};
use shortlist_domain::{
    Actor, AuditChanges, AuditEntry, AuditOutcome, CandidateStatus, FieldChange, Principal,
    Timestamp, UserId,
};

use crate::respond::error::PageError;
use crate::visit::Visit;

/// An entry of the audit log.
pub(crate) struct TrailRow {
    pub(crate) at: String,
    pub(crate) who: String,
    pub(crate) what: String,
    /// The name of the operation in the API.
    pub(crate) operation: String,
    /// The changes by the names that the API has for fields, and the reason.
    pub(crate) detail: String,
    /// The changes in words, and the reason.
    pub(crate) words: String,
}

/// The names of the users by their identifiers.
#[derive(Clone)]
pub(crate) struct Names(HashMap<UserId, String>);

impl Names {
    /// Loads the names of the active users.
    pub(crate) async fn load(visit: &Visit) -> Result<Self, PageError> {
        let list = |app: &App, principal: &Principal| app.accounts().list_interviewers(principal);
        let users = visit.run(Operation::ListInterviewers, list).await?;
        let users = users.into_iter();
        Ok(Self(users.map(|user| (user.id, user.full_name)).collect()))
    }

    pub(crate) fn of(&self, id: &UserId) -> String {
        let known = self.0.get(id).cloned();
        known.unwrap_or_else(|| "A former colleague".to_owned())
    }

    /// Returns a recorded value for people: names instead of identifiers of users, and short times.
    fn shown(&self, value: Option<&str>) -> String {
        let Some(value) = value.filter(|value| !value.is_empty()) else {
            return "nothing".to_owned();
        };
        if let Ok(id) = UserId::parse("id", value)
            && let Some(name) = self.0.get(&id)
        {
            return name.clone();
        }
        Timestamp::parse("at", value).map_or_else(|_other| value.to_owned(), time)
    }
}

/// Writes a time for people.
pub(crate) fn time(at: Timestamp) -> String {
    at.as_datetime().format("%Y-%m-%d %H:%M UTC").to_string()
}

impl TrailRow {
    pub(crate) fn of(entry: AuditEntry, names: &Names) -> Self {
        let who = match &entry.actor {
            Actor::Caller {
                user_id: Some(id), ..
            }
            | Actor::Integration { user_id: id, .. } => names.of(id),
            Actor::Caller { .. } => "A visitor".to_owned(),
            Actor::Operator => "The operator".to_owned(),
            Actor::Service => "The service".to_owned(),
        };
        let refused = match entry.outcome {
            AuditOutcome::Done => "",
            AuditOutcome::Refused => " (refused)",
        };
        let reason = entry.reason.unwrap_or_default();
        let because = match reason.as_str() {
            "" => String::new(),
            reason => format!("because “{reason}”"),
        };
        let words = joined([in_words(&entry.changes, names), because], ", ");
        Self {
            words,
            at: time(entry.at),
            who,
            what: format!("{}{refused}", action(&entry.operation)),
            operation: entry.operation,
            detail: joined([changes(entry.changes), reason], "; "),
        }
    }
}

fn joined(parts: [String; 2], between: &str) -> String {
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(between)
}

/// Returns an operation in words; one that is rare here keeps its name.
fn action(operation: &str) -> &str {
    match operation {
        "createJob" | "addJobByFile" => "Created the job",
        "updateJob" => "Changed the job",
        "updateJobRequirements" => "Changed the requirements",
        "setJobStatus" => "Changed the status of the job",
        "setHiringTeam" => "Changed the hiring team",
        "setJobStages" => "Changed the stages",
        "setJobQuestions" => "Changed the questions of the application form",
        "moveCandidates" => "Moved the candidate",
        "setOffer" => "Changed the offer",
        "addDocument" => "Added a document",
        "getDocument" => "Opened a document",
        "deleteDocument" => "Deleted a document",
        "addInterviewer" => "Added an interviewer",
        "putRecording" => "Stored a recording",
        "deleteRecording" => "Deleted a recording",
        "apply" => "Applied",
        "mergePeople" | "splitPerson" => "Changed the applications of the person",
        "bulkUploadResumes" => "Uploaded the resume",
        "considerForJob" => "Considered for another job",
        "getOriginalFile" => "Opened the original file",
        "chooseResume" => "Chose the resume that counts",
        "updateCandidate" | "updateCandidates" => "Changed the candidate",
        "addNote" => "Added a note",
        "deleteNote" => "Deleted a note",
        "submitReview" => "Submitted a review",
        "assignInterviewer" | "scheduleInterview" => "Scheduled an interview",
        "updateInterview" => "Changed an interview",
        "submitInterviewReport" => "Submitted a report",
        "saveReportDraft" => "Saved a draft of a report",
        "exportCandidate" => "Exported the data",
        "exportCandidates" => "Exported the list of candidates",
        "setLegalHold" | "setPersonLegalHold" => "Changed the legal hold",
        "eraseCandidate" | "erasePerson" => "Erased the data",
        "rescoreJob" => "Scored again",
        other => other,
    }
}

fn changes(changes: AuditChanges) -> String {
    let AuditChanges::Known(changes) = changes else {
        return "Erased".to_owned();
    };
    let change = |change: FieldChange| {
        let missing = missing(&change);
        let text = |value: Option<String>| value.unwrap_or_else(|| missing.to_owned());
        let (before, after) = (text(change.before), text(change.after));
        format!("{}: {before} → {after}", change.field)
    };
    let changes: Vec<String> = changes.into_iter().map(change).collect();
    changes.join(", ")
}

/// Returns the word for a missing value. A candidate without a status is new.
fn missing(change: &FieldChange) -> &'static str {
    let value = change.before.as_deref().or(change.after.as_deref());
    let is_status = value.is_some_and(|value| CandidateStatus::parse("status", value).is_ok());
    if change.field == "status" && is_status {
        "New"
    } else {
        "nothing"
    }
}

fn in_words(changes: &AuditChanges, names: &Names) -> String {
    let AuditChanges::Known(changes) = changes else {
        return "the values are erased".to_owned();
    };
    let change = |change: &FieldChange| {
        let field = words(&change.field);
        let shown = |value: Option<&str>| match (value, missing(change)) {
            (None | Some(""), "New") => "New".to_owned(),
            (value, _) => names.shown(value),
        };
        let after = shown(change.after.as_deref());
        match (change.before.as_deref(), missing(change)) {
            (None, "nothing") => format!("{field} {after}"),
            (before, _) => format!("{field} from {} to {after}", shown(before)),
        }
    };
    let changes = changes.iter().filter(|one| !repeats_status(one, changes));
    let changes: Vec<String> = changes.map(change).collect();
    changes.join(", ")
}

/// Returns whether a change is that of the stage, which says the same as the change of the status. So it is in jobs without stages of their own.
fn repeats_status(change: &FieldChange, changes: &[FieldChange]) -> bool {
    let stage = |status: Option<&str>| {
        let status = status.filter(|status| !status.is_empty());
        status
            .unwrap_or(CandidateStatus::Active.as_str())
            .to_owned()
    };
    let status = changes.iter().find(|one| one.field == "status");
    change.field == "stageId"
        && status.is_some_and(|status| {
            change.before == Some(stage(status.before.as_deref()))
                && change.after == Some(stage(status.after.as_deref()))
        })
}

/// Returns the name of a field of the API as words.
fn words(field: &str) -> String {
    let mut words = String::new();
    for letter in field.trim_end_matches("Id").chars() {
        if letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_read_as_words() {
        let id = UserId::parse("id", "usr_1").unwrap();
        let names = Names([(id, "Ada Example".to_owned())].into());
        let change = |field: &str, before: Option<&str>, after: &str| FieldChange {
            field: field.to_owned(),
            before: before.map(str::to_owned),
            after: Some(after.to_owned()),
        };
        let all = [
            change("dateAndTime", None, "2026-03-05T08:15:00.000Z"),
            change("interviewerId", Some("usr_9"), "usr_1"),
            change("status", Some("Active"), ""),
        ];
        assert_eq!(
            in_words(&AuditChanges::Known(all.to_vec()), &names),
            "date and time 2026-03-05 08:15 UTC, interviewer from usr_9 to Ada Example, status from Active to New"
        );
        assert_eq!(
            changes(AuditChanges::Known(all[1..2].to_vec())),
            "interviewerId: usr_9 → usr_1"
        );
        assert_eq!(action("moveCandidates"), "Moved the candidate");
    }
}
