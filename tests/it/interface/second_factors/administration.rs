//! What admins see and decide about second factors.

use serde_json::{Value, json};

use super::{HERE, PASSWORD, RESET, SET_POLICY, challenge, finish, login, ours, set_up};
use crate::support::service::Service;

on_both_databases!(
    an_admin_sees_and_resets_second_factors,
    an_admin_decides_which_roles_need_one,
);

const LIST: &str =
    "query($input: ListUsersInput!) { listUsers(input: $input) { users { _id hasSecondFactor } } }";
const POLICY: &str =
    "query($input: GetSecondFactorPolicyInput!) { getSecondFactorPolicy(input: $input) { roles } }";

fn an_admin_sees_and_resets_second_factors(service: &Service) {
    let factor = set_up(service);
    let session = finish(service, &challenge(service), &factor.recovery[0]).unwrap();
    let of_mara = || {
        let listed = service.data(&service.admin, LIST, ours(json!({})));
        let users = listed["users"].as_array().unwrap().clone();
        let with_factor = users.iter().filter(|user| user["hasSecondFactor"] == true);
        with_factor
            .map(|user| user["_id"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of_mara(), [json!("usr_mara")]);
    let input = ours(json!({ "userId": "usr_mara" }));
    let refused = service.graphql(&service.recruiter, RESET, input.clone());
    assert_eq!(refused.0, 403, "{}", refused.1);
    let reset = service.data(&service.admin, RESET, input.clone());
    assert_eq!(
        reset,
        json!({ "_id": "usr_mara", "hasSecondFactor": false })
    );
    assert!(of_mara().is_empty());
    let ended = service.app.access().authenticate_web(&session.token, HERE);
    assert!(ended.is_err(), "the sessions have ended");
    assert_eq!(login(service, PASSWORD, None).0, 200);
    assert_eq!(service.code(&service.admin, RESET, input), "CONFLICT");
    let own = ours(json!({ "userId": service.admin.user_id }));
    let (_, body) = service.graphql(&service.admin, RESET, own);
    let reason = &body["errors"][0]["extensions"]["reason"];
    assert_eq!(reason, "ownSecondFactor", "{body}");
    let unknown = ours(json!({ "userId": "usr_nobody" }));
    assert_eq!(service.code(&service.admin, RESET, unknown), "NOT_FOUND");
}

fn an_admin_decides_which_roles_need_one(service: &Service) {
    let roles = || service.data(&service.admin, POLICY, ours(json!({})))["roles"].clone();
    assert_eq!(roles(), json!([]));
    let set = |roles: Value| {
        let input = ours(json!({ "roles": roles }));
        service.data(&service.admin, SET_POLICY, input)["roles"].clone()
    };
    assert_eq!(
        set(json!(["Recruiter", "Admin"])),
        json!(["Admin", "Recruiter"])
    );
    assert_eq!(roles(), json!(["Admin", "Recruiter"]));
    let unknown = ours(json!({ "roles": ["Owner"] }));
    assert_eq!(
        service.code(&service.admin, SET_POLICY, unknown),
        "BAD_USER_INPUT"
    );
    let input = ours(json!({ "roles": [] }));
    let refused = service.graphql(&service.recruiter, SET_POLICY, input);
    assert_eq!(refused.0, 403, "{}", refused.1);
    assert_eq!(set(json!([])), json!([]));
}
