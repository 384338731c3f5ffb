//! The operation `changesSince`, for systems that keep copies.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_domain::{CandidateId, OrganizationId, Permission};

use super::changes::minute;
use crate::support::database::on_sqlite;
use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::resumes::docx_of;
use crate::support::service::Service;

on_both_databases!(
    each_record_is_listed_once_with_its_last_change,
    what_was_removed_is_listed_as_removed,
    a_clock_that_goes_back_hides_no_change,
    a_kind_needs_the_permission_to_read_it,
    members_of_teams_see_the_changes_of_their_jobs,
    a_merge_does_not_show_in_a_blind_job,
    a_new_score_is_a_change_and_no_contact,
    the_sync_example_keeps_exact_copies,
);

const CHANGES: &str = "query($input: ChangesSinceInput!) { changesSince(input: $input) {
    changes { kind recordId removed jobId candidateId } endCursor hasMore } }";

/// Creates a job whose criteria give a resume different values, so that other weights give another score.
fn demanding_job(service: &Service) -> String {
    let description = "At least three years of experience. Rust, Java and Haskell are required. A master's degree is required.";
    service.create_job("Backend Engineer", json!({ "jobDescription": description }))
}

/// Returns all changes after a cursor as `Kind/identifier`, those of removed records with a minus, and the next cursor.
fn changes_for(
    service: &Service,
    caller: &Caller,
    mut after: Value,
    size: i32,
) -> (Vec<String>, Value) {
    let mut found = Vec::new();
    loop {
        let input =
            json!({ "organizationId": caller.organization_id, "after": after, "perPage": size });
        let page = service.data(caller, CHANGES, input);
        for change in page["changes"].as_array().unwrap() {
            let text = |field: &str| change[field].as_str().unwrap();
            let sign = if change["removed"] == true { "-" } else { "" };
            found.push(format!("{sign}{}/{}", text("kind"), text("recordId")));
        }
        assert!(page["endCursor"].is_string(), "{page}");
        after = page["endCursor"].clone();
        if page["hasMore"] == false {
            return (found, after);
        }
    }
}

fn changes(service: &Service, after: &Value) -> (Vec<String>, Value) {
    changes_for(service, &service.recruiter, after.clone(), 100)
}

fn update_job(service: &Service, job: &str, title: &str) {
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job, "title": title });
    service.data(&service.recruiter, update, input);
}

fn erase(service: &Service, candidate: &str) {
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    let input =
        json!({ "organizationId": "org_ours", "candidateId": candidate, "reason": "requested" });
    service.data(&service.admin, erase, input);
}

fn interview(service: &Service, candidate: &str) -> String {
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let input = json!({ "candidateId": candidate, "interviewerId": "usr_interviewer",
        "dateAndTime": "2027-04-01T09:00:00Z", "status": "Scheduled" });
    let made = service.data(&service.recruiter, assign, input);
    made["result"]["_id"].as_str().unwrap().to_owned()
}

fn rescore(service: &Service, job: &str, weights: &str) {
    let rescore =
        "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { candidates up down } }";
    let input =
        json!({ "organizationId": "org_ours", "jobId": job, "resumeScoreBreakdown": weights });
    service.data(&service.recruiter, rescore, input);
}

/// Uploads a resume with these lines, and returns the identifier of its candidate.
fn apply(service: &Service, job: &str, lines: &[&str]) -> String {
    let files = vec![("cv.docx", docx_of(lines))];
    let (_, body) = service.upload(&service.recruiter, job, files);
    let created = body["candidates"][0]["_id"].as_str();
    created.unwrap_or_else(|| panic!("{body}")).to_owned()
}

/// Makes one person of those of two candidates.
fn merge(service: &Service, into: &str, other: &str) {
    let person = |candidate: &str| {
        let get =
            "query($input: GetCandidateInput!) { getCandidate(input: $input) { person { _id } } }";
        let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
        service.data(&service.admin, get, input)["person"]["_id"].clone()
    };
    let merge = "mutation($input: MergePeopleInput!) { mergePeople(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "personId": person(into), "otherPersonId": person(other) });
    service.data(&service.admin, merge, input);
}

fn each_record_is_listed_once_with_its_last_change(service: &Service) {
    let job = demanding_job(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let (ben, _) = service.candidate(&job, "Ben Example");
    let (all, first) = changes(service, &Value::Null);
    let (candidate_a, candidate_b) = (format!("Candidate/{ada}"), format!("Candidate/{ben}"));
    let job_row = format!("Job/{job}");
    assert_eq!(
        all,
        [&job_row, &candidate_a, &candidate_b].map(String::clone)
    );
    for size in [1, 2, 3] {
        let paged = changes_for(service, &service.recruiter, Value::Null, size);
        assert_eq!(paged, (all.clone(), first.clone()));
    }
    let (nothing, same) = changes(service, &first);
    assert_eq!((nothing.len(), &same), (0, &first));
    let round = interview(service, &ada);
    let review = "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
    let input = json!({ "candidateId": ben, "score": 80 });
    service.data(&service.recruiter, review, input);
    update_job(service, &job, "Head cook");
    update_job(service, &job, "Chef");
    let expected = [format!("Interview/{round}"), candidate_b.clone(), job_row];
    let (changed, next) = changes(service, &first);
    assert_eq!(changed, expected);
    rescore(service, &job, r#"{"education": 1}"#);
    let (mut changed, _) = changes(service, &next);
    changed.sort();
    let mut expected = [candidate_a, candidate_b, format!("Job/{job}")];
    expected.sort();
    assert_eq!(changed, expected, "a new score of each candidate");
    let of = service.data(
        &service.recruiter,
        CHANGES,
        json!({ "organizationId": "org_ours", "kinds": ["interview"] }),
    );
    let expected = json!([{ "kind": "Interview", "recordId": round, "removed": false, "jobId": job, "candidateId": ada }]);
    assert_eq!(of["changes"], expected);
}

fn what_was_removed_is_listed_as_removed(service: &Service) {
    let job = service.create_job("Cook", json!({}));
    let empty = service.create_job("Nurse", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    let round = interview(service, &ada);
    let (_, cursor) = changes(service, &Value::Null);
    let delete = "mutation($input: DeleteJobInput!) { deleteJob(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "jobId": empty });
    service.data(&service.recruiter, delete, input);
    erase(service, &ada);
    let (changed, _) = changes(service, &cursor);
    let expected = [
        format!("-Job/{empty}"),
        format!("-Candidate/{ada}"),
        format!("-Interview/{round}"),
    ];
    assert_eq!(changed, expected);
}

fn a_clock_that_goes_back_hides_no_change(service: &Service) {
    let jobs = ["Cook", "Nurse"].map(|title| service.create_job(title, json!({})));
    let (_, cursor) = changes(service, &Value::Null);
    service.clock.set_by(-Duration::days(2));
    update_job(service, &jobs[1], "Head nurse");
    update_job(service, &jobs[0], "Head cook");
    let (changed, _) = changes(service, &cursor);
    let expected = [&jobs[1], &jobs[0]].map(|job| format!("Job/{job}"));
    assert_eq!(changed, expected);
}

fn a_kind_needs_the_permission_to_read_it(service: &Service) {
    let job = service.create_job("Cook", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    interview(service, &ada);
    let limited = service.with_permissions(&service.recruiter, &[Permission::CandidatesRead]);
    let (found, _) = changes_for(service, &limited, Value::Null, 100);
    assert_eq!(found, [format!("Candidate/{ada}")]);
    let input = json!({ "organizationId": "org_ours", "kinds": ["Candidate", "Job"] });
    assert_eq!(service.code(&limited, CHANGES, input), "FORBIDDEN");
    for bad in [
        json!({ "kinds": ["Review"] }),
        json!({ "perPage": 0 }),
        json!({ "perPage": 1_001 }),
        json!({ "after": "yesterday" }),
    ] {
        let input = joined(json!({ "organizationId": "org_ours" }), &bad);
        assert_eq!(
            service.code(&service.recruiter, CHANGES, input),
            "BAD_USER_INPUT",
            "{bad}"
        );
    }
    let (theirs, _) = changes_for(service, &service.stranger, Value::Null, 100);
    assert_eq!(theirs, [""; 0]);
}

/// The log of another database has other rows, as that of a restored copy has.
#[test]
fn a_cursor_of_another_database_is_refused() {
    on_sqlite(|url| {
        let ours = Service::start(url);
        ours.create_job("Cook", json!({}));
        let early = changes(&ours, &Value::Null).1;
        for number in 0..9 {
            ours.create_job(&format!("Cook {number}"), json!({}));
        }
        let late = changes(&ours, &Value::Null).1;
        on_sqlite(|url| {
            let copy = Service::start(url);
            for number in 0..5 {
                copy.create_job(&format!("Nurse {number}"), json!({}));
            }
            for cursor in [&early, &late] {
                let input = json!({ "organizationId": "org_ours", "after": cursor });
                assert_eq!(copy.code(&copy.recruiter, CHANGES, input), "CONFLICT");
            }
        });
    });
}

fn members_of_teams_see_the_changes_of_their_jobs(service: &Service) {
    let own = service.create_job("Cook", json!({}));
    let (ada, _) = service.candidate(&own, "Ada Example");
    let set = "mutation($input: SetRecruiterAccessInput!) { setRecruiterAccess(input: $input) { access } }";
    let input = json!({ "organizationId": "org_ours", "access": "TeamJobs" });
    service.data(&service.admin, set, input);
    let (found, cursor) = changes_for(service, &service.colleague, Value::Null, 100);
    assert_eq!(found, [""; 0], "another recruiter's job is hidden");
    let (found, _) = changes(service, &Value::Null);
    assert_eq!(found.len(), 2);
    erase(service, &ada);
    let (found, _) = changes_for(service, &service.colleague, cursor, 100);
    assert_eq!(found, [format!("-Candidate/{ada}")]);
}

fn a_merge_does_not_show_in_a_blind_job(service: &Service) {
    let (open, blind) = (
        service.create_job("Cook", json!({})),
        service.create_job("Nurse", json!({ "blind": true })),
    );
    let shown = apply(service, &open, &["Ada Example", "ada@example.org"]);
    let other = apply(service, &open, &["Ada Example", "other.ada@example.org"]);
    let hidden = apply(service, &blind, &["Ada Example", "other.ada@example.org"]);
    let times = || {
        let get = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id updatedAt } } }";
        let input = json!({ "organizationId": "org_ours" });
        let found = service.data(&service.admin, get, input);
        let all = found["candidate"].as_array().unwrap().iter();
        let pair = |one: &Value| {
            (
                one["_id"].as_str().unwrap().to_owned(),
                one["updatedAt"].clone(),
            )
        };
        all.map(pair).collect::<BTreeMap<String, Value>>()
    };
    let (_, cursor) = changes(service, &Value::Null);
    let before = times();
    minute(service);
    merge(service, &shown, &other);
    let (mut changed, _) = changes(service, &cursor);
    changed.sort();
    let mut expected = [format!("Candidate/{shown}"), format!("Candidate/{other}")];
    expected.sort();
    assert_eq!(changed, expected);
    let after = times();
    assert_eq!(before[&hidden], after[&hidden]);
    assert_ne!(before[&shown], after[&shown]);
    assert_ne!(before[&other], after[&other]);
}

fn a_new_score_is_a_change_and_no_contact(service: &Service) {
    let job = demanding_job(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let uploaded = service.app.clock().now();
    let since = minute(service);
    rescore(service, &job, r#"{"education": 1}"#);
    let list =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
    let input = json!({ "organizationId": "org_ours", "filter": { "updatedSince": since } });
    let found = service.data(&service.recruiter, list, input);
    assert_eq!(found["candidate"], json!([{ "_id": ada }]));
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let expired = || {
        let before = uploaded.plus(Duration::seconds(1));
        let candidates = service.store().candidates();
        candidates
            .list_expired(&organization, before, None, 10)
            .unwrap()
    };
    let ada_id = CandidateId::parse("c", &ada).unwrap();
    assert_eq!(
        expired(),
        [ada_id],
        "the retention period began with the upload"
    );
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": ada, "source": "Fair" });
    service.data(&service.recruiter, update, input);
    assert_eq!(expired(), [], "a change by a recruiter is a contact");
}

/// Runs the Python example: it brings the copies up to date, and returns them with the next cursor.
fn synchronized(service: &Service, state: &Value) -> Option<Value> {
    const PROGRAM: &str = "import json, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from shortlist_client import Shortlist, synchronize
url, key, organization, token, state = json.loads(sys.argv[2])
client = Shortlist(url, key, organization, token)
copies = state['copies']
cursor = synchronize(client, copies, state['cursor'])
print(json.dumps({'copies': copies, 'cursor': cursor}))";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/clients/python");
    let caller = &service.admin;
    let arguments = json!([
        service.url(""),
        caller.key,
        caller.organization_id,
        caller.token,
        state
    ]);
    let output = Command::new("python3")
        .args(["-c", PROGRAM])
        .args([folder.to_str().unwrap(), &arguments.to_string()])
        .output();
    let Ok(output) = output else {
        let required = std::env::var_os("SHORTLIST_REQUIRE_CLIENTS").is_some();
        assert!(!required, "python3 is required, and is not installed");
        return None;
    };
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

fn the_sync_example_keeps_exact_copies(service: &Service) {
    let job = demanding_job(service);
    let empty = service.create_job("Nurse", json!({}));
    let [ada, ben, cem] = ["ada", "ben", "cem"].map(|name| {
        let email = format!("{name}@example.org");
        apply(
            service,
            &job,
            &[
                "Some Example",
                &email,
                "Education",
                "BSc Biology, Hill University, 2018",
            ],
        )
    });
    interview(service, &cem);
    let start = json!({ "copies": {}, "cursor": null });
    let Some(first) = synchronized(service, &start) else {
        return;
    };
    assert_eq!(first["copies"].as_object().unwrap().len(), 6, "{first}");
    // Everything from here on happens earlier, by the clock of the server.
    service.clock.set_by(-Duration::hours(5));
    let delete = "mutation($input: DeleteJobInput!) { deleteJob(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "jobId": empty });
    service.data(&service.recruiter, delete, input);
    rescore(service, &job, r#"{"education": 1}"#);
    merge(service, &ada, &ben);
    erase(service, &cem);
    let next = synchronized(service, &first).unwrap();
    let again = synchronized(service, &start).unwrap();
    assert_eq!(
        next, again,
        "the copies are as if everything had been read again"
    );
    let copies = &next["copies"];
    let copy = |candidate: &str| &copies[format!("Candidate/{candidate}")];
    let earlier = &first["copies"][format!("Candidate/{ada}")];
    assert_ne!(copy(&ada)["resumeScore"], earlier["resumeScore"]);
    assert_eq!(copy(&ada)["person"], copy(&ben)["person"]);
    assert_eq!(copies.as_object().unwrap().len(), 3, "{copies}");
}
