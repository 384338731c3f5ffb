//! Settings of an organization: one's own password, legal holds, the check of the audit log, and the status of the service.

use serde_json::{Value, json};
use shortlist_app::{CreateUser, LoginCredentials};
use shortlist_domain::{ClientDevice, OrganizationId, Party, UserType};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    a_password_is_changed_with_the_current_one,
    wrong_current_passwords_are_counted,
    legal_holds_are_listed,
    the_audit_log_is_verified,
    the_status_names_what_the_service_uses,
);

const CHANGE: &str =
    "mutation($input: ChangePasswordInput!) { changePassword(input: $input) { _id } }";
const OLD: &str = "correct horse battery";
const NEW: &str = "staple battery horse";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn change(current: &str, new: &str) -> Value {
    ours(json!({ "currentPassword": current, "newPassword": new }))
}

/// Creates a user with a password, and signs them in.
fn user_with_password(service: &Service) -> crate::support::people::Caller {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let request = CreateUser {
        id: Some("usr_typist".to_owned()),
        user_type: UserType::Interviewer,
        full_name: "Typist".to_owned(),
        email: "typist@example.org".to_owned(),
        password: OLD.to_owned(),
    };
    let accounts = service.app.accounts();
    accounts
        .create_user(&Party::operator(&organization), &request)
        .unwrap();
    crate::support::people::Caller {
        token: sign_in(service, OLD).unwrap(),
        user_id: "usr_typist".to_owned(),
        ..service.interviewer.clone()
    }
}

fn sign_in(service: &Service, password: &str) -> Option<String> {
    let key = &service.interviewer.key;
    let sessions = service.app.sessions();
    let typed = LoginCredentials {
        email: "typist@example.org",
        password,
        code: None,
    };
    let signed_in = sessions.login(key, &typed, "", ClientDevice::default());
    signed_in.ok().map(|session| session.access_token)
}

fn a_password_is_changed_with_the_current_one(service: &Service) {
    let user = user_with_password(service);
    for (input, field) in [
        (change("wrong", NEW), "currentPassword"),
        (change(OLD, "short"), "newPassword"),
        (change(OLD, &"x".repeat(513)), "newPassword"),
        (change(OLD, "123456789012"), "newPassword"),
        (change(OLD, "typist@example.org"), "newPassword"),
    ] {
        let (_, body) = service.graphql(&user, CHANGE, input);
        let message = body["errors"][0]["message"].as_str().unwrap();
        assert!(message.starts_with(field), "{message}");
    }
    let changed = service.data(&user, CHANGE, change(OLD, NEW));
    assert_eq!(changed["_id"], "usr_typist");
    let (status, _) = service.graphql(&user, CHANGE, change(NEW, OLD));
    assert_eq!(status, 401, "the session has ended");
    assert!(sign_in(service, OLD).is_none() && sign_in(service, NEW).is_some());
}

fn wrong_current_passwords_are_counted(service: &Service) {
    let user = user_with_password(service);
    for _ in 0..10 {
        let code = service.code(&user, CHANGE, change("wrong", NEW));
        assert_eq!(code, "BAD_USER_INPUT");
    }
    assert_eq!(service.code(&user, CHANGE, change(OLD, NEW)), "CONFLICT");
    assert!(
        sign_in(service, OLD).is_some(),
        "sign-ins are counted alone"
    );
}

fn legal_holds_are_listed(service: &Service) {
    let list = "query($input: ListLegalHoldsInput!) { listLegalHolds(input: $input) {
        holds { candidateId uId reason heldAt } hasNextPage } }";
    let found = |input: Value| service.data(&service.admin, list, ours(input));
    assert_eq!(
        found(json!({})),
        json!({ "holds": [], "hasNextPage": false })
    );
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, code) = service.candidate(&job, "Ada Example");
    let hold = "mutation($input: SetLegalHoldInput!) { setLegalHold(input: $input) { held } }";
    let input = ours(json!({ "candidateId": candidate, "reason": "A lawsuit" }));
    service.data(&service.admin, hold, input);
    let held = found(json!({}));
    assert_eq!(held["holds"][0]["candidateId"], json!(candidate));
    assert_eq!(held["holds"][0]["uId"], json!(code));
    assert_eq!(held["holds"][0]["reason"], "A lawsuit");
    let after = found(json!({ "after": candidate }));
    assert_eq!(after["holds"], json!([]));
}

fn the_audit_log_is_verified(service: &Service) {
    service.create_job("Backend Engineer", json!({}));
    let verify = "query($input: VerifyAuditLogInput!) { verifyAuditLog(input: $input) {
        rows lastHash brokenAt problem } }";
    let verdict = service.data(&service.admin, verify, ours(json!({})));
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { number hash } } }";
    let log = service.data(&service.admin, log, ours(json!({})));
    let newest = &log["entries"][0];
    assert_eq!(verdict["rows"], newest["number"]);
    assert_eq!(verdict["lastHash"], newest["hash"]);
    assert_eq!(
        (&verdict["brokenAt"], &verdict["problem"]),
        (&Value::Null, &Value::Null)
    );
}

fn the_status_names_what_the_service_uses(service: &Service) {
    let query = "query($input: GetServiceStatusInput!) { getServiceStatus(input: $input) {
        version engineVersion environment database databaseAnswers
        readers { processes isIsolated } model { name } } }";
    let status = service.data(&service.admin, query, ours(json!({})));
    assert_eq!(status["environment"], "sandbox");
    assert_eq!(status["databaseAnswers"], json!(true));
    assert!(["sqlite", "postgresql"].contains(&status["database"].as_str().unwrap()));
    assert!(
        status["engineVersion"]
            .as_str()
            .unwrap()
            .starts_with("shortlist-")
    );
    assert_eq!(status["readers"]["processes"], 2);
    assert_eq!(status["model"], Value::Null);
}
