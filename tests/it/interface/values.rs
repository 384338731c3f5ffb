//! Identifiers, codes, times and names, in input and output.

use serde_json::{Value, json};
use shortlist_app::limits::MAX_PROMPT_CHARS;

use crate::support::resumes::{docx, docx_of};
use crate::support::service::Service;

on_both_databases!(
    identifiers_carry_their_kind,
    an_identifier_that_cannot_be_one_is_bad_user_input,
    a_message_names_the_field,
    a_program_reads_what_is_wrong_and_the_limit,
    a_resume_without_a_name_shows_its_code,
    telephone_numbers_are_compared_not_spellings,
    a_person_has_a_code_in_each_organization,
);

const CROCKFORD: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Asserts that an identifier is a kind and 26 characters of Crockford's base 32.
fn assert_ulid_of(kind: &str, id: &Value) {
    let id = id.as_str().unwrap();
    let ulid = id.strip_prefix(kind).unwrap();
    assert!(
        ulid.len() == 26 && ulid.chars().all(|c| CROCKFORD.contains(c)),
        "{id}"
    );
}

fn identifiers_carry_their_kind(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, code) = service.candidate(&job, "Ada Example");
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let input = json!({ "candidateId": candidate, "interviewerId": "usr_interviewer",
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    let interview = service.data(&service.recruiter, assign, input)["result"]["_id"].clone();
    let submit =
        "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) {
        questions { qId } transcription { id } } }";
    let input = json!({ "interviewId": interview, "questions": [{ "question": "Why?" }],
        "transcription": { "status": "pending" } });
    let report = service.data(&service.recruiter, submit, input);
    assert_ulid_of("job_", &json!(job));
    assert_ulid_of("cnd_", &json!(candidate));
    assert_ulid_of("int_", &interview);
    assert_ulid_of("qst_", &report["questions"][0]["qId"]);
    assert_ulid_of("trn_", &report["transcription"]["id"]);
    let code = code.strip_prefix("CAN-").unwrap();
    assert!(
        code.len() == 6 && code.chars().all(|c| CROCKFORD.contains(c)),
        "{code}"
    );
}

const JOB: &str = "query($input: GetJobInput!) { getJob(input: $input) { _id } }";

fn an_identifier_that_cannot_be_one_is_bad_user_input(service: &Service) {
    let code = |id: &str| {
        let input = json!({ "organizationId": "org_ours", "jobId": id });
        service.code(&service.recruiter, JOB, input)
    };
    assert_eq!(code(&"j".repeat(64)), "NOT_FOUND");
    for id in [&"j".repeat(65), "", "job 1", "job/1", "jöb", "job\u{0}"] {
        assert_eq!(code(id), "BAD_USER_INPUT", "{id}");
    }
}

fn a_program_reads_what_is_wrong_and_the_limit(service: &Service) {
    let list = "query($input: getJobsInput!) { getJobs(input: $input) { totalCount } }";
    let jobs = json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "userType": "Recruiter", "perPage": 101 });
    let (_, body) = service.graphql(&service.recruiter, list, jobs);
    assert_eq!(
        body["errors"][0]["extensions"],
        json!({ "code": "BAD_USER_INPUT", "field": "perPage", "problem": "outOfRange", "limit": 100 })
    );
    let unknown = json!({ "organizationId": "org_ours", "jobId": "job_x" });
    let (_, body) = service.graphql(&service.recruiter, JOB, unknown);
    assert_eq!(
        body["errors"][0]["extensions"],
        json!({ "code": "NOT_FOUND", "field": "jobId", "problem": "notFound" })
    );
    let job = service.create_job("Backend Engineer", json!({}));
    let (_, body) = service.upload(&service.recruiter, &job, Vec::new());
    assert_eq!(
        body["invalid"],
        json!({ "field": "files", "problem": "missing" })
    );
    let prompt = "x".repeat(MAX_PROMPT_CHARS + 1);
    let more = [("prompt", prompt.as_str())];
    let (_, body) = service.import(
        &service.recruiter,
        "jobs.csv",
        b"title\nCook\n".to_vec(),
        &more,
    );
    assert_eq!(
        body["invalid"],
        json!({ "field": "prompt", "problem": "tooLong", "limit": MAX_PROMPT_CHARS })
    );
}

fn a_message_names_the_field(service: &Service) {
    let list = "query($input: getJobsInput!) { getJobs(input: $input) { totalCount } }";
    let jobs = json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "userType": "Recruiter" });
    let candidates =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
    let board =
        "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { totalCount } }";
    for (document, mut input, field, value) in [
        (list, jobs.clone(), "perPage", json!(0)),
        (list, jobs.clone(), "pageNum", json!(0)),
        (list, jobs, "userType", json!("root")),
        (
            candidates,
            json!({ "organizationId": "org_ours" }),
            "pageSize",
            json!(101),
        ),
        (
            candidates,
            json!({ "organizationId": "org_ours" }),
            "pageNumber",
            json!(0),
        ),
        (
            board,
            json!({ "organizationId": "org_ours", "jobId": "job_x" }),
            "leaderboardtype",
            json!("x"),
        ),
        (
            JOB,
            json!({ "organizationId": "org_ours" }),
            "jobId",
            json!("job_x"),
        ),
    ] {
        input[field] = value;
        let (_, body) = service.graphql(&service.recruiter, document, input);
        let message = body["errors"][0]["message"].as_str().unwrap();
        assert!(message.contains(field), "{message} should name {field}");
    }
}

fn a_resume_without_a_name_shows_its_code(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let nameless = docx_of(&[
        "nobody.in.particular@example.org",
        "Skills",
        "Rust, PostgreSQL",
    ]);
    let (_, body) = service.upload(&service.recruiter, &job, vec![("cv.docx", nameless)]);
    let code = &body["candidates"][0]["candidate_unique_id"];
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { fullName } } }";
    let found = service.data(
        &service.recruiter,
        list,
        json!({ "organizationId": "org_ours" }),
    );
    assert_eq!(found["candidate"][0]["fullName"], "", "{body}");
    let board = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { name uId } } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job, "leaderboardtype": "ai" });
    let rows = service.data(&service.recruiter, board, input);
    assert_eq!(rows["rows"], json!([{ "name": code, "uId": code }]));
}

fn telephone_numbers_are_compared_not_spellings(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let by_phone = |phone: &str| docx_of(&["Ada Example", phone, "Skills", "Rust"]);
    let files = [
        "Phone: +49 30 23125 017",
        "Phone: +49 (0)30 23125-017",
        "Phone: +49 30 23125 018",
    ]
    .map(|phone| ("cv.docx", by_phone(phone)));
    let (_, body) = service.upload(&service.recruiter, &job, files.to_vec());
    let outcomes = [0, 1, 2].map(|place| body["results"][place]["outcome"].as_str().unwrap());
    assert_eq!(outcomes, ["created", "duplicate", "created"], "{body}");
}

fn a_person_has_a_code_in_each_organization(service: &Service) {
    let ours = service.create_job("Backend Engineer", json!({}));
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let stranger = &service.stranger;
    let input = json!({ "organizationId": "org_theirs", "recruiterId": "usr_stranger", "title": "Backend Engineer" });
    let theirs = service.data(stranger, create, input)["_id"].clone();
    let sent = || vec![("cv.docx", docx("Ada Example"))];
    for (caller, job) in [
        (&service.recruiter, ours.as_str()),
        (stranger, theirs.as_str().unwrap()),
    ] {
        let (_, body) = service.upload(caller, job, sent());
        assert_eq!(body["created"], 1, "{body}");
    }
}
