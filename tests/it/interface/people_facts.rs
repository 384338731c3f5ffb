//! The search of people by facts of their resumes: employers, titles, the place, languages and education.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::Clock as _;
use shortlist_persistence::DatabaseUrl;

use crate::interface::blind_review::BlindJob;
use crate::support::catalogue::Direct;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::input::joined;
use crate::support::resumes::docx_of;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    people_are_found_by_facts_of_their_resumes,
    facts_follow_corrections_and_newer_resumes,
    masked_and_erased_applications_have_no_facts,
    other_organizations_have_other_people,
    values_of_filters_are_checked,
);

const SEARCH: &str = "query($input: SearchPeopleInput!) { searchPeople(input: $input) {
    candidate { _id fullName } totalCount pageInfo { hasNextPage endCursor } } }";
const LIST: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id fullName } totalCount } }";

const ENGINEER: [&str; 13] = [
    "Ada Example",
    "Basel, Switzerland",
    "ada@example.org",
    "Experience",
    "Project Engineer, Orchard Software, Basel",
    "January 2019 - December 2023",
    "Sales Manager, Meadow Trading",
    "January 2015 - December 2018",
    "Education",
    "Master of Science in Computer Science, University of Vexholm, 2014",
    "Languages",
    "German (native), English (fluent)",
    "Skills: Rust",
];
const NURSE: [&str; 10] = [
    "Ben Fictitious",
    "ben@example.org",
    "Experience",
    "Registered Nurse, Orchard Hospital",
    "January 2020 - March 2024",
    "Education",
    "Bachelor of Nursing, Vexholm College, 2019",
    "Languages",
    "English (native)",
    "Skills: Patient Care",
];

fn search(service: &Service, filter: Value) -> Value {
    let input = json!({ "organizationId": "org_ours", "filter": filter });
    service.data(&service.recruiter, SEARCH, input)
}

fn names(found: &Value) -> Vec<&str> {
    let list = found["candidate"].as_array().unwrap().iter();
    list.map(|one| one["fullName"].as_str().unwrap()).collect()
}

/// Returns the names of those whom a filter finds, which must be as many as it counts.
fn found(service: &Service, filter: Value) -> Vec<String> {
    let found = search(service, filter);
    let names: Vec<String> = names(&found).into_iter().map(str::to_owned).collect();
    assert_eq!(found["totalCount"], names.len(), "{found}");
    names
}

fn apply(service: &Service, title: &str, lines: &[&str]) -> String {
    let job = service.create_job(title, json!({}));
    let files = vec![("cv.docx", docx_of(lines))];
    let (status, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
    service.clock.advance(Duration::seconds(1));
    body["candidates"][0]["_id"].as_str().unwrap().to_owned()
}

fn two(service: &Service) -> [String; 2] {
    [
        apply(service, "Backend Engineer", &ENGINEER),
        apply(service, "Nurse", &NURSE),
    ]
}

fn people_are_found_by_facts_of_their_resumes(service: &Service) {
    two(service);
    let both: &[&str] = &["Ben Fictitious", "Ada Example"];
    let (ben, ada) = both.split_at(1);
    let nobody: &[&str] = &[];
    for (name, value, expected) in [
        ("employers", "ORCHARD", both),
        ("employers", "software orchard", ada),
        ("employers", "meadow orchard", nobody),
        ("titles", "engineer", ada),
        ("titles", "Project Engineer", ada),
        ("titles", "Project Manager", nobody),
        ("places", "basel", ada),
        ("places", "Basel, Switzerland", ada),
        ("places", "Vexholm", nobody),
        ("languages", "English", both),
        ("languages", "Deutsch", ada),
        ("education", "master", ada),
        ("education", "Vexholm", both),
        ("education", "bachelor Vexholm", ben),
    ] {
        let list = found(service, json!({ name: [value] }));
        assert_eq!(list, expected, "{name}: {value}");
    }
    let all = json!({ "employers": ["orchard", "meadow"], "languages": ["German", "English"] });
    assert_eq!(found(service, all), ["Ada Example"]);
    let with_others = json!({ "employers": ["orchard"], "allSkills": ["patient care"] });
    assert_eq!(found(service, with_others), ["Ben Fictitious"]);
    pages_follow_cursors(service);
}

fn pages_follow_cursors(service: &Service) {
    let more = json!({ "organizationId": "org_ours", "filter": { "employers": ["orchard"] }, "pageSize": 1 });
    let first = service.data(&service.recruiter, SEARCH, more.clone());
    assert_eq!(names(&first), ["Ben Fictitious"]);
    assert_eq!(first["pageInfo"]["hasNextPage"], true);
    let after = json!({ "after": first["pageInfo"]["endCursor"] });
    let second = service.data(&service.recruiter, SEARCH, joined(more, &after));
    assert_eq!(names(&second), ["Ada Example"]);
    assert_eq!(second["pageInfo"]["hasNextPage"], false);
}

fn facts_follow_corrections_and_newer_resumes(service: &Service) {
    let [ada, _] = two(service);
    let correct =
        "mutation($input: CorrectResumeInput!) { correctResume(input: $input) { scoreAfter } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": ada, "entry": 0, "field": "employer", "value": "Quince Labs" });
    service.data(&service.recruiter, correct, input);
    assert_eq!(
        found(service, json!({ "employers": ["Quince"] })),
        ["Ada Example"]
    );
    assert_eq!(
        found(service, json!({ "employers": ["orchard software"] })),
        [""; 0]
    );
    assert_eq!(
        found(service, json!({ "employers": ["meadow"] })),
        ["Ada Example"],
        "what nobody corrected stays"
    );
    replace_resume(service, &ada);
    assert_eq!(
        found(service, json!({ "employers": ["Fern"] })),
        ["Ada Example"]
    );
    for earlier in ["Quince", "meadow"] {
        assert_eq!(found(service, json!({ "employers": [earlier] })), [""; 0]);
    }
}

/// Sends a newer resume of the engineer with one position only.
fn replace_resume(service: &Service, candidate: &str) {
    let query = "query($input: GetCandidateInput!) { getCandidate(input: $input) { jobId } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    let job = service.data(&service.recruiter, query, input);
    let lines = [
        "Ada Example",
        "ada@example.org",
        "Experience",
        "Engineer, Fern Robotics",
        "January 2024 - March 2026",
    ];
    let form = Service::upload_form(&service.recruiter, job["jobId"].as_str().unwrap());
    let form = form
        .text("onDuplicate", "replace")
        .part("files", file("cv.docx", docx_of(&lines)));
    let request = service.post(&service.recruiter, "/bulk-upload-resumes");
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!(
        (status, &body["results"][0]["outcome"]),
        (200, &json!("replaced")),
        "{body}"
    );
}

fn masked_and_erased_applications_have_no_facts(service: &Service) {
    let [ada, _] = two(service);
    let blind = BlindJob::create_with(service, json!({ "blind": true, "location": "Vexholm" }));
    blind.reveal(service, &service.recruiter, "The offer needs an address");
    for (name, value) in [("employers", "orchard"), ("education", "vexholm")] {
        let input = json!({ "organizationId": "org_ours", "filter": { name: [value] } });
        for document in [SEARCH, LIST] {
            let listed = service.data(&service.recruiter, document, input.clone());
            assert_eq!(names(&listed), ["Ben Fictitious", "Ada Example"], "{name}");
            assert_eq!(listed["totalCount"], 2, "{name}");
        }
    }
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let input =
        json!({ "organizationId": "org_ours", "candidateId": ada, "reason": "Asked for it" });
    service.data(&service.admin, erase, input);
    assert_eq!(
        found(service, json!({ "employers": ["software"] })),
        [""; 0]
    );
    assert_eq!(
        found(service, json!({ "employers": ["orchard"] })),
        ["Ben Fictitious"]
    );
}

fn other_organizations_have_other_people(service: &Service) {
    two(service);
    let organization = &service.stranger.organization_id;
    let input = json!({ "organizationId": organization, "filter": { "employers": ["orchard"] } });
    let theirs = service.data(&service.stranger, SEARCH, input);
    assert_eq!(
        (&theirs["candidate"], &theirs["totalCount"]),
        (&json!([]), &json!(0))
    );
}

fn values_of_filters_are_checked(service: &Service) {
    let long = "x".repeat(300);
    let many = vec!["orchard"; 10_000];
    for filter in [
        json!({ "employers": [long] }),
        json!({ "titles": [" "] }),
        json!({ "places": ["…"] }),
        json!({ "education": ["two\nlines"] }),
        json!({ "tags": many }),
        json!({ "languages": many }),
    ] {
        let input = json!({ "organizationId": "org_ours", "filter": filter });
        assert_eq!(
            service.code(&service.recruiter, SEARCH, input),
            "BAD_USER_INPUT"
        );
    }
    assert_eq!(
        found(service, json!({ "titles": ["x".repeat(200)] })),
        [""; 0]
    );
}

/// Candidates from before an upgrade are found after the back-fill.
fn facts_are_filled_after_an_upgrade(url: &DatabaseUrl) {
    let service = &Service::start(url);
    two(service);
    Direct::to(url).run("DELETE FROM candidate_facts");
    let orchard = || found(service, json!({ "employers": ["orchard"] }));
    let tasks = service.store().tasks();
    tasks
        .schedule("facts of resumes 1", service.clock.now())
        .unwrap();
    let filter = json!({ "employers": ["orchard"] });
    let input = json!({ "organizationId": "org_ours", "filter": filter });
    assert_eq!(service.code(&service.recruiter, SEARCH, input), "CONFLICT");
    service.app.maintenance().run_backfills().unwrap();
    assert_eq!(orchard(), ["Ben Fictitious", "Ada Example"]);
}

#[test]
fn facts_are_filled_after_an_upgrade_on_both_databases() {
    on_sqlite(facts_are_filled_after_an_upgrade);
    on_postgresql(facts_are_filled_after_an_upgrade);
}
