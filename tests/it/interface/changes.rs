//! What has changed since a time, for systems that keep copies.

use chrono::Duration;
use reqwest::Method;
use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    changed_jobs_are_listed_by_their_change,
    changed_interviews_are_listed_by_their_change,
    a_candidate_changes_with_offers_notes_and_documents,
    erased_candidates_are_listed_by_their_erasure,
);

const JOBS: &str = "query($input: getJobsInput!) { getJobs(input: $input) {
    jobs { _id updatedAt } totalCount pageInfo { hasNextPage endCursor } } }";
const INTERVIEWS: &str = "query($input: GetInterviewsInput!) { getInterviews(input: $input) {
    interviews { _id updatedAt } totalCount pageInfo { hasNextPage endCursor } } }";
const ERASURES: &str = "query($input: ListErasuresInput!) { listErasures(input: $input) {
    erasures { candidateId erasedAt } pageInfo { hasNextPage endCursor } } }";

/// Lets a minute pass and returns the time.
pub(super) fn minute(service: &Service) -> String {
    service.clock.advance(Duration::minutes(1));
    service.app.clock().now().to_string()
}

/// Returns the values of a field of all items, page by page.
fn all(service: &Service, query: &str, mut input: Value, list: &str, field: &str) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        let page = service.data(&service.recruiter, query, input.clone());
        let items = page[list].as_array().unwrap().iter();
        found.extend(items.map(|item| item[field].as_str().unwrap().to_owned()));
        if page["pageInfo"]["hasNextPage"] == json!(false) {
            return found;
        }
        input["after"] = page["pageInfo"]["endCursor"].clone();
    }
}

fn changed_jobs_are_listed_by_their_change(service: &Service) {
    let titles = ["Cook", "Nurse", "Driver"];
    let jobs = titles.map(|title| {
        minute(service);
        service.create_job(title, json!({}))
    });
    let since = minute(service);
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { _id } }";
    let change = |job: &str, title: &str| {
        let input = json!({ "organizationId": "org_ours", "jobId": job, "title": title });
        service.data(&service.recruiter, update, input);
        minute(service);
    };
    change(&jobs[2], "Driver 2");
    change(&jobs[0], "Cook 2");
    let input = |size: i32| {
        json!({ "organizationId": "org_ours", "recruiterId": service.recruiter.user_id,
            "userType": "Recruiter", "updatedSince": since, "perPage": size })
    };
    let expected = [jobs[2].clone(), jobs[0].clone()];
    for size in [1, 20] {
        assert_eq!(all(service, JOBS, input(size), "jobs", "_id"), expected);
    }
    // A job that changes while the list is read is listed again, at its end.
    let first = service.data(&service.recruiter, JOBS, input(1));
    assert_eq!(first["totalCount"], json!(2));
    change(&jobs[2], "Driver 3");
    let mut next = input(20);
    next["after"] = first["pageInfo"]["endCursor"].clone();
    let rest = [jobs[0].clone(), jobs[2].clone()];
    assert_eq!(all(service, JOBS, next, "jobs", "_id"), rest);
    let mut invalid = input(1);
    invalid["updatedSince"] = json!("yesterday");
    assert_eq!(
        service.code(&service.recruiter, JOBS, invalid),
        "BAD_USER_INPUT"
    );
}

fn a_candidate_changes_with_offers_notes_and_documents(service: &Service) {
    let job = service.create_job("Cook", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    service.candidate(&job, "Cem Example");
    let input = |more: Value| {
        let own = json!({ "organizationId": "org_ours", "candidateId": ada });
        joined(own, &more)
    };
    let list =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
    let assert_changed_since = |since: &str, what: &str| {
        let input = json!({ "organizationId": "org_ours", "filter": { "updatedSince": since } });
        let page = service.data(&service.recruiter, list, input);
        assert_eq!(page["candidate"], json!([{ "_id": ada }]), "{what}");
    };
    let after = |what: &str, change: &dyn Fn() -> Value| {
        let since = minute(service);
        let changed = change();
        assert_changed_since(&since, what);
        changed
    };
    after("an offer", &|| {
        let set = "mutation($input: SetOfferInput!) { setOffer(input: $input) { state } }";
        let offer = input(json!({ "amount": "1000", "currency": "EUR" }));
        service.data(&service.recruiter, set, offer)
    });
    let note = after("a note", &|| {
        let add = "mutation($input: AddNoteInput!) { addNote(input: $input) { _id } }";
        service.data(
            &service.recruiter,
            add,
            input(json!({ "text": "Call her" })),
        )
    });
    after("a deleted note", &|| {
        let delete = "mutation($input: DeleteNoteInput!) { deleteNote(input: $input) { _id } }";
        let input = json!({ "organizationId": "org_ours", "noteId": note["_id"] });
        service.data(&service.recruiter, delete, input)
    });
    let path = format!("/candidates/{ada}/documents");
    let document = after("a document", &|| {
        let form = Form::new()
            .text("kind", "CoverLetter")
            .part("file", file("letter.txt", b"Dear all".to_vec()));
        answer(
            service
                .post(&service.recruiter, &path)
                .multipart(form)
                .send()
                .unwrap(),
        )
        .1
    });
    after("a deleted document", &|| {
        let path = format!("{path}/{}", document["documentId"].as_str().unwrap());
        let request = service.request(&service.recruiter, Method::DELETE, &path);
        json!(request.send().unwrap().status().as_u16())
    });
}

fn changed_interviews_are_listed_by_their_change(service: &Service) {
    let job = service.create_job("Cook", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let ids = ["2027-04-01T09:00:00Z", "2027-04-02T09:00:00Z"].map(|time| {
        let input = json!({ "candidateId": candidate, "interviewerId": "usr_interviewer",
            "dateAndTime": time, "status": "Scheduled" });
        minute(service);
        let made = service.data(&service.recruiter, assign, input);
        made["result"]["_id"].as_str().unwrap().to_owned()
    });
    let since = minute(service);
    let input =
        |since: &str| json!({ "organizationId": "org_ours", "updatedSince": since, "pageSize": 1 });
    let list = |since: &str| all(service, INTERVIEWS, input(since), "interviews", "_id");
    assert_eq!(list("2026-01-01T00:00:00Z"), ids);
    let update =
        "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { __typename } }";
    let cancel =
        json!({ "organizationId": "org_ours", "interviewId": ids[0], "status": "Cancelled" });
    service.data(&service.recruiter, update, cancel);
    assert_eq!(list(&since), [ids[0].clone()]);
    assert_eq!(
        list("2026-01-01T00:00:00Z"),
        [ids[1].clone(), ids[0].clone()]
    );
}

fn erased_candidates_are_listed_by_their_erasure(service: &Service) {
    let job = service.create_job("Cook", json!({}));
    let names = ["Ada Example", "Ben Example", "Cem Example"];
    let candidates = names.map(|name| service.candidate(&job, name).0);
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    let times = [2, 0, 1].map(|index| {
        minute(service);
        let input = json!({ "organizationId": "org_ours", "candidateId": candidates[index],
            "reason": "requested" });
        let erased = service.data(&service.admin, erase, input);
        erased["erasedAt"].as_str().unwrap().to_owned()
    });
    let input = |since: &str, size: i32| json!({ "organizationId": "org_ours", "erasedSince": since, "perPage": size });
    let list = |since: &str, size| {
        all(
            service,
            ERASURES,
            input(since, size),
            "erasures",
            "candidateId",
        )
    };
    let expected = [2, 0, 1].map(|index| candidates[index].clone());
    for size in [1, 2, 20] {
        assert_eq!(list(&times[0], size), expected);
        assert_eq!(list(&times[1], size), expected[1..]);
    }
    let theirs = json!({ "organizationId": service.stranger.organization_id,
        "erasedSince": times[0] });
    let found = service.data(&service.stranger, ERASURES, theirs);
    assert_eq!(found["erasures"], json!([]));
}
