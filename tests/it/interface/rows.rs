//! Lists whose rows are serialized directly: the answer is juniper's, however the fields are selected.

use serde_json::{Value, json};

use crate::support::service::Service;

on_both_databases!(
    a_list_is_the_same_however_its_fields_are_selected,
    selections_of_one_list_are_merged,
);

const FIELDS: &str = "_id uId fullName emailAddress phoneNumber resumeScore skillsFound status statusReason source externalId \
    yearsOfExperience tags createdAt updatedAt jobId";
const BOARD_FIELDS: &str = "name value rank candidateId uId";

/// Creates a job with two candidates. The name of one needs escapes in JSON.
fn job_with_candidates(service: &Service) -> String {
    let job = service.create_job("Backend Engineer", json!({ "skills": ["Rust"] }));
    let (id, _) = service.candidate(&job, "Ada Example");
    service.candidate(&job, "Ben Example");
    let change =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": id, "fullName": "Ada \"Å\" \\ \u{1f600}" });
    service.data(&service.recruiter, change, input);
    job
}

/// Returns the rows of a list for a selection of their fields.
fn rows(service: &Service, (list, job): (&str, &str), selection: &str) -> Value {
    let (input_type, rows, mut input) = match list {
        "getLeaderboard" => (
            "InputTypeLeaderBoard",
            "rows",
            json!({ "leaderboardtype": "ai" }),
        ),
        _ => ("GetCandidatesInput", "candidate", json!({})),
    };
    input["organizationId"] = json!("org_ours");
    input["jobId"] = json!(job);
    let document = format!(
        "query($input: {input_type}!) {{ {list}(input: $input) {{ {rows} {{ {selection} }} }} }}"
    );
    service.data(&service.recruiter, &document, input)[rows].clone()
}

fn a_list_is_the_same_however_its_fields_are_selected(service: &Service) {
    let job = job_with_candidates(service);
    for (list, fields, of) in [
        ("getCandidates", FIELDS, "Candidate"),
        ("getLeaderboard", BOARD_FIELDS, "LeaderboardRow"),
    ] {
        let list = (list, job.as_str());
        let direct = rows(service, list, fields);
        let resolved = rows(service, list, &format!("... on {of} {{ {fields} }}"));
        assert_eq!(direct.as_array().map(Vec::len), Some(2), "{direct}");
        assert_eq!(direct, resolved);
        assert_eq!(
            direct.to_string(),
            resolved.to_string(),
            "in the same order"
        );
    }
    let list = ("getCandidates", job.as_str());
    let renamed = rows(service, list, "name: fullName code: uId");
    let plain = rows(service, list, FIELDS);
    let expected = plain.as_array().unwrap().iter();
    let expected = expected.map(|row| json!({ "name": row["fullName"], "code": row["uId"] }));
    assert_eq!(renamed, expected.collect::<Value>());
    let typed = rows(service, list, "__typename _id @skip(if: true)");
    assert_eq!(
        typed,
        json!([{ "__typename": "Candidate" }, { "__typename": "Candidate" }])
    );
}

fn selections_of_one_list_are_merged(service: &Service) {
    let job = job_with_candidates(service);
    let list = |selection: &str| format!("getCandidates(input: $input) {{ {selection} }} ");
    let merged = |document: &str| {
        let document = format!("query($input: GetCandidatesInput!) {{ {document} }}");
        let input = json!({ "organizationId": "org_ours", "jobId": job });
        let (status, body) = service.graphql(&service.recruiter, &document, input);
        assert_eq!((status, &body["errors"]), (200, &Value::Null), "{body}");
        body["data"]["getCandidates"]["candidate"].clone()
    };
    let both = merged(&list("candidate { _id fullName }"));
    let names = both.as_array().unwrap().iter().map(|one| &one["fullName"]);
    assert!(names.clone().any(|name| name == "Ada \"Å\" \\ \u{1f600}"));
    let twice = list("candidate { _id } candidate { fullName }");
    assert_eq!(merged(&twice), both);
    let roots = [list("candidate { _id }"), list("candidate { fullName }")];
    assert_eq!(merged(&roots.concat()), both);
}
