//! Links to the files of candidates, which expire and end with the access of their user.

use chrono::Duration;
use reqwest::blocking::Response;
use serde_json::json;

use super::recordings::candidate_with_interview;
use crate::support::people::Caller;
use crate::support::service::{Service, answer};

on_both_databases!(
    a_link_returns_the_file_without_headers,
    a_link_is_good_for_its_file_and_its_time,
    a_link_ends_with_the_access_of_its_user,
);

const GET: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) { resume { fileName fileLink { url expiresAt } } } }";
const UPDATE: &str = "mutation($input: UpdateUserInput!) { updateUser(input: $input) { active } }";
const ERASE: &str =
    "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
const LOG: &str = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { operation userId candidateId } } }";

fn link(service: &Service, caller: &Caller, candidate: &str) -> String {
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    let found = service.data(caller, GET, input);
    let link = &found["resume"]["fileLink"];
    assert_eq!(link["expiresAt"], "2026-03-05T09:15:00.000Z");
    link["url"].as_str().unwrap().to_owned()
}

fn open(service: &Service, link: &str) -> Response {
    service.client.get(link).send().unwrap()
}

fn refusal(service: &Service, link: &str) -> (u16, String) {
    let (status, body) = answer(open(service, link));
    (
        status,
        body["error"].as_str().unwrap_or_default().to_owned(),
    )
}

fn a_link_returns_the_file_without_headers(service: &Service) {
    let (candidate, _) = candidate_with_interview(service, "Ada Example");
    let link = link(service, &service.recruiter, &candidate);
    assert!(link.starts_with(&service.url(&format!("/resumes/{candidate}?"))));
    let whole = open(service, &link);
    assert_eq!(whole.status(), 200);
    let kept = std::fs::read(service.file_of("org_ours", &candidate)).unwrap();
    let header = |name: &str| whole.headers()[name].to_str().unwrap().to_owned();
    assert!(header("content-disposition").starts_with("attachment; "));
    assert!(header("content-security-policy").contains("sandbox"));
    assert_eq!(header("content-length"), kept.len().to_string());
    assert_eq!(whole.bytes().unwrap(), kept);
    let part = service
        .client
        .get(&link)
        .header("Range", "bytes=1-3")
        .send()
        .unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(part.bytes().unwrap(), kept[1..4]);
    let input = json!({ "organizationId": "org_ours", "operation": "getOriginalFile" });
    let log = service.data(&service.admin, LOG, input);
    let entry = &log["entries"][0];
    assert_eq!(entry["candidateId"], json!(candidate));
    assert_eq!(entry["userId"], json!(service.recruiter.user_id));
    assert_eq!(log["entries"].as_array().unwrap().len(), 2);
}

fn a_link_is_good_for_its_file_and_its_time(service: &Service) {
    let (ada, _) = candidate_with_interview(service, "Ada Example");
    let (ben, _) = candidate_with_interview(service, "Ben Example");
    let link = link(service, &service.recruiter, &ada);
    for bad in [
        link.replace(&ada, &ben),
        link.replace("expires=", "expires=9"),
        link.replace("expires=", "expires=%2B"),
        link.replace("signature=", "signature=00"),
        link.replace("org_ours", "org_theirs"),
        link.replace("user=", "user=x"),
        link.split('?').next().unwrap().to_owned(),
        service.url("/resumes/a%2f..?signature="),
    ] {
        let (status, error) = refusal(service, &bad);
        assert_eq!(status, 403, "{bad}");
        assert!(error.contains("is invalid"), "{bad}: {error}");
    }
    service.clock.advance(Duration::seconds(3_599));
    assert_eq!(open(service, &link).status(), 200);
    service.clock.advance(Duration::seconds(1));
    let (status, error) = refusal(service, &link);
    assert!(status == 403 && error.contains("expired"), "{error}");
}

fn a_link_ends_with_the_access_of_its_user(service: &Service) {
    let (candidate, _) = candidate_with_interview(service, "Ada Example");
    let own = link(service, &service.recruiter, &candidate);
    let assigned = link(service, &service.interviewer, &candidate);
    assert_eq!(open(service, &assigned).status(), 200);
    let user = service.interviewer.user_id.to_string();
    let input = json!({ "organizationId": "org_ours", "userId": user, "active": false });
    service.data(&service.admin, UPDATE, input);
    let (status, error) = refusal(service, &assigned);
    assert!(status == 403 && error.contains("expired"), "{error}");
    assert_eq!(open(service, &own).status(), 200);
    let input =
        json!({ "organizationId": "org_ours", "candidateId": candidate, "reason": "on request" });
    service.data(&service.recruiter, ERASE, input);
    assert_eq!(refusal(service, &own).0, 404);
}
