//! Reading reviews: listReviews, and the field `reviews` of a candidate.

use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    recruiters_and_admins_read_all_reviews,
    an_interviewer_reads_others_after_submitting,
    reviews_need_the_permission_to_read_interviews,
);

const LIST: &str = "query($input: ListReviewsInput!) { listReviews(input: $input) {
    reviews { candidateId reviewerId reviewerName score comment createdAt updatedAt } } }";
const GET: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) { reviews { reviewerId score } } }";
const PAGE: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { _id reviews { reviewerId } } } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn review(service: &Service, caller: &Caller, candidate: &str, score: f64) {
    let document = "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
    let comment = format!("By {}", caller.user_id);
    let input = json!({ "candidateId": candidate, "score": score, "comment": comment });
    service.data(caller, document, input);
}

fn reviewers(service: &Service, caller: &Caller, candidate: &str) -> Vec<String> {
    let input = ours(json!({ "candidateId": candidate }));
    let listed = service.data(caller, LIST, input.clone());
    let names = |reviews: &Value| -> Vec<String> {
        let reviews = reviews["reviews"].as_array().unwrap().iter();
        let ids = reviews.map(|review| review["reviewerId"].as_str().unwrap().to_owned());
        ids.collect()
    };
    let listed = names(&listed);
    assert_eq!(
        names(&service.data(caller, GET, input)),
        listed,
        "both ways agree"
    );
    listed
}

fn assigned_candidate(service: &Service) -> String {
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let input = json!({ "candidateId": candidate, "interviewerId": "usr_interviewer",
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    service.data(&service.recruiter, assign, input);
    candidate
}

fn recruiters_and_admins_read_all_reviews(service: &Service) {
    let candidate = assigned_candidate(service);
    assert!(reviewers(service, &service.recruiter, &candidate).is_empty());
    review(service, &service.colleague, &candidate, 70.0);
    service.clock.advance(chrono::Duration::minutes(1));
    review(service, &service.interviewer, &candidate, 80.5);
    service.clock.advance(chrono::Duration::minutes(1));
    review(service, &service.colleague, &candidate, 75.0);
    for caller in [&service.admin, &service.recruiter, &service.colleague] {
        let found = reviewers(service, caller, &candidate);
        assert_eq!(found, ["usr_colleague", "usr_interviewer"]);
    }
    let input = ours(json!({ "candidateId": candidate }));
    let listed = service.data(&service.recruiter, LIST, input);
    let first = &listed["reviews"][0];
    assert_eq!(
        (&first["score"], &first["comment"]),
        (&json!(75.0), &json!("By usr_colleague"))
    );
    assert_eq!(first["reviewerName"], "Name of usr_colleague");
    assert_ne!(first["createdAt"], first["updatedAt"]);
    let page = service.data(&service.recruiter, PAGE, ours(json!({})));
    assert_eq!(
        page["candidate"][0]["reviews"],
        json!([{ "reviewerId": "usr_colleague" }, { "reviewerId": "usr_interviewer" }])
    );
    let unknown = ours(json!({ "candidateId": "cnd_unknown" }));
    assert_eq!(service.code(&service.recruiter, LIST, unknown), "NOT_FOUND");
}

fn an_interviewer_reads_others_after_submitting(service: &Service) {
    let candidate = assigned_candidate(service);
    review(service, &service.recruiter, &candidate, 70.0);
    assert!(reviewers(service, &service.interviewer, &candidate).is_empty());
    review(service, &service.interviewer, &candidate, 80.0);
    let mut found = reviewers(service, &service.interviewer, &candidate);
    found.sort();
    assert_eq!(found, ["usr_interviewer", "usr_recruiter"]);
    let job = service.create_job("Cook", json!({}));
    let (other, _) = service.candidate(&job, "Ben Example");
    let input = ours(json!({ "candidateId": other }));
    assert_eq!(service.code(&service.interviewer, LIST, input), "FORBIDDEN");
}

fn reviews_need_the_permission_to_read_interviews(service: &Service) {
    let candidate = assigned_candidate(service);
    review(service, &service.recruiter, &candidate, 70.0);
    let limited = service.with_permissions(&service.recruiter, &[Permission::CandidatesRead]);
    let input = ours(json!({ "candidateId": candidate }));
    let read = service.data(&limited, GET, input.clone());
    assert_eq!(read["reviews"], json!(null));
    assert_eq!(service.graphql(&limited, LIST, input).0, 403);
}
