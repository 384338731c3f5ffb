//! The audit log on second factors: codes, changes, and no secret.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use serde_json::{Value, json};
use shortlist_domain::{OrganizationId, UserId};

use super::{
    PASSWORD, RESET, SET_POLICY, caller, challenge, create_mara, finish, login, ours, refresh,
    set_up, set_up_as, typed,
};
use crate::support::service::Service;

on_both_databases!(
    codes_are_in_the_audit_log,
    changes_are_in_the_audit_log,
    a_session_that_a_requirement_ends_is_in_the_audit_log,
    no_entry_contains_a_secret,
);

const LOG: &str = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
    entries { userId operation outcome thingId reason changes { field before after } } } }";
const WRONG_CODE: &str = "refused: the code of the second factor is wrong or was used";

/// Returns the entries of an operation about Mara, the earliest first.
fn entries(service: &Service, operation: &str) -> Vec<Value> {
    let filter = json!({ "thingId": "usr_mara", "operation": operation, "pageSize": 100 });
    let found = service.data(&service.admin, LOG, ours(filter));
    let mut entries = found["entries"].as_array().unwrap().clone();
    entries.reverse();
    entries
}

/// Returns the outcome of each of them, with its reason or its changes.
fn outcomes(service: &Service, operation: &str) -> Vec<String> {
    let entries = entries(service, operation);
    entries.iter().map(outcome).collect()
}

fn outcome(entry: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let changes = entry["changes"].as_array().unwrap().iter();
    let changes = changes.map(|change| {
        let (before, after) = (text(&change["before"]), text(&change["after"]));
        format!("{} {before}>{after}", text(&change["field"]))
    });
    let reason = Some(text(&entry["reason"])).filter(|reason| !reason.is_empty());
    let parts: Vec<String> = reason.into_iter().chain(changes).collect();
    format!("{}: {}", text(&entry["outcome"]), parts.join(", "))
}

fn codes_are_in_the_audit_log(service: &Service) {
    let factor = set_up(service);
    let text = challenge(service);
    finish(service, &text, "000000").unwrap_err();
    let session = finish(service, &text, &factor.recovery[0]).unwrap();
    for refused in ["000000", factor.recovery[0].as_str()] {
        assert_eq!(login(service, PASSWORD, Some(refused)).0, 401);
    }
    let (principal, _) = caller(service, &session);
    let sessions = service.app.sessions();
    let wrong = sessions.prove_second_factor(&principal, "000000");
    assert!(wrong.is_err());
    let renewed = sessions.renew_recovery_codes(&principal, &factor.recovery[1]);
    renewed.unwrap();
    assert_eq!(
        outcomes(service, "webSignIn"),
        [WRONG_CODE, "done: recoveryCode >used, recoveryCodesLeft >9"]
    );
    assert_eq!(outcomes(service, "login"), [WRONG_CODE, WRONG_CODE]);
    assert_eq!(outcomes(service, "proveSecondFactor"), [WRONG_CODE]);
    assert_eq!(
        outcomes(service, "renewRecoveryCodes"),
        [
            "done: recoveryCode >used, recoveryCodesLeft >8",
            "done: recoveryCodes >replaced"
        ]
    );
}

fn changes_are_in_the_audit_log(service: &Service) {
    let factor = set_up(service);
    let session = finish(service, &challenge(service), &factor.recovery[0]).unwrap();
    let (principal, _) = caller(service, &session);
    let sessions = service.app.sessions();
    let removed = sessions.remove_second_factor(&principal, &typed(PASSWORD, &factor.recovery[1]));
    removed.unwrap();
    set_up_as(service, &principal);
    let input = ours(json!({ "userId": "usr_mara" }));
    service.data(&service.admin, RESET, input);
    let wrong_password = "refused: the e-mail address or the password is wrong";
    let set_up = "done: secondFactor none>app";
    assert_eq!(
        outcomes(service, "setUpSecondFactor"),
        [wrong_password, set_up, wrong_password, set_up],
    );
    assert_eq!(
        outcomes(service, "removeSecondFactor"),
        [
            "done: recoveryCode >used, recoveryCodesLeft >8",
            "done: secondFactor app>none"
        ]
    );
    assert_eq!(
        outcomes(service, "resetSecondFactor"),
        ["done: secondFactor app>none, sessions >ended"]
    );
    for (operation, user) in [
        ("setUpSecondFactor", "usr_mara"),
        ("resetSecondFactor", service.admin.user_id.as_str()),
    ] {
        let found = entries(service, operation);
        assert!(
            found.iter().all(|entry| entry["userId"] == user),
            "{found:?}"
        );
    }
}

fn a_session_that_a_requirement_ends_is_in_the_audit_log(service: &Service) {
    create_mara(service);
    let tokens = login(service, PASSWORD, None).1;
    let input = ours(json!({ "roles": ["Recruiter"] }));
    service.data(&service.admin, SET_POLICY, input);
    assert_eq!(refresh(service, &tokens["refreshToken"]).0, 401);
    let filter = ours(json!({ "operation": "refresh" }));
    let log = service.data(&service.admin, LOG, filter);
    assert_eq!(
        outcome(&log["entries"][0]),
        "refused: the organization requires a second factor; the session is revoked"
    );
}

fn no_entry_contains_a_secret(service: &Service) {
    let factor = set_up(service);
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let user = UserId::parse("u", "usr_mara").unwrap();
    let users = service.store().users();
    let found = users.find_second_factor(&organization, &user).unwrap();
    let secret = found.unwrap().secret;
    let text = challenge(service);
    finish(service, &text, "mistyped").unwrap_err();
    finish(service, &text, &factor.recovery[0]).unwrap();
    let input = ours(json!({ "userId": "usr_mara" }));
    service.data(&service.admin, RESET, input);
    let log = service.data(&service.admin, LOG, ours(json!({ "pageSize": 100 })));
    let log = log.to_string().to_lowercase();
    assert!(log.contains("recoverycodesleft") && log.contains("setupsecondfactor"));
    let secret = secret.as_bytes();
    let of_secret = [BASE32_NOPAD.encode(secret), HEXLOWER.encode(secret)];
    let plain = factor.recovery.iter().map(|code| code.replace('-', ""));
    let plain: Vec<String> = plain.collect();
    let hidden = of_secret.iter().chain(&factor.recovery).chain(&plain);
    for hidden in hidden {
        assert!(!log.contains(&hidden.to_lowercase()), "{hidden} in {log}");
    }
    assert!(!log.contains("mistyped"), "{log}");
}
