//! Events as other systems receive them.

use serde_json::{Map, Value, json};
use shortlist_domain::{AuditedKind, Event, EventType, JobId};

/// The parts of an event.
pub(crate) struct EventParts<'a> {
    pub(crate) id: &'a str,
    pub(crate) event_type: EventType,
    pub(crate) timestamp: &'a str,
    pub(crate) organization_id: &'a str,
    pub(crate) sequence: i64,
    /// The kind and the identifier of the record.
    pub(crate) subject: (AuditedKind, &'a str),
    pub(crate) candidate_id: Option<&'a str>,
    pub(crate) job_id: Option<&'a str>,
    pub(crate) changed_fields: &'a [&'a str],
}

/// Returns the JSON of an event. `public_url` begins its link.
///
/// It contains identifiers and names of fields, and no values: receivers read the record with the API, which checks their rights
/// and is audited.
pub fn event_payload(event: &Event, public_url: Option<&str>) -> Value {
    let fields: Vec<&str> = event.changed_fields.iter().map(String::as_str).collect();
    let parts = EventParts {
        id: &event.id,
        event_type: event.event_type,
        timestamp: &event.occurred_at.to_string(),
        organization_id: event.organization_id.as_str(),
        sequence: event.sequence,
        subject: (event.subject.kind, &event.subject.id),
        candidate_id: event.subject.candidate_id.as_deref(),
        job_id: event.subject.job_id.as_ref().map(JobId::as_str),
        changed_fields: &fields,
    };
    payload_of(&parts, public_url)
}

pub(crate) fn payload_of(event: &EventParts<'_>, public_url: Option<&str>) -> Value {
    let (kind, id) = event.subject;
    let mut data = Map::new();
    let mut add = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            data.insert(name.to_owned(), value.into());
        }
    };
    add(id_field(kind), Some(id));
    add("candidateId", event.candidate_id);
    add("jobId", event.job_id);
    add("link", link(event, public_url).as_deref());
    data.insert("changedFields".to_owned(), event.changed_fields.into());
    json!({
        "id": event.id,
        "type": event.event_type.as_str(),
        "timestamp": event.timestamp,
        "organizationId": event.organization_id,
        "sequence": event.sequence,
        "data": data,
    })
}

/// Returns the name of the field with the identifier of the record.
fn id_field(kind: AuditedKind) -> &'static str {
    match kind {
        AuditedKind::Job => "jobId",
        AuditedKind::Candidate => "candidateId",
        AuditedKind::Interview => "interviewId",
        AuditedKind::Review => "reviewerId",
        AuditedKind::ApiKey => "keyId",
        AuditedKind::Webhook => "webhookId",
        AuditedKind::Person => "personId",
        AuditedKind::User => "userId",
        AuditedKind::Session => "sessionId",
        AuditedKind::AccessToken => "tokenId",
        AuditedKind::Note => "noteId",
        AuditedKind::Document => "documentId",
        AuditedKind::Mail => "mailId",
        AuditedKind::Organization | AuditedKind::Operation => "subjectId",
    }
}

/// Returns the page of the web app that shows the record. What was erased or deleted has none.
fn link(event: &EventParts<'_>, public_url: Option<&str>) -> Option<String> {
    let path = match (event.event_type, event.candidate_id, event.job_id) {
        (EventType::CandidateErased | EventType::JobDeleted, ..) => return None,
        (_, Some(candidate), _) => format!("/app/candidates/{candidate}"),
        (_, None, Some(job)) => format!("/app/jobs/{job}"),
        _ => return None,
    };
    let base = public_url.unwrap_or_default().trim_end_matches('/');
    Some(format!("{base}{path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(event_type: EventType) -> EventParts<'static> {
        EventParts {
            id: "evt_1",
            event_type,
            timestamp: "2026-11-22T09:30:00.000Z",
            organization_id: "org_1",
            sequence: 7,
            subject: (AuditedKind::Candidate, "cnd_1"),
            candidate_id: Some("cnd_1"),
            job_id: Some("job_1"),
            changed_fields: &["status"],
        }
    }

    #[test]
    fn a_payload_has_identifiers_and_names_of_fields() {
        let payload = payload_of(&parts(EventType::CandidateStatusChanged), None);
        let expected = json!({
            "id": "evt_1",
            "type": "candidate.status_changed",
            "timestamp": "2026-11-22T09:30:00.000Z",
            "organizationId": "org_1",
            "sequence": 7,
            "data": {
                "candidateId": "cnd_1",
                "jobId": "job_1",
                "link": "/app/candidates/cnd_1",
                "changedFields": ["status"],
            },
        });
        assert_eq!(payload, expected);
    }

    #[test]
    fn a_link_begins_with_the_public_address_unless_nothing_is_left_to_show() {
        let updated = payload_of(
            &parts(EventType::CandidateUpdated),
            Some("https://hr.example/"),
        );
        let link = "https://hr.example/app/candidates/cnd_1";
        assert_eq!(updated["data"]["link"], link);
        let erased = payload_of(
            &parts(EventType::CandidateErased),
            Some("https://hr.example"),
        );
        assert_eq!(erased["data"].get("link"), None);
    }
}
