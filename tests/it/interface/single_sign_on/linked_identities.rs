//! The accounts at a provider that sign users in: users list and unlink their own, and an Admin those of a user.

use serde_json::{Value, json};
use shortlist_app::{IdentityRefusal, SingleSignOnError, WebSession};
use shortlist_domain::{Permission, UserType};

use super::{HERE, ISSUER, PASSWORD, enforce, login, run, set, sign_in, user};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::proven_identities::{ProvenIdentities, identity};
use crate::support::service::Service;

with_a_provider!(
    users_list_and_unlink_their_own,
    an_admin_unlinks_a_user_whose_account_at_the_provider_is_another_one,
    the_last_way_to_sign_in_is_not_unlinked,
    nobody_else_sees_or_unlinks_an_account,
);

const LIST: &str =
    "query($input: ListIdentitiesInput!) { listIdentities(input: $input) { identities {
    issuer subject linkedAt lastUsedAt } } }";
const LIST_OF_USER: &str =
    "query($input: ListUserIdentitiesInput!) { listUserIdentities(input: $input) { identities {
    issuer subject linkedAt lastUsedAt } } }";
const UNLINK: &str =
    "mutation($input: UnlinkIdentityInput!) { unlinkIdentity(input: $input) { count } }";
const UNLINK_OF_USER: &str =
    "mutation($input: UnlinkUserIdentityInput!) { unlinkUserIdentity(input: $input) { count } }";
const LOG: &str = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries {
    kind thingId changes { field before after } } } }";
const MARA: &str = "mara@example.org";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

/// Creates Mara, who has a password, and signs her in with an account at the provider.
fn mara(service: &Service, providers: &ProvenIdentities, subject: &str) -> WebSession {
    user(service, "mara", UserType::Recruiter);
    set(service, &json!({}));
    providers.prove(identity(subject, MARA, &[]));
    sign_in(service).unwrap().session
}

/// Signs a user in to the API with the password.
fn caller(service: &Service, name: &str) -> Caller {
    let (status, body) = login(service, &format!("{name}@example.org"), PASSWORD);
    assert_eq!(status, 200, "{body}");
    Caller {
        token: body["accessToken"].as_str().unwrap().to_owned(),
        user_id: format!("usr_{name}"),
        ..service.admin.clone()
    }
}

fn is_live(service: &Service, session: &WebSession) -> bool {
    let access = service.app.access();
    access.authenticate_web(&session.token, HERE).is_ok()
}

fn identities(listed: &Value) -> Vec<Value> {
    listed["identities"].as_array().unwrap().clone()
}

fn users_list_and_unlink_their_own(service: &Service, providers: &ProvenIdentities) {
    let session = mara(service, providers, "a-subject-of-mara");
    let mara = caller(service, "mara");
    let own = || identities(&service.data(&mara, LIST, ours(json!({}))));
    let now = "2026-03-05T08:15:00.000Z";
    let expected = json!({ "issuer": ISSUER, "subject": "a-subjec…", "linkedAt": now,
        "lastUsedAt": now });
    assert_eq!(own(), [expected]);
    service.clock.advance(chrono::Duration::minutes(1));
    sign_in(service).unwrap();
    let [used] = own().try_into().unwrap();
    assert_eq!(used["linkedAt"], now);
    assert_eq!(used["lastUsedAt"], "2026-03-05T08:16:00.000Z");
    let unlink = ours(json!({ "issuer": ISSUER }));
    assert_eq!(service.data(&mara, UNLINK, unlink.clone())["count"], 2);
    assert!(!is_live(service, &session));
    assert!(own().is_empty(), "the session of the password goes on");
    assert_eq!(service.code(&mara, UNLINK, unlink), "NOT_FOUND");
    let malformed = ours(json!({ "issuer": "https://a\u{0}" }));
    assert_eq!(service.code(&mara, UNLINK, malformed), "BAD_USER_INPUT");
    let log = ours(json!({ "operation": "unlinkIdentity" }));
    let log = service.data(&service.admin, LOG, log);
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 3, "the user, and two sessions");
    let changes = json!([
        { "field": "providerIssuer", "before": ISSUER, "after": null },
        { "field": "providerSubject", "before": "a-subject-of-mara", "after": null },
    ]);
    let of_user = entries.iter().find(|entry| entry["changes"] == changes);
    assert_eq!(of_user.unwrap()["thingId"], "usr_mara");
}

fn an_admin_unlinks_a_user_whose_account_at_the_provider_is_another_one(
    service: &Service,
    providers: &ProvenIdentities,
) {
    let session = mara(service, providers, "sub-1");
    providers.prove(identity("sub-2", MARA, &[]));
    let taken = sign_in(service);
    let Err(SingleSignOnError::Refused(IdentityRefusal::AddressTaken)) = taken else {
        panic!("{taken:?}");
    };
    let of_mara = ours(json!({ "userId": "usr_mara" }));
    let listed = service.data(&service.admin, LIST_OF_USER, of_mara.clone());
    assert_eq!(identities(&listed).len(), 1);
    let unlink = joined(of_mara, &json!({ "issuer": ISSUER }));
    let ended = service.data(&service.admin, UNLINK_OF_USER, unlink);
    assert_eq!(ended["count"], 1);
    assert!(!is_live(service, &session));
    assert_eq!(
        sign_in(service).unwrap().session.user.id.as_str(),
        "usr_mara"
    );
}

fn the_last_way_to_sign_in_is_not_unlinked(service: &Service, providers: &ProvenIdentities) {
    let session = mara(service, providers, "sub-1");
    providers.prove(identity("sub-2", "grace@example.org", &[]));
    let of_grace = sign_in(service).unwrap().session;
    let refused = |user: &str| {
        let input = ours(json!({ "userId": user, "issuer": ISSUER }));
        let (_, body) = service.graphql(&service.admin, UNLINK_OF_USER, input);
        body["errors"][0].clone()
    };
    let error = refused(of_grace.user.id.as_str());
    assert_eq!(error["extensions"]["reason"], "lastSignInWay", "{error}");
    assert!(error["message"].as_str().unwrap().contains("set one first"));
    enforce(service);
    assert_eq!(refused("usr_mara")["extensions"]["reason"], "lastSignInWay");
    assert!(is_live(service, &session) && is_live(service, &of_grace));
    set(service, &json!({}));
    assert_eq!(
        refused("usr_mara"),
        Value::Null,
        "she may use the password again"
    );
}

fn nobody_else_sees_or_unlinks_an_account(service: &Service, providers: &ProvenIdentities) {
    let session = mara(service, providers, "sub-1");
    let of_mara = ours(json!({ "userId": "usr_mara", "issuer": ISSUER }));
    let list = ours(json!({ "userId": "usr_mara" }));
    let limited = service.with_permissions(&service.admin, &[Permission::JobsRead]);
    for caller in [&service.recruiter, &service.interviewer, &limited] {
        assert_eq!(service.graphql(caller, LIST_OF_USER, list.clone()).0, 403);
        assert_eq!(
            service.graphql(caller, UNLINK_OF_USER, of_mara.clone()).0,
            403
        );
        assert!(identities(&service.data(caller, LIST, ours(json!({})))).is_empty());
        let unlink = ours(json!({ "issuer": ISSUER }));
        assert_eq!(service.code(caller, UNLINK, unlink), "NOT_FOUND");
    }
    let theirs = json!({ "organizationId": "org_theirs", "userId": "usr_mara", "issuer": ISSUER });
    assert_eq!(
        service.code(&service.stranger, UNLINK_OF_USER, theirs),
        "NOT_FOUND"
    );
    assert!(is_live(service, &session));
}
