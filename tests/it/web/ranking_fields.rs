//! The ranking's filters by what others define: stages of the job and custom fields of the organization.

use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;

use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{RECRUITER, Visitor};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::input::joined;

const DEFINE: &str =
    "mutation($input: SetCustomFieldInput!) { setCustomField(input: $input) { key } }";
const UPDATE: &str =
    "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
const GET_STAGES: &str =
    "query($input: GetJobInput!) { getJob(input: $input) { stages { _id name } } }";
const STAGES: &str =
    "mutation($input: SetJobStagesInput!) { setJobStages(input: $input) { stages { _id name } } }";
const MOVE: &str = "mutation($input: MoveCandidatesInput!) { moveCandidates(input: $input) { candidates { _id } } }";

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

fn define(sandbox: &Sandbox, more: &Value) {
    let ours = json!({ "organizationId": sandbox.get("organizationId") });
    sandbox.data_as("Admin", DEFINE, joined(ours, more));
}

/// Defines a field of each type with inputs of its own, and writes values of one candidate.
fn set_fields(sandbox: &Sandbox, candidate: &str) {
    for (key, label, kind, options) in [
        ("shift", "Shift <b>", "Choice", json!(["Early", "Late"])),
        ("notice", "Notice period", "Number", json!([])),
        ("visa", "Needs a visa", "YesNo", json!([])),
        ("town", "Town", "Text", json!([])),
    ] {
        let field = json!({ "key": key, "label": label, "type": kind, "options": options });
        define(sandbox, &field);
    }
    let values = json!([
        { "key": "shift", "value": "Late" },
        { "key": "notice", "value": "3" },
        { "key": "visa", "value": "no" },
        { "key": "town", "value": "Zürich" },
    ]);
    let input = json!({
        "organizationId": sandbox.get("organizationId"),
        "candidateId": candidate,
        "customFields": values,
    });
    sandbox.data(UPDATE, input);
}

fn custom_fields_filter(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    assert!(!recruiter.page(&job).contains("name=\"field."));
    set_fields(sandbox, last(&candidate));
    let page = recruiter.page(&job);
    assert!(page.contains("<bdi>Shift &#60;b&#62;</bdi>"), "{page}");
    assert!(page.contains("name=\"field.notice.from\""));
    let is_found = |query: &str| {
        let page = recruiter.page(&format!("{job}?{query}"));
        let rows = page.matches("<tr data-row>").count();
        let csv = recruiter.page(&format!("{job}/candidates.csv?{query}"));
        assert_eq!(csv.trim_end().split("\r\n").count(), rows + 1, "{query}");
        assert!(rows <= 1, "{query}: {page}");
        rows == 1 && page.contains(&format!("{candidate}\""))
    };
    assert!(is_found("field.shift=Late"));
    assert!(is_found("field.shift=Early&field.shift=Late"));
    assert!(!is_found("field.shift=Early"));
    assert!(is_found("field.notice.from=2&field.notice.to=3"));
    assert!(!is_found("field.notice.from=4"));
    assert!(is_found("field.visa=no&field.town=zurich"));
    assert!(!is_found("field.visa=yes&field.town=zurich"));
    let page = recruiter.page(&format!("{job}?field.notice.from=2"));
    assert!(page.contains("Remove the filter </span><bdi>Notice period from 2</bdi>"));
}

/// Expects the fields of the test before.
fn filters_that_do_not_fit_are_refused(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    define(
        sandbox,
        &json!({ "key": "town", "label": "Town", "type": "Text", "archived": true }),
    );
    for (query, expected) in [
        ("field.notice.from=many", "Notice period: "),
        ("field.height=1", "no field has the key"),
        ("field.town=zurich", "is archived"),
        ("stage=first%20stage", "Stage: "),
    ] {
        let refused = recruiter.get(&format!("{job}?{query}"));
        assert_eq!(refused.status(), 400, "{query}");
        let page = refused.text().unwrap();
        assert!(page.contains(expected), "{query}: {page}");
        assert!(page.contains("This filter is not applied."), "{query}");
        let all = [("all", "1"), ("view", query), ("status", "Rejected")];
        let refused = recruiter.post(&format!("{job}/bulk"), &all);
        assert_eq!(refused.status(), 400, "{query}");
        let page = refused.text().unwrap();
        assert!(page.contains("one filter of this view"), "{query}: {page}");
    }
    let rejected = recruiter.page(&format!("{job}?status=Rejected"));
    assert_eq!(rejected.matches("<tr data-row>").count(), 0);
}

fn stages_filter(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    assert!(recruiter.page(&job).contains("name=\"stage\""));
    let organization = sandbox.get("organizationId");
    let input = json!({ "organizationId": organization, "jobId": last(&job) });
    let first = sandbox.data(GET_STAGES, input)["stages"][0]["_id"].clone();
    let input = json!({
        "organizationId": organization,
        "jobId": last(&job),
        "stages": [
            { "_id": first, "name": "Applied", "status": "Active" },
            { "name": "Telephone", "status": "Active" },
        ],
    });
    let stages = sandbox.data(STAGES, input)["stages"].clone();
    let telephone = stages[1]["_id"].as_str().unwrap();
    let input = json!({
        "organizationId": organization,
        "candidateIds": [last(&candidate)],
        "stageId": telephone,
    });
    sandbox.data(MOVE, input);
    let page = recruiter.page(&format!("{job}?stage={telephone}"));
    assert_eq!(page.matches("<tr data-row>").count(), 1);
    assert!(page.contains("Remove the filter </span><bdi>Stage: Telephone</bdi>"));
    assert!(page.contains(&format!("{candidate}\"")));
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        custom_fields_filter(sandbox);
        filters_that_do_not_fit_are_refused(sandbox);
        stages_filter(sandbox);
    });
}

#[test]
fn the_ranking_filters_by_definitions_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn the_ranking_filters_by_definitions_on_postgresql() {
    on_postgresql(all);
}
