//! The filters of getCandidates: what they find, what they refuse, and the pages of what they find.

use chrono::Duration;
use serde_json::{Value, json};

use super::{LIST, found, ours, two, update};
use crate::support::service::Service;

on_both_databases!(
    filters_find_what_they_say,
    occupations_and_missing_requirements_are_filtered,
    a_blind_job_is_filtered_by_what_its_receipts_show,
    a_filter_with_an_invalid_value_is_refused,
    pages_of_a_filtered_list_return_each_once,
);

fn filters_find_what_they_say(service: &Service) {
    let (ada, ben) = two(service);
    update(
        service,
        &ada,
        json!({ "tags": ["Remote", "Berlin"], "source": "Board", "status": "Rejected" }),
    );
    service.clock.advance(Duration::hours(1));
    update(
        service,
        &ben,
        json!({ "tags": ["remote"], "status": "Hired" }),
    );
    let (both, ada, ben) = (
        ["Ben Example", "Ada Example"].map(str::to_owned).to_vec(),
        vec!["Ada Example".to_owned()],
        vec!["Ben Example".to_owned()],
    );
    let none = Vec::<String>::new();
    for (filter, expected) in [
        (json!({}), &both),
        (json!({ "tags": ["REMOTE"] }), &both),
        (json!({ "tags": ["remote", "berlin"] }), &ada),
        (json!({ "tags": ["paris"] }), &none),
        (json!({ "statuses": ["hired"] }), &ben),
        (json!({ "statuses": ["Hired", "Rejected"] }), &both),
        (json!({ "statuses": ["Active"] }), &none),
        (json!({ "allSkills": ["Rust", "kubernetes"] }), &both),
        (json!({ "allSkills": ["Rus"] }), &none),
        (json!({ "allSkills": ["Rust", "Baking"] }), &none),
        (json!({ "anySkills": ["Baking", "rust"] }), &both),
        (json!({ "anySkills": ["Baking", "Sewing"] }), &none),
        (json!({ "noSkills": ["Rust"] }), &none),
        (
            json!({ "noSkills": ["Baking"], "anySkills": ["Rust"] }),
            &both,
        ),
        (json!({ "minScore": 0.0, "maxScore": 100.0 }), &both),
        (json!({ "minScore": 100.0 }), &none),
        (json!({ "minYears": 0.5 }), &both),
        (json!({ "minYears": 60.0 }), &none),
        (json!({ "maxYears": 60.0 }), &both),
        (json!({ "source": "Board" }), &ada),
        (json!({ "createdSince": "2026-03-05T08:15:01Z" }), &ben),
        (json!({ "createdBefore": "2026-03-05T08:15:01Z" }), &ada),
        (json!({ "updatedSince": "2026-03-05T09:00:00Z" }), &ben),
        (json!({ "updatedBefore": "2026-03-05T09:00:00Z" }), &ada),
        (json!({ "externalId": "nothing" }), &none),
    ] {
        assert_eq!(&found(service, filter.clone()), expected, "{filter}");
    }
}

/// The backend engineers of these tests work in software, and show neither Icelandic nor a driving licence.
fn occupations_and_missing_requirements_are_filtered(service: &Service) {
    let strict = service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust"], "jobDescription": "You must speak Icelandic. You must hold a driving licence." }),
    );
    service.candidate(&strict, "Ada Example");
    let plain = service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust"], "department": "Another" }),
    );
    service.clock.advance(Duration::seconds(1));
    service.candidate(&plain, "Ben Example");
    let both = ["Ben Example", "Ada Example"].map(str::to_owned).to_vec();
    let (ada, ben) = (
        vec!["Ada Example".to_owned()],
        vec!["Ben Example".to_owned()],
    );
    let none = Vec::<String>::new();
    for (filter, expected) in [
        (json!({ "occupations": ["15-1252.00"] }), &both),
        (json!({ "occupations": ["15-12"] }), &both),
        (json!({ "occupations": ["Software Developer"] }), &both),
        (json!({ "occupations": ["29-1141.00", "15"] }), &both),
        (json!({ "occupations": ["Krankenschwester"] }), &none),
        (json!({ "occupations": ["29"] }), &none),
        (json!({ "missing": ["language"] }), &ada),
        (json!({ "missing": ["certificate"] }), &ada),
        (json!({ "missing": ["language", "certificate"] }), &ada),
        (json!({ "noneMissing": ["language"] }), &ben),
        (json!({ "noneMissing": ["language", "certificate"] }), &ben),
        (
            json!({ "missing": ["language"], "noneMissing": ["certificate"] }),
            &none,
        ),
        (
            json!({ "missing": ["language"], "occupations": ["15"] }),
            &ada,
        ),
    ] {
        assert_eq!(&found(service, filter.clone()), expected, "{filter}");
    }
    // What counts for the job changes the filter with the next scores.
    let ignore = "mutation($input: UpdateJobRequirementsInput!) { updateJobRequirements(input: $input) { version } }";
    let marks = json!([{ "kind": "language", "names": ["Icelandic"], "importance": "ignored" }]);
    let input = ours(json!({ "jobId": strict, "requirements": marks }));
    service.data(&service.recruiter, ignore, input);
    assert_eq!(found(service, json!({ "missing": ["language"] })), ada);
    let rescore = "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { measured } }";
    service.data(
        &service.recruiter,
        rescore,
        ours(json!({ "jobId": strict })),
    );
    assert_eq!(found(service, json!({ "missing": ["language"] })), none);
    assert_eq!(found(service, json!({ "missing": ["certificate"] })), ada);
}

/// A blind job is scored without names, so a name that is also an occupation finds nobody.
fn a_blind_job_is_filtered_by_what_its_receipts_show(service: &Service) {
    let job = service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust"], "blind": true, "jobDescription": "You must speak Icelandic." }),
    );
    service.candidate(&job, "Ada Baker");
    let count = |filter: Value| found(service, filter).len();
    assert_eq!(count(json!({ "occupations": ["15-1252.00"] })), 1);
    assert_eq!(count(json!({ "occupations": ["baker"] })), 0);
    assert_eq!(count(json!({ "missing": ["language"] })), 1);
    assert_eq!(count(json!({ "noneMissing": ["language"] })), 0);
}

fn a_filter_with_an_invalid_value_is_refused(service: &Service) {
    for filter in [
        json!({ "statuses": ["Dreaming"] }),
        json!({ "allSkills": [""] }),
        json!({ "anySkills": vec!["Rust"; 21] }),
        json!({ "minScore": -1.0 }),
        json!({ "minYears": 101.0 }),
        json!({ "createdSince": "yesterday" }),
        json!({ "tags": [" "] }),
        json!({ "occupations": ["zorbing quibbler"] }),
        json!({ "occupations": ["%"] }),
        json!({ "occupations": [format!("nurse {}", "x".repeat(300))] }),
        json!({ "missing": ["patience"] }),
        json!({ "noneMissing": [""] }),
    ] {
        let input = ours(json!({ "filter": filter }));
        assert_eq!(
            service.code(&service.recruiter, LIST, input),
            "BAD_USER_INPUT"
        );
    }
}

fn pages_of_a_filtered_list_return_each_once(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let mut expected = Vec::new();
    for n in 0..9 {
        let name = format!("Person{} Example", char::from(b'A' + n));
        let (id, _) = service.candidate(&job, &name);
        if n % 3 != 0 {
            update(service, &id, json!({ "tags": ["third"] }));
            expected.insert(0, name);
        }
        service.clock.advance(Duration::seconds(1));
    }
    let mut walked = Vec::new();
    let mut after = Value::Null;
    loop {
        let input = ours(json!({ "pageSize": 2, "after": after, "filter": { "tags": ["third"] } }));
        let page = service.data(&service.recruiter, LIST, input);
        for one in page["candidate"].as_array().unwrap() {
            walked.push(one["fullName"].as_str().unwrap().to_owned());
        }
        after = page["pageInfo"]["endCursor"].clone();
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!(walked, expected);
    let input = ours(json!({ "pageSize": 2, "after": after, "filter": { "tags": ["other"] } }));
    assert_eq!(
        service.code(&service.recruiter, LIST, input),
        "BAD_USER_INPUT",
        "a cursor belongs to its filters"
    );
}
