//! Events: notifications of changes for other systems. They name records and fields, and contain no values.

use crate::{
    AuditOutcome, AuditedKind, ChoiceProblem, ERASED_RECORDS, FieldChange, InvalidValue, JobId,
    NewAuditEntry, OrganizationId, Timestamp,
};

macro_rules! event_types {
    ($($variant:ident = $name:literal, $describes:literal;)*) => {
        /// The types of events.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum EventType {
            $(#[doc = $describes] $variant,)*
        }

        impl EventType {
            /// Every type.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the type's name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns what happened, as a sentence.
            pub fn describes(self) -> &'static str {
                match self {
                    $(Self::$variant => $describes,)*
                }
            }
        }
    };
}

event_types! {
    JobCreated = "job.created", "A job was created.";
    JobUpdated = "job.updated", "A job was changed: its text, its status or its hiring team.";
    JobDeleted = "job.deleted", "A job without candidates was deleted.";
    JobRescored = "job.rescored", "The candidates of a job were scored again. Each has an event of its own if its score changed.";
    JobsImported = "jobs.imported", "A job file was imported. Each job has an event of its own.";
    CandidateCreated = "candidate.created", "A candidate was created.";
    CandidateUpdated = "candidate.updated", "A candidate was changed.";
    CandidateStatusChanged = "candidate.status_changed", "The status or the stage of a candidate was changed, and possibly more.";
    CandidateScored = "candidate.scored", "A candidate has a new score.";
    CandidateErased = "candidate.erased", "A candidate was erased. Delete what you stored about it.";
    ResumesUploaded = "resumes.uploaded", "An upload of resumes ended. Each created candidate has an event of its own.";
    InterviewScheduled = "interview.scheduled", "An interview was scheduled.";
    InterviewMoved = "interview.moved", "An interview has another time.";
    InterviewUpdated = "interview.updated", "An interview was changed, but not its time: its place, its interviewer or its status.";
    InterviewCancelled = "interview.cancelled", "An interview was cancelled.";
    InterviewCompleted = "interview.completed", "An interview was completed.";
    ReportSubmitted = "report.submitted", "The report of an interview was submitted. The interview is then completed.";
    ReviewSubmitted = "review.submitted", "A review of a candidate was submitted or replaced.";
    ApiKeyCreated = "api_key.created", "An API key was created.";
    ApiKeyRotated = "api_key.rotated", "An API key was replaced. The old key works for the overlap.";
    ApiKeyRevoked = "api_key.revoked", "An API key was revoked.";
    ApiKeyExpiring = "api_key.expiring", "An API key expires within 14 days.";
    WebhookPing = "webhook.ping", "Someone tested this webhook.";
    WebhookDisabled = "webhook.disabled", "A webhook was disabled because its deliveries failed.";
}

impl EventType {
    /// Parses a type's name. Case does not matter.
    ///
    /// # Errors
    /// Returns an error if no type has that name. The message lists all names.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let wanted = value.trim();
        let found = Self::ALL
            .iter()
            .find(|one| one.as_str().eq_ignore_ascii_case(wanted));
        found.copied().ok_or_else(|| {
            let names = Self::ALL.iter().map(|one| one.as_str());
            InvalidValue::new(field, ChoiceProblem::not_one_of(names))
        })
    }

    /// Returns the type of the event that an audit entry causes. Most entries without changes, such as an export, cause none.
    pub fn of(operation: &str, entry: &NewAuditEntry) -> Option<Self> {
        if entry.outcome != AuditOutcome::Done {
            return None;
        }
        match entry.kind {
            AuditedKind::Job => of_job(operation, entry),
            AuditedKind::Candidate => of_candidate(entry),
            AuditedKind::Interview => of_interview(operation, entry),
            AuditedKind::Review => changed(entry, Self::ReviewSubmitted),
            AuditedKind::Document => changed(entry, Self::CandidateUpdated),
            AuditedKind::ApiKey => of_key(operation, entry),
            AuditedKind::Webhook => of_webhook(operation, entry),
            AuditedKind::Organization => {
                (operation == "addJobByFile").then_some(Self::JobsImported)
            }
            AuditedKind::User
            | AuditedKind::Session
            | AuditedKind::AccessToken
            | AuditedKind::Person
            | AuditedKind::Note
            | AuditedKind::Mail
            | AuditedKind::Operation => None,
        }
    }
}

fn of_job(operation: &str, entry: &NewAuditEntry) -> Option<EventType> {
    match operation {
        "rescoreJob" => Some(EventType::JobRescored),
        "deleteJob" => Some(EventType::JobDeleted),
        "bulkUploadResumes" => Some(EventType::ResumesUploaded),
        _ if is_new(entry, "jobCode") => Some(EventType::JobCreated),
        _ => changed(entry, EventType::JobUpdated),
    }
}

fn of_candidate(entry: &NewAuditEntry) -> Option<EventType> {
    // An erasure has a reason and counts: its entry must not contain what was erased.
    let is_count = |change: &FieldChange| ERASED_RECORDS.contains(&change.field.as_str());
    if entry.changes.iter().all(is_count) {
        return entry.reason.as_ref().map(|_| EventType::CandidateErased);
    }
    Some(if is_new(entry, "uId") {
        EventType::CandidateCreated
    } else if has_change(entry, "status") || has_change(entry, "stageId") {
        EventType::CandidateStatusChanged
    } else if has_change(entry, "resumeScore") {
        EventType::CandidateScored
    } else {
        EventType::CandidateUpdated
    })
}

fn of_interview(operation: &str, entry: &NewAuditEntry) -> Option<EventType> {
    if operation == "submitInterviewReport" {
        return Some(EventType::ReportSubmitted);
    }
    if operation == "saveReportDraft" {
        return None;
    }
    let status = entry.changes.iter().find(|change| change.field == "status");
    let status = status.and_then(|change| change.after.as_deref());
    let is_moved = has_change(entry, "dateAndTime");
    match status {
        _ if is_new(entry, "interviewerId") => Some(EventType::InterviewScheduled),
        Some("Cancelled") => Some(EventType::InterviewCancelled),
        Some("Completed") => Some(EventType::InterviewCompleted),
        _ if is_moved => Some(EventType::InterviewMoved),
        _ => changed(entry, EventType::InterviewUpdated),
    }
}

fn of_key(operation: &str, entry: &NewAuditEntry) -> Option<EventType> {
    match operation {
        _ if is_new(entry, "permissions") => Some(EventType::ApiKeyCreated),
        "rotateApiKey" => Some(EventType::ApiKeyRotated),
        "announceExpiry" => Some(EventType::ApiKeyExpiring),
        _ => changed(entry, EventType::ApiKeyRevoked),
    }
}

fn of_webhook(operation: &str, entry: &NewAuditEntry) -> Option<EventType> {
    match operation {
        "pingWebhook" => Some(EventType::WebhookPing),
        "deliverWebhooks" => changed(entry, EventType::WebhookDisabled),
        _ => None,
    }
}

fn changed(entry: &NewAuditEntry, event_type: EventType) -> Option<EventType> {
    (!entry.changes.is_empty()).then_some(event_type)
}

fn has_change(entry: &NewAuditEntry, field: &str) -> bool {
    entry.changes.iter().any(|change| change.field == field)
}

/// Returns whether the entry is about a new record. `field` is one that every record of the kind has from its beginning.
fn is_new(entry: &NewAuditEntry, field: &str) -> bool {
    let mut changes = entry.changes.iter();
    changes.any(|change| change.field == field && change.before.is_none())
}

/// An event, as stored in the transaction of its change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Its number among the organization's events, without gaps, from 1.
    pub sequence: i64,
    /// Its identifier, which is the same in every delivery.
    pub id: String,
    /// What happened.
    pub event_type: EventType,
    /// When it happened.
    pub occurred_at: Timestamp,
    /// The record that changed.
    pub subject: EventSubject,
    /// The names of the fields that changed, as the API names them.
    pub changed_fields: Vec<String>,
}

/// The record that an event is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSubject {
    /// The kind of record.
    pub kind: AuditedKind,
    /// Its identifier.
    pub id: String,
    /// The candidate that it belongs to. A String, because the candidate may be erased.
    pub candidate_id: Option<String>,
    /// The job that it belongs to.
    pub job_id: Option<JobId>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CandidateId;

    fn entry(kind: AuditedKind) -> NewAuditEntry {
        NewAuditEntry::done(kind, "thing_1")
    }

    #[test]
    fn names_are_unique_and_read_back() {
        for event_type in EventType::ALL {
            let spelled = event_type.as_str().to_uppercase();
            assert_eq!(
                EventType::parse("eventTypes", &spelled).unwrap(),
                *event_type
            );
        }
        let refused = EventType::parse("eventTypes", "candidate.hired").unwrap_err();
        assert!(
            refused.to_string().contains("candidate.status_changed"),
            "{refused}"
        );
    }

    #[test]
    fn the_change_of_a_candidate_decides_the_type() {
        let candidate = CandidateId::parse("id", "cnd_1").unwrap();
        let of = |entry: NewAuditEntry| EventType::of("any", &entry.for_candidate(&candidate));
        let new = || entry(AuditedKind::Candidate);
        assert_eq!(
            of(new().with_field("uId", "CAN-1")),
            Some(EventType::CandidateCreated)
        );
        let status = new()
            .with_field("source", "x")
            .with_field("status", "Hired");
        assert_eq!(of(status), Some(EventType::CandidateStatusChanged));
        let stage = new().with_change("stageId", Some("Active"), Some("stg_1"));
        assert_eq!(of(stage), Some(EventType::CandidateStatusChanged));
        let document = entry(AuditedKind::Document).with_field("fileName", "letter.pdf");
        assert_eq!(of(document), Some(EventType::CandidateUpdated));
        assert_eq!(
            of(new().with_field("source", "x")),
            Some(EventType::CandidateUpdated)
        );
        assert_eq!(
            of(new().with_field("resumeScore", "70")),
            Some(EventType::CandidateScored)
        );
        assert_eq!(
            of(new().with_reason("withdrawn")),
            Some(EventType::CandidateErased)
        );
        let counted = new().with_reason("withdrawn").with_field("documents", "2");
        assert_eq!(of(counted), Some(EventType::CandidateErased));
        assert_eq!(of(new()), None, "an export changes nothing");
    }

    #[test]
    fn the_change_of_an_interview_decides_the_type() {
        let of = |entry: &NewAuditEntry| EventType::of("updateInterview", entry);
        let new = || entry(AuditedKind::Interview);
        let moved = new().with_change("dateAndTime", Some("a"), Some("b"));
        assert_eq!(of(&moved), Some(EventType::InterviewMoved));
        let cancelled = moved.with_change("status", Some("Scheduled"), Some("Cancelled"));
        assert_eq!(of(&cancelled), Some(EventType::InterviewCancelled));
        let place = new().with_change("place", None, Some("Room 2"));
        assert_eq!(of(&place), Some(EventType::InterviewUpdated));
        let scheduled = new()
            .with_field("interviewerId", "usr_1")
            .with_field("status", "Scheduled");
        assert_eq!(of(&scheduled), Some(EventType::InterviewScheduled));
        assert_eq!(
            EventType::of("submitInterviewReport", &new()),
            Some(EventType::ReportSubmitted)
        );
    }

    #[test]
    fn what_was_refused_or_only_read_is_no_event() {
        assert_eq!(
            EventType::of("updateJob", &NewAuditEntry::refused("no")),
            None
        );
        assert_eq!(EventType::of("updateJob", &entry(AuditedKind::Job)), None);
        assert_eq!(EventType::of("login", &entry(AuditedKind::Session)), None);
    }
}
