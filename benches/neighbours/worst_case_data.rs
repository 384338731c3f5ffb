//! The most expensive data that an organization can store within its limits, created through the API.

use serde_json::{Value, json};
use shortlist_fixtures::ResumeFile;

use crate::Outcome;
use crate::documents::long_docx;
use crate::organization::Organization;
use crate::sending::send;

/// The longest description of a job, in characters.
const DESCRIPTION_CHARS: usize = 100_000;
/// The number of criteria of a score.
const CRITERIA: usize = 20;
/// The number of times that the heavy job is rescored. Each leaves an earlier receipt.
const RESCORINGS: usize = 3;
/// The sizes of a report's texts, which together fit into a body of 1 MiB.
const SEGMENTS: usize = 9_000;
const FEEDBACK_BYTES: usize = 100_000;
/// The number of resumes in one upload.
const UPLOAD_FILES: u64 = 10;

/// The amounts of data.
pub(crate) struct Amount {
    /// The number of jobs with the longest description.
    pub(crate) jobs: usize,
    /// The number of candidates with long resumes, all of one job.
    pub(crate) resumes: u64,
    /// The size of such a resume's text, in bytes.
    pub(crate) resume_bytes: usize,
}

/// The created data.
pub(crate) struct WorstCaseData {
    /// The job of the candidates with long resumes.
    pub(crate) job: String,
    /// The candidates with long resumes, newest first.
    pub(crate) candidates: Vec<String>,
    /// A candidate with a long interview report.
    pub(crate) interviewed: String,
    pub(crate) interview: String,
}

/// Fills an organization.
pub(crate) fn fill(
    address: &str,
    organization: &Organization,
    amount: &Amount,
) -> Outcome<WorstCaseData> {
    let mut job = String::new();
    for number in 0..amount.jobs.max(1) {
        job = create_job(address, organization, number)?;
    }
    for first in (0..amount.resumes).step_by(usize::try_from(UPLOAD_FILES)?) {
        let numbers = first..(first + UPLOAD_FILES).min(amount.resumes);
        let files: Vec<_> = numbers
            .map(|number| long_docx(5_000_000 + number, amount.resume_bytes))
            .collect();
        upload(address, organization, &job, &files)?;
    }
    for round in 0..RESCORINGS {
        rescore(address, organization, &job, round)?;
    }
    let candidates = candidates(address, organization, &job)?;
    let interviewed = candidates
        .first()
        .ok_or("the heavy job has no candidates")?
        .clone();
    let interview = report(address, organization, &interviewed)?;
    Ok(WorstCaseData {
        job,
        candidates,
        interviewed,
        interview,
    })
}

/// Returns a description in which the scorer finds as much as possible.
pub(crate) fn description(salt: usize) -> String {
    let mut text = format!("Position {salt}.\n");
    for line in 0.. {
        if text.len() >= DESCRIPTION_CHARS {
            break;
        }
        text.push_str(&format!(
            "At least {} years of experience with Rust, SAP, Excel, Kubernetes or PostgreSQL is required; fluent German, a bachelor's degree and \
             a PMP certification are a plus ({line}).\n",
            1 + line % 9
        ));
    }
    text.truncate(DESCRIPTION_CHARS);
    text
}

fn create_job(address: &str, organization: &Organization, number: usize) -> Outcome<String> {
    let document = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let input = json!({
        "recruiterId": organization.recruiter_id,
        "title": format!("Heavy position {number}"),
        "jobDescription": description(number),
    });
    let made = organization.ask(address, document, &input)?;
    text(&made, "/createJob/_id")
}

/// Returns the weights of the most criteria that are allowed.
pub(crate) fn weights() -> Value {
    let known = ["experience", "skills", "education"].map(str::to_owned);
    let named = (known.len()..CRITERIA).map(|number| format!("kubernetes and sap {number}"));
    let weights = known.into_iter().chain(named).map(|name| (name, json!(5)));
    Value::Object(weights.collect())
}

fn upload(
    address: &str,
    organization: &Organization,
    job: &str,
    files: &[ResumeFile],
) -> Outcome<()> {
    let upload = organization.weighed_upload(job, &weights(), files);
    let answer = send(address, &upload.request(address))?;
    let body: Value = serde_json::from_slice(&answer.body)?;
    if body.get("created") == Some(&json!(files.len())) {
        Ok(())
    } else {
        Err(format!("not every long resume was kept: {body}").into())
    }
}

fn rescore(address: &str, organization: &Organization, job: &str, round: usize) -> Outcome<()> {
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { version } }";
    let change = json!({ "jobId": job, "jobDescription": description(10_000 + round) });
    organization.ask(address, update, &change)?;
    let rescore = "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { measured } }";
    organization.ask(address, rescore, &json!({ "jobId": job }))?;
    Ok(())
}

fn candidates(address: &str, organization: &Organization, job: &str) -> Outcome<Vec<String>> {
    let document =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
    let input = json!({ "jobId": job, "pageSize": 100 });
    let page = organization.ask(address, document, &input)?;
    let listed = page
        .pointer("/getCandidates/candidate")
        .and_then(Value::as_array);
    let listed = listed.ok_or("no page of candidates")?;
    listed
        .iter()
        .map(|candidate| text(candidate, "/_id"))
        .collect()
}

/// Submits a report of the largest size, and returns the interview.
fn report(address: &str, organization: &Organization, candidate: &str) -> Outcome<String> {
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { insertedId } } }";
    let input = json!({ "input": {
        "candidateId": candidate, "interviewerId": organization.recruiter_id,
        "dateAndTime": "2026-03-05T08:15:00Z", "status": "Scheduled", "allowOverlap": true,
    } });
    let made = send_document(address, organization, assign, &input)?;
    let interview = text(&made, "/data/assignInterviewer/result/insertedId")?;
    let segment = |number: usize| json!({ "speaker": "A", "startSeconds": number, "text": "Yes, and then we moved it all." });
    let segments: Vec<_> = (0..SEGMENTS).map(segment).collect();
    let submit = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { interviewId } }";
    let input = json!({ "input": {
        "interviewId": interview, "feedback": "Good. ".repeat(FEEDBACK_BYTES / 6),
        "transcription": { "status": "completed", "segments": segments },
    } });
    send_document(address, organization, submit, &input)?;
    Ok(interview)
}

/// Sends a document whose input does not name the organization.
fn send_document(
    address: &str,
    organization: &Organization,
    document: &str,
    variables: &Value,
) -> Outcome<Value> {
    let body = json!({ "query": document, "variables": variables }).to_string();
    let answer = send(address, &organization.graphql(address, &body))?;
    if answer.is_good() {
        Ok(serde_json::from_slice(&answer.body)?)
    } else {
        Err(String::from_utf8_lossy(&answer.body).into())
    }
}

fn text(value: &Value, pointer: &str) -> Outcome<String> {
    let found = value.pointer(pointer).and_then(Value::as_str);
    Ok(found
        .ok_or_else(|| format!("{pointer} is missing"))?
        .to_owned())
}
