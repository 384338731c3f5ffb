//! The JSON Schema of events.

use serde_json::{Value, json};
use shortlist_domain::{AuditedKind, EventType};

use crate::webhooks::event_payload::{EventParts, payload_of};

/// Returns the JSON Schema of events, with an example of each type.
pub fn event_schema() -> Value {
    let types: Vec<Value> = EventType::ALL.iter().map(|one| type_schema(*one)).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Event",
        "description": "What a webhook receives. New fields and types may be added.",
        "type": "object",
        "required": ["id", "type", "timestamp", "organizationId", "sequence", "data"],
        "properties": {
            "id": {
                "type": "string",
                "description": "The identifier of the event. It is the same in every delivery, and equals the header webhook-id.",
            },
            "type": { "type": "string" },
            "timestamp": { "type": "string", "format": "date-time", "description": "When it happened." },
            "organizationId": { "type": "string" },
            "sequence": {
                "type": "integer",
                "minimum": 1,
                "description": "The number among the organization's events, without gaps. Deliveries may arrive in another order.",
            },
            "data": {
                "type": "object",
                "required": ["changedFields"],
                "properties": {
                    "jobId": { "type": "string" },
                    "candidateId": { "type": "string" },
                    "interviewId": { "type": "string" },
                    "reviewerId": { "type": "string" },
                    "documentId": { "type": "string" },
                    "keyId": { "type": "string" },
                    "webhookId": { "type": "string" },
                    "subjectId": { "type": "string" },
                    "link": { "type": "string", "description": "The page of the web app that shows the record." },
                    "changedFields": { "type": "array", "items": { "type": "string" } },
                },
            },
        },
        "oneOf": types,
    })
}

fn type_schema(event_type: EventType) -> Value {
    json!({
        "description": event_type.describes(),
        "properties": { "type": { "const": event_type.as_str() } },
        "examples": [payload_of(&example(event_type), None)],
    })
}

/// Returns an invented event.
fn example(event_type: EventType) -> EventParts<'static> {
    let (kind, id, changed_fields): (_, _, &[&str]) = match event_type {
        EventType::JobCreated | EventType::JobUpdated | EventType::JobDeleted => {
            (AuditedKind::Job, "job_01", &["title"])
        }
        EventType::JobRescored => (AuditedKind::Job, "job_01", &["reweighed", "measured"]),
        EventType::ResumesUploaded => (
            AuditedKind::Job,
            "job_01",
            &["added", "created", "duplicates", "replaced", "skipped"],
        ),
        EventType::JobsImported => (AuditedKind::Organization, "org_demo", &["created"]),
        EventType::CandidateCreated => (AuditedKind::Candidate, "cnd_01", &["uId", "fullName"]),
        EventType::CandidateUpdated => (AuditedKind::Candidate, "cnd_01", &["source"]),
        EventType::CandidateStatusChanged => (AuditedKind::Candidate, "cnd_01", &["status"]),
        EventType::CandidateScored => (AuditedKind::Candidate, "cnd_01", &["resumeScore"]),
        EventType::CandidateErased => (AuditedKind::Candidate, "cnd_01", &[]),
        EventType::InterviewScheduled => (AuditedKind::Interview, "int_01", &["interviewerId"]),
        EventType::InterviewMoved => (AuditedKind::Interview, "int_01", &["dateAndTime"]),
        EventType::InterviewUpdated => (AuditedKind::Interview, "int_01", &["place"]),
        EventType::InterviewCancelled | EventType::InterviewCompleted => {
            (AuditedKind::Interview, "int_01", &["status"])
        }
        EventType::ReportSubmitted => (AuditedKind::Interview, "int_01", &["feedback"]),
        EventType::ReviewSubmitted => (AuditedKind::Review, "usr_01", &["score"]),
        EventType::ApiKeyCreated => (AuditedKind::ApiKey, "key_01", &["name", "permissions"]),
        EventType::ApiKeyRotated | EventType::ApiKeyRevoked => {
            (AuditedKind::ApiKey, "key_01", &["revokedAt"])
        }
        EventType::ApiKeyExpiring => (AuditedKind::ApiKey, "key_01", &["expiresAt"]),
        EventType::WebhookPing => (AuditedKind::Webhook, "whk_01", &[]),
        EventType::WebhookDisabled => (AuditedKind::Webhook, "whk_01", &["disabled"]),
    };
    let of_candidate = matches!(
        kind,
        AuditedKind::Candidate | AuditedKind::Interview | AuditedKind::Review
    );
    EventParts {
        id: "evt_5f2c1d8e9a0b4c7d8e6f1a2b3c4d5e6f",
        event_type,
        timestamp: "2026-11-22T09:30:00.000Z",
        organization_id: "org_demo",
        sequence: 1_234,
        subject: (kind, id),
        candidate_id: of_candidate.then_some("cnd_01"),
        job_id: (of_candidate || kind == AuditedKind::Job).then_some("job_01"),
        changed_fields,
    }
}
