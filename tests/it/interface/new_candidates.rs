//! Candidates without a file: what a recruiter types is read and scored like a resume.

use std::sync::Arc;

use serde_json::{Value, json};
use shortlist_app::{App, Clock, FileStore, RescoreJob, Settings};
use shortlist_domain::{CandidateId, Environment, OrganizationId, Party};
use shortlist_scoring::engine_version;

use super::competing_resumes::{apply, choose};
use super::vocabularies::with_flux_welding;
use crate::support::clock::TestClock;
use crate::support::input::joined;
use crate::support::resumes::docx_of;
use crate::support::service::Service;

on_both_databases!(
    what_is_typed_is_read_and_scored,
    name_and_contacts_count_as_typed,
    a_name_is_enough,
    an_address_in_the_text_is_not_the_candidates,
    the_same_text_is_the_same_candidate,
    a_typed_candidate_is_considered_for_another_job,
    an_address_in_the_text_is_not_the_candidates_in_another_job,
    typed_contacts_stay_if_another_resume_is_chosen,
    a_typed_text_that_is_chosen_again_brings_no_address_of_others,
    a_newer_engine_finds_no_address_of_others,
    a_person_is_a_candidate_of_the_job_once,
    invalid_values_are_named,
    a_job_must_accept_candidates_and_show_them,
    an_erasure_removes_what_was_typed,
);

const CREATE: &str = "mutation($input: CreateCandidateInput!) { createCandidate(input: $input) {
    _id uId jobId fullName emailAddress phoneNumber status resumeScore
    skillsFound resumeVersions { version fileName } resume { text location experience { title organization } } } }";
const TEXT: &str = "Experience\n\nBackend Engineer\nNorthwind Ltd\nJan 2019 - Dec 2023\nBuilt services in Rust and PostgreSQL.\n\n\
    Skills\nRust, PostgreSQL, Docker";
/// Names the address and the number of somebody else.
const REFERRED: &str = "Referred by grace@example.net, +1 202 555 0142, Boston, MA";

fn typed(job: &str, more: Value) -> Value {
    let input = json!({ "organizationId": "org_ours", "jobId": job, "fullName": "Ada Example" });
    joined(input, &more)
}

fn create(service: &Service, job: &str, more: Value) -> Value {
    service.data(&service.recruiter, CREATE, typed(job, more))
}

fn code(service: &Service, job: &str, more: Value) -> String {
    service.code(&service.recruiter, CREATE, typed(job, more))
}

fn engineers(service: &Service) -> String {
    service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust", "PostgreSQL"] }),
    )
}

fn what_is_typed_is_read_and_scored(service: &Service) {
    let job = engineers(service);
    let contacts =
        json!({ "emailAddress": "ada@example.org", "location": "Berlin, Germany", "text": TEXT });
    let created = create(service, &job, contacts);
    assert_eq!(created["jobId"], job);
    assert_eq!(created["status"], Value::Null, "nobody has decided yet");
    let position = &created["resume"]["experience"][0];
    assert_eq!(position["title"], "Backend Engineer");
    assert_eq!(position["organization"], "Northwind Ltd");
    let skills = created["skillsFound"].to_string();
    assert!(
        skills.contains("Rust") && skills.contains("Docker"),
        "{skills}"
    );
    assert_eq!(
        created["resumeVersions"],
        json!([{ "version": 1, "fileName": "Ada Example.doc" }])
    );
    let cook = create(
        service,
        &job,
        json!({ "fullName": "Bo Example", "text": "Skills\nCooking" }),
    );
    assert!(created["resumeScore"].as_f64() > cook["resumeScore"].as_f64());
    let explain = "query($input: ExplainScoreInput!) { explainScore(input: $input) { score } }";
    let weights = r#"{"experience": 40, "skills": 40, "education": 20}"#;
    let input = json!({ "organizationId": "org_ours", "candidateId": created["_id"], "resumeScoreBreakdown": weights });
    let explained = service.data(&service.recruiter, explain, input);
    assert_eq!(explained["score"], created["resumeScore"]);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { candidateId } } }";
    let input = json!({ "organizationId": "org_ours", "operation": "createCandidate" });
    let log = service.data(&service.admin, log, input);
    let entries = log["entries"].as_array().unwrap();
    assert!(
        entries
            .iter()
            .any(|entry| entry["candidateId"] == created["_id"]),
        "{entries:?}"
    );
}

fn name_and_contacts_count_as_typed(service: &Service) {
    let job = engineers(service);
    let misleading = "References: Grace Other, grace@example.net, +1 202 555 0142";
    let created = create(
        service,
        &job,
        json!({
            "fullName": "van der Łuk, Zoë {née \\par}",
            "emailAddress": "zoe@example.org",
            "phoneNumber": "+49 30 23125 042",
            "text": misleading,
        }),
    );
    assert_eq!(created["fullName"], "van der Łuk, Zoë {née \\par}");
    assert_eq!(created["emailAddress"], "zoe@example.org");
    let digits = created["phoneNumber"].as_str().unwrap();
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, "493023125042");
    let text = created["resume"]["text"].as_str().unwrap();
    assert!(
        text.contains("van der Łuk, Zoë {née \\par}") && text.contains("grace@example.net"),
        "{text}"
    );
}

fn a_name_is_enough(service: &Service) {
    let job = engineers(service);
    let created = create(service, &job, json!({}));
    assert_eq!(created["fullName"], "Ada Example");
    assert_eq!(created["emailAddress"], Value::Null);
    assert_eq!(service.kept_files(), 1);
}

fn an_address_in_the_text_is_not_the_candidates(service: &Service) {
    let job = engineers(service);
    let created = create(service, &job, json!({ "text": REFERRED }));
    assert_eq!(created["emailAddress"], Value::Null);
    assert_eq!(created["phoneNumber"], Value::Null);
    assert_eq!(created["resume"]["location"], Value::Null);
}

fn the_same_text_is_the_same_candidate(service: &Service) {
    let job = engineers(service);
    create(service, &job, json!({ "text": TEXT }));
    assert_eq!(code(service, &job, json!({ "text": TEXT })), "CONFLICT");
    create(
        service,
        &job,
        json!({ "text": "Another engineer of this name" }),
    );
    assert_eq!(service.kept_files(), 2);
}

fn a_typed_candidate_is_considered_for_another_job(service: &Service) {
    let job = engineers(service);
    let other = service.create_job("Platform Engineer", json!({ "skills": ["Rust"] }));
    let contacts = json!({ "fullName": "Q. {X}", "emailAddress": "q@example.org", "location": "Vexholm", "text": TEXT });
    let created = create(service, &job, contacts);
    let consider = "mutation($input: ConsiderForJobInput!) { considerForJob(input: $input) {
        fullName emailAddress resume { location } } }";
    let input =
        json!({ "organizationId": "org_ours", "candidateId": created["_id"], "jobId": other });
    let considered = service.data(&service.recruiter, consider, input);
    assert_eq!(considered["fullName"], "Q. {X}");
    assert_eq!(considered["emailAddress"], "q@example.org");
    assert_eq!(considered["resume"]["location"], "Vexholm");
}

fn an_address_in_the_text_is_not_the_candidates_in_another_job(service: &Service) {
    let job = engineers(service);
    let other = service.create_job("Platform Engineer", json!({ "skills": ["Rust"] }));
    let text = format!("{REFERRED}\n\n{TEXT}");
    let created = create(service, &job, json!({ "text": text }));
    let consider = "mutation($input: ConsiderForJobInput!) { considerForJob(input: $input) {
        fullName emailAddress phoneNumber resume { location } } }";
    let input =
        json!({ "organizationId": "org_ours", "candidateId": created["_id"], "jobId": other });
    let considered = service.data(&service.recruiter, consider, input);
    let expected = json!({ "fullName": "Ada Example", "emailAddress": null, "phoneNumber": null,
        "resume": { "location": null } });
    assert_eq!(considered, expected);
}

const CONTACTS: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
    fullName emailAddress phoneNumber resume { location text } resumeVersions { version }
    competingResumes { _id } } }";

fn contacts(service: &Service, candidate: &Value) -> Value {
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    service.data(&service.recruiter, CONTACTS, input)
}

/// Sends a resume with the typed address, and chooses it.
fn choose_another(service: &Service, job: &str, candidate: &Value, contacts_of_resume: &[&str]) {
    let work = [
        "Experience",
        "Cook, Kitchen of Example",
        "January 2009 - December 2023",
        "Skills",
        "Cooking",
    ];
    apply(service, job, docx_of(&[contacts_of_resume, &work].concat()));
    let competing = contacts(service, candidate)["competingResumes"].clone();
    assert_eq!(competing.as_array().unwrap().len(), 1, "{competing}");
    let choice = json!({ "documentId": competing[0]["_id"] });
    choose(service, candidate.as_str().unwrap(), &choice);
}

fn typed_contacts_stay_if_another_resume_is_chosen(service: &Service) {
    let job = engineers(service);
    let typed = json!({
        "fullName": "Dr Ada Example",
        "emailAddress": "ada.example@example.org",
        "phoneNumber": "+49 30 23125 042",
        "location": "Vexholm",
        "text": TEXT,
    });
    let created = create(service, &job, typed);
    let before = contacts(service, &created["_id"]);
    let other = [
        "Ada Example",
        "ada.example@example.org",
        "+49 30 1234567",
        "Berlin, Germany",
    ];
    choose_another(service, &job, &created["_id"], &other);
    let after = contacts(service, &created["_id"]);
    for kept in ["fullName", "emailAddress", "phoneNumber"] {
        assert_eq!(after[kept], before[kept], "{kept}");
        assert_ne!(after[kept], Value::Null, "{kept}");
    }
    assert_eq!(after["resume"]["location"], "Vexholm");
    let text = after["resume"]["text"].as_str().unwrap();
    assert!(text.contains("Kitchen"), "{text}");
    assert_eq!(after["resumeVersions"].as_array().unwrap().len(), 2);
    let other = service.create_job("Platform Engineer", json!({ "skills": ["Rust"] }));
    let consider = "mutation($input: ConsiderForJobInput!) { considerForJob(input: $input) {
        fullName resume { location } } }";
    let input =
        json!({ "organizationId": "org_ours", "candidateId": created["_id"], "jobId": other });
    let considered = service.data(&service.recruiter, consider, input);
    assert_eq!(considered["fullName"], before["fullName"]);
    assert_eq!(considered["resume"]["location"], "Vexholm");
}

fn a_typed_text_that_is_chosen_again_brings_no_address_of_others(service: &Service) {
    let job = engineers(service);
    let text = format!("{REFERRED}\n\n{TEXT}");
    let address = "ada.example@example.org";
    let typed = json!({ "emailAddress": address, "text": text });
    let created = create(service, &job, typed);
    let id = &created["_id"];
    choose_another(service, &job, id, &["Ada Example", address]);
    choose(service, id.as_str().unwrap(), &json!({ "version": 1 }));
    let after = contacts(service, id);
    assert_eq!(after["emailAddress"], address);
    assert_eq!(after["phoneNumber"], Value::Null);
    assert_eq!(after["resume"]["location"], Value::Null);
    let text = after["resume"]["text"].as_str().unwrap();
    assert!(text.contains("grace@example.net"), "{text}");
    assert_eq!(after["resumeVersions"].as_array().unwrap().len(), 3);
}

/// Returns the application of a server with a newer engine on the same database and folder.
fn newer_server(service: &Service, candidate: &str) -> App {
    let file = service.file_of("org_ours", candidate);
    let root = file.ancestors().nth(3).unwrap();
    let clock: Arc<dyn Clock> = Arc::<TestClock>::clone(&service.clock);
    App::new(
        service.store().clone(),
        FileStore::open(root).unwrap(),
        clock,
        Settings::new(Environment::Sandbox),
        with_flux_welding(),
    )
}

fn a_newer_engine_finds_no_address_of_others(service: &Service) {
    let job = engineers(service);
    let text = format!("{REFERRED}\n\n{TEXT}");
    let created = create(service, &job, json!({ "fullName": "Q. {X}", "text": text }));
    let id = created["_id"].as_str().unwrap();
    let organization = OrganizationId::parse("id", "org_ours").unwrap();
    let candidate = CandidateId::parse("id", id).unwrap();
    let request = RescoreJob {
        job_id: job,
        ..RescoreJob::default()
    };
    let newer = newer_server(service, id);
    let rescored = newer
        .scores()
        .rescore(&Party::operator(&organization), &request)
        .unwrap();
    assert_eq!((rescored.measured, rescored.unreadable.len()), (1, 0));
    let candidates = service.store().candidates();
    let ids = std::slice::from_ref(&candidate);
    let mut resumes = candidates.load_resumes(&organization, ids).unwrap();
    let stored = resumes.remove(&candidate).unwrap();
    assert_eq!(stored.read_by, engine_version(&with_flux_welding()));
    let read = stored.parsed();
    assert_eq!(read.name(), Some("Q. {X}"));
    assert_eq!((read.email_address(), read.phone_number()), (None, None));
    assert_eq!(read.place, None);
}

fn a_person_is_a_candidate_of_the_job_once(service: &Service) {
    let job = engineers(service);
    let address = json!({ "emailAddress": "ada@example.org" });
    let first = create(service, &job, address.clone());
    let (_, body) = service.graphql(
        &service.recruiter,
        CREATE,
        typed(&job, joined(address.clone(), &json!({ "text": TEXT }))),
    );
    assert_eq!(body["errors"][0]["extensions"]["code"], "CONFLICT");
    assert_eq!(body["errors"][0]["extensions"]["reason"], "alreadyInJob");
    let message = body["errors"][0]["message"].as_str().unwrap();
    assert!(
        message.contains(first["uId"].as_str().unwrap()),
        "{message}"
    );
    assert_eq!((service.kept_files(), service.staged_files()), (1, 0));
    let other = service.create_job("Platform Engineer", json!({ "skills": ["Rust"] }));
    let second = create(service, &other, address);
    let person = "query($input: GetCandidateInput!) { getCandidate(input: $input) { person { applications { _id } } } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": second["_id"] });
    let person = service.data(&service.recruiter, person, input);
    assert_eq!(
        person["person"]["applications"].as_array().unwrap().len(),
        2,
        "{person}"
    );
}

fn invalid_values_are_named(service: &Service) {
    let job = engineers(service);
    for (more, field) in [
        (json!({ "fullName": " " }), "fullName"),
        (json!({ "fullName": "a".repeat(201) }), "fullName"),
        (json!({ "emailAddress": "nobody" }), "emailAddress"),
        (json!({ "phoneNumber": "call me" }), "phoneNumber"),
        (json!({ "location": "x".repeat(301) }), "location"),
        (json!({ "text": "x".repeat(100_001) }), "text"),
        (json!({ "text": "a\u{0}b" }), "text"),
    ] {
        let (_, body) = service.graphql(&service.recruiter, CREATE, typed(&job, more));
        let error = &body["errors"][0];
        assert_eq!(
            error["extensions"]["code"], "BAD_USER_INPUT",
            "{field}: {error}"
        );
        assert!(
            error["message"].as_str().unwrap().starts_with(field),
            "{error}"
        );
    }
    assert_eq!((service.kept_files(), service.staged_files()), (0, 0));
}

fn a_job_must_accept_candidates_and_show_them(service: &Service) {
    let job = engineers(service);
    assert_eq!(code(service, "job_x", json!({})), "NOT_FOUND");
    for caller in [&service.stranger, &service.interviewer] {
        let refused = service.graphql(caller, CREATE, typed(&job, json!({})));
        assert_eq!(refused.0, 403, "{}", refused.1);
    }
    let blind = service.create_job("Blind Engineer", json!({ "blind": true }));
    let (_, body) = service.graphql(&service.recruiter, CREATE, typed(&blind, json!({})));
    assert_eq!(
        body["errors"][0]["extensions"]["reason"], "jobBlind",
        "{body}"
    );
    let close = "mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) { status } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job, "status": "Closed", "reason": "Filled" });
    service.data(&service.recruiter, close, input);
    assert_eq!(code(service, &job, json!({})), "BAD_USER_INPUT");
    assert_eq!(service.kept_files(), 0);
}

fn an_erasure_removes_what_was_typed(service: &Service) {
    let job = engineers(service);
    let created = create(service, &job, json!({ "text": TEXT }));
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": created["_id"], "reason": "on request" });
    service.data(&service.admin, erase, input);
    assert_eq!(service.kept_files(), 0);
    let again = create(service, &job, json!({ "text": TEXT }));
    assert_ne!(again["_id"], created["_id"]);
}
