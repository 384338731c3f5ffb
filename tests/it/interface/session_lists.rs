//! The sessions that users see and end: their own, and for Admins those of the users of their organization.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::limits::IDLE_HOURS;
use shortlist_domain::{ClientDevice, EmailAddress, OrganizationId, SessionKind};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::{Service, answer};

on_both_databases!(
    users_list_and_end_their_own_sessions,
    an_admin_lists_and_ends_the_sessions_of_a_user,
    nobody_else_sees_or_ends_a_session,
    a_last_use_is_written_once_in_five_minutes,
    a_session_of_the_web_app_is_listed_until_it_ends,
);

const LIST: &str = "query($input: ListSessionsInput!) { listSessions(input: $input) { sessions {
    sessionId isCurrent kind browser system network createdAt lastUsedAt expiresAt } } }";
const LIST_OF_USER: &str =
    "query($input: ListUserSessionsInput!) { listUserSessions(input: $input) { sessions {
    sessionId isCurrent kind browser system network createdAt lastUsedAt expiresAt } } }";
const END: &str = "mutation($input: EndSessionInput!) { endSession(input: $input) { count } }";
const END_OTHERS: &str =
    "mutation($input: EndOtherSessionsInput!) { endOtherSessions(input: $input) { count } }";
const END_OF_USER: &str =
    "mutation($input: EndUserSessionInput!) { endUserSession(input: $input) { count } }";
const END_ALL_OF_USER: &str =
    "mutation($input: EndUserSessionsInput!) { endUserSessions(input: $input) { count } }";
const CREATE_USER: &str =
    "mutation($input: CreateUserInput!) { createUser(input: $input) { _id } }";
const LOG: &str = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries {
    userId kind thingId changes { field after } } } }";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const PASSWORD: &str = "correct horse battery";
const MARA: &str = "usr_mara";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn create_mara(service: &Service) {
    let input = ours(
        json!({ "userId": MARA, "userType": "Interviewer", "fullName": "Mara Example",
        "email": "mara@example.org", "password": PASSWORD }),
    );
    service.data(&service.admin, CREATE_USER, input);
}

/// Signs Mara in with a client that names itself in this way.
fn sign_in(service: &Service, agent: &str) -> Caller {
    let request = service
        .client
        .post(service.url("/auth/login"))
        .header("x-api-key", &service.admin.key)
        .header("user-agent", agent)
        .json(&json!({ "email": "mara@example.org", "password": PASSWORD }));
    let (status, body) = answer(request.send().unwrap());
    assert_eq!(status, 200, "{body}");
    Caller {
        token: body["accessToken"].as_str().unwrap().to_owned(),
        user_id: MARA.to_owned(),
        ..service.recruiter.clone()
    }
}

fn works(service: &Service, caller: &Caller) -> bool {
    let request = service
        .post(caller, "/graphql")
        .json(&json!({ "query": "{ __typename }" }));
    request.send().unwrap().status() == 200
}

fn sessions(listed: &Value) -> Vec<Value> {
    listed["sessions"].as_array().unwrap().clone()
}

fn own(service: &Service, caller: &Caller) -> Vec<Value> {
    sessions(&service.data(caller, LIST, ours(json!({}))))
}

fn of_mara(service: &Service) -> Vec<Value> {
    let input = ours(json!({ "userId": MARA }));
    sessions(&service.data(&service.admin, LIST_OF_USER, input))
}

/// Returns the identifier of the session that a caller uses.
fn current(service: &Service, caller: &Caller) -> String {
    let own = own(service, caller);
    let current = own.iter().find(|session| session["isCurrent"] == true);
    current.unwrap()["sessionId"].as_str().unwrap().to_owned()
}

fn users_list_and_end_their_own_sessions(service: &Service) {
    create_mara(service);
    let (browser, program) = (sign_in(service, FIREFOX), sign_in(service, "curl/8.5.0"));
    let listed = own(service, &browser);
    assert_eq!(listed.len(), 2);
    let (mine, other): (Vec<_>, Vec<_>) = listed
        .iter()
        .partition(|session| session["isCurrent"] == true);
    let [mine, other] = [mine[0], other[0]];
    assert_eq!(
        (&mine["browser"], &mine["system"], &mine["kind"]),
        (&json!("Firefox"), &json!("Linux"), &json!("Api"))
    );
    assert_eq!(mine["network"], "127.0.0.0/24", "not the whole address");
    assert_eq!(mine["createdAt"], "2026-03-05T08:15:00.000Z");
    assert_eq!(
        (&other["browser"], &other["system"]),
        (&Value::Null, &Value::Null)
    );
    let input = ours(json!({ "sessionId": other["sessionId"] }));
    assert_eq!(service.data(&browser, END, input.clone())["count"], 1);
    assert!(
        !works(service, &program) && works(service, &browser),
        "at once"
    );
    assert_eq!(service.code(&browser, END, input), "NOT_FOUND");
    let others = [sign_in(service, FIREFOX), sign_in(service, "")];
    let ended = service.data(&browser, END_OTHERS, ours(json!({})));
    assert_eq!(ended["count"], 2);
    assert!(others.iter().all(|other| !works(service, other)));
    assert_eq!(own(service, &browser).len(), 1);
    let ended = service.data(&browser, END_OTHERS, ours(json!({})));
    assert_eq!(ended["count"], 0);
    let input = ours(json!({ "sessionId": current(service, &browser) }));
    service.data(&browser, END, input);
    assert!(!works(service, &browser), "one's own session ends, too");
}

fn an_admin_lists_and_ends_the_sessions_of_a_user(service: &Service) {
    create_mara(service);
    let callers = [FIREFOX, "", "curl/8.5.0"].map(|agent| sign_in(service, agent));
    let listed = of_mara(service);
    assert_eq!(listed.len(), 3);
    assert!(listed.iter().all(|session| session["isCurrent"] == false));
    let first = current(service, &callers[0]);
    let input = ours(json!({ "userId": MARA, "sessionId": first }));
    assert_eq!(
        service.data(&service.admin, END_OF_USER, input.clone())["count"],
        1
    );
    assert!(!works(service, &callers[0]) && works(service, &callers[1]));
    assert_eq!(
        service.code(&service.admin, END_OF_USER, input),
        "NOT_FOUND"
    );
    let input = ours(json!({ "userId": MARA }));
    assert_eq!(
        service.data(&service.admin, END_ALL_OF_USER, input)["count"],
        2
    );
    assert!(callers.iter().all(|caller| !works(service, caller)));
    assert!(of_mara(service).is_empty());
    let entries = |operation: &str| {
        let log = service.data(&service.admin, LOG, ours(json!({ "operation": operation })));
        log["entries"].as_array().unwrap().clone()
    };
    assert_eq!(entries("endUserSessions").len(), 2, "one for each session");
    let [entry] = entries("endUserSession").try_into().unwrap();
    assert_eq!(
        entry,
        json!({ "userId": "usr_admin", "kind": "session", "thingId": first,
            "changes": [{ "field": "userId", "after": MARA }] })
    );
}

fn nobody_else_sees_or_ends_a_session(service: &Service) {
    create_mara(service);
    let mara = sign_in(service, FIREFOX);
    let session = current(service, &mara);
    for caller in [&service.recruiter, &service.interviewer] {
        let input = ours(json!({ "userId": MARA }));
        assert_eq!(service.graphql(caller, LIST_OF_USER, input.clone()).0, 403);
        assert_eq!(service.graphql(caller, END_ALL_OF_USER, input).0, 403);
        let input = ours(json!({ "userId": MARA, "sessionId": session }));
        assert_eq!(service.graphql(caller, END_OF_USER, input).0, 403);
    }
    let limited =
        service.with_permissions(&service.admin, &[shortlist_domain::Permission::JobsRead]);
    let input = ours(json!({ "userId": MARA }));
    assert_eq!(service.graphql(&limited, LIST_OF_USER, input).0, 403);
    assert_eq!(own(service, &limited).len(), 1, "any key lists one's own");
    // Sessions of others and of other organizations look like unknown ones.
    let answer = |caller: &Caller, document: &str, more: Value| {
        let organization = json!({ "organizationId": caller.organization_id });
        let (status, body) = service.graphql(caller, document, joined(organization, &more));
        (status, body["errors"][0]["message"].clone())
    };
    for caller in [&service.admin, &service.recruiter, &service.stranger] {
        let foreign = answer(caller, END, json!({ "sessionId": session }));
        let unknown = answer(caller, END, json!({ "sessionId": "ses_unknown" }));
        assert_eq!(foreign, unknown);
        assert!(
            foreign.1.as_str().unwrap().contains("no such session"),
            "{foreign:?}"
        );
    }
    let stranger = &service.stranger;
    for document in [LIST_OF_USER, END_ALL_OF_USER] {
        let foreign = answer(stranger, document, json!({ "userId": MARA }));
        let unknown = answer(stranger, document, json!({ "userId": "usr_unknown" }));
        assert_eq!(foreign, unknown);
        assert!(
            foreign.1.as_str().unwrap().contains("no such user"),
            "{foreign:?}"
        );
    }
    let end = |session: &str| {
        let named = json!({ "userId": stranger.user_id, "sessionId": session });
        answer(stranger, END_OF_USER, named)
    };
    assert_eq!(end(&session), end("ses_unknown"));
    assert!(works(service, &mara));
}

fn a_last_use_is_written_once_in_five_minutes(service: &Service) {
    create_mara(service);
    let mara = sign_in(service, FIREFOX);
    let last_use = || of_mara(service)[0]["lastUsedAt"].clone();
    service.clock.advance(Duration::minutes(4));
    assert!(works(service, &mara));
    assert_eq!(last_use(), "2026-03-05T08:15:00.000Z", "reads stay reads");
    service.clock.advance(Duration::minutes(2));
    assert!(works(service, &mara));
    assert_eq!(last_use(), "2026-03-05T08:21:00.000Z");
    service.clock.advance(Duration::minutes(3));
    assert!(works(service, &mara));
    assert_eq!(last_use(), "2026-03-05T08:21:00.000Z");
}

fn a_session_of_the_web_app_is_listed_until_it_ends(service: &Service) {
    create_mara(service);
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let email = EmailAddress::parse("e", "mara@example.org").unwrap();
    let device = ClientDevice::of_user_agent(FIREFOX);
    let (sessions, access) = (service.app.sessions(), service.app.access());
    let opened = sessions.open_on_web_for(&organization, &email, "2001:db8:7:9::1", device);
    let token = opened.unwrap().token;
    let visit = |address: &str| access.authenticate_web(&token, address).unwrap().principal;
    let listed = |address: &str| {
        let mut listed = sessions.list_own(&visit(address)).unwrap();
        assert_eq!(listed.len(), 1);
        listed.remove(0)
    };
    let first = listed("2001:db8:7:9::1");
    assert!(first.is_current);
    assert_eq!(first.session.kind, Some(SessionKind::WebApp));
    assert_eq!(first.session.device, device);
    assert_eq!(first.session.network.as_deref(), Some("2001:db8:7::/48"));
    let idle = Duration::hours(IDLE_HOURS);
    assert_eq!(first.session.ends_at, first.session.opened_at.plus(idle));
    service.clock.advance(idle - Duration::minutes(5));
    let later = listed("192.0.2.9").session;
    assert_eq!(later.network.as_deref(), Some("192.0.2.0/24"));
    assert_eq!(later.last_used_at, Some(service.app.clock().now()));
    assert_eq!(later.ends_at, service.app.clock().now().plus(idle));
    let principal = visit("192.0.2.9");
    service.clock.advance(idle);
    assert!(
        sessions.list_own(&principal).unwrap().is_empty(),
        "it has ended"
    );
}
