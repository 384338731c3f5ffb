//! The OpenAPI document: what it says about the service is so. [`crate::support::documented`] compares every response of all
//! tests of the interface with it.

use std::collections::BTreeSet;

use reqwest::Method;
use reqwest::blocking::Response;
use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_app::CreateUser;
use shortlist_domain::{
    IDENTIFIER_PATTERN, OrganizationId, Party, Permission, UPLOAD_ID_PATTERN, UploadId, UserType,
};
use shortlist_fixtures::resume_file;
use shortlist_transport::{FIXED_PATHS, RESOURCE_PATHS, openapi_document};

use super::isolation::FILM;
use crate::support::documented::problem_of;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    the_served_document_is_the_generated_one,
    each_path_serves_the_documented_methods_and_no_others,
    each_operation_answers_as_documented,
);

fn the_served_document_is_the_generated_one(service: &Service) {
    let response = service
        .client
        .get(service.url("/openapi.json"))
        .send()
        .unwrap();
    assert_eq!(response.headers()["content-type"], "application/json");
    let document: Value = serde_json::from_str(&response.text().unwrap()).unwrap();
    assert_eq!(&document, openapi_document());
}

fn each_path_serves_the_documented_methods_and_no_others(service: &Service) {
    let all = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
    for (path, methods) in RESOURCE_PATHS.into_iter().chain(FIXED_PATHS) {
        let served: BTreeSet<&str> = methods.split(", ").collect();
        for method in all {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let filled = path.replace(['{', '}'], "");
            let request = service.request(&service.recruiter, method.clone(), &filled);
            let response = request.send().unwrap();
            let is_served = response.status() != 405;
            assert_eq!(
                is_served,
                served.contains(method.as_str()),
                "{method} {path}"
            );
            if !is_served {
                assert_eq!(response.headers()["allow"], methods, "{method} {path}");
            }
        }
    }
}

#[test]
fn the_patterns_of_identifiers_allow_what_the_parsers_accept() {
    let identifiers = regex::Regex::new(IDENTIFIER_PATTERN).unwrap();
    let uploads = regex::Regex::new(UPLOAD_ID_PATTERN).unwrap();
    for letter in ('\0'..='\u{17f}').map(String::from) {
        let is_identifier = OrganizationId::parse("id", &letter).is_ok();
        assert_eq!(identifiers.is_match(&letter), is_identifier, "{letter:?}");
        let is_upload = UploadId::parse("id", &letter).is_ok();
        assert_eq!(uploads.is_match(&letter), is_upload, "{letter:?}");
    }
}

/// The operations that answered with success.
struct Answered<'a> {
    service: &'a Service,
    operations: BTreeSet<String>,
}

impl Answered<'_> {
    /// Notes a successful response. The middleware has compared it with the document.
    fn note(&mut self, id: &str, response: Response) -> Value {
        let status = response.status();
        let text = response.text().unwrap();
        assert!(status.is_success(), "{id}: {status} {text}");
        self.operations.insert(id.to_owned());
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn call(&mut self, id: &str, method: Method, path: &str) -> Value {
        let request = self.service.request(&self.service.recruiter, method, path);
        self.note(id, request.send().unwrap())
    }

    fn open(&mut self, id: &str, path: &str) -> Value {
        let request = self.service.client.get(self.service.url(path));
        self.note(id, request.send().unwrap())
    }

    fn send(&mut self, id: &str, path: &str, form: Form) -> Value {
        let request = self
            .service
            .post(&self.service.recruiter, path)
            .multipart(form);
        self.note(id, request.send().unwrap())
    }
}

fn each_operation_answers_as_documented(service: &Service) {
    let operations = BTreeSet::new();
    let mut answered = Answered {
        service,
        operations,
    };
    public(&mut answered);
    let repeated = service
        .client
        .get(service.url("/recordings/rec_1?expires=1&expires=2"));
    let (status, body) = answer(repeated.send().unwrap());
    assert_eq!(status, 400, "{body}");
    assert!(
        body["error"].as_str().unwrap().contains("send each once"),
        "{body}"
    );
    let candidate = uploads(&mut answered);
    files(&mut answered, &candidate);
    interviews(&mut answered, &candidate);
    sessions(&mut answered);
    let documented = openapi_document()["paths"].as_object().unwrap().values();
    let documented = documented.flat_map(|item| item.as_object().unwrap().values());
    let documented: BTreeSet<&str> = documented
        .map(|operation| operation["operationId"].as_str().unwrap())
        // The listener of the first is tested with the program, and the second needs an identity provider, with which
        // `single_sign_on` tests it.
        .filter(|id| !["getMetrics", "exchangeToken"].contains(id))
        .collect();
    let called: BTreeSet<&str> = answered.operations.iter().map(String::as_str).collect();
    assert_eq!(called, documented);
}

fn public(answered: &mut Answered<'_>) {
    for (id, path) in [
        ("isLive", "/health/live"),
        ("isReady", "/health/ready"),
        ("getOpenApi", "/openapi.json"),
        ("getGraphqlSchema", "/graphql/schema.graphql"),
        ("getEventSchema", "/events.schema.json"),
    ] {
        answered.open(id, path);
    }
}

/// Uploads in every way, and returns the identifiers of a job and of its candidate.
fn uploads(answered: &mut Answered<'_>) -> (String, String) {
    let service = answered.service;
    let job = service.create_job("Cook", json!({}));
    let form = |seed: u64| {
        let form = Service::upload_form(&service.recruiter, &job);
        form.part("files", file("cv.pdf", resume_file(seed).bytes))
    };
    let sent = answered.send("uploadResumes", "/bulk-upload-resumes", form(1));
    let candidate = sent["candidates"][0]["_id"].as_str().unwrap().to_owned();
    let broken = form(2).text("onDuplicate", "replace").text("colour", "red");
    let broken = broken.part("files", file("broken.pdf", b"%PDF-1.7 broken".to_vec()));
    answered.send("uploadCandidates", "/ats/candidates/bulk-upload", broken);
    let request = service.post(&service.recruiter, "/bulk-upload-resumes");
    let request = request
        .header("X-Upload-Id", "mine")
        .header("Prefer", "respond-async");
    answered.note("uploadResumes", request.multipart(form(3)).send().unwrap());
    answered.call("getUpload", Method::GET, "/uploads/mine");
    let jobs = |title: &str| {
        let csv = format!("title,jobCode,colour\n{title},{title}-1,red\n,,\n");
        Form::new()
            .text("recruiterId", service.recruiter.user_id.clone())
            .text("organizationId", service.recruiter.organization_id.clone())
            .part("recfiles", file("jobs.csv", csv.into_bytes()))
    };
    answered.send("addJobsByFile", "/addJobByFile", jobs("Baker"));
    answered.send(
        "uploadJobs",
        "/ats/jobs/upload",
        jobs("Baker").text("onDuplicate", "skip"),
    );
    let plan = jobs("Smith")
        .text("dryRun", "true")
        .text("prompt", "set location to Kochi");
    let plan = answered.send("uploadJobs", "/ats/jobs/upload", plan);
    assert_eq!(plan["firstRows"][0]["job_title"], "Smith", "{plan}");
    let key = service.with_permissions(&service.admin, &[Permission::Apply]);
    let application = Form::new()
        .text("consentText", "Keep it.")
        .text("consentVersion", "1")
        .part("resume", file("cv.pdf", resume_file(4).bytes));
    let request = service.client.post(service.url(&format!("/apply/{job}")));
    let request = request.header("x-api-key", key.key).multipart(application);
    answered.note("apply", request.send().unwrap());
    (job, candidate)
}

fn files(answered: &mut Answered<'_>, (job, candidate): &(String, String)) {
    let service = answered.service;
    let resume = format!("/candidates/{candidate}/resume");
    answered.call("getResume", Method::GET, &resume);
    answered.call("describeResume", Method::HEAD, &resume);
    let request = service.request(&service.recruiter, Method::GET, &resume);
    let request = request.header("Range", "bytes=0-9");
    answered.note("getResume", request.send().unwrap());
    let request = service.request(&service.recruiter, Method::GET, &resume);
    let beyond = request.header("Range", "bytes=999999999-").send().unwrap();
    assert_eq!(beyond.status(), 416);
    let query = "query($input: GetCandidateInput!) { getCandidate(input: $input) { resume { fileLink { url } } } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    let found = service.data(&service.recruiter, query, input);
    let link = found["resume"]["fileLink"]["url"].as_str().unwrap();
    answered.note("openResumeLink", service.client.get(link).send().unwrap());
    answered.note(
        "describeResumeLink",
        service.client.head(link).send().unwrap(),
    );
    answered.call(
        "exportCandidates",
        Method::GET,
        &format!("/jobs/{job}/candidates.csv"),
    );
    let documents = format!("/candidates/{candidate}/documents");
    let form = Form::new().text("kind", "CoverLetter");
    let form = form.part("file", file("letter.pdf", resume_file(5).bytes));
    let stored = answered.send("addDocument", &documents, form);
    let document = format!("{documents}/{}", stored["documentId"].as_str().unwrap());
    answered.call("getDocument", Method::GET, &document);
    answered.call("describeDocument", Method::HEAD, &document);
    answered.call("deleteDocument", Method::DELETE, &document);
}

fn interviews(answered: &mut Answered<'_>, (_, candidate): &(String, String)) {
    let service = answered.service;
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let input = json!({ "candidateId": candidate, "interviewerId": service.interviewer.user_id, "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    let interview = service.data(&service.recruiter, assign, input)["result"]["_id"].clone();
    let interview = interview.as_str().unwrap();
    answered.call(
        "getCalendar",
        Method::GET,
        &format!("/interviews/{interview}/calendar.ics"),
    );
    let path = format!("/interviews/{interview}/recording");
    for _ in 0..2 {
        let request = service.request(&service.recruiter, Method::PUT, &path);
        let request = request.header("Content-Type", "video/mp4").body(FILM);
        answered.note("putRecording", request.send().unwrap());
    }
    let report = "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { videoPlaybackLink } }";
    let input = json!({ "interviewId": interview });
    let report = service.data(&service.recruiter, report, input);
    let link = report["videoPlaybackLink"].as_str().unwrap();
    answered.note("playRecording", service.client.get(link).send().unwrap());
    answered.note(
        "describeRecording",
        service.client.head(link).send().unwrap(),
    );
    answered.call("deleteRecording", Method::DELETE, &path);
}

fn sessions(answered: &mut Answered<'_>) {
    let service = answered.service;
    let post = |path: &str, body: Value| {
        let request = service.client.post(service.url(path));
        request
            .header("x-api-key", &service.recruiter.key)
            .json(&body)
            .send()
            .unwrap()
    };
    let (email, password) = ("mara@example.org", "correct horse battery");
    let user = CreateUser {
        id: None,
        user_type: UserType::Recruiter,
        full_name: "Mara Example".to_owned(),
        email: email.to_owned(),
        password: password.to_owned(),
    };
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let operator = Party::operator(&organization);
    service
        .app
        .accounts()
        .create_user(&operator, &user)
        .unwrap();
    let body = json!({ "email": email, "password": password });
    let session = answered.note("login", post("/auth/login", body));
    let body = json!({ "refreshToken": session["refreshToken"] });
    let session = answered.note("refresh", post("/auth/refresh", body));
    let request = service.client.post(service.url("/auth/logout"));
    let request = request.header("x-api-key", &service.recruiter.key);
    let request = request.bearer_auth(session["accessToken"].as_str().unwrap());
    answered.note("logout", request.send().unwrap());
}

#[test]
fn a_response_that_differs_is_found() {
    let login = &openapi_document()["paths"]["/auth/login"]["post"];
    let json = Some("application/json");
    let user = json!({ "_id": "usr_1", "fullName": "Ada", "email": "a@example.org",
        "userType": "Admin", "role": "Admin", "organizationId": "org_1" });
    let mut body = json!({ "accessToken": "a", "tokenType": "Bearer", "expiresIn": 900,
        "refreshToken": "b", "user": user });
    let problem = |body: &Value| problem_of(login, (200, json, Some(body.to_string().as_bytes())));
    assert_eq!(problem(&body), None);
    body["more"] = json!(1);
    assert!(problem(&body).unwrap().contains("more"));
    body.as_object_mut().unwrap().remove("more");
    body["expiresIn"] = json!("soon");
    assert!(problem(&body).unwrap().contains("soon"));
    assert!(problem_of(login, (418, json, None)).is_some());
    assert!(problem_of(login, (200, Some("text/html"), None)).is_some());
}
