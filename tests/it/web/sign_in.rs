//! Signing in: without naming an organization, again in the same browser, and too often.

use reqwest::blocking::Response;
use reqwest::header::SET_COOKIE;
use serde_json::json;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::requests::with_sandbox;
use super::visitor::{RECRUITER, Visitor, cookie_of, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::client;

const PASSWORD: &str = "correct horse battery";
const BOTH: &str = "both@example.org";

/// Returns the cookies that a response sets, as a request sends them.
fn cookies(response: &Response) -> String {
    let headers = response.headers().get_all(SET_COOKIE).iter();
    let pairs = headers.map(|header| header.to_str().unwrap().split(';').next().unwrap());
    pairs.collect::<Vec<_>>().join("; ")
}

fn credentials(sandbox: &Sandbox) -> [(&str, &str); 2] {
    let user = sandbox.user("Recruiter");
    [
        ("email", user["email"].as_str().unwrap()),
        ("password", user["password"].as_str().unwrap()),
    ]
}

fn no_organization_is_asked_for(sandbox: &Sandbox) {
    let visitor = Visitor::new(sandbox);
    let page = visitor.page("/app/sign-in?next=%2Fapp%2Fhelp");
    assert!(!page.contains("name=\"organization\""), "{page}");
    let signed_in = visitor.post("/app/sign-in", &credentials(sandbox));
    assert_eq!(location(&signed_in), "/app");
    let set: Vec<_> = signed_in.headers().get_all(SET_COOKIE).iter().collect();
    let device = set[1].to_str().unwrap();
    assert!(device.starts_with("shortlist-device=sldv_"), "{device}");
    let rest = "; HttpOnly; SameSite=Strict; Path=/; Max-Age=15552000";
    assert!(device.ends_with(rest), "{device}");
    // A link may still name it.
    let organization = sandbox.get("organizationId");
    let link = format!("/app/sign-in?organization={organization}&next=%2Fapp%2Fhelp");
    let page = visitor.page(&link);
    assert!(
        page.contains("type=\"hidden\" name=\"organization\""),
        "{page}"
    );
    assert!(page.contains(organization), "{page}");
    assert!(
        page.contains("href=\"/app/sign-in?next=%2Fapp%2Fhelp\""),
        "{page}"
    );
    let other = sandbox.credentials["otherOrganization"]["organizationId"]
        .as_str()
        .unwrap();
    for (named, status) in [(organization, 303), (other, 401), ("no such!", 401)] {
        let [email, password] = credentials(sandbox);
        let fields = [("organization", named), email, password];
        assert_eq!(
            visitor.post("/app/sign-in", &fields).status(),
            status,
            "{named}"
        );
    }
}

fn answers_do_not_say_whether_an_address_is_known(sandbox: &Sandbox) {
    let visitor = Visitor::new(sandbox);
    let refused = |email: &str| {
        let fields = [("email", email), ("password", "wrong")];
        let response = visitor.post("/app/sign-in", &fields);
        let status = response.status().as_u16();
        let page = response.text().unwrap().replace(email, "");
        (status, page)
    };
    let [(_, known), _] = credentials(sandbox);
    assert_eq!(refused(known), refused("nobody@example.org"));
    assert_eq!(refused(known).0, 401);
}

/// Creates a user with the same e-mail address and password in both organizations.
fn create_in_both_organizations(sandbox: &Sandbox) {
    let other = &sandbox.credentials["otherOrganization"];
    let admin = sandbox.user("Admin");
    let callers = [
        (sandbox.get("organizationId"), sandbox.get("apiKey"), admin),
        (
            other["organizationId"].as_str().unwrap(),
            other["apiKey"].as_str().unwrap(),
            &other["users"][0],
        ),
    ];
    for (organization, key, admin) in callers {
        let query = "mutation($input: CreateUserInput!) { createUser(input: $input) { _id } }";
        let input = json!({
            "organizationId": organization, "userType": "Admin", "fullName": "Both Example",
            "email": BOTH, "password": PASSWORD,
        });
        let request = client().post(sandbox.get("graphqlUrl"));
        let request = request.header("x-api-key", key);
        let token = admin["accessToken"].as_str().unwrap();
        let request = request.header("authorization", format!("Bearer {token}"));
        let body = json!({ "query": query, "variables": { "input": input } });
        let answer = request.json(&body).send().unwrap().text().unwrap();
        assert!(answer.contains("usr_"), "{answer}");
    }
}

/// Returns the values of the buttons that choose an organization.
pub(super) fn choices(page: &str) -> Vec<String> {
    let buttons = page.split("name=\"choice\" value=\"").skip(1);
    let values = buttons.map(|rest| rest.split('"').next().unwrap());
    values
        .map(|value| value.replace("&#x2f;", "/").replace("&#47;", "/"))
        .collect()
}

fn a_user_of_several_organizations_chooses_one(sandbox: &Sandbox) {
    create_in_both_organizations(sandbox);
    let visitor = Visitor::new(sandbox);
    let fields = [
        ("email", BOTH),
        ("password", PASSWORD),
        ("next", "/app/help"),
    ];
    let asked = visitor.post("/app/sign-in", &fields);
    assert_eq!(asked.status(), 200);
    assert!(
        !asked.headers().contains_key(SET_COOKIE),
        "nobody is signed in"
    );
    let page = asked.text().unwrap();
    assert!(page.contains("Choose an organization"), "{page}");
    assert!(!page.contains(PASSWORD), "{page}");
    let choices = choices(&page);
    assert_eq!(choices.len(), 2, "{page}");
    for choice in &choices {
        let fields = [("choice", choice.as_str()), ("next", "/app/help")];
        let chosen = visitor.post("/app/sign-in", &fields);
        assert_eq!(location(&chosen), "/app/help");
        let user = Visitor::new(sandbox).with_cookie(cookie_of(&chosen));
        let own = choice.contains(sandbox.get("organizationId"));
        // The start page of an Admin lists all jobs.
        let sees_ours = user.page("/app").contains("Senior Backend Engineer");
        assert_eq!(sees_ours, own, "{choice}");
    }
    let forged = visitor.post("/app/sign-in", &[("choice", "a/b/1/c")]);
    assert_eq!(forged.status(), 401);
    assert!(
        forged
            .text()
            .unwrap()
            .contains("You took too long to choose")
    );
    let wrong = [("email", BOTH), ("password", "wrong")];
    let refused = visitor.post("/app/sign-in", &wrong);
    assert_eq!(refused.status(), 401);
    assert!(!refused.text().unwrap().contains("Choose an organization"));
}

fn signing_in_again_ends_the_earlier_session(sandbox: &Sandbox) {
    let earlier = Visitor::signed_in(sandbox, RECRUITER);
    assert_eq!(earlier.get("/app/jobs").status(), 200);
    let elsewhere = Visitor::signed_in(sandbox, RECRUITER);
    let again = earlier.post("/app/sign-in", &credentials(sandbox));
    assert_eq!(location(&again), "/app");
    let again = Visitor::new(sandbox).with_cookie(cookies(&again));
    assert_eq!(again.get("/app/jobs").status(), 200);
    assert_eq!(
        earlier.get("/app/jobs").status(),
        303,
        "its session has ended"
    );
    assert_eq!(elsewhere.get("/app/jobs").status(), 200, "another browser");
    let failed = again.post("/app/sign-in", &[("email", BOTH), ("password", "wrong")]);
    assert_eq!(failed.status(), 401);
    assert_eq!(
        again.get("/app/jobs").status(),
        200,
        "nobody else has signed in"
    );
    let demo = again.post("/app/sign-in", &[("demo", "0")]);
    assert_eq!(demo.status(), 303);
    assert_eq!(again.get("/app/jobs").status(), 303);
}

fn too_many_failures_say_when_to_try_again_and_spare_a_known_browser(sandbox: &Sandbox) {
    let stranger = Visitor::new(sandbox);
    let signed_in = stranger.post("/app/sign-in", &credentials(sandbox));
    let known = Visitor::new(sandbox).with_cookie(cookies(&signed_in));
    let [(name, email), _] = credentials(sandbox);
    let mut last = 0;
    for _ in 0..12 {
        let refused = stranger.post("/app/sign-in", &[(name, email), ("password", "wrong")]);
        last = refused.status().as_u16();
        if last == 429 {
            let seconds = refused.headers()["retry-after"].to_str().unwrap();
            let seconds: i64 = seconds.parse().unwrap();
            assert!((1..=900).contains(&seconds));
        }
    }
    assert_eq!(last, 429);
    let right = stranger.post("/app/sign-in", &credentials(sandbox));
    assert_eq!(right.status(), 429);
    let right = known.post("/app/sign-in", &credentials(sandbox));
    assert_eq!(location(&right), "/app");
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        no_organization_is_asked_for(sandbox);
        answers_do_not_say_whether_an_address_is_known(sandbox);
        signing_in_again_ends_the_earlier_session(sandbox);
        a_user_of_several_organizations_chooses_one(sandbox);
        too_many_failures_say_when_to_try_again_and_spare_a_known_browser(sandbox);
    });
}

#[test]
fn users_sign_in_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn users_sign_in_on_postgresql() {
    on_postgresql(all);
}

/// Pages and forms over a limit say when to try again.
#[test]
fn every_page_over_a_limit_says_when_to_try_again() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty", "--requests-per-minute", "3"]);
    let visitor = Visitor::signed_in(&sandbox, RECRUITER);
    for _ in 0..3 {
        assert_eq!(visitor.get("/app/jobs").status(), 200);
    }
    let answers = [
        visitor.get("/app/jobs"),
        visitor.get("/app/help"),
        visitor.post("/app/jobs/new", &[("title", "Nurse")]),
        visitor.post("/app/settings/password", &[("current", "x")]),
    ];
    for answer in answers {
        assert_eq!(answer.status(), 429);
        let seconds = answer.headers()["retry-after"].to_str().unwrap();
        assert!((1..=60).contains(&seconds.parse::<i64>().unwrap()));
    }
    sandbox.program.stop();
}
