//! `shortlist sandbox`: working credentials and demo data, which are kept across a restart.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Sandbox, address, error_output, json_body};
use crate::support::database::{on_empty_postgresql, on_empty_sqlite};
use crate::support::resumes::docx_of;
use crate::support::service::{client, file};

static RESUME: &[u8] = include_bytes!("../../../demo/resumes/backend-engineer.pdf");

/// Signs in with a printed password, and returns the response.
fn sign_in(sandbox: &Sandbox, key: &Value, user: &Value) -> Value {
    let url = format!("{}/auth/login", sandbox.get("serviceUrl"));
    let login = json!({ "email": user["email"], "password": user["password"] });
    let request = client()
        .post(url)
        .header("x-api-key", key.as_str().unwrap())
        .json(&login);
    json_body(request.send().unwrap())
}

/// Uploads a resume for a job, and returns the response.
fn upload(sandbox: &Sandbox, job: &str) -> Value {
    let form = Form::new()
        .text("jobId", job.to_owned())
        .text(
            "recruiterId",
            sandbox.user("Recruiter")["_id"]
                .as_str()
                .unwrap()
                .to_owned(),
        )
        .text("organizationId", sandbox.get("organizationId").to_owned())
        .text("userType", "Recruiter")
        .text("resumeScoreBreakdown", r#"{"skills": 100}"#)
        .part("files", Part::bytes(RESUME).file_name("cv.pdf"));
    let mut request = client().post(format!("{}/bulk-upload-resumes", sandbox.get("serviceUrl")));
    for (name, value) in sandbox.headers("Recruiter") {
        request = request.header(name, value);
    }
    json_body(request.multipart(form).send().unwrap())
}

/// Starts a sandbox, uploads a resume, and starts again on the same folder and database.
fn data_and_credentials_outlive_a_restart(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let database = address(url);
    let start = || Sandbox::start(folder.path(), &["--empty", "--database-url", &database]);
    let first = start();
    assert_eq!((first.jobs().len(), first.candidate_count()), (0, 0));
    let job = first.create_job("Backend Engineer");
    let answer = upload(&first, &job);
    assert_eq!(
        (&answer["status"], &answer["created"]),
        (&json!(1), &json!(1)),
        "{answer}"
    );
    let before = first.credentials.clone();
    first.program.stop();

    let second = start();
    assert_eq!(second.candidate_count(), 1);
    let after = &second.credentials;
    assert_eq!(
        (&before["apiKey"], &before["restrictedApiKey"]),
        (&after["apiKey"], &after["restrictedApiKey"])
    );
    for (was, is) in before["users"]
        .as_array()
        .unwrap()
        .iter()
        .zip(after["users"].as_array().unwrap())
    {
        assert_eq!(
            (&was["_id"], &was["password"]),
            (&is["_id"], &is["password"])
        );
        assert_ne!(was["accessToken"], is["accessToken"]);
        assert_eq!(
            sign_in(&second, &after["apiKey"], is)["user"]["_id"],
            is["_id"]
        );
    }
    let other = &after["otherOrganization"];
    assert_eq!(
        sign_in(&second, &other["apiKey"], &other["users"][0])["user"]["userType"],
        "Admin"
    );
    second.program.stop();
}

#[test]
fn a_restart_keeps_data_and_credentials_on_sqlite() {
    on_empty_sqlite(data_and_credentials_outlive_a_restart);
}

#[test]
fn a_restart_keeps_data_and_credentials_on_postgresql() {
    on_empty_postgresql(data_and_credentials_outlive_a_restart);
}

#[test]
fn the_credentials_file_is_private_and_whole() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let kept = folder.path().join("data/credentials.json");
    for file in [&sandbox.file, &kept] {
        assert_eq!(
            fs::metadata(file).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    let credentials = &sandbox.credentials;
    assert_eq!(credentials["environment"], "sandbox");
    assert_eq!(
        sandbox.get("graphqlUrl"),
        format!("{}/graphql", sandbox.get("serviceUrl"))
    );
    assert!(!sandbox.get("serviceUrl").ends_with(":0"));
    assert!(sandbox.get("apiKey").starts_with("sl_test_"));
    assert_eq!(
        credentials["restrictedApiKey"]["permissions"],
        json!(["jobs:read"])
    );
    let kinds = |users: &Value| {
        let users = users.as_array().unwrap().iter();
        users
            .map(|user| user["userType"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        kinds(&credentials["users"]),
        ["Admin", "Recruiter", "Recruiter", "Interviewer"]
    );
    assert_eq!(kinds(&credentials["otherOrganization"]["users"]), ["Admin"]);
    assert!(sandbox.program.printed.contains(sandbox.get("apiKey")));
    sandbox.program.stop();
}

#[test]
fn lost_credentials_are_recreated_for_the_same_data() {
    let folder = TempDir::new().unwrap();
    let first = Sandbox::start(folder.path(), &["--empty"]);
    first.create_job("Archivist");
    let old = first.credentials.clone();
    first.program.stop();
    fs::remove_file(folder.path().join("data/credentials.json")).unwrap();

    let second = Sandbox::start(folder.path(), &["--empty"]);
    assert_eq!(second.jobs().len(), 1);
    assert_ne!(old["apiKey"], second.credentials["apiKey"]);
    let admin = second.user("Admin");
    assert_ne!(old["users"][0]["password"], admin["password"]);
    assert_eq!(
        sign_in(&second, &second.credentials["apiKey"], admin)["user"]["_id"],
        admin["_id"]
    );
    second.program.stop();
}

#[test]
fn every_query_answers_something_on_the_demo_data() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let jobs = sandbox.jobs();
    assert_eq!(
        (
            jobs.len(),
            jobs.iter().filter(|job| job["draft"] == true).count()
        ),
        (3, 1)
    );
    assert_eq!(sandbox.candidate_count(), 12);
    let engineer = jobs.iter().find(|job| job["jobCode"] == "ENG-101").unwrap();
    for (kind, least) in [("ai", 6), ("manual", 3)] {
        let query =
            "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { totalCount } }";
        let input = json!({
            "organizationId": sandbox.get("organizationId"), "jobId": engineer["_id"], "leaderboardtype": kind,
        });
        assert_eq!(sandbox.data(query, input)["totalCount"], least, "{kind}");
    }
    let query = "query($input: GetInterviewsInput!) { getInterviews(input: $input) { interviews { candidateId status } } }";
    let interviews = sandbox.data(
        query,
        json!({ "organizationId": sandbox.get("organizationId") }),
    );
    assert_eq!(interviews["interviews"][0]["status"], "Completed");
    let query =
        "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { feedback } }";
    let input = json!({ "candidateId": interviews["interviews"][0]["candidateId"] });
    assert!(
        !sandbox.data(query, input)["feedback"]
            .as_str()
            .unwrap()
            .is_empty()
    );
    sandbox.program.stop();
    let again = Sandbox::start(folder.path(), &[]);
    assert_eq!((again.jobs().len(), again.candidate_count()), (3, 12));
    again.program.stop();
}

/// Returns all candidates with what was done with them.
fn work_with_candidates(sandbox: &Sandbox) -> Value {
    let query =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount candidate {
        _id stage { name } stageHistory { movedAt } reviews { score } } } }";
    let input = json!({ "organizationId": sandbox.get("organizationId"), "pageSize": 20 });
    sandbox.data(query, input)
}

/// Returns the only candidate with an interview.
fn interviewed_candidate(sandbox: &Sandbox) -> Value {
    let query = "query($input: GetInterviewsInput!) { getInterviews(input: $input) { interviews { candidateId } } }";
    let input = json!({ "organizationId": sandbox.get("organizationId") });
    sandbox.data(query, input)["interviews"][0]["candidateId"].clone()
}

fn erase(sandbox: &Sandbox, candidate: &Value) {
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    let input = json!({ "organizationId": sandbox.get("organizationId"), "reason": "requested",
        "candidateId": candidate });
    sandbox.data_as("Admin", erase, input);
}

fn job_of(sandbox: &Sandbox, code: &str) -> Value {
    let jobs = sandbox.jobs();
    let job = jobs.iter().find(|job| job["jobCode"] == code).unwrap();
    job["_id"].clone()
}

/// Changes the demo, and starts the sandbox again. It must load nothing.
fn a_restart_leaves_a_changed_demo_alone(change: impl FnOnce(&Sandbox)) {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    change(&sandbox);
    let before = work_with_candidates(&sandbox);
    sandbox.program.stop();

    let again = Sandbox::start(folder.path(), &[]);
    assert_eq!(again.jobs().len(), 3);
    assert_eq!(work_with_candidates(&again), before);
    again.program.stop();
}

#[test]
fn a_restart_leaves_a_demo_alone_that_was_changed() {
    a_restart_leaves_a_changed_demo_alone(|sandbox| {
        erase(sandbox, &interviewed_candidate(sandbox));
        assert_eq!(sandbox.candidate_count(), 11);
        let close =
            "mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) { revision } }";
        let input = json!({ "organizationId": sandbox.get("organizationId"), "status": "Closed",
            "jobId": job_of(sandbox, "DAT-204"), "reason": "Filled" });
        sandbox.data(close, input);
    });
}

#[test]
fn a_restart_leaves_a_demo_alone_whose_known_resume_was_replaced() {
    a_restart_leaves_a_changed_demo_alone(|sandbox| {
        let query = "query($input: GetCandidateInput!) { getCandidate(input: $input) { fullName emailAddress } }";
        let input = json!({ "organizationId": sandbox.get("organizationId"),
            "candidateId": interviewed_candidate(sandbox) });
        let known = sandbox.data(query, input);
        let newer = docx_of(&[
            known["fullName"].as_str().unwrap(),
            known["emailAddress"].as_str().unwrap(),
            "Experience",
            "Principal Engineer, Orchard Software",
            "January 2015 - December 2025",
            "Skills",
            "Rust, PostgreSQL",
        ]);
        let job = job_of(sandbox, "ENG-101");
        let form = sandbox.upload_form(job.as_str().unwrap());
        let form = form.text("onDuplicate", "replace");
        let form = form.part("files", file("newer.docx", newer));
        let request = sandbox.post("/bulk-upload-resumes").multipart(form);
        let answer = json_body(request.send().unwrap());
        assert_eq!(answer["results"][0]["outcome"], "replaced", "{answer}");
    });
}

/// A job becomes blind once it has no candidates.
#[test]
fn a_restart_leaves_a_demo_alone_whose_job_is_blind() {
    a_restart_leaves_a_changed_demo_alone(|sandbox| {
        let job = job_of(sandbox, "ENG-101");
        let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let input = json!({ "organizationId": sandbox.get("organizationId"), "jobId": job });
        let found = sandbox.data(list, input);
        for candidate in found["candidate"].as_array().unwrap() {
            erase(sandbox, &candidate["_id"]);
        }
        assert_eq!(sandbox.candidate_count(), 6);
        let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { blind } }";
        let input = json!({ "organizationId": sandbox.get("organizationId"), "jobId": job,
            "blind": true });
        assert_eq!(sandbox.data(update, input)["blind"], true);
    });
}

#[test]
fn the_sandbox_does_not_listen_to_strangers() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let error = error_output(&[
        "sandbox",
        "--bind",
        "0.0.0.0:0",
        "--data-dir",
        data.to_str().unwrap(),
    ]);
    assert!(error.contains("--behind-proxy"), "{error}");
    assert!(!data.exists());
}
