//! Invitations of users, and links by which passwords are set.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::{
    ClosedLink, ComposedMail, FoundLink, LinkedPassword, LoginError, ResetRequest, Settings,
};
use shortlist_domain::{
    Environment, LinkDelivery, LinkPurpose, MailAudience, OrganizationId, QueuedMail,
};
use shortlist_persistence::DatabaseUrl;
use shortlist_transport::GraphQLLimits;

use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::input::joined;
use crate::support::service::{Service, answer};

on_both_databases!(
    without_mail_the_link_is_returned_once_and_works_once,
    an_invitation_is_renewed_and_ends_the_earlier_one,
    an_expired_or_unknown_link_says_so,
    links_are_for_admins_and_their_organization,
    a_link_keeps_the_rules_for_passwords,
    an_account_without_a_password_looks_like_an_unknown_one,
);

const INVITE: &str = "mutation($input: InviteUserInput!) { inviteUser(input: $input) {
    user { _id email isInvited active } expiresAt link } }";
const RENEW: &str = "mutation($input: RenewInvitationInput!) { renewInvitation(input: $input) {
    user { _id } expiresAt link } }";
const USERS: &str =
    "query($input: ListUsersInput!) { listUsers(input: $input) { users { _id isInvited } } }";
const PASSWORD: &str = "purple monkey dishwasher";
const HERE: &str = "192.0.2.7";

fn with_organization(more: &Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), more)
}

fn mara() -> Value {
    with_organization(&json!({
        "userId": "usr_mara", "userType": "Recruiter", "fullName": "Mara Example",
        "email": "mara@example.org",
    }))
}

/// Returns the token of a link.
fn token_of(link: &Value) -> String {
    let (_, token) = link
        .as_str()
        .unwrap()
        .split_once("/app/link?token=")
        .unwrap();
    token.to_owned()
}

fn invite(service: &Service) -> String {
    let invited = service.data(&service.admin, INVITE, mara());
    assert_eq!(invited["user"]["isInvited"], true);
    assert_eq!(invited["expiresAt"], "2026-03-12T08:15:00.000Z");
    let link = invited["link"].as_str().unwrap();
    assert!(link.starts_with("http://127.0.0.1:"), "{link}");
    token_of(&invited["link"])
}

fn set(service: &Service, token: &str) -> LinkedPassword {
    let accounts = service.app.accounts();
    accounts
        .set_password_by_link(token, PASSWORD, HERE)
        .unwrap()
}

fn login(service: &Service, password: &str) -> (u16, Value) {
    let request = service
        .client
        .post(service.url("/auth/login"))
        .header("x-api-key", &service.admin.key)
        .json(&json!({ "email": "mara@example.org", "password": password }));
    answer(request.send().unwrap())
}

fn is_invited(service: &Service) -> Value {
    let users = service.data(&service.admin, USERS, with_organization(&json!({})));
    let users = users["users"].as_array().unwrap();
    let mara = users.iter().find(|user| user["_id"] == "usr_mara");
    mara.unwrap()["isInvited"].clone()
}

fn without_mail_the_link_is_returned_once_and_works_once(service: &Service) {
    let token = invite(service);
    assert_eq!(is_invited(service), true);
    let FoundLink::Open(open) = service.app.accounts().find_link(&token).unwrap() else {
        panic!("the link is open");
    };
    assert_eq!(open.purpose, LinkPurpose::Invitation);
    assert_eq!(open.email, "mara@example.org");
    // Opening the page uses nothing.
    assert!(matches!(set(service, &token), LinkedPassword::Set(_)));
    assert_eq!(
        set(service, &token),
        LinkedPassword::Closed(ClosedLink::Used)
    );
    assert_eq!(is_invited(service), false);
    assert_eq!(login(service, PASSWORD).0, 200);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { operation userId thingId changes { field after } } } }";
    let input = with_organization(&json!({ "thingId": "usr_mara" }));
    let entries = service.data(&service.admin, log, input);
    let entries = entries["entries"].as_array().unwrap();
    let operations: Vec<&Value> = entries.iter().map(|entry| &entry["operation"]).collect();
    assert_eq!(operations, ["setPasswordByLink", "inviteUser"]);
    assert_eq!(entries[0]["userId"], "usr_mara");
    let text = Value::from(entries.clone()).to_string();
    assert!(text.contains("lnk_") && !text.contains("slal_"), "{text}");
}

fn an_invitation_is_renewed_and_ends_the_earlier_one(service: &Service) {
    let first = invite(service);
    let input = with_organization(&json!({ "userId": "usr_mara" }));
    let renewed = service.data(&service.admin, RENEW, input.clone());
    let second = token_of(&renewed["link"]);
    assert_ne!(first, second);
    assert_eq!(
        set(service, &first),
        LinkedPassword::Closed(ClosedLink::Ended)
    );
    assert!(matches!(set(service, &second), LinkedPassword::Set(_)));
    assert_eq!(service.code(&service.admin, RENEW, input), "CONFLICT");
    let nobody = with_organization(&json!({ "userId": "usr_x" }));
    assert_eq!(service.code(&service.admin, RENEW, nobody), "NOT_FOUND");
    assert_eq!(service.code(&service.admin, INVITE, mara()), "CONFLICT");
}

fn an_expired_or_unknown_link_says_so(service: &Service) {
    let token = invite(service);
    let closed = |token: &str| match service.app.accounts().find_link(token).unwrap() {
        FoundLink::Closed(closed) => Some(closed),
        FoundLink::Open(_) => None,
    };
    service
        .clock
        .advance(Duration::days(7) - Duration::seconds(1));
    assert_eq!(closed(&token), None);
    service.clock.advance(Duration::seconds(1));
    assert_eq!(closed(&token), Some(ClosedLink::Expired));
    assert_eq!(
        set(service, &token),
        LinkedPassword::Closed(ClosedLink::Expired)
    );
    let moved = token.replace("org_ours", "org_theirs");
    for unknown in [moved.as_str(), "", "slal_org_ours_00", "nonsense"] {
        assert_eq!(closed(unknown), Some(ClosedLink::Unknown), "{unknown}");
    }
    service.clock.advance(Duration::days(31));
    service
        .app
        .maintenance()
        .run_daily(&mut |_, done| drop(done.unwrap()))
        .unwrap();
    assert_eq!(closed(&token), Some(ClosedLink::Unknown), "it was deleted");
}

fn links_are_for_admins_and_their_organization(service: &Service) {
    for caller in [&service.recruiter, &service.interviewer] {
        assert_eq!(service.graphql(caller, INVITE, mara()).0, 403);
    }
    let token = invite(service);
    let input = json!({ "organizationId": "org_theirs", "userId": "usr_mara" });
    assert_eq!(service.code(&service.stranger, RENEW, input), "NOT_FOUND");
    let other = with_organization(&json!({ "userId": "usr_mara" }));
    assert_eq!(
        service.graphql(&service.stranger, RENEW, other.clone()).0,
        403
    );
    assert_eq!(service.graphql(&service.recruiter, RENEW, other).0, 403);
    let deactivated = with_organization(&json!({ "userId": "usr_mara", "active": false }));
    let update = "mutation($input: UpdateUserInput!) { updateUser(input: $input) { active } }";
    service.data(&service.admin, update, deactivated);
    assert_eq!(
        set(service, &token),
        LinkedPassword::Closed(ClosedLink::NoAccess)
    );
    // An answer with a secret is not stored for a retry.
    let request = service.post(&service.admin, "/graphql");
    let request = request.header("Idempotency-Key", "once");
    let body = json!({ "query": INVITE, "variables": { "input": mara() } });
    assert_eq!(request.json(&body).send().unwrap().status(), 400);
}

fn a_link_keeps_the_rules_for_passwords(service: &Service) {
    let token = invite(service);
    let accounts = service.app.accounts();
    let problem = |password: &str| {
        let refused = accounts.set_password_by_link(&token, password, HERE);
        refused.unwrap_err().to_string()
    };
    assert!(problem("short").contains("12 to 512"));
    assert!(problem("mara@example.org").contains("several random words"));
    assert!(matches!(set(service, &token), LinkedPassword::Set(_)));
}

fn an_account_without_a_password_looks_like_an_unknown_one(service: &Service) {
    invite(service);
    let known = login(service, "none");
    let request = service.client.post(service.url("/auth/login"));
    let unknown = request
        .header("x-api-key", &service.admin.key)
        .json(&json!({ "email": "nobody@example.org", "password": "none" }));
    assert_eq!(known, answer(unknown.send().unwrap()));
    assert_eq!(known.0, 401);
}

/// Starts a service that sends mails, and runs a test.
fn with_mail(url: &DatabaseUrl, test: impl FnOnce(&Service)) {
    let settings = Settings {
        mail_audience: Some(MailAudience::Users),
        link_delivery: LinkDelivery::Mail,
        ..Settings::new(Environment::Sandbox)
    };
    test(&Service::start_with(
        url,
        settings,
        GraphQLLimits::default(),
    ));
}

fn request(email: &str, address: &str) -> ResetRequest {
    ResetRequest {
        organization: None,
        email: email.to_owned(),
        address: address.to_owned(),
    }
}

/// Returns the mails that wait.
fn waiting(service: &Service) -> Vec<QueuedMail> {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    service.app.mail_outbox().due(&organization, 10).unwrap()
}

fn resets_are_mailed_to_those_who_have_an_account(url: &DatabaseUrl) {
    with_mail(url, |service| {
        let accounts = service.app.accounts();
        let invited = service.data(&service.admin, INVITE, mara());
        assert_eq!(invited["link"], Value::Null);
        for email in [
            "usr_recruiter@example.org",
            "MARA@example.org",
            "nobody@example.org",
            "no address",
        ] {
            accounts.send_reset_links(&request(email, HERE)).unwrap();
        }
        let waiting = waiting(service).into_iter();
        let mut mails: Vec<_> = waiting.map(|queued| queued.mail).collect();
        mails.sort_by_key(|mail| (mail.kind.as_str(), mail.id.clone()));
        let kinds: Vec<_> = mails.iter().map(|mail| mail.kind.as_str()).collect();
        assert_eq!(kinds, ["password_reset", "user_invited", "user_invited"]);
        assert_eq!(mails[0].user_id.as_ref().unwrap().as_str(), "usr_recruiter");
    });
}

#[test]
fn resets_are_mailed_to_those_who_have_an_account_on_sqlite() {
    on_sqlite(resets_are_mailed_to_those_who_have_an_account);
}

#[test]
fn resets_are_mailed_to_those_who_have_an_account_on_postgresql() {
    on_postgresql(resets_are_mailed_to_those_who_have_an_account);
}

#[test]
fn a_mail_that_is_written_twice_has_the_same_link() {
    on_sqlite(|url| {
        with_mail(url, |service| {
            let accounts = service.app.accounts();
            let asked = request("usr_recruiter@example.org", HERE);
            accounts.send_reset_links(&asked).unwrap();
            let path = || {
                let queued = waiting(service).remove(0);
                let composed = service.app.mail_outbox().compose(queued).unwrap();
                match composed {
                    ComposedMail::Draft(draft) => draft.password_page.unwrap().path,
                    ComposedMail::Dropped(why) => panic!("{why:?}"),
                }
            };
            let first = path();
            assert_eq!(first, path());
            let token = token_of(&Value::from(first));
            assert!(matches!(set(service, &token), LinkedPassword::Set(_)));
            let queued = waiting(service).remove(0);
            let composed = service.app.mail_outbox().compose(queued).unwrap();
            let is_dropped = matches!(composed, ComposedMail::Dropped(_));
            assert!(is_dropped, "a used link is not sent");
            let body = json!({ "query": "{ __typename }" });
            let request = service.post(&service.recruiter, "/graphql").json(&body);
            assert_eq!(request.send().unwrap().status(), 401, "all sessions ended");
        });
    });
}

/// Whether an address has an account changes nothing about when a request is refused.
#[test]
fn requests_for_resets_are_limited_by_address_and_network() {
    on_sqlite(|url| {
        with_mail(url, |service| {
            let accounts = service.app.accounts();
            let allowed = |email: &str, address: &str| {
                let counted = accounts.count_reset_request(&request(email, address));
                assert!(!matches!(counted, Err(LoginError::Fault(_))));
                counted.is_ok()
            };
            for email in ["usr_recruiter@example.org", "nobody@example.org"] {
                for _ in 0..3 {
                    assert!(allowed(email, HERE));
                }
                assert!(!allowed(email, HERE), "a fourth from one network");
                for network in 0..7 {
                    assert!(allowed(email, &format!("198.51.{network}.1")));
                }
                assert!(!allowed(email, "203.0.113.9"), "an eleventh in all");
            }
            service.clock.advance(Duration::minutes(16));
            assert!(allowed("usr_recruiter@example.org", HERE));
        });
    });
}
