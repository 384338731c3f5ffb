//! getLeaderboard and submitReview.

use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    ai_ranks_by_the_score_of_the_resume,
    manual_ranks_by_the_mean_of_the_reviewers,
    equal_values_share_a_rank_and_parts_can_be_requested,
    what_cannot_be_used_is_refused,
);

const BOARD: &str = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) {
    rows { name value rank candidateId uId } totalCount } }";

fn board(service: &Service, job: &str, kind: &str, more: Value) -> Value {
    let input = joined(
        json!({ "jobId": job, "organizationId": "org_ours", "leaderboardtype": kind }),
        &more,
    );
    service.data(&service.recruiter, BOARD, input)
}

fn review(service: &Service, reviewer: &Caller, candidate: &str, score: f64) -> Value {
    let document = "mutation($input: SubmitReviewInput!) { submitReview(input: $input) {
        candidateId reviewerId score comment createdAt } }";
    service.data(
        reviewer,
        document,
        json!({ "candidateId": candidate, "score": score, "comment": "Good." }),
    )
}

fn ai_ranks_by_the_score_of_the_resume(service: &Service) {
    let job = service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust", "PostgreSQL", "Kubernetes"] }),
    );
    let strong = crate::support::resumes::docx("Ada Example");
    let weak = crate::support::resumes::docx_of(&[
        "Ben Example",
        "ben.example@example.org",
        "Skills",
        "Cooking",
    ]);
    let (status, body) = service.upload(
        &service.recruiter,
        &job,
        vec![("weak.docx", weak), ("strong.docx", strong)],
    );
    assert_eq!((status, &body["created"]), (200, &json!(2)), "{body}");
    let board = board(service, &job, "ai", json!({}));
    let rows = board["rows"].as_array().unwrap();
    assert_eq!(board["totalCount"], 2);
    assert_eq!(
        (&rows[0]["name"], &rows[1]["name"]),
        (&json!("Ada Example"), &json!("Ben Example"))
    );
    assert!(rows[0]["value"].as_f64() > rows[1]["value"].as_f64());
    assert_eq!((&rows[0]["rank"], &rows[1]["rank"]), (&json!(1), &json!(2)));
}

fn manual_ranks_by_the_mean_of_the_reviewers(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (ada, code) = service.candidate(&job, "Ada Example");
    let (ben, _) = service.candidate(&job, "Ben Example");
    service.candidate(&job, "Cleo Example");
    assert_eq!(board(service, &job, "manual", json!({}))["rows"], json!([]));
    review(service, &service.recruiter, &ada, 90.0);
    review(service, &service.colleague, &ada, 75.5);
    review(service, &service.recruiter, &ben, 80.0);
    let rows = board(service, &job, "manual", json!({}))["rows"].clone();
    let expected =
        json!({ "name": "Ada Example", "value": 82.8, "rank": 1, "candidateId": ada, "uId": code });
    assert_eq!(
        rows[0], expected,
        "the mean of 90.0 and 75.5, rounded half up"
    );
    assert_eq!(
        rows.as_array().unwrap().len(),
        2,
        "candidates without a review are left out"
    );
    let again = review(service, &service.colleague, &ada, 60.04);
    assert_eq!(
        again,
        json!({ "candidateId": ada, "reviewerId": "usr_colleague", "score": 60.0, "comment": "Good.",
        "createdAt": "2026-03-05T08:15:00.000Z" })
    );
    let rows = board(service, &job, "manual", json!({}))["rows"].clone();
    assert_eq!(
        (&rows[0]["name"], &rows[1]["value"]),
        (&json!("Ben Example"), &json!(75.0)),
        "it replaced the first"
    );
}

fn equal_values_share_a_rank_and_parts_can_be_requested(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let names = ["Eve Example", "Ada Example", "Dan Example", "Ben Example"];
    for (name, score) in names.iter().zip([50.0, 70.0, 70.0, 90.0]) {
        let (id, _) = service.candidate(&job, name);
        review(service, &service.recruiter, &id, score);
    }
    let ranks = |board: &Value| -> Vec<(String, i64)> {
        let row = |row: &Value| {
            (
                row["name"].as_str().unwrap().chars().take(3).collect(),
                row["rank"].as_i64().unwrap(),
            )
        };
        board["rows"].as_array().unwrap().iter().map(row).collect()
    };
    let expect = |pairs: &[(&str, i64)]| {
        pairs
            .iter()
            .map(|(n, r)| ((*n).to_owned(), *r))
            .collect::<Vec<_>>()
    };
    let all = board(service, &job, "manual", json!({}));
    assert_eq!(
        ranks(&all),
        expect(&[("Ben", 1), ("Ada", 2), ("Dan", 2), ("Eve", 4)])
    );
    let part = board(service, &job, "manual", json!({ "limit": 2, "offset": 2 }));
    assert_eq!(
        ranks(&part),
        expect(&[("Dan", 2), ("Eve", 4)]),
        "a rank does not depend on the part"
    );
    assert_eq!(part["totalCount"], 4);
}

fn what_cannot_be_used_is_refused(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let code = |job: &str, kind: &str, limit: i32, offset: i32| {
        let input = json!({ "jobId": job, "organizationId": "org_ours", "leaderboardtype": kind, "limit": limit, "offset": offset });
        service.code(&service.recruiter, BOARD, input)
    };
    for kind in ["a i", "", "votes"] {
        assert_eq!(code(&job, kind, 10, 0), "BAD_USER_INPUT");
    }
    assert_eq!(code(&job, "ai", 0, 0), "BAD_USER_INPUT");
    assert_eq!(code(&job, "ai", 10_001, 0), "BAD_USER_INPUT");
    assert_eq!(code(&job, "ai", 10, -1), "BAD_USER_INPUT");
    assert_eq!(code("job_x", "ai", 10, 0), "NOT_FOUND");
    assert_eq!(
        code("job_x", "votes", 10, 0),
        "BAD_USER_INPUT",
        "a malformed value is found first"
    );
    let document = "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
    for score in [-0.1, 100.1] {
        let input = json!({ "candidateId": "cnd_x", "score": score });
        assert_eq!(
            service.code(&service.recruiter, document, input),
            "BAD_USER_INPUT"
        );
    }
    let unknown = json!({ "candidateId": "cnd_x", "score": 50.0 });
    assert_eq!(
        service.code(&service.recruiter, document, unknown),
        "NOT_FOUND"
    );
}
