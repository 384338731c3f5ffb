//! The texts of mails: an Admin changes a text, gets an error for an invalid one, and restores the shipped one.

use serde_json::{Value, json};
use shortlist_app::SetMailTemplate;
use shortlist_domain::{OrganizationId, Permission, Principal, UserId, UserType};

use super::blind_review::{SECRETS, lines};
use crate::support::input::joined;
use crate::support::resumes::docx_of;
use crate::support::service::Service;

on_both_databases!(
    an_admin_replaces_a_text_and_takes_the_shipped_one_back,
    a_text_that_does_not_fit_its_mail_is_not_stored,
    a_preview_does_not_unmask_a_blind_candidate,
);

const LIST: &str = "query($input: MailTemplatesInput!) { mailTemplates(input: $input) { templates {
    event language subject body changedAt problem placeholders { name meaning presence } } } }";
const SET: &str = "mutation($input: SetMailTemplateInput!) { setMailTemplate(input: $input) {
    subject body changedAt problem } }";
const RESET: &str = "mutation($input: ResetMailTemplateInput!) { resetMailTemplate(input: $input) {
    subject changedAt } }";
const LOG: &str = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries {
    kind changes { field before after } } } }";

fn ours(more: &Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), more)
}

/// Returns the text of a rejection in a language.
fn rejection(service: &Service, language: &str) -> Value {
    let listed = service.data(&service.admin, LIST, ours(&json!({})));
    let templates = listed["templates"].as_array().unwrap();
    assert!(templates.len() >= 14 * 4, "{}", templates.len());
    let mut found = templates.iter();
    let found = found.find(|one| one["event"] == "rejected" && one["language"] == language);
    found.unwrap().clone()
}

fn text(subject: &str, body: &str) -> Value {
    ours(&json!({ "event": "rejected", "language": "de", "subject": subject, "body": body }))
}

fn an_admin_replaces_a_text_and_takes_the_shipped_one_back(service: &Service) {
    let shipped = rejection(service, "de");
    assert!(shipped["changedAt"].is_null() && shipped["problem"].is_null());
    assert_eq!(shipped["placeholders"][0]["name"], "candidate_name");
    assert_eq!(shipped["placeholders"][0]["presence"], "always");
    let body = "Hallo {{candidate_name}},\n\nleider nein.";
    let set = service.data(&service.admin, SET, text("Zur Stelle {{job_title}}", body));
    assert_eq!(set["body"], body);
    let changed = rejection(service, "de");
    assert_eq!(changed["subject"], "Zur Stelle {{job_title}}");
    assert_eq!(changed["changedAt"], set["changedAt"]);
    assert!(rejection(service, "fr")["changedAt"].is_null());
    let choice = ours(&json!({ "event": "rejected", "language": "de" }));
    let reset = service.data(&service.admin, RESET, choice);
    assert_eq!(reset["subject"], shipped["subject"]);
    assert_eq!(rejection(service, "de"), shipped);
    let input = ours(&json!({ "operation": "setMailTemplate" }));
    let log = service.data(&service.admin, LOG, input);
    let length = format!("{} characters", body.chars().count());
    let expected = json!([{ "kind": "organization", "changes": [
        { "field": "event", "before": null, "after": "rejected" },
        { "field": "language", "before": null, "after": "de" },
        { "field": "subject", "before": null, "after": "Zur Stelle {{job_title}}" },
        { "field": "body", "before": null, "after": length },
    ] }]);
    assert_eq!(log["entries"], expected);
}

fn a_text_that_does_not_fit_its_mail_is_not_stored(service: &Service) {
    let shipped = rejection(service, "de");
    for (subject, body, problem, words) in [
        (
            "Hallo",
            "{{gehalt}}",
            "unknownPlaceholder",
            "{{candidate_name}}, {{job_title}}",
        ),
        ("{{gehalt}}", "Hallo", "unknownPlaceholder", "{{gehalt}}"),
        ("Hallo", "a <b>b</b>", "notMailText", "without HTML"),
        (
            "Hallo\nBcc: eve@example.org",
            "Hallo",
            "notOneLine",
            "one line",
        ),
        ("Hallo", " ", "empty", "body"),
    ] {
        let (status, answer) = service.graphql(&service.admin, SET, text(subject, body));
        assert_eq!(status, 200, "{answer}");
        let error = &answer["errors"][0];
        assert_eq!(error["extensions"]["problem"], problem, "{answer}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
    }
    let long = "a".repeat(10_001);
    let (_, answer) = service.graphql(&service.admin, SET, text("Hallo", &long));
    assert_eq!(
        answer["errors"][0]["extensions"]["limit"], 10_000,
        "{answer}"
    );
    assert_eq!(rejection(service, "de"), shipped);
}

fn admin(service: &Service) -> Principal {
    Principal {
        organization_id: OrganizationId::parse("id", &service.admin.organization_id).unwrap(),
        user_id: UserId::parse("id", &service.admin.user_id).unwrap(),
        is_integration: false,
        user_type: UserType::Admin,
        key_id: None,
        permissions: Permission::ALL.to_vec(),
        key_expires_at: None,
        address: None,
        session_id: None,
    }
}

fn a_preview_does_not_unmask_a_blind_candidate(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({ "blind": true }));
    let files = vec![("cv.docx", docx_of(&lines()))];
    let (status, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
    let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id uId } } }";
    let found = service.data(&service.recruiter, query, ours(&json!({ "jobId": job })));
    let found = &found["candidate"][0];
    let text = SetMailTemplate {
        event: "rejected".to_owned(),
        language: "en".to_owned(),
        subject: "About {{job_title}}".to_owned(),
        body: "Dear {{candidate_name}}".to_owned(),
    };
    let code = found["uId"].as_str().unwrap();
    for name in [code, found["_id"].as_str().unwrap()] {
        let mails = service.app.mails();
        let shown = mails.preview_template(&admin(service), &text, Some(name));
        let shown = shown.unwrap();
        assert_eq!(shown.subject.as_str(), "About Backend Engineer");
        assert_eq!(shown.text, format!("Dear {code}\n"));
        let html = shown.html.to_lowercase();
        for secret in SECRETS {
            assert!(!html.contains(secret), "{secret} in {html}");
        }
    }
}
