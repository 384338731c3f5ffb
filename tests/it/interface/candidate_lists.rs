//! Candidates in an order, as CSV, and the views that users save.

use std::sync::{Arc, Mutex};

use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    candidates_are_listed_in_every_order,
    an_order_is_of_one_job_and_known,
    cursors_continue_an_ordered_list,
    filters_know_reviews_and_excluded_statuses,
    the_export_is_a_stream_of_what_the_filters_select,
    the_export_needs_permission_and_is_audited,
    views_are_saved_changed_and_deleted,
    a_page_reads_only_what_is_selected,
);

const LIST: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { _id fullName } totalCount pageInfo { pageNumber endCursor hasNextPage } } }";
const BULK: &str = "mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) { candidates { _id } } }";
const REVIEW: &str =
    "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
const SAVE: &str =
    "mutation($input: SaveViewInput!) { saveView(input: $input) { _id name query } }";
const VIEWS: &str = "query($input: ListSavedViewsInput!) { listSavedViews(input: $input) { views { _id name query } } }";
const DELETE: &str =
    "mutation($input: DeleteSavedViewInput!) { deleteSavedView(input: $input) { _id } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

/// Creates a job with Ada, Ben and Cleo, a second after each other.
fn three(service: &Service) -> (String, Vec<String>) {
    let job = service.create_job("Backend Engineer", json!({}));
    let ids = ["Cleo Example", "Ada Example", "Ben Example"].map(|name| {
        service.clock.advance(Duration::seconds(1));
        service.candidate(&job, name).0
    });
    (job, ids.into())
}

fn listed(service: &Service, input: Value) -> Value {
    service.data(&service.recruiter, LIST, ours(input))
}

fn names(list: &Value) -> Vec<&str> {
    let candidates = list["candidate"].as_array().unwrap().iter();
    candidates
        .map(|one| one["fullName"].as_str().unwrap().split(' ').next().unwrap())
        .collect()
}

fn candidates_are_listed_in_every_order(service: &Service) {
    let (job, ids) = three(service);
    for (id, score) in ids.iter().zip([50, 90]) {
        let input = json!({ "candidateId": id, "score": score });
        service.data(&service.recruiter, REVIEW, input);
    }
    let sorted = |sort: &str| listed(service, json!({ "jobId": job, "sort": sort }));
    assert_eq!(names(&sorted("name")), ["Ada", "Ben", "Cleo"]);
    assert_eq!(names(&sorted("nameReversed")), ["Cleo", "Ben", "Ada"]);
    assert_eq!(names(&sorted("newest")), ["Ben", "Ada", "Cleo"]);
    assert_eq!(names(&sorted("oldest")), ["Cleo", "Ada", "Ben"]);
    assert_eq!(names(&sorted("reviews")), ["Ada", "Cleo"]);
    assert_eq!(names(&sorted("lowestReviews")), ["Cleo", "Ada"]);
    for sort in ["score", "lowestScore", "experience", "leastExperience"] {
        assert_eq!(names(&sorted(sort)).len(), 3, "{sort}");
    }
    assert_eq!(sorted("name")["totalCount"], json!(3));
    let without = listed(service, json!({ "jobId": job, "sort": " " }));
    assert_eq!(names(&without), ["Ben", "Ada", "Cleo"]);
}

fn an_order_is_of_one_job_and_known(service: &Service) {
    let (job, _) = three(service);
    for (input, expected) in [
        (
            json!({ "sort": "name" }),
            "sort: can be used only with jobId",
        ),
        (
            json!({ "sort": "height", "jobId": job }),
            "sort: must be one of: score,",
        ),
    ] {
        let (_, body) = service.graphql(&service.recruiter, LIST, ours(input));
        let message = body["errors"][0]["message"].as_str().unwrap();
        assert!(message.starts_with(expected), "{message}");
    }
    let unknown = ours(json!({ "sort": "name", "jobId": "job_unknown" }));
    assert_eq!(service.code(&service.recruiter, LIST, unknown), "NOT_FOUND");
}

fn cursors_continue_an_ordered_list(service: &Service) {
    let (job, _) = three(service);
    let page = |more: Value| {
        let input = json!({ "jobId": job, "sort": "name", "pageSize": 2 });
        listed(service, joined(input, &more))
    };
    let first = page(json!({}));
    assert_eq!(names(&first), ["Ada", "Ben"]);
    assert_eq!(first["pageInfo"]["hasNextPage"], json!(true));
    let cursor = &first["pageInfo"]["endCursor"];
    let second = page(json!({ "after": cursor }));
    assert_eq!(names(&second), ["Cleo"]);
    assert_eq!(second["pageInfo"]["pageNumber"], json!(2));
    assert_eq!(names(&page(json!({ "pageNumber": 2 }))), ["Cleo"]);
    let of_another_order =
        json!({ "jobId": job, "sort": "newest", "pageSize": 2, "after": cursor });
    let (_, body) = service.graphql(&service.recruiter, LIST, ours(of_another_order));
    let message = body["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("not a valid cursor"), "{message}");
    let both = json!({ "jobId": job, "sort": "name", "pageNumber": 2, "after": cursor });
    let (_, body) = service.graphql(&service.recruiter, LIST, ours(both));
    let message = body["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("cannot be combined"), "{message}");
}

fn filters_know_reviews_and_excluded_statuses(service: &Service) {
    let (job, ids) = three(service);
    let review = json!({ "candidateId": ids[0], "score": 70 });
    service.data(&service.recruiter, REVIEW, review);
    let reject = ours(json!({ "candidateIds": [ids[1]], "status": "Rejected" }));
    service.data(&service.recruiter, BULK, reject);
    let found = |filter: Value| {
        let list = listed(
            service,
            json!({ "jobId": job, "sort": "name", "filter": filter }),
        );
        let plain = listed(service, json!({ "jobId": job, "filter": filter }));
        assert_eq!(list["totalCount"], plain["totalCount"], "{filter}");
        names(&list).join(" ")
    };
    assert_eq!(found(json!({ "reviewedByMe": true })), "Cleo");
    assert_eq!(found(json!({ "reviewedByMe": false })), "Ada Ben");
    assert_eq!(found(json!({ "noStatuses": ["Rejected"] })), "Ben Cleo");
    assert_eq!(found(json!({ "noStatuses": ["Active"] })), "Ada");
}

fn export(service: &Service, caller: &Caller, path: &str) -> (u16, String) {
    let response = service.request(caller, Method::GET, path).send().unwrap();
    let status = response.status().as_u16();
    (status, response.text().unwrap())
}

fn the_export_is_a_stream_of_what_the_filters_select(service: &Service) {
    let (job, ids) = three(service);
    let tag = ours(json!({ "candidateIds": [ids[1]], "addTags": ["=HYPERLINK(\"x\")", "b,c"] }));
    service.data(&service.recruiter, BULK, tag);
    let path = |query: &str| format!("/jobs/{job}/candidates.csv{query}");
    let (status, text) = export(service, &service.recruiter, &path("?sort=name"));
    assert_eq!(status, 200);
    let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0].contains("rank,uId,fullName"));
    assert!(lines[1].contains("\"Ada Example\""));
    assert!(
        lines[1].contains("\"'=HYPERLINK(\"\"x\"\"); b,c\""),
        "{}",
        lines[1]
    );
    let (_, one) = export(
        service,
        &service.recruiter,
        &path("?search=ben&noStatus=Hired"),
    );
    assert_eq!(one.trim_end().split("\r\n").count(), 2);
    let (_, none) = export(service, &service.recruiter, &path("?minScore=100"));
    assert_eq!(none.trim_end().split("\r\n").count(), 1);
    for (query, expected) in [
        ("?minScore=many", "minScore: must be a number"),
        ("?minscore=60", "minscore: is not a parameter"),
        ("?sort=height", "sort: must be one of"),
        ("?search=%ff%00", "search"),
    ] {
        let (status, body) = export(service, &service.recruiter, &path(query));
        assert_eq!(status, 400, "{query}: {body}");
        assert!(body.contains(expected), "{query}: {body}");
    }
}

fn the_export_needs_permission_and_is_audited(service: &Service) {
    let (job, _) = three(service);
    let path = format!("/jobs/{job}/candidates.csv?search=ada");
    let writes = service.with_permissions(&service.admin, &[Permission::CandidatesWrite]);
    assert_eq!(export(service, &writes, &path).0, 403);
    assert_eq!(export(service, &service.interviewer, &path).0, 403);
    assert_eq!(export(service, &service.stranger, &path).0, 404);
    let reads = service.with_permissions(&service.admin, &[Permission::CandidatesRead]);
    assert_eq!(export(service, &reads, &path).0, 200);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { outcome thingId changes { field after } } } }";
    let input = ours(json!({ "operation": "exportCandidates", "thingId": job }));
    let entries = service.data(&service.admin, log, input);
    let changes = entries["entries"][0]["changes"].as_array().unwrap().clone();
    assert_eq!(
        json!(changes),
        json!([{ "field": "candidates", "after": "1" }, { "field": "filters", "after": "search" }])
    );
}

fn views_are_saved_changed_and_deleted(service: &Service) {
    let save = |more: Value| ours(more);
    let new = save(json!({ "name": " Best ", "query": "?minScore=60&status=Active" }));
    let saved = service.data(&service.recruiter, SAVE, new.clone());
    assert_eq!(saved["name"], "Best");
    assert_eq!(saved["query"], "minScore=60&status=Active");
    assert_eq!(service.code(&service.recruiter, SAVE, new), "CONFLICT");
    let id = &saved["_id"];
    let rename = save(json!({ "viewId": id, "name": "Top", "query": "minScore=70" }));
    assert_eq!(
        service.data(&service.recruiter, SAVE, rename.clone())["name"],
        "Top"
    );
    let views = |caller: &Caller| service.data(caller, VIEWS, ours(json!({})))["views"].clone();
    assert_eq!(
        views(&service.recruiter),
        json!([{ "_id": id, "name": "Top", "query": "minScore=70" }])
    );
    assert_eq!(views(&service.admin), json!([]));
    assert_eq!(service.code(&service.admin, SAVE, rename), "NOT_FOUND");
    let delete = ours(json!({ "viewId": id }));
    assert_eq!(
        service.code(&service.admin, DELETE, delete.clone()),
        "NOT_FOUND"
    );
    for bad in [
        json!({ "name": "", "query": "" }),
        json!({ "name": "a", "query": "a b" }),
    ] {
        assert_eq!(
            service.code(&service.recruiter, SAVE, save(bad)),
            "BAD_USER_INPUT"
        );
    }
    assert_eq!(
        service.data(&service.recruiter, DELETE, delete.clone())["_id"],
        *id
    );
    assert_eq!(
        service.code(&service.recruiter, DELETE, delete),
        "NOT_FOUND"
    );
    assert_eq!(views(&service.recruiter), json!([]));
}

/// Returns the tables that a request reads, one for each of its statements.
fn tables_read(service: &Service, query: &str, input: Value) -> Vec<String> {
    let input = ours(input);
    // The first request also looks up the caller.
    service.data(&service.recruiter, query, input.clone());
    let recorded = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&recorded);
    let database = service.store().database();
    let listen = move |statement: String| listener.lock().unwrap().push(statement);
    database.record_statements(listen).unwrap();
    service.data(&service.recruiter, query, input);
    let statements = recorded.lock().unwrap();
    let table = |statement: &String| {
        let (_, from) = statement.split_once(" FROM ")?;
        Some(from.split_whitespace().next()?.replace(['"', '`'], ""))
    };
    statements.iter().filter_map(table).collect()
}

fn a_page_reads_only_what_is_selected(service: &Service) {
    let (job, _) = three(service);
    let page = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
        _id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt } } }";
    let board = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { name value } } }";
    let with_tags = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { tags } } }";
    let of_job = json!({ "jobId": job });
    let board_of = json!({ "jobId": job, "leaderboardtype": "ai" });
    // Whether recruiters see only the jobs of their teams, and the list.
    let expected = ["organizations", "candidates"];
    assert_eq!(tables_read(service, page, of_job.clone()), expected);
    assert_eq!(tables_read(service, board, board_of), expected);
    let read = tables_read(service, with_tags, of_job);
    assert!(read.contains(&"candidate_tags".to_owned()), "{read:?}");
}
