//! Users and API keys that an Admin manages.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::{Service, answer};

on_both_databases!(
    a_user_is_created_changed_and_listed,
    a_narrower_role_is_given_and_kept,
    a_recruiter_finds_the_active_interviewers,
    a_new_password_ends_all_sessions,
    a_deactivated_user_is_out_at_once,
    the_last_admin_stays,
    a_key_is_issued_listed_and_revoked,
    a_rotated_key_works_on_for_its_overlap,
    a_key_describes_itself,
    a_key_is_warned_of_from_two_weeks_before_its_end,
    a_secret_carries_a_checksum,
);

const CREATE_USER: &str = "mutation($input: CreateUserInput!) { createUser(input: $input) { _id userType fullName email active } }";
const UPDATE_USER: &str = "mutation($input: UpdateUserInput!) { updateUser(input: $input) { _id userType fullName active } }";
const CREATE_KEY: &str = "mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { keyId apiKey permissions expiresAt } }";
const ROTATE_KEY: &str = "mutation($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { keyId apiKey permissions expiresAt } }";
const LIST_KEYS: &str = "query($input: ListApiKeysInput!) { listApiKeys(input: $input) { keys { keyId name shownPrefix live revokedAt } } }";
const INFO: &str =
    "{ apiKeyInfo { keyId name permissions environment live expiresAt lastUsedAt } }";
const PASSWORD: &str = "correct horse battery";

fn with_organization(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn create(service: &Service) {
    let input = with_organization(
        json!({ "userId": "usr_mara", "userType": "Recruiter", "fullName": "Mara Example",
        "email": "mara@example.org", "password": PASSWORD }),
    );
    let user = service.data(&service.admin, CREATE_USER, input);
    assert_eq!(
        user,
        json!({ "_id": "usr_mara", "userType": "Recruiter", "fullName": "Mara Example",
            "email": "mara@example.org", "active": true })
    );
}

fn login(service: &Service, password: &str) -> (u16, Caller) {
    let request = service
        .client
        .post(service.url("/auth/login"))
        .header("x-api-key", &service.admin.key)
        .json(&json!({ "email": "mara@example.org", "password": password }));
    let (status, body) = answer(request.send().unwrap());
    let token = body["accessToken"].as_str().unwrap_or("none").to_owned();
    let caller = Caller {
        token,
        ..service.recruiter.clone()
    };
    (status, caller)
}

fn works(service: &Service, caller: &Caller) -> bool {
    let request = service
        .post(caller, "/graphql")
        .json(&json!({ "query": "{ __typename }" }));
    request.send().unwrap().status() == 200
}

fn update(service: &Service, more: Value) -> Value {
    let input = joined(with_organization(json!({ "userId": "usr_mara" })), &more);
    service.data(&service.admin, UPDATE_USER, input)
}

fn a_user_is_created_changed_and_listed(service: &Service) {
    create(service);
    let changed = update(
        service,
        json!({ "userType": "Interviewer", "fullName": "Mara Sample" }),
    );
    assert_eq!(
        (&changed["userType"], &changed["fullName"]),
        (&json!("Interviewer"), &json!("Mara Sample"))
    );
    let list =
        "query($input: ListUsersInput!) { listUsers(input: $input) { users { _id fullName } } }";
    let users = service.data(&service.admin, list, with_organization(json!({})));
    assert_eq!(
        users["users"][0],
        json!({ "_id": "usr_mara", "fullName": "Mara Sample" })
    );
    assert_eq!(users["users"].as_array().unwrap().len(), 5);
    for (more, code) in [
        (json!({ "userId": "usr_x", "fullName": "X" }), "NOT_FOUND"),
        (
            json!({ "userId": "usr_mara", "userType": "Owner" }),
            "BAD_USER_INPUT",
        ),
        (
            json!({ "userId": "usr_mara", "password": "short" }),
            "BAD_USER_INPUT",
        ),
        (
            json!({ "userId": "usr_mara", "fullName": " " }),
            "BAD_USER_INPUT",
        ),
    ] {
        assert_eq!(
            service.code(&service.admin, UPDATE_USER, with_organization(more.clone())),
            code,
            "{more}"
        );
    }
    let again = with_organization(
        json!({ "userType": "Recruiter", "fullName": "M", "email": "MARA@example.org", "password": PASSWORD }),
    );
    assert_eq!(
        service.code(&service.admin, CREATE_USER, again.clone()),
        "CONFLICT"
    );
    assert_eq!(
        service.graphql(&service.recruiter, CREATE_USER, again).0,
        403
    );
}

fn a_narrower_role_is_given_and_kept(service: &Service) {
    create(service);
    let update = |more: Value| {
        let document =
            "mutation($input: UpdateUserInput!) { updateUser(input: $input) { userType role } }";
        let input = joined(with_organization(json!({ "userId": "usr_mara" })), &more);
        service.data(&service.admin, document, input)
    };
    let shown = |user_type: &str, role: &str| json!({ "userType": user_type, "role": role });
    let reader = shown("Recruiter", "ReadOnly");
    assert_eq!(update(json!({ "role": "ReadOnly" })), reader);
    // A program writes back what it has read.
    assert_eq!(update(json!({ "userType": "Recruiter" })), reader);
    let manager = json!({ "userType": "Recruiter", "role": "HiringManager" });
    assert_eq!(update(manager), shown("Recruiter", "HiringManager"));
    assert_eq!(
        update(json!({ "userType": "Interviewer" })),
        shown("Interviewer", "Interviewer")
    );
    assert_eq!(
        update(json!({ "role": "Recruiter" })),
        shown("Recruiter", "Recruiter")
    );
    for more in [
        json!({ "userType": "ReadOnly" }),
        json!({ "userType": "Admin", "role": "ReadOnly" }),
        json!({ "role": "Owner" }),
    ] {
        let input = joined(with_organization(json!({ "userId": "usr_mara" })), &more);
        assert_eq!(
            service.code(&service.admin, UPDATE_USER, input),
            "BAD_USER_INPUT",
            "{more}"
        );
    }
    let invite =
        "mutation($input: InviteUserInput!) { inviteUser(input: $input) { user { role } } }";
    let input = with_organization(json!({ "userType": "Recruiter", "role": "HiringManager",
        "fullName": "Noa Example", "email": "noa@example.org" }));
    let invited = service.data(&service.admin, invite, input);
    assert_eq!(invited["user"]["role"], "HiringManager");
    let (status, caller) = login(service, PASSWORD);
    assert!(status == 200 && works(service, &caller));
}

fn a_recruiter_finds_the_active_interviewers(service: &Service) {
    create(service);
    let list = "query($input: ListInterviewersInput!) { listInterviewers(input: $input) { users { _id fullName userType } } }";
    let found = |caller| service.data(caller, list, with_organization(json!({})));
    let users = found(&service.recruiter);
    let interviewers = users["users"].as_array().unwrap();
    assert!(
        interviewers
            .iter()
            .any(|user| user["_id"] == "usr_interviewer")
    );
    assert!(interviewers.iter().any(|user| user["_id"] == "usr_mara"));
    update(service, json!({ "active": false }));
    let users = found(&service.recruiter);
    let remaining = users["users"].as_array().unwrap();
    assert_eq!(remaining.len(), interviewers.len() - 1);
    assert!(remaining.iter().all(|user| user["_id"] != "usr_mara"));
    let input = with_organization(json!({}));
    assert_eq!(service.graphql(&service.interviewer, list, input).0, 403);
}

fn a_new_password_ends_all_sessions(service: &Service) {
    create(service);
    let (first, second) = (login(service, PASSWORD).1, login(service, PASSWORD).1);
    assert!(works(service, &first) && works(service, &second));
    update(service, json!({ "fullName": "Mara Sample" }));
    assert!(works(service, &first), "another name ends nothing");
    update(service, json!({ "password": "another long password" }));
    assert!(!works(service, &first) && !works(service, &second));
    assert_eq!(login(service, PASSWORD).0, 401);
    assert_eq!(login(service, "another long password").0, 200);
}

fn a_deactivated_user_is_out_at_once(service: &Service) {
    create(service);
    let (_, caller) = login(service, PASSWORD);
    assert!(works(service, &caller));
    assert_eq!(update(service, json!({ "active": false }))["active"], false);
    assert!(!works(service, &caller));
    assert_eq!(login(service, PASSWORD).0, 401);
    update(service, json!({ "active": true }));
    assert!(!works(service, &caller), "the session stays ended");
    assert_eq!(login(service, PASSWORD).0, 200);
}

fn the_last_admin_stays(service: &Service) {
    for change in [
        json!({ "active": false }),
        json!({ "userType": "Recruiter" }),
        json!({ "role": "ReadOnly" }),
    ] {
        let input = joined(with_organization(json!({ "userId": "usr_admin" })), &change);
        assert_eq!(service.code(&service.admin, UPDATE_USER, input), "CONFLICT");
    }
    create(service);
    update(service, json!({ "userType": "Admin" }));
    let input = with_organization(json!({ "userId": "usr_admin", "userType": "Recruiter" }));
    service.data(&service.admin, UPDATE_USER, input);
}

fn issue(service: &Service, more: Value) -> Value {
    let input = joined(
        with_organization(
            json!({ "name": "website", "permissions": ["jobs:read", "candidates:read"] }),
        ),
        &more,
    );
    service.data(&service.admin, CREATE_KEY, input)
}

fn with_key(service: &Service, issued: &Value) -> Caller {
    Caller {
        key: issued["apiKey"].as_str().unwrap().to_owned(),
        ..service.recruiter.clone()
    }
}

fn a_key_is_issued_listed_and_revoked(service: &Service) {
    let issued = issue(service, json!({ "days": 7 }));
    assert_eq!(issued["expiresAt"], "2026-03-12T08:15:00.000Z");
    let caller = with_key(service, &issued);
    assert!(works(service, &caller));
    let listed = service.data(&service.admin, LIST_KEYS, with_organization(json!({})));
    let secret = issued["apiKey"].as_str().unwrap();
    assert!(
        !listed.to_string().contains(secret),
        "a secret is shown once"
    );
    let mine = listed["keys"]
        .as_array()
        .unwrap()
        .iter()
        .find(|key| key["keyId"] == issued["keyId"])
        .unwrap()
        .clone();
    assert!(secret.starts_with(mine["shownPrefix"].as_str().unwrap()));
    let revoke = "mutation($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { live } }";
    let input = with_organization(json!({ "keyId": issued["keyId"] }));
    assert_eq!(service.data(&service.admin, revoke, input)["live"], false);
    assert!(!works(service, &caller));
    for (more, code) in [
        (json!({ "days": 0 }), "BAD_USER_INPUT"),
        (json!({ "permissions": [] }), "BAD_USER_INPUT"),
        (json!({ "permissions": ["everything"] }), "BAD_USER_INPUT"),
    ] {
        let input = joined(
            with_organization(json!({ "name": "website", "permissions": ["jobs:read"] })),
            &more,
        );
        assert_eq!(
            service.code(&service.admin, CREATE_KEY, input),
            code,
            "{more}"
        );
    }
}

fn a_rotated_key_works_on_for_its_overlap(service: &Service) {
    let old = issue(service, json!({}));
    let input = with_organization(json!({ "keyId": old["keyId"], "overlapHours": 2 }));
    let new = service.data(&service.admin, ROTATE_KEY, input.clone());
    assert_eq!(new["permissions"], old["permissions"]);
    assert_ne!(new["apiKey"], old["apiKey"]);
    let (before, after) = (with_key(service, &old), with_key(service, &new));
    assert!(works(service, &before) && works(service, &after));
    service.clock.advance(Duration::hours(3));
    assert!(!works(service, &before) && works(service, &after));
    assert_eq!(
        service.code(&service.admin, ROTATE_KEY, input),
        "NOT_FOUND",
        "it has ended"
    );
    let long = with_organization(json!({ "keyId": new["keyId"], "overlapHours": 10_000 }));
    assert_eq!(
        service.code(&service.admin, ROTATE_KEY, long),
        "BAD_USER_INPUT"
    );
}

fn info(service: &Service, caller: &Caller) -> Value {
    let request = service
        .post(caller, "/graphql")
        .json(&json!({ "query": INFO }));
    let (status, body) = answer(request.send().unwrap());
    assert_eq!(status, 200, "{body}");
    body["data"]["apiKeyInfo"].clone()
}

fn a_key_describes_itself(service: &Service) {
    let caller = service.with_permissions(&service.interviewer, &[Permission::LeaderboardRead]);
    let info = info(service, &caller);
    assert_eq!(info["permissions"], json!(["leaderboard:read"]));
    assert_eq!(
        (&info["environment"], &info["live"]),
        (&json!("sandbox"), &json!(true))
    );
    assert_eq!(info["expiresAt"], "2026-06-03T08:15:00.000Z");
}

fn a_key_is_warned_of_from_two_weeks_before_its_end(service: &Service) {
    let warned = |caller: &Caller| {
        let request = service
            .post(caller, "/graphql")
            .json(&json!({ "query": "{ __typename }" }));
        let headers = request.send().unwrap().headers().clone();
        headers
            .get("X-Api-Key-Expires")
            .map(|value| value.to_str().unwrap().to_owned())
    };
    let long = with_key(service, &issue(service, json!({ "days": 15 })));
    let short = with_key(service, &issue(service, json!({ "days": 14 })));
    assert_eq!(warned(&long), None);
    assert_eq!(warned(&short), Some("2026-03-19T08:15:00.000Z".into()));
    let upload = service
        .post(&short, "/addJobByFile")
        .header("Content-Type", "multipart/form-data; boundary=b");
    let response = upload.body("--b--\r\n").send().unwrap();
    assert!(response.headers().contains_key("X-Api-Key-Expires"));
    let rotated = issue(service, json!({}));
    service.data(
        &service.admin,
        ROTATE_KEY,
        with_organization(json!({ "keyId": rotated["keyId"], "overlapHours": 5 })),
    );
    let ends = warned(&with_key(service, &rotated));
    assert_eq!(
        ends,
        Some("2026-03-05T13:15:00.000Z".into()),
        "its end is near, whatever its expiry"
    );
}

fn a_secret_carries_a_checksum(service: &Service) {
    let issued = issue(service, json!({}));
    let secret = issued["apiKey"].as_str().unwrap();
    assert!(secret.starts_with("sl_test_") && secret.len() == 8 + 49);
    let letters = secret.strip_prefix("sl_test_").unwrap();
    assert!(letters.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    let (first, rest) = letters.split_at(1);
    let other = if first == "a" { "b" } else { "a" };
    let slipped = format!("sl_test_{other}{rest}");
    let caller = Caller {
        key: slipped,
        ..service.recruiter.clone()
    };
    assert!(!works(service, &caller));
}
