//! What strangers can do with the public key for applications, and what they cannot: block uploads, flood a candidate, use up
//! quotas, or deceive by the name of a file.

use std::io::Write;
use std::net::TcpStream;

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_domain::{MAX_DAILY_APPLICATIONS, OrganizationId, Party, Permission, QuotaOverrides};
use shortlist_transport::RateLimits;

use crate::support::database;
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{Service, answer, file};
use crate::support::threads::until;

on_both_databases!(
    slow_applications_take_no_turn_of_uploads,
    stalled_documents_and_job_files_take_no_turn,
    the_texts_of_an_application_are_bounded,
    the_server_of_a_careers_site_states_addresses,
    a_flooded_candidate_stays_readable,
    a_long_page_of_applications_is_short,
    strangers_leave_documents_to_users,
    strangers_use_no_quota_of_users,
    texts_count_as_stored_until_they_are_erased,
    a_pdf_with_something_before_it_is_refused,
    a_downloaded_file_ends_as_its_format,
);

const ORGANIZATION: &str = "org_ours";
const APPLICATIONS: &str =
    "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
    _id applicationCount applications { receiptNumber kept consentText }
    all: applications(limit: 50) { receiptNumber kept consentText }
    last: applications(limit: 1, offset: 11) { kept } } } }";

fn key(service: &Service, permission: Permission) -> String {
    service.with_permissions(&service.admin, &[permission]).key
}

fn form(name: &str, consent: &str) -> Form {
    Form::new()
        .part("resume", file("cv.docx", docx(name)))
        .text("consentText", consent.to_owned())
        .text("consentVersion", "1")
}

fn send(service: &Service, key: &str, applicant: &str, job: &str, form: Form) -> (u16, Value) {
    let url = service.url(&format!("/apply/{job}"));
    let mut request = service.client.post(url).header("x-api-key", key);
    if !applicant.is_empty() {
        request = request.header("X-Applicant-Address", applicant);
    }
    answer(request.multipart(form).send().unwrap())
}

/// Sends an application that must be accepted, and returns its receipt number.
fn apply(service: &Service, key: &str, job: &str, form: Form) -> String {
    let (status, body) = send(service, key, "", job, form);
    assert_eq!(status, 200, "{body}");
    body["receiptNumber"].as_str().unwrap().to_owned()
}

/// Opens a connection, sends the beginning of a form with a file, and nothing more.
fn stall(service: &Service, path: &str, headers: &str, field: &str) -> TcpStream {
    let host = service.url("").replace("http://", "");
    let mut connection = TcpStream::connect(&host).unwrap();
    write!(
        connection,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000000\r\n{headers}\
        Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; \
        name=\"{field}\"; filename=\"cv.pdf\"\r\n\r\n{}",
        "x".repeat(1_000)
    )
    .unwrap();
    connection
}

/// More applications arrive than uploads of one organization run at once, from nine networks. Of each network, only some
/// arrive at once. Without turns of their own, 60 of them would make every upload wait.
fn slow_applications_take_no_turn_of_uploads(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let server = key(service, Permission::ApplyServer);
    let slow: Vec<TcpStream> = (0..90)
        .map(|number| {
            let headers = format!(
                "x-api-key: {server}\r\nX-Applicant-Address: 203.0.{}.{}\r\n",
                number % 9,
                number / 9
            );
            stall(service, &format!("/apply/{job}"), &headers, "resume")
        })
        .collect();
    until(|| service.staged_files() == 9 * 8);
    let (status, body) = send(
        service,
        &server,
        "203.0.3.99",
        &job,
        form("Ben Example", "I agree."),
    );
    assert_eq!(status, 429, "{body}");
    let problem = body["error"].as_str().unwrap();
    assert!(
        problem.contains("8 applications from this network"),
        "{problem}"
    );
    service.candidate(&job, "Ada Example");
    let honest = send(
        service,
        &server,
        "198.51.100.7",
        &job,
        form("Ben Example", "I agree."),
    );
    assert_eq!(honest.0, 200, "{}", honest.1);
    drop(slow);
    until(|| service.staged_files() == 0);
}

fn stalled_documents_and_job_files_take_no_turn(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    let caller = &service.recruiter;
    let headers = format!(
        "x-api-key: {}\r\nAuthorization: Bearer {}\r\n",
        caller.key, caller.token
    );
    let documents = format!("/candidates/{candidate}/documents");
    let slow: Vec<TcpStream> = (0..80)
        .map(|number| match number % 2 {
            0 => stall(service, &documents, &headers, "file"),
            _ => stall(service, "/addJobByFile", &headers, "recfiles"),
        })
        .collect();
    until(|| service.staged_files() == 80);
    service.candidate(&job, "Ben Example");
    drop(slow);
    until(|| service.staged_files() == 0);
}

fn the_texts_of_an_application_are_bounded(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let public = key(service, Permission::Apply);
    let long = || "é".repeat(33_000);
    let sent = form("Ada Example", "I agree.").text("answers", long());
    let sent = sent.text("consentTime", long());
    let (status, body) = send(service, &public, "", &job, sent);
    assert_eq!(status, 400, "{body}");
    let problem = body["error"].as_str().unwrap();
    assert!(
        problem.contains("all fields together exceed the limit of 128 KiB"),
        "{problem}"
    );
    let questions = (0..20).map(|number| json!({ "key": format!("q{number}"), "text": "Why?" }));
    let set = "mutation($input: SetJobQuestionsInput!) { setJobQuestions(input: $input) { _id } }";
    let input = json!({ "organizationId": ORGANIZATION, "jobId": job, "questions": questions.collect::<Vec<_>>() });
    service.data(&service.recruiter, set, input);
    let answers = (0..20).map(|number| (format!("q{number}"), json!("a".repeat(4_000))));
    let answers = Value::Object(answers.collect()).to_string();
    let sent = form("Ada Example", "I agree.").text("answers", answers);
    let (status, body) = send(service, &public, "", &job, sent);
    assert_eq!(status, 400, "{body}");
    let problem = body["error"].as_str().unwrap();
    assert!(
        problem.contains("together must have at most 64 KiB"),
        "{problem}"
    );
    assert_eq!((service.kept_files(), service.staged_files()), (0, 0));
}

fn the_server_of_a_careers_site_states_addresses(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let server = key(service, Permission::ApplyServer);
    let public = key(service, Permission::Apply);
    for (key, applicant, name, expected) in [
        (&server, "192.0.2.1", "Ada Example", 200),
        (&server, "2001:db8::1", "Ben Example", 200),
        (&server, "", "Cleo Example", 200),
        (&server, "nowhere", "Dan Example", 400),
        (&public, "192.0.2.1", "Dan Example", 400),
        (&public, "", "Dan Example", 200),
    ] {
        let sent = form(name, "I agree.");
        let (status, body) = send(service, key, applicant, &job, sent);
        assert_eq!(status, expected, "{applicant}: {body}");
    }
    let caller = crate::support::people::Caller {
        key: server.clone(),
        ..service.admin.clone()
    };
    let body = json!({ "query": "{ apiKeyInfo { keyId } }" });
    let request = service.post(&caller, "/graphql").json(&body);
    assert_eq!(
        answer(request.send().unwrap()).0,
        401,
        "it opens nothing else"
    );
    let create =
        "mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { permissions } }";
    let input = |permissions: Value| json!({ "organizationId": ORGANIZATION, "name": "Site", "permissions": permissions });
    let created = service.data(&service.admin, create, input(json!(["apply:server"])));
    assert_eq!(created["permissions"], json!(["apply:server"]));
    let mixed = input(json!(["apply:server", "jobs:read"]));
    assert_eq!(
        service.code(&service.admin, create, mixed),
        "BAD_USER_INPUT"
    );
}

/// The number of applications of a minute from one network, and with one key.
fn limits() -> RateLimits {
    RateLimits {
        applications_per_minute: 5,
        network_applications_per_minute: 2,
        ..RateLimits::default()
    }
}

#[test]
fn the_server_of_a_careers_site_has_the_limit_of_its_key() {
    database::on_sqlite(|url| {
        let service = Service::start_with_web_state(url, |state| state.with_rate_limits(&limits()));
        let job = service.create_job("Backend Engineer", json!({}));
        let server = key(&service, Permission::ApplyServer);
        let statuses = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "", "", "", ""].map(|applicant| {
            let sent = form("Ada Example", "I agree.");
            send(&service, &server, applicant, &job, sent).0
        });
        assert_eq!(statuses, [200, 200, 429, 200, 200, 200, 429]);
    });
}

fn candidates(service: &Service) -> Vec<Value> {
    let input = json!({ "organizationId": ORGANIZATION });
    let list = service.data(&service.recruiter, APPLICATIONS, input);
    list["candidate"].as_array().unwrap().clone()
}

fn a_flooded_candidate_stays_readable(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let public = key(service, Permission::Apply);
    let sent = MAX_DAILY_APPLICATIONS + 4;
    let receipts: Vec<String> = (0..sent)
        .map(|number| {
            let consent = format!("I agree {number}.");
            apply(service, &public, &job, form("Ada Example", &consent))
        })
        .collect();
    let found = candidates(service);
    assert_eq!(found.len(), 1);
    let ada = &found[0];
    assert_eq!(ada["applicationCount"], sent);
    let all = ada["all"].as_array().unwrap();
    let numbers: Vec<&str> = all
        .iter()
        .map(|one| one["receiptNumber"].as_str().unwrap())
        .collect();
    assert_eq!(numbers.len(), sent);
    assert!(
        receipts
            .iter()
            .all(|receipt| numbers.contains(&receipt.as_str()))
    );
    let kept = all.iter().filter(|one| one["kept"] == true);
    assert_eq!(kept.count(), MAX_DAILY_APPLICATIONS);
    let dropped = all.iter().filter(|one| one["kept"] == false);
    assert!(dropped.clone().count() == 4 && dropped.clone().all(|one| one["consentText"] == ""));
    assert_eq!(ada["applications"].as_array().unwrap().len(), 10);
    assert_eq!(ada["last"].as_array().unwrap().len(), 1);
    // The same application again still has the same number.
    let again = apply(service, &public, &job, form("Ada Example", "I agree 0."));
    assert_eq!(again, receipts[0]);
    let page = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
        applications(limit: 51) { kept } } } }";
    let input = json!({ "organizationId": ORGANIZATION });
    assert_eq!(
        service.code(&service.recruiter, page, input),
        "BAD_USER_INPUT"
    );
}

fn a_long_page_of_applications_is_short(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let public = key(service, Permission::Apply);
    for number in 0..4 {
        let consent = format!("{number} {}", "a".repeat(19_000));
        let sent = form("Ada Example", &consent).text("fullName", "é".repeat(100));
        apply(service, &public, &job, sent);
    }
    let ada = &candidates(service)[0];
    assert_eq!(ada["applications"].as_array().unwrap().len(), 3);
    assert_eq!(ada["all"].as_array().unwrap().len(), 4);
}

fn operator() -> Party {
    Party::operator(&OrganizationId::parse("o", ORGANIZATION).unwrap())
}

fn strangers_leave_documents_to_users(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    let public = key(service, Permission::Apply);
    for number in 0..MAX_DAILY_APPLICATIONS {
        let letters = 0..5;
        let sent = letters.fold(form("Ada Example", "I agree."), |form, letter| {
            let text = format!("Letter {number} {letter}");
            form.part("documents", file("letter.txt", text.into_bytes()))
        });
        apply(service, &public, &job, sent);
    }
    let path = format!("/candidates/{candidate}/documents");
    let letter = Form::new().part("file", file("notes.txt", b"A note".to_vec()));
    let request = service.post(&service.recruiter, &path).multipart(letter);
    let (status, body) = answer(request.send().unwrap());
    assert_eq!(status, 200, "{body}");
    assert_eq!(service.kept_documents(), 5 * MAX_DAILY_APPLICATIONS + 1);
}

fn strangers_use_no_quota_of_users(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let public = key(service, Permission::Apply);
    let quota = QuotaOverrides {
        stored_mib: None,
        daily_resumes: Some(1),
    };
    service.app.quotas().set(&operator(), quota).unwrap();
    let unreadable = Form::new()
        .part("resume", file("cv.docx", docx_of(&["Nothing"])))
        .text("consentText", "I agree.")
        .text("consentVersion", "1");
    assert_eq!(send(service, &public, "", &job, unreadable).0, 422);
    let (status, body) = send(service, &public, "", &job, form("Ben Example", "I agree."));
    assert_eq!(status, 503, "{body}");
    service.candidate(&job, "Ada Example");
    let organization = OrganizationId::parse("o", ORGANIZATION).unwrap();
    let (_, usage) = service.app.quotas().usage(&organization).unwrap();
    assert_eq!((usage.day_resumes, usage.day_applications), (1, 1));
}

fn texts_count_as_stored_until_they_are_erased(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let public = key(service, Permission::Apply);
    let organization = OrganizationId::parse("o", ORGANIZATION).unwrap();
    let stored = || {
        service
            .app
            .quotas()
            .usage(&organization)
            .unwrap()
            .1
            .stored_bytes
    };
    let consent = "a".repeat(10_000);
    apply(service, &public, &job, form("Ada Example", &consent));
    let bytes = u64::try_from(docx("Ada Example").len()).unwrap();
    assert!(stored() >= bytes + 10_000, "{}", stored());
    let candidate = candidates(service)[0]["_id"].clone();
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let input = json!({ "organizationId": ORGANIZATION, "candidateId": candidate, "reason": "asked for it" });
    service.data(&service.recruiter, erase, input);
    assert_eq!(stored(), 0);
}

/// Returns a PDF that a program may also take for a page with a script.
fn polyglot() -> Vec<u8> {
    let pdf = include_bytes!("../../../demo/resumes/backend-engineer.pdf");
    [b"<html><script>alert(1)</script>\n".as_slice(), pdf].concat()
}

fn a_pdf_with_something_before_it_is_refused(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let public = key(service, Permission::Apply);
    let consent = || {
        Form::new()
            .text("consentText", "I agree.")
            .text("consentVersion", "1")
    };
    let as_resume = consent().part("resume", file("cv.hta", polyglot()));
    let as_document = form("Ada Example", "I agree.").part("documents", file("cv.hta", polyglot()));
    for (sent, problem) in [
        (
            as_resume,
            "resume: the PDF has other bytes before its beginning",
        ),
        (
            as_document,
            "documents: cv.hta.pdf: the PDF has other bytes",
        ),
    ] {
        let (status, body) = send(service, &public, "", &job, sent);
        assert_eq!(status, 422, "{body}");
        assert!(
            body["error"].as_str().unwrap().starts_with(problem),
            "{body}"
        );
    }
    assert_eq!((service.kept_files(), service.kept_documents()), (0, 0));
    let (status, body) = service.upload(&service.recruiter, &job, vec![("cv.hta", polyglot())]);
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
}

fn a_downloaded_file_ends_as_its_format(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let public = key(service, Permission::Apply);
    let names = ["run.bat", "letter\u{202e}fdp.hta", "letter.txt"];
    let sent = Form::new()
        .part("resume", file("cv.hta", docx("Ada Example")))
        .text("consentText", "I agree.")
        .text("consentVersion", "1");
    let sent = names.into_iter().fold(sent, |form, name| {
        form.part("documents", file(name, format!("Dear {name}").into_bytes()))
    });
    apply(service, &public, &job, sent);
    let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
        _id resume { fileName } resumeVersions { fileName } documents { _id fileName } } } }";
    let input = json!({ "organizationId": ORGANIZATION });
    let ada = service.data(&service.recruiter, query, input)["candidate"][0].clone();
    assert_eq!(ada["resume"]["fileName"], "cv.hta.docx");
    assert_eq!(ada["resumeVersions"][0]["fileName"], "cv.hta.docx");
    let documents = ada["documents"].as_array().unwrap();
    let shown: Vec<&str> = documents
        .iter()
        .map(|one| one["fileName"].as_str().unwrap())
        .collect();
    assert_eq!(shown, ["run.bat.txt", "letterfdp.hta.txt", "letter.txt"]);
    let id = ada["_id"].as_str().unwrap();
    let download = |path: String| {
        let request = service.request(&service.recruiter, Method::GET, &path);
        let response = request.send().unwrap();
        response.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .to_owned()
    };
    let resume = download(format!("/candidates/{id}/resume"));
    assert!(resume.ends_with("''cv.hta.docx"), "{resume}");
    let document = documents[1]["_id"].as_str().unwrap();
    let letter = download(format!("/candidates/{id}/documents/{document}"));
    assert!(letter.ends_with("''letterfdp.hta.txt"), "{letter}");
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let input = json!({ "organizationId": ORGANIZATION, "candidateId": id });
    let exported = service.data(&service.recruiter, export, input)["json"].clone();
    let exported = exported.as_str().unwrap();
    assert!(exported.contains("run.bat.txt") && !exported.contains("\u{202e}"));
}
