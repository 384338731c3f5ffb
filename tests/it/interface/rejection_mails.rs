//! The preview of the mails that a rejection sends: what it shows to whom, and that a rejection with other mails is refused.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::MailLanguage;
use shortlist_domain::{MAIL_UNDO_SECONDS, MailKind, OrganizationId, QueuedMail};

use super::blind_review::{lines, secrets_in};
use super::mails::with_mail;
use super::packets::{SET_POLICY, decided, packet, set_status};
use crate::support::input::joined;
use crate::support::resumes::docx_of;
use crate::support::service::Service;

on_both_databases!(without_mails_to_candidates_a_preview_has_none);

const PREVIEW: &str = "query($input: PreviewRejectionMailsInput!) { previewRejectionMails(input: $input) { mails {
    digest language subject text recipients { candidateId uId name jobTitle emailAddress hasAddress getsMail failureReason }
    mail { subject text html } } } }";
const REJECT: &str = "mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) {
    candidates { status } } }";
const UPDATE: &str =
    "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
const SET_TEXT: &str =
    "mutation($input: SetMailTemplateInput!) { setMailTemplate(input: $input) { subject } }";

/// How an explanation begins.
const TITLE: &str = "About the decision on your application";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn preview(service: &Service, more: Value) -> Value {
    let found = service.data(&service.recruiter, PREVIEW, ours(more));
    found["mails"].clone()
}

/// Sets whom candidates can turn to, so that rejections are explained.
fn set_contact(service: &Service) {
    let policy = ours(json!({ "contact": "people@example.org" }));
    service.data(&service.admin, SET_POLICY, policy);
}

/// Returns two candidates of a job. The second one has no address.
fn candidates(service: &Service) -> [String; 2] {
    let job = service.create_job("Gardener", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Quince");
    let (bob, _) = service.candidate(&job, "Bob Medlar");
    let change = ours(json!({ "candidateId": bob, "emailAddress": null }));
    service.data(&service.recruiter, UPDATE, change);
    [ada, bob]
}

/// Rejects candidates whose mails had this digest, and returns the reason of a refusal; null if they are rejected.
fn reject(service: &Service, candidates: &[String], digest: &Value) -> Value {
    let input =
        ours(json!({ "candidateIds": candidates, "status": "Rejected", "previewDigest": digest }));
    let (status, body) = service.graphql(&service.recruiter, REJECT, input);
    assert_eq!(status, 200, "{body}");
    body["errors"][0]["extensions"]["reason"].clone()
}

#[test]
fn a_preview_shows_one_text_and_what_differs() {
    with_mail(|service| {
        let both = candidates(service);
        recipients_are_listed(&preview(service, json!({ "candidateIds": both })), &both);
        one_mail_is_shown_whole(service, &both);
        others_see_nothing(service, &both);
    });
}

fn recipients_are_listed(mails: &Value, [ada, _]: &[String; 2]) {
    assert_eq!(mails["language"], "en");
    assert_eq!(mails["subject"], "Your application: Gardener");
    let text = mails["text"].as_str().unwrap();
    assert!(text.starts_with("Hi {{candidate_name}},"), "{text}");
    assert!(text.contains("the Gardener position"), "{text}");
    let recipients = mails["recipients"].as_array().unwrap();
    assert_eq!(recipients.len(), 2);
    let mut first = recipients[0].clone();
    first.as_object_mut().unwrap().remove("uId");
    let expected = json!({ "candidateId": ada, "name": "Ada Quince", "jobTitle": "Gardener",
        "emailAddress": "ada.quince@example.org", "hasAddress": true, "getsMail": true, "failureReason": null });
    assert_eq!(first, expected);
    assert_eq!(recipients[1]["hasAddress"], false);
    assert_eq!(recipients[1]["failureReason"], "no_address");
}

fn one_mail_is_shown_whole(service: &Service, [ada, bob]: &[String; 2]) {
    let of_one = |mail_of: &Value| {
        let asked = json!({ "candidateIds": [ada, bob], "mailOf": mail_of });
        preview(service, asked)
    };
    let mails = of_one(&json!(ada));
    let text = mails["text"].as_str().unwrap();
    let whole = mails["mail"]["text"].as_str().unwrap();
    assert_eq!(whole, text.replace("{{candidate_name}}", "Ada Quince"));
    let html = mails["mail"]["html"].as_str().unwrap();
    assert!(html.contains("<p>Hi Ada Quince,</p>"), "{html}");
    assert!(of_one(&json!(bob))["mail"].is_null(), "Bob gets none");
    let by_code = of_one(&mails["recipients"][0]["uId"]);
    assert_eq!(by_code["mail"], mails["mail"]);
    for other in ["CAN-000000", "cnd_x", bob.as_str()] {
        let found = preview(service, json!({ "candidateIds": [ada], "mailOf": other }));
        assert!(found["mail"].is_null(), "{other} is none of them");
    }
}

fn others_see_nothing(service: &Service, [ada, _]: &[String; 2]) {
    let missing = ours(json!({ "candidateIds": [ada, "cnd_x"] }));
    let code = service.code(&service.recruiter, PREVIEW, missing);
    assert_eq!(code, "BAD_USER_INPUT");
    let theirs = json!({ "organizationId": "org_theirs", "candidateIds": [ada] });
    let code = service.code(&service.stranger, PREVIEW, theirs);
    assert_eq!(code, "BAD_USER_INPUT");
    let asked = ours(json!({ "candidateIds": [ada] }));
    assert_eq!(service.graphql(&service.interviewer, PREVIEW, asked).0, 403);
}

#[test]
fn a_preview_explains_the_rejection_in_a_whole_mail() {
    with_mail(|service| {
        let [ada, bob] = candidates(service);
        let asked = json!({ "candidateIds": [ada, bob], "mailOf": ada });
        let before = preview(service, asked.clone());
        assert!(!before.to_string().contains(TITLE), "{before}");
        set_contact(service);
        let mails = preview(service, asked);
        assert_ne!(mails["digest"], before["digest"], "the mails are others");
        let text = mails["text"].as_str().unwrap();
        assert!(text.contains("\n\n{{explanation}}\n\n"), "{text}");
        let whole = mails["mail"]["text"].as_str().unwrap();
        for part in [TITLE, "decided not to proceed", "people@example.org"] {
            assert!(whole.contains(part), "{part}: {whole}");
        }
        assert!(
            !whole.contains("{{") && !whole.contains("Medlar"),
            "{whole}"
        );
        let html = mails["mail"]["html"].as_str().unwrap();
        let begin = format!("<p>{TITLE}<br>\nFor Ada Quince");
        assert!(html.contains(&begin), "{html}");
    });
}

/// Returns the mail that rejects a candidate.
fn rejection(service: &Service, candidate: &str) -> QueuedMail {
    service
        .clock
        .advance(Duration::seconds(MAIL_UNDO_SECONDS + 1));
    let organization = OrganizationId::parse("id", "org_ours").unwrap();
    let due = service.app.mail_outbox().due(&organization, 50).unwrap();
    let is_it = |queued: &QueuedMail| {
        let id = queued.mail.candidate_id.as_ref();
        queued.mail.kind == MailKind::Rejected && id.is_some_and(|id| id.as_str() == candidate)
    };
    due.into_iter().find(is_it).unwrap()
}

/// Promise: a rejection says what the page says, in the language of the mail, and only with a contact.
#[test]
fn a_mail_has_the_words_of_the_packet() {
    with_mail(|service| {
        let (_, strong, weak) = decided(service);
        let queued = rejection(service, &weak);
        let explanation = || {
            let outbox = service.app.mail_outbox();
            outbox.explanation(&queued, MailLanguage::German).unwrap()
        };
        assert_eq!(explanation(), None, "nobody could answer");
        set_contact(service);
        let found = explanation().unwrap();
        assert_eq!(found.contact, "people@example.org");
        let text = found.paragraphs.join("\n\n");
        let page = packet(service, &weak, "de");
        for section in page["sections"].as_array().unwrap() {
            let parts = ["paragraphs", "items", "notes"].map(|name| section[name].as_array());
            let parts = parts.into_iter().flatten().flatten();
            for part in parts.chain([&section["heading"]]) {
                let part = part.as_str().unwrap();
                assert!(text.contains(part), "{part}: {text}");
            }
        }
        for other in [strong.as_str(), "Firstrate", "Orchard Software"] {
            assert!(!text.contains(other), "{other}: {text}");
        }
        set_status(service, &weak, "Active", None);
        assert_eq!(explanation(), None, "it was undone");
        set_status(service, &weak, "Rejected", None);
        assert!(explanation().is_some());
        let erase = "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
        let input = ours(json!({ "candidateId": weak, "reason": "asked for it" }));
        service.data(&service.admin, erase, input);
        assert_eq!(explanation(), None, "nothing is left to explain");
    });
}

#[test]
fn a_rejection_whose_mails_have_changed_is_refused() {
    with_mail(|service| {
        let both = candidates(service);
        let digest = |service: &Service| {
            let mails = preview(service, json!({ "candidateIds": both }));
            mails["digest"].clone()
        };
        let seen = digest(service);
        let [ada, bob] = &both;
        let reversed = preview(service, json!({ "candidateIds": [bob, ada] }));
        assert_eq!(reversed["digest"], seen, "the order does not matter");
        let text = json!({ "event": "rejected", "language": "en", "subject": "No", "body": "Hi {{candidate_name}},\n\nno." });
        service.data(&service.admin, SET_TEXT, ours(text));
        let refused = json!("mailPreviewChanged");
        assert_eq!(reject(service, &both, &seen), refused);
        let seen = digest(service);
        let moved = json!({ "candidateId": ada, "emailAddress": "ada@example.net" });
        service.data(&service.recruiter, UPDATE, ours(moved));
        assert_eq!(reject(service, &both, &seen), refused);
        let seen = digest(service);
        assert_eq!(reject(service, &both, &seen), Value::Null);
        let list = "query($input: ListMailsInput!) { listMails(input: $input) { mails { kind } } }";
        let sent = service.data(&service.recruiter, list, ours(json!({})));
        let expected = json!([{ "kind": "rejected" }, { "kind": "rejected" }]);
        assert_eq!(sent["mails"], expected, "only the last one has rejected");
        let again = preview(service, json!({ "candidateIds": both }));
        for recipient in again["recipients"].as_array().unwrap() {
            assert_eq!(recipient["failureReason"], "candidate_rejected");
        }
    });
}

#[test]
fn a_preview_does_not_unmask_anybody() {
    with_mail(|service| {
        let job = service.create_job("Backend Engineer", json!({ "blind": true }));
        let files = vec![("cv.docx", docx_of(&lines()))];
        let (status, body) = service.upload(&service.recruiter, &job, files);
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id uId } } }";
        let found = service.data(&service.recruiter, query, ours(json!({ "jobId": job })));
        let found = &found["candidate"][0];
        set_contact(service);
        let asked = json!({ "candidateIds": [found["_id"]], "mailOf": found["_id"] });
        let mails = preview(service, asked.clone());
        let recipient = &mails["recipients"][0];
        assert_eq!(recipient["name"], found["uId"]);
        assert_eq!(recipient["hasAddress"], true);
        assert!(recipient["emailAddress"].is_null(), "{recipient}");
        let text = mails["mail"]["text"].as_str().unwrap();
        assert!(text.contains(found["uId"].as_str().unwrap()), "{text}");
        assert!(text.contains("{{explanation}}"), "it quotes the resume");
        assert_eq!(secrets_in(&mails.to_string()), [""; 0], "{mails}");
        let reveal =
            "mutation($input: RevealCandidateInput!) { revealCandidate(input: $input) { _id } }";
        let reason = json!({ "candidateId": found["_id"], "reason": "to write to her" });
        service.data(&service.recruiter, reveal, ours(reason));
        let revealed = preview(service, asked);
        assert!(revealed["recipients"][0]["emailAddress"].is_string());
        assert_ne!(revealed["digest"], mails["digest"]);
        let text = revealed["mail"]["text"].as_str().unwrap();
        assert!(text.contains(TITLE), "{text}");
    });
}

fn without_mails_to_candidates_a_preview_has_none(service: &Service) {
    let both = candidates(service);
    assert_eq!(
        preview(service, json!({ "candidateIds": both })),
        Value::Null
    );
    let seen = json!("0123");
    assert_eq!(
        reject(service, &both, &seen),
        json!("mailPreviewChanged"),
        "mails were seen that are not sent any more"
    );
    assert_eq!(reject(service, &both, &Value::Null), Value::Null);
}
