//! Sessions that a provider has opened, in browsers and in programs: which proof they need, and when they end.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::limits::SESSION_HOURS;
use shortlist_app::{SingleSignOnError, WebSession, WebSignInOutcome};
use shortlist_domain::UserType;

use super::{HERE, PASSWORD, enforce, login, run, set, sign_in, user, with_password};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::people::Caller;
use crate::support::proven_identities::{GOOD, ProvenIdentities, identity};
use crate::support::service::{Service, answer};

with_a_provider!(
    a_session_of_a_provider_needs_no_code,
    a_program_exchanges_a_token_for_a_session,
    a_session_of_a_program_ends_unless_the_provider_proves_the_user_again,
    a_notice_of_the_provider_ends_its_sessions_once,
);

const SET_POLICY: &str = "mutation($input: SetSecondFactorPolicyInput!) { setSecondFactorPolicy(input: $input) { roles } }";

/// Returns whether the user of a session has to set up a second factor before anything else.
fn must_set_up_a_factor(service: &Service, session: &WebSession) -> bool {
    let access = service.app.access();
    let found = access.authenticate_web(&session.token, HERE).unwrap();
    found.second_factor.must_be_set_up()
}

fn a_session_of_a_provider_needs_no_code(service: &Service, providers: &ProvenIdentities) {
    user(service, "mara", UserType::Recruiter);
    set(service, &json!({}));
    let required = json!({ "organizationId": "org_ours", "roles": ["Recruiter"] });
    service.data(&service.admin, SET_POLICY, required);
    let sessions = service.app.sessions();
    let opened = sessions.sign_in_to_web(&with_password("mara@example.org", PASSWORD));
    let Ok(WebSignInOutcome::Opened(of_password)) = opened else {
        panic!("{opened:?}");
    };
    assert!(must_set_up_a_factor(service, &of_password));
    providers.prove(identity("sub-1", "mara@example.org", &[]));
    let of_provider = sign_in(service).unwrap().session;
    assert_eq!(of_provider.user.id, of_password.user.id);
    assert!(!must_set_up_a_factor(service, &of_provider));
    assert_eq!(login(service, "mara@example.org", PASSWORD).0, 401);
    let (status, body) = exchange(service, &service.admin.key, GOOD);
    assert_eq!(status, 200, "{body}");
    let token = body["refreshToken"].as_str().unwrap();
    assert_eq!(refresh(service, token).0, 200);
}

/// Exchanges a token, and returns the status and the body.
fn exchange(service: &Service, key: &str, token: &str) -> (u16, Value) {
    let request = service.client.post(service.url("/auth/token"));
    let form = [
        (
            "grant_type",
            "urn:ietf:params:oauth:grant-type:token-exchange",
        ),
        (
            "subject_token_type",
            "urn:ietf:params:oauth:token-type:id_token",
        ),
        ("subject_token", token),
    ];
    let form = form.map(|(name, value)| format!("{name}={}", value.replace(':', "%3A")));
    let request = request
        .header("x-api-key", key)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form.join("&"));
    answer(request.send().unwrap())
}

/// Checks how a message begins, by which programs decide. The body has nothing else.
fn assert_begins(body: &Value, beginning: &str) {
    let message = body["error"].as_str().unwrap();
    assert!(message.starts_with(beginning), "{message}");
    assert_eq!(body.as_object().unwrap().len(), 1, "{body}");
}

fn a_program_exchanges_a_token_for_a_session(service: &Service, providers: &ProvenIdentities) {
    let key = &service.admin.key;
    assert_eq!(exchange(service, key, GOOD).0, 400, "there is no provider");
    enforce(service);
    providers.prove(identity("sub-1", "grace@example.org", &[]));
    let (status, body) = exchange(service, key, GOOD);
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["user"]["email"], "grace@example.org");
    assert_eq!(body["tokenType"], "Bearer");
    let caller = Caller {
        token: body["accessToken"].as_str().unwrap().to_owned(),
        ..service.recruiter.clone()
    };
    let jobs = "query($input: ListJobsInput!) { listJobs(input: $input) { jobs { _id } } }";
    let (status, _) = service.graphql(&caller, jobs, json!({ "organizationId": "org_ours" }));
    assert_eq!(status, 200);
    let (status, body) = exchange(service, key, "wrong");
    assert_eq!(status, 401);
    assert_begins(&body, "the identity provider's token proves no identity");
    assert_eq!(exchange(service, "sl_test_unknown", GOOD).0, 401);
    assert_eq!(exchange(service, &service.stranger.key, GOOD).0, 400);
    providers.prove(identity("sub-2", "eve@elsewhere.example", &[]));
    let (status, body) = exchange(service, key, GOOD);
    assert_eq!(status, 403);
    assert_begins(&body, "the domain of the e-mail address");
    let json = service.client.post(service.url("/auth/token"));
    let json = json.header("x-api-key", key).json(&json!({}));
    assert_eq!(answer(json.send().unwrap()).0, 400);
}

/// Refreshes a session of a program, and returns the status and the body.
fn refresh(service: &Service, refresh_token: &str) -> (u16, Value) {
    let request = service.client.post(service.url("/auth/refresh"));
    let request = request.header("x-api-key", &service.admin.key);
    let body = json!({ "refreshToken": refresh_token });
    answer(request.json(&body).send().unwrap())
}

fn a_session_of_a_program_ends_unless_the_provider_proves_the_user_again(
    service: &Service,
    providers: &ProvenIdentities,
) {
    set(service, &json!({}));
    user(service, "mara", UserType::Recruiter);
    providers.prove(identity("sub-1", "grace@example.org", &[]));
    let token = |body: &Value| body["refreshToken"].as_str().unwrap().to_owned();
    let (status, first) = exchange(service, &service.admin.key, GOOD);
    assert_eq!(status, 200, "{first}");
    let (_, with_password) = login(service, "mara@example.org", PASSWORD);
    service.clock.advance(Duration::hours(SESSION_HOURS - 1));
    let (status, second) = refresh(service, &token(&first));
    assert_eq!(status, 200, "{second}");
    assert_eq!(second["expiresIn"], 3_600);
    service.clock.advance(Duration::minutes(30));
    let (status, third) = refresh(service, &token(&second));
    assert_eq!(status, 200, "{third}");
    assert_eq!(third["expiresIn"], 1_800, "until the end of the session");
    let calls = || {
        let (key, access) = (&service.admin.key, third["accessToken"].as_str().unwrap());
        let caller = service.app.access().authenticate(key, access, HERE);
        caller.is_ok()
    };
    assert!(calls());
    service.clock.advance(Duration::minutes(30));
    assert!(!calls());
    assert_eq!(refresh(service, &token(&third)).0, 401);
    assert_eq!(refresh(service, &token(&third)).0, 401, "sent again");
    assert_eq!(refresh(service, &token(&with_password)).0, 200);
    a_token_that_is_used_twice_is_noticed_after_the_end(service, &token(&second));
}

fn a_token_that_is_used_twice_is_noticed_after_the_end(service: &Service, used: &str) {
    assert_eq!(refresh(service, used).0, 401);
    let log =
        "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { reason } } }";
    let filter = json!({ "organizationId": "org_ours", "operation": "refresh" });
    let found = service.data(&service.admin, log, filter);
    let reason = found["entries"][0]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("a refresh token was used twice"),
        "{reason}"
    );
}

fn a_notice_of_the_provider_ends_its_sessions_once(
    service: &Service,
    providers: &ProvenIdentities,
) {
    set(service, &json!({}));
    providers.prove(identity("sub-1", "grace@example.org", &[]));
    let is_open = |token: &str| service.app.access().authenticate_web(token, HERE).is_ok();
    let end = |token: &str| {
        service
            .app
            .single_sign_on()
            .end_by_notice("org_ours", token)
    };
    let first = sign_in(service).unwrap().session.token;
    assert_eq!(end("sub-2,,n-1").unwrap(), 0);
    assert!(is_open(&first));
    assert_eq!(end("sub-1,session of sub-1,n-2").unwrap(), 1);
    assert!(!is_open(&first));
    let second = sign_in(service).unwrap().session.token;
    assert!(matches!(
        end("sub-1,,n-2"),
        Err(SingleSignOnError::Repeated)
    ));
    assert!(matches!(end("forged"), Err(SingleSignOnError::Provider(_))));
    assert!(is_open(&second));
    assert_eq!(end("sub-1,,n-3").unwrap(), 1);
    assert!(!is_open(&second));
}
