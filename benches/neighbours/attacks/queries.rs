//! Expensive GraphQL documents at the limits of what is accepted.

use std::time::Duration;

use serde_json::{Value, json};

use crate::Outcome;
use crate::scene::Scene;
use crate::worst_case_data::weights;

/// The number of clients at once.
const CLIENTS: usize = 32;
/// The aliases of a field with one subfield, just below the limit of 500 fields.
const ALIASES: usize = 240;
/// The most root fields.
const ROOTS: usize = 10;

/// A document with its input.
pub(crate) struct Query {
    document: String,
    input: Value,
}

/// A function that builds a query from the neighbour's data.
pub(crate) type Make = fn(&Scene<'_>) -> Query;

/// Sends the query from all clients at once, repeatedly.
pub(crate) fn ask(scene: &Scene<'_>, make: Make) -> Outcome<()> {
    let request = request(scene, make);
    scene.send_in_parallel(CLIENTS, Duration::ZERO, |_| request.clone());
    Ok(())
}

/// Returns the query as a request.
pub(crate) fn request(scene: &Scene<'_>, make: Make) -> Vec<u8> {
    let Query { document, input } = make(scene);
    let input = scene.neighbour.input(&input);
    scene.neighbour.question(scene.address(), &document, &input)
}

/// Returns a field under many aliases.
fn aliases(count: usize, field: &str) -> String {
    let names = (0..count).map(|number| format!("a{number}: {field} "));
    names.collect()
}

fn root(input: &str, fields: &str) -> String {
    format!("query($input: {input}!) {{ {fields} }}")
}

pub(crate) fn requirements(scene: &Scene<'_>) -> Query {
    let fields = aliases(ALIASES, "requirements { minimumYears }");
    Query {
        document: root(
            "GetJobInput",
            &format!("getJob(input: $input) {{ {fields} }}"),
        ),
        input: json!({ "jobId": scene.worst_case.job }),
    }
}

pub(crate) fn jobs(scene: &Scene<'_>) -> Query {
    let fields = aliases(ALIASES, "requirements { minimumYears }");
    Query {
        document: root(
            "getJobsInput",
            &format!("getJobs(input: $input) {{ jobs {{ {fields} }} }}"),
        ),
        input: json!({ "recruiterId": scene.neighbour.recruiter_id, "userType": "Admin", "perPage": 100, "search": "Heavy" }),
    }
}

fn heavy_page(scene: &Scene<'_>, fields: &str) -> Query {
    Query {
        document: root(
            "GetCandidatesInput",
            &format!("getCandidates(input: $input) {{ candidate {{ {fields} }} }}"),
        ),
        input: json!({ "jobId": scene.worst_case.job, "pageSize": 100 }),
    }
}

pub(crate) fn resumes(scene: &Scene<'_>) -> Query {
    heavy_page(scene, &aliases(ALIASES, "resume { text }"))
}

pub(crate) fn receipts(scene: &Scene<'_>) -> Query {
    let criteria = "criteria { evidence { quote } }";
    let earlier = aliases(ALIASES / 2, &format!("earlierReceipts {{ {criteria} }}"));
    heavy_page(scene, &format!("{earlier} scoreReceipt {{ {criteria} }}"))
}

pub(crate) fn leaderboards(scene: &Scene<'_>) -> Query {
    let board =
        "getLeaderboard(input: $input) { rows { name value rank candidateId uId } totalCount }";
    Query {
        document: root("InputTypeLeaderBoard", &aliases(ROOTS, board)),
        input: json!({ "jobId": scene.neighbour.large_job(), "leaderboardtype": "ai", "limit": 10_000 }),
    }
}

pub(crate) fn pages(scene: &Scene<'_>) -> Query {
    let page = "getCandidates(input: $input) { candidate {
        _id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt jobId } totalCount }";
    Query {
        document: root("GetCandidatesInput", &aliases(ROOTS, page)),
        input: json!({ "jobId": scene.neighbour.large_job(), "pageSize": 100, "pageNumber": 50 }),
    }
}

pub(crate) fn explanations(scene: &Scene<'_>) -> Query {
    let score =
        "explainScore(input: $input) { score criteria { contribution evidence { quote points } } }";
    Query {
        document: root("ExplainScoreInput", &aliases(ROOTS, score)),
        input: json!({ "candidateId": scene.worst_case.interviewed, "resumeScoreBreakdown": weights().to_string() }),
    }
}

pub(crate) fn exports(scene: &Scene<'_>) -> Query {
    Query {
        document: root(
            "ExportCandidateInput",
            &aliases(ROOTS, "exportCandidate(input: $input) { json }"),
        ),
        input: json!({ "candidateId": scene.worst_case.interviewed }),
    }
}

pub(crate) fn searches(_scene: &Scene<'_>) -> Query {
    let page = "getCandidates(input: $input) { candidate { _id } totalCount }";
    Query {
        document: root("GetCandidatesInput", &aliases(ROOTS, page)),
        input: json!({ "search": "er", "pageSize": 100 }),
    }
}

pub(crate) fn reports(scene: &Scene<'_>) -> Query {
    let input = format!("{{ candidateId: \"{}\" }}", scene.worst_case.interviewed);
    let segments = "transcription { segments { speaker startSeconds endSeconds text } }";
    let report = format!("getCanInterviewRpt(input: {input}) {{ feedback {segments} }}");
    Query {
        document: format!("{{ {} }}", aliases(ROOTS, &report)),
        input: json!({}),
    }
}
