//! Integration users: accounts for machines, with access tokens that overlap, expire and are revoked.

use chrono::Duration;
use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::{Service, answer};

on_both_databases!(
    a_machine_calls_the_api_as_its_role,
    tokens_overlap_and_end,
    tokens_are_listed_with_their_last_use,
    a_machine_cannot_sign_in_or_interview,
    a_machine_is_visible_in_the_audit_log,
    values_and_limits_are_checked,
    a_machine_is_not_the_last_admin,
);

const CREATE_USER: &str =
    "mutation($input: CreateIntegrationUserInput!) { createIntegrationUser(input: $input) {
    _id userType fullName email active isIntegration } }";
const CREATE_TOKEN: &str =
    "mutation($input: CreateAccessTokenInput!) { createAccessToken(input: $input) {
    tokenId accessToken userId name expiresAt } }";
const LIST_TOKENS: &str =
    "query($input: ListAccessTokensInput!) { listAccessTokens(input: $input) { tokens {
    tokenId name shownPrefix live createdAt expiresAt revokedAt lastUsedAt } } }";
const REVOKE: &str = "mutation($input: RevokeAccessTokenInput!) { revokeAccessToken(input: $input) { tokenId live } }";
const UPDATE_USER: &str =
    "mutation($input: UpdateUserInput!) { updateUser(input: $input) { active } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

/// Creates an integration user, and returns its identifier.
fn machine(service: &Service, role: &str) -> String {
    let input = ours(json!({ "userType": role, "fullName": "Nightly sync" }));
    let user = service.data(&service.admin, CREATE_USER, input);
    assert_eq!(
        (&user["isIntegration"], &user["active"]),
        (&json!(true), &json!(true))
    );
    user["_id"].as_str().unwrap().to_owned()
}

fn issue(service: &Service, user: &str, more: Value) -> Value {
    let input = joined(ours(json!({ "userId": user, "name": "nightly" })), &more);
    service.data(&service.admin, CREATE_TOKEN, input)
}

fn caller(service: &Service, user: &str, issued: &Value) -> Caller {
    Caller {
        token: issued["accessToken"].as_str().unwrap().to_owned(),
        user_id: user.to_owned(),
        ..service.recruiter.clone()
    }
}

fn status(service: &Service, caller: &Caller) -> u16 {
    let body = json!({ "query": "{ apiKeyInfo { keyId } }" });
    let request = service.post(caller, "/graphql").json(&body);
    request.send().unwrap().status().as_u16()
}

fn a_machine_calls_the_api_as_its_role(service: &Service) {
    let user = machine(service, "Recruiter");
    let issued = issue(service, &user, json!({}));
    assert!(issued["accessToken"].as_str().unwrap().starts_with("slit_"));
    assert_eq!(issued["expiresAt"], "2026-06-03T08:15:00.000Z");
    let machine = caller(service, &user, &issued);
    let job = service.create_job("Backend Engineer", json!({}));
    let (status, body) = service.upload(&machine, &job, vec![("cv.docx", docx("Ada Example"))]);
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
    let list = "query($input: ListUsersInput!) { listUsers(input: $input) { users { _id } } }";
    assert_eq!(service.graphql(&machine, list, ours(json!({}))).0, 403);
    // A token is valid only with a key of its organization.
    let mixed = Caller {
        key: service.stranger.key.clone(),
        ..machine
    };
    assert_eq!(super::integrations::status(service, &mixed), 401);
}

fn tokens_overlap_and_end(service: &Service) {
    let user = machine(service, "Recruiter");
    let first = issue(service, &user, json!({ "days": 2 }));
    let second = issue(service, &user, json!({ "days": 30 }));
    let (old, new) = (
        caller(service, &user, &first),
        caller(service, &user, &second),
    );
    assert_eq!((status(service, &old), status(service, &new)), (200, 200));
    let input = ours(json!({ "tokenId": second["tokenId"] }));
    let revoked = service.data(&service.admin, REVOKE, input.clone());
    assert_eq!(
        revoked,
        json!({ "tokenId": second["tokenId"], "live": false })
    );
    assert_eq!(service.data(&service.admin, REVOKE, input), revoked);
    assert_eq!((status(service, &old), status(service, &new)), (200, 401));
    service.clock.advance(Duration::hours(49));
    assert_eq!(status(service, &old), 401, "it has expired");
    let admin = service.signed_in_again();
    let input = ours(json!({ "userId": user, "name": "nightly" }));
    let third = service.data(&admin, CREATE_TOKEN, input);
    let third = caller(service, &user, &third);
    assert_eq!(status(service, &third), 200);
    let input = ours(json!({ "userId": user, "active": false }));
    service.data(&admin, UPDATE_USER, input);
    assert_eq!(status(service, &third), 401, "the user was deactivated");
}

fn tokens_are_listed_with_their_last_use(service: &Service) {
    let user = machine(service, "Interviewer");
    let issued = issue(service, &user, json!({}));
    let list = || {
        let input = ours(json!({ "userId": user }));
        service.data(&service.admin, LIST_TOKENS, input)["tokens"][0].clone()
    };
    let before = list();
    assert_eq!(
        (&before["live"], &before["lastUsedAt"]),
        (&json!(true), &Value::Null)
    );
    let secret = issued["accessToken"].as_str().unwrap();
    let prefix = before["shownPrefix"].as_str().unwrap();
    assert!(secret.starts_with(prefix) && prefix.len() < 20, "{prefix}");
    assert_eq!(status(service, &caller(service, &user, &issued)), 200);
    assert_eq!(list()["lastUsedAt"], "2026-03-05T08:15:00.000Z");
    let people = ours(json!({ "userId": service.recruiter.user_id }));
    assert_eq!(
        service.code(&service.admin, LIST_TOKENS, people),
        "NOT_FOUND"
    );
}

fn a_machine_cannot_sign_in_or_interview(service: &Service) {
    let input = ours(json!({ "userType": "Admin", "fullName": "Nightly sync" }));
    let user = service.data(&service.admin, CREATE_USER, input);
    for password in ["none", "", "correct horse battery"] {
        let login = service.client.post(service.url("/auth/login"));
        let login = login.header("x-api-key", &service.admin.key);
        let login = login.json(&json!({ "email": user["email"], "password": password }));
        assert_eq!(answer(login.send().unwrap()).0, 401);
    }
    let input = ours(json!({ "userId": user["_id"], "password": "correct horse battery" }));
    assert_eq!(
        service.code(&service.admin, UPDATE_USER, input),
        "BAD_USER_INPUT"
    );
    let list = "query($input: ListInterviewersInput!) { listInterviewers(input: $input) { users { _id } } }";
    let listed = service.data(&service.recruiter, list, ours(json!({})));
    assert!(!listed.to_string().contains(user["_id"].as_str().unwrap()));
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let input = json!({ "candidateId": candidate, "interviewerId": user["_id"],
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    assert_eq!(service.code(&service.recruiter, assign, input), "NOT_FOUND");
}

fn a_machine_is_visible_in_the_audit_log(service: &Service) {
    let user = machine(service, "Recruiter");
    let issued = issue(service, &user, json!({}));
    let machine = caller(service, &user, &issued);
    let job = service.create_job("Backend Engineer", json!({}));
    service.upload(&machine, &job, vec![("cv.docx", docx("Ada Example"))]);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { actor operation kind userId keyId thingId changes { field after } } } }";
    let entries = |more| service.data(&service.admin, log, ours(more))["entries"].clone();
    let uploaded = entries(json!({ "operation": "bulkUploadResumes" }));
    assert_eq!(
        (&uploaded[0]["actor"], &uploaded[0]["userId"]),
        (&json!("integration"), &json!(user))
    );
    assert!(uploaded[0]["keyId"].is_string());
    let created = entries(json!({ "operation": "createAccessToken" }));
    assert_eq!(
        (&created[0]["actor"], &created[0]["kind"]),
        (&json!("caller"), &json!("accessToken"))
    );
    let secret = issued["accessToken"].as_str().unwrap();
    assert!(!entries(json!({})).to_string().contains(secret));
}

fn values_and_limits_are_checked(service: &Service) {
    let user = machine(service, "Recruiter");
    for bad in [
        json!({ "days": 0 }),
        json!({ "days": 366 }),
        json!({ "name": " " }),
        json!({ "userId": "" }),
    ] {
        let input = joined(ours(json!({ "userId": user, "name": "nightly" })), &bad);
        let code = service.code(&service.admin, CREATE_TOKEN, input);
        assert_eq!(code, "BAD_USER_INPUT", "{bad}");
    }
    let people = ours(json!({ "userId": service.recruiter.user_id, "name": "nightly" }));
    assert_eq!(
        service.code(&service.admin, CREATE_TOKEN, people),
        "NOT_FOUND"
    );
    for _ in 0..shortlist_domain::MAX_ACCESS_TOKENS {
        issue(service, &user, json!({}));
    }
    let input = ours(json!({ "userId": user, "name": "one more" }));
    assert_eq!(
        service.code(&service.admin, CREATE_TOKEN, input),
        "CONFLICT"
    );
    for (document, input) in [
        (
            CREATE_USER,
            json!({ "userType": "Admin", "fullName": "Mine" }),
        ),
        (CREATE_TOKEN, json!({ "userId": user, "name": "mine" })),
        (LIST_TOKENS, json!({ "userId": user })),
        (REVOKE, json!({ "tokenId": "tok_x" })),
    ] {
        let (status, _) = service.graphql(&service.recruiter, document, ours(input));
        assert_eq!(status, 403, "{document}");
    }
}

fn a_machine_is_not_the_last_admin(service: &Service) {
    machine(service, "Admin");
    let input = ours(json!({ "userId": service.admin.user_id, "active": false }));
    assert_eq!(service.code(&service.admin, UPDATE_USER, input), "CONFLICT");
}
