//! Resumes that applicants send with the contact data of a candidate: they are flagged, and a recruiter chooses.

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_domain::{OrganizationId, Permission};

use crate::support::resumes::{docx, docx_of};
use crate::support::service::{Service, answer, file};

on_both_databases!(
    a_second_resume_competes_until_somebody_chooses,
    the_current_resume_can_be_kept,
    an_earlier_version_can_be_chosen_again,
    an_impossible_choice_is_refused,
    a_corrected_place_is_not_that_of_another_resume,
    a_choice_is_audited_and_erased,
);

const READ: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
    _id resumeScore fullName emailAddress resume { text } scoreReceipt { digest } earlierReceipts { digest }
    competingResumes { _id kind fileName uploadedBy } documents { _id kind }
    resumeVersions { version fileName sha256 replacedAt } } }";
const CHOOSE: &str = "mutation($input: ChooseResumeInput!) { chooseResume(input: $input) {
    resumeScore competingResumes { _id } } }";

/// Returns a resume with the name and the address of the candidate, and another history.
fn other(history: &str) -> Vec<u8> {
    docx_of(&[
        "Ada Example",
        "ada.example@example.org",
        "Experience",
        history,
        "January 2009 - December 2023",
        "Skills",
        "Cooking",
    ])
}

/// Sends an application with the address of the candidate.
pub(super) fn apply(service: &Service, job: &str, resume: Vec<u8>) {
    let key = service
        .with_permissions(&service.admin, &[Permission::Apply])
        .key;
    let form = Form::new()
        .text("consentText", "I agree.")
        .text("consentVersion", "1")
        .part("resume", file("mine.docx", resume));
    let url = service.url(&format!("/apply/{job}"));
    let request = service.client.post(url).header("x-api-key", key);
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!(status, 200, "{body}");
}

fn read(service: &Service, candidate: &str) -> Value {
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    service.data(&service.recruiter, READ, input)
}

fn input(candidate: &str, choice: &Value) -> Value {
    let mut input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    for (name, value) in choice.as_object().unwrap() {
        input[name] = value.clone();
    }
    input
}

pub(super) fn choose(service: &Service, candidate: &str, choice: &Value) -> Value {
    service.data(&service.recruiter, CHOOSE, input(candidate, choice))
}

/// Creates a job with a candidate, for whom somebody else's resume arrives. Returns both and the document.
fn contested(service: &Service) -> (String, String, String) {
    let job = service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust", "PostgreSQL"] }),
    );
    let (candidate, _) = service.candidate(&job, "Ada Example");
    assert_eq!(read(service, &candidate)["competingResumes"], json!([]));
    apply(service, &job, other("Cook, Kitchen of Example"));
    let competing = read(service, &candidate)["competingResumes"].clone();
    assert_eq!(competing.as_array().unwrap().len(), 1, "{competing}");
    let document = competing[0]["_id"].as_str().unwrap().to_owned();
    (job, candidate, document)
}

fn download(service: &Service, candidate: &str) -> Vec<u8> {
    let path = format!("/candidates/{candidate}/resume");
    let request = service.request(&service.recruiter, Method::GET, &path);
    request.send().unwrap().bytes().unwrap().to_vec()
}

fn a_second_resume_competes_until_somebody_chooses(service: &Service) {
    let (job, candidate, document) = contested(service);
    let before = read(service, &candidate);
    assert_eq!(before["competingResumes"][0]["kind"], "Resume");
    assert_eq!(before["competingResumes"][0]["fileName"], "mine.docx");
    let chosen = choose(service, &candidate, &json!({ "documentId": document }));
    assert_eq!(chosen["competingResumes"], json!([]));
    let after = read(service, &candidate);
    assert_ne!(after["resumeScore"], before["resumeScore"]);
    assert_eq!(after["resumeScore"], chosen["resumeScore"]);
    assert!(
        after["resume"]["text"]
            .as_str()
            .unwrap()
            .contains("Kitchen")
    );
    assert_eq!(after["documents"], json!([]), "it is the resume now");
    let versions = after["resumeVersions"].as_array().unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[0]["version"], 2);
    assert_eq!(
        after["earlierReceipts"][0]["digest"],
        before["scoreReceipt"]["digest"]
    );
    assert_eq!(after["fullName"], "Ada Example");
    assert_eq!(
        download(service, &candidate),
        other("Cook, Kitchen of Example")
    );
    // The file that was replaced is known, so it does not compete.
    apply(service, &job, docx("Ada Example"));
    assert_eq!(read(service, &candidate)["competingResumes"], json!([]));
}

fn the_current_resume_can_be_kept(service: &Service) {
    let (job, candidate, _) = contested(service);
    let before = read(service, &candidate);
    let kept = choose(service, &candidate, &json!({ "version": 1 }));
    assert_eq!(kept["competingResumes"], json!([]));
    let after = read(service, &candidate);
    assert_eq!(after["resumeScore"], before["resumeScore"]);
    assert_eq!(after["earlierReceipts"], json!([]));
    assert_eq!(
        after["documents"].as_array().unwrap().len(),
        1,
        "it stays a document"
    );
    apply(service, &job, other("Pilot, Airline of Example"));
    let again = read(service, &candidate)["competingResumes"].clone();
    assert_eq!(
        again.as_array().unwrap().len(),
        1,
        "a new one competes again"
    );
}

fn an_earlier_version_can_be_chosen_again(service: &Service) {
    let (_, candidate, document) = contested(service);
    let before = read(service, &candidate);
    choose(service, &candidate, &json!({ "documentId": document }));
    choose(service, &candidate, &json!({ "version": 1 }));
    let after = read(service, &candidate);
    assert_eq!(after["resumeScore"], before["resumeScore"]);
    assert_eq!(after["resumeVersions"].as_array().unwrap().len(), 3);
    assert_eq!(
        after["resumeVersions"][0]["sha256"],
        after["resumeVersions"][2]["sha256"]
    );
    assert_eq!(download(service, &candidate), docx("Ada Example"));
    choose(service, &candidate, &json!({ "version": 2 }));
    assert_eq!(
        download(service, &candidate),
        other("Cook, Kitchen of Example")
    );
}

fn an_impossible_choice_is_refused(service: &Service) {
    let (_, candidate, document) = contested(service);
    let code = |choice: Value| service.code(&service.recruiter, CHOOSE, input(&candidate, &choice));
    assert_eq!(code(json!({})), "BAD_USER_INPUT");
    assert_eq!(
        code(json!({ "documentId": document, "version": 1 })),
        "BAD_USER_INPUT"
    );
    assert_eq!(code(json!({ "documentId": "doc_nobody" })), "NOT_FOUND");
    assert_eq!(code(json!({ "version": 7 })), "NOT_FOUND");
    let path = format!("/candidates/{candidate}/documents");
    let add = |name: &str, bytes: Vec<u8>| {
        let form = Form::new().part("file", file(name, bytes));
        let request = service.post(&service.recruiter, &path).multipart(form);
        let (status, body) = answer(request.send().unwrap());
        assert_eq!(status, 200, "{body}");
        body["documentId"].clone()
    };
    let letter = add("letter.txt", b"Dear colleagues".to_vec());
    assert_eq!(code(json!({ "documentId": letter })), "BAD_USER_INPUT");
    let unreadable = add("empty.docx", docx_of(&["Nothing"]));
    assert_eq!(code(json!({ "documentId": unreadable })), "BAD_USER_INPUT");
    let choice = json!({ "documentId": document });
    let theirs =
        json!({ "organizationId": "org_theirs", "candidateId": candidate, "documentId": document });
    assert_ne!(service.graphql(&service.recruiter, CHOOSE, theirs).0, 200);
    let (status, _) = service.graphql(&service.interviewer, CHOOSE, input(&candidate, &choice));
    assert_eq!(status, 403);
    assert_eq!(
        read(service, &candidate)["resumeVersions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

fn a_corrected_place_is_not_that_of_another_resume(service: &Service) {
    let (_, candidate, document) = contested(service);
    let correct =
        "mutation($input: CorrectResumeInput!) { correctResume(input: $input) { candidateId } }";
    let correction = json!({ "entry": 0, "field": "place", "value": "Utrecht" });
    service.data(&service.recruiter, correct, input(&candidate, &correction));
    let query =
        "query($input: GetCandidateInput!) { getCandidate(input: $input) { resume { location } } }";
    let place = || {
        let found = service.data(&service.recruiter, query, input(&candidate, &json!({})));
        found["resume"]["location"].clone()
    };
    assert_eq!(place(), "Utrecht");
    choose(service, &candidate, &json!({ "documentId": document }));
    assert_ne!(place(), "Utrecht");
}

fn a_choice_is_audited_and_erased(service: &Service) {
    let (_, candidate, document) = contested(service);
    choose(service, &candidate, &json!({ "documentId": document }));
    choose(service, &candidate, &json!({ "version": 1 }));
    choose(service, &candidate, &json!({ "version": 3 }));
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { operation userId } } }";
    let audited = json!({ "organizationId": "org_ours", "operation": "chooseResume" });
    let entries = service.data(&service.admin, log, audited)["entries"].clone();
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.len(), 3);
    assert!(
        entries
            .iter()
            .all(|entry| entry["userId"] == service.recruiter.user_id.as_str())
    );
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let of =
        json!({ "organizationId": "org_ours", "candidateId": candidate, "reason": "asked for it" });
    service.data(&service.recruiter, erase, of);
    assert_eq!((service.kept_files(), service.kept_documents()), (0, 0));
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let (_, usage) = service.app.quotas().usage(&organization).unwrap();
    assert_eq!(usage.stored_bytes, 0);
}
