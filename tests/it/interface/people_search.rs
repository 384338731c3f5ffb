//! The search of people across all jobs.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_domain::{
    CandidateFilters, CandidateQuery, OrganizationId, PageRequest, Principal, StatusFilter, UserId,
    UserType,
};

use crate::interface::blind_review::BlindJob;
use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::resumes::docx_of;
use crate::support::service::Service;

on_both_databases!(
    people_are_found_across_jobs,
    a_pool_is_a_tag_and_pages_follow_cursors,
    masked_applications_are_no_people,
    each_person_is_found_once_on_all_pages,
    hiring_teams_do_not_learn_who_applied_elsewhere,
);

const SEARCH: &str = "query($input: SearchPeopleInput!) { searchPeople(input: $input) {
    candidate { _id fullName jobId resumeScore } totalCount pageInfo { hasNextPage endCursor } } }";

fn search(service: &Service, more: Value) -> Value {
    let input = joined(json!({ "organizationId": "org_ours" }), &more);
    service.data(&service.recruiter, SEARCH, input)
}

fn names(found: &Value) -> Vec<&str> {
    let list = found["candidate"].as_array().unwrap().iter();
    list.map(|one| one["fullName"].as_str().unwrap()).collect()
}

/// Uploads a resume for a new job, and returns the candidate.
fn apply(service: &Service, title: &str, lines: &[&str]) -> String {
    let job = service.create_job(title, json!({}));
    let files = vec![("cv.docx", docx_of(lines))];
    let (status, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
    body["candidates"][0]["_id"].as_str().unwrap().to_owned()
}

fn two(service: &Service) -> [String; 2] {
    let engineer = [
        "Ada Example",
        "ada@example.org",
        "Experience",
        "Backend Engineer, Orchard Software, Basel",
        "January 2019 - December 2023",
        "Education",
        "Master of Science in Computer Science, University of Vexholm, 2018",
        "Skills",
        "Rust, PostgreSQL, Microsoft Excel",
        "Languages",
        "German, English",
    ];
    let nurse = [
        "Ben Fictitious",
        "ben@example.org",
        "Experience",
        "Registered Nurse, Saint Bertram Hospital",
        "January 2020 - March 2024",
        "Skills",
        "Patient Care, Rust",
    ];
    let first = apply(service, "Backend Engineer", &engineer);
    service.clock.advance(Duration::seconds(1));
    [first, apply(service, "Nurse", &nurse)]
}

fn people_are_found_across_jobs(service: &Service) {
    two(service);
    for (term, expected) in [
        ("ada", &["Ada Example"][..]),
        ("EXAMPLE.org ada", &["Ada Example"]),
        ("rust", &["Ben Fictitious", "Ada Example"]),
        ("fict rust", &["Ben Fictitious"]),
        ("ada fictitious", &[]),
    ] {
        let found = search(service, json!({ "search": term }));
        assert_eq!(names(&found), expected, "{term}");
    }
    let found = search(
        service,
        json!({ "filter": { "allSkills": ["rust", "postgresql"] } }),
    );
    assert_eq!(names(&found), ["Ada Example"]);
    for name in ["Excel", "MS Excel", "microsoft excel"] {
        let filter = |kind: &str| search(service, json!({ "filter": { kind: [name] } }));
        assert_eq!(names(&filter("allSkills")), ["Ada Example"], "{name}");
        assert_eq!(names(&filter("anySkills")), ["Ada Example"], "{name}");
        assert_eq!(names(&filter("noSkills")), ["Ben Fictitious"], "{name}");
    }
    let all = json!({ "organizationId": "org_ours" });
    assert_eq!(service.graphql(&service.interviewer, SEARCH, all).0, 403);
}

fn a_pool_is_a_tag_and_pages_follow_cursors(service: &Service) {
    let [engineer, nurse] = two(service);
    let tag = "mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) { candidates { _id } } }";
    let ids = json!({ "candidateIds": [engineer], "addTags": ["Silver Medal"] });
    let input = joined(json!({ "organizationId": "org_ours" }), &ids);
    service.data(&service.recruiter, tag, input);
    let pool = search(service, json!({ "filter": { "tags": ["silver medal"] } }));
    assert_eq!(names(&pool), ["Ada Example"]);
    let first = search(service, json!({ "pageSize": 1 }));
    assert_eq!(first["candidate"][0]["_id"], nurse);
    assert_eq!(
        (&first["totalCount"], &first["pageInfo"]["hasNextPage"]),
        (&json!(2), &json!(true))
    );
    let after = &first["pageInfo"]["endCursor"];
    let second = search(service, json!({ "pageSize": 1, "after": after }));
    assert_eq!(names(&second), ["Ada Example"]);
    assert_eq!(second["pageInfo"]["hasNextPage"], false);
    let other = json!({ "organizationId": "org_ours", "search": "ada", "after": after });
    assert_eq!(
        service.code(&service.recruiter, SEARCH, other),
        "BAD_USER_INPUT"
    );
}

fn masked_applications_are_no_people(service: &Service) {
    let blind = BlindJob::create_with(service, json!({ "blind": true }));
    let all = search(service, json!({}));
    assert_eq!(all["candidate"], json!([]), "not even by code");
    assert_eq!(all["totalCount"], 0);
    blind.reveal(service, &service.recruiter, "The offer needs an address");
    let all = search(service, json!({}));
    assert_eq!(
        all["candidate"],
        json!([]),
        "a reveal shows one candidate, not a list"
    );
}

fn principal(caller: &Caller, user_type: UserType) -> Principal {
    Principal {
        organization_id: OrganizationId::parse("o", &caller.organization_id).unwrap(),
        user_id: UserId::parse("u", &caller.user_id).unwrap(),
        is_integration: false,
        user_type,
        key_id: None,
        permissions: Vec::new(),
        key_expires_at: None,
        address: None,
        session_id: None,
    }
}

/// Returns the names on all pages, each with the number of applications.
fn pages(service: &Service, caller: &Caller, search: Option<&str>) -> Vec<(String, Option<usize>)> {
    let principal = principal(caller, UserType::Recruiter);
    let mut query = CandidateQuery {
        organization_id: principal.organization_id.clone(),
        job_id: None,
        search: search.map(str::to_owned),
        status: StatusFilter::Any,
        filters: CandidateFilters::default(),
        page: PageRequest::parse(("page", 1), ("size", 2)).unwrap(),
        count: false,
    };
    let mut found = Vec::new();
    loop {
        let page = service
            .app
            .people()
            .search_people(&principal, &query)
            .unwrap();
        assert!(page.items.len() <= 2);
        let shown = page.items.into_iter().map(|one| {
            let count = one.person.map(|(_, count)| count);
            (one.application.full_name, count)
        });
        found.extend(shown);
        let Some(end) = page.end.filter(|_| page.has_next_page) else {
            return found;
        };
        query.page = query.page.following(end, 2);
    }
}

/// Applies as people who applied before, and as others, one after the other.
fn apply_often(service: &Service) {
    let names = ["Ada", "Ben", "Ada", "Cleo", "Ada", "Ben", "Dora"];
    for (number, name) in names.into_iter().enumerate() {
        let title = format!("Engineer {number}");
        let (full_name, address) = (format!("{name} Example"), format!("{name}@example.org"));
        apply(service, &title, &[&full_name, &address, "Skills", "Rust"]);
        service.clock.advance(Duration::seconds(1));
    }
}

fn each_person_is_found_once_on_all_pages(service: &Service) {
    apply_often(service);
    let expected = [("Dora", 1_usize), ("Ben", 2), ("Ada", 3), ("Cleo", 1)];
    let expected = expected.map(|(name, count)| (format!("{name} Example"), Some(count)));
    assert_eq!(pages(service, &service.recruiter, None), expected);
    assert_eq!(pages(service, &service.recruiter, Some("rust")), expected);
    let ada = pages(service, &service.recruiter, Some("ada"));
    assert_eq!(ada, [("Ada Example".to_owned(), Some(3))]);
}

/// Somebody with access to some jobs finds each application there on its own.
fn hiring_teams_do_not_learn_who_applied_elsewhere(service: &Service) {
    apply_often(service);
    let limit = "mutation($input: SetRecruiterAccessInput!) { setRecruiterAccess(input: $input) { access } }";
    let access = json!({ "organizationId": "org_ours", "access": "TeamJobs" });
    service.data(&service.admin, limit, access);
    let own = pages(service, &service.recruiter, None);
    assert_eq!(own.len(), 7, "the jobs are the recruiter's own");
    assert!(own.iter().all(|(_, count)| count.is_none()), "{own:?}");
    assert!(pages(service, &service.colleague, None).is_empty());
}
