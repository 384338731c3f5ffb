//! Second factors on the pages: set up, sign-in, recovery, the requirement of an organization, and fresh codes.

use std::time::SystemTime;

use chrono::Duration;
use reqwest::blocking::Response;
use reqwest::header::SET_COOKIE;
use shortlist_domain::{FRESH_MINUTES, OrganizationId, Timestamp, UserId};
use shortlist_persistence::{DatabaseUrl, Store};
use tempfile::TempDir;

use super::accessibility::check_present;
use super::browser::{Browser, Scripts};
use super::requests::with_sandbox;
use super::visitor::{ADMIN, INTERVIEWER, Visitor, cookie_of, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite, open, sqlite_url};
use crate::support::totp::CodeApp;

const OWN: &str = "/app/account/second-factor";
const USERS: &str = "/app/settings/users";
const KEYS: &str = "/app/settings/keys";
/// The Enter key in the protocol.
const ENTER: &str = "\u{e007}";

/// The second factor of a user.
struct Factor {
    app: CodeApp,
    /// The recovery codes that were not used, the last one first.
    recovery: Vec<String>,
}

impl Factor {
    fn recovery_code(&mut self) -> String {
        self.recovery.pop().unwrap()
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).expect(text);
    rest.split_once(end).unwrap().0
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap().as_secs()
}

fn password<'a>(sandbox: &'a Sandbox, role: &str) -> &'a str {
    sandbox.user(role)["password"].as_str().unwrap()
}

/// Sends the form of the sign-in page.
fn send_password(sandbox: &Sandbox, role: &str) -> (Visitor, Response) {
    let visitor = Visitor::new(sandbox);
    let email = sandbox.user(role)["email"].as_str().unwrap();
    let fields = [("email", email), ("password", password(sandbox, role))];
    let response = visitor.post("/app/sign-in", &fields);
    (visitor, response)
}

/// Signs in a user without a second factor.
fn sign_in(sandbox: &Sandbox, role: &str) -> Visitor {
    let (visitor, response) = send_password(sandbox, role);
    assert_eq!(response.status(), 303);
    visitor.with_cookie(cookie_of(&response))
}

/// Sends the password of a user with a second factor. Returns the text of the page that asks for the code.
fn challenge(sandbox: &Sandbox, role: &str) -> (Visitor, String) {
    let (visitor, response) = send_password(sandbox, role);
    assert_eq!(response.status(), 200);
    assert!(
        !response.headers().contains_key(SET_COOKIE),
        "no session yet"
    );
    let page = response.text().unwrap();
    assert!(page.contains("<h1>Type the code</h1>"), "{page}");
    assert!(page.contains("autocomplete=\"one-time-code\" inputmode=\"numeric\""));
    let text = between(&page, "name=\"challenge\" value=\"", "\"");
    let text = text.replace("&#x2f;", "/").replace("&#47;", "/");
    (visitor, text)
}

fn send_code(visitor: &Visitor, challenge: &str, code: &str) -> Response {
    let fields = [
        ("challenge", challenge),
        ("next", "/app/help"),
        ("code", code),
    ];
    visitor.post("/app/sign-in", &fields)
}

fn sign_in_with(sandbox: &Sandbox, role: &str, code: &str) -> Visitor {
    let (visitor, text) = challenge(sandbox, role);
    let response = send_code(&visitor, &text, code);
    assert_eq!(location(&response), "/app/help");
    visitor.with_cookie(cookie_of(&response))
}

/// Sets a second factor up, after some mistakes.
fn set_up(visitor: &Visitor, password: &str) -> Factor {
    let begun = visitor.post(OWN, &[("action", "begin")]);
    assert_eq!(location(&begun), OWN);
    let page = visitor.page(OWN);
    assert!(page.contains("<svg class=\"qr\""), "{page}");
    assert!(page.contains("otpauth:"), "{page}");
    let app = CodeApp::with_secret(between(&page, "class=\"secret\" value=\"", "\""));
    let confirm = |code: &str, password: &str| {
        let fields = [("action", "confirm"), ("code", code), ("current", password)];
        visitor.post(OWN, &fields)
    };
    for (code, password, problem) in [
        ("000000", password, "Code is wrong"),
        ("000000", "wrong", "Current password is not your password"),
    ] {
        let refused = confirm(code, password);
        assert_eq!(refused.status(), 400);
        let page = refused.text().unwrap();
        assert!(page.contains(problem), "{page}");
        assert!(page.contains("<svg class=\"qr\""), "the secret is the same");
    }
    let confirmed = confirm(&app.code_at(now()), password);
    assert_eq!(confirmed.status(), 200);
    assert_eq!(confirmed.headers()["cache-control"], "no-store");
    let recovery = recovery_codes(&confirmed.text().unwrap());
    assert_eq!(recovery.len(), 10);
    let page = visitor.page(OWN);
    assert!(page.contains("You have 10 recovery codes left"), "{page}");
    assert!(!page.contains(&recovery[0]), "they are shown once");
    Factor { app, recovery }
}

/// Returns the codes on a page.
fn recovery_codes(page: &str) -> Vec<String> {
    let items = page.split("<li><code>").skip(1);
    items
        .map(|item| item.split('<').next().unwrap().to_owned())
        .collect()
}

fn a_sign_in_asks_for_the_code(sandbox: &Sandbox, factor: &mut Factor) {
    let (visitor, text) = challenge(sandbox, "Recruiter");
    let wrong = send_code(&visitor, &text, "000000");
    assert_eq!(wrong.status(), 401);
    let page = wrong.text().unwrap();
    assert!(
        page.contains("The code is wrong or was used before"),
        "{page}"
    );
    assert!(
        page.contains("name=\"challenge\""),
        "another code can follow"
    );
    assert!(
        page.contains("<details class=\"spaced\"><summary>"),
        "{page}"
    );
    let mistyped = [
        ("challenge", text.as_str()),
        ("recovery", "1"),
        ("code", "AAAA"),
    ];
    let page = visitor.post("/app/sign-in", &mistyped).text().unwrap();
    assert!(
        page.contains("<details class=\"spaced\" open><summary>"),
        "{page}"
    );
    // The code of the next step is accepted as early as this one, which confirmed the factor.
    let code = factor.app.code_at(now() + 30);
    let response = send_code(&visitor, &text, &code);
    assert_eq!(location(&response), "/app/help");
    let used = send_code(&visitor, &text, &factor.recovery_code());
    assert_eq!(used.status(), 401);
    let page = used.text().unwrap();
    assert!(page.contains("it was used already"), "{page}");
    assert!(page.contains("name=\"password\""), "the user begins again");
    let (visitor, text) = challenge(sandbox, "Recruiter");
    let again = send_code(&visitor, &text, &code);
    assert_eq!(again.status(), 401);
}

fn a_recovery_code_signs_in_once(sandbox: &Sandbox, factor: &mut Factor) {
    let code = factor.recovery_code();
    let recruiter = sign_in_with(sandbox, "Recruiter", &code);
    assert_eq!(recruiter.get("/app/help").status(), 200);
    let (visitor, text) = challenge(sandbox, "Recruiter");
    assert_eq!(send_code(&visitor, &text, &code).status(), 401);
    let page = recruiter.page(OWN);
    assert!(page.contains("You have 9 recovery codes left"), "{page}");
    let renewed = recruiter.post(
        OWN,
        &[("action", "codes"), ("code", &factor.recovery_code())],
    );
    assert_eq!(renewed.status(), 200);
    let old = factor.recovery_code();
    factor.recovery = recovery_codes(&renewed.text().unwrap());
    assert_eq!(factor.recovery.len(), 10);
    assert_eq!(send_code(&visitor, &text, &old).status(), 401);
}

/// Forms that need a code, with a field that the page which asks for it keeps. Whom or what they are about need not exist: the code is
/// asked for first.
const DANGEROUS: [(&str, &str); 28] = [
    (OWN, "action=begin&note=kept"),
    (OWN, "action=remove-passkey&passkey=kept"),
    (USERS, "name=kept&role=Recruiter&email=a@b.example"),
    (USERS, "user=kept&role=Admin&was.role=Recruiter"),
    (USERS, "action=invite&name=kept&role=Recruiter"),
    (USERS, "action=renew&invited=kept"),
    (USERS, "action=reset&factor-of=kept"),
    (USERS, "action=factors&was=kept"),
    (KEYS, "action=create&name=kept&days=9"),
    (KEYS, "action=rotate&key=kept&overlap=1"),
    (
        "/app/settings/integrations",
        "action=create&name=kept&role=Recruiter",
    ),
    (
        "/app/settings/integrations",
        "action=token&user=kept&days=9",
    ),
    ("/app/settings/webhooks", "url=kept"),
    ("/app/settings/webhooks/whk_x", "action=rotate&overlap=kept"),
    (
        "/app/settings/webhooks/whk_x",
        "action=enable&sequence=kept",
    ),
    ("/app/settings/access", "access=kept&was=everything"),
    ("/app/settings/mail/sender", "name=kept&was="),
    ("/app/settings/single-sign-on", "action=save&issuer=kept"),
    ("/app/settings/single-sign-on", "action=remove&issuer=kept"),
    ("/app/settings/provisioning", "action=create&note=kept"),
    ("/app/settings/retention", "lift=kept"),
    ("/app/settings/retention", "days=kept&was="),
    ("/app/jobs/job_x/delete", "confirmed=kept"),
    ("/app/candidates/can_x/hold", "hold=kept"),
    ("/app/candidates/can_x/erase", "confirmed=1&reason=kept"),
    ("/app/people/per_x/hold", "hold=kept"),
    ("/app/people/per_x/erase", "confirmed=1&reason=kept"),
    ("/app/interviews/int_x/recording/delete", "reason=kept"),
];

fn every_dangerous_form_asks_for_a_code(unproven: &Visitor) {
    for (path, form) in DANGEROUS {
        let fields = form.split('&').map(|field| field.split_once('=').unwrap());
        let fields: Vec<(&str, &str)> = fields.collect();
        let asked = unproven.post(path, &fields);
        assert_eq!(asked.status(), 401, "{path}: {form}");
        let page = asked.text().unwrap();
        assert!(page.contains("<h1>Confirm that it is you</h1>"), "{page}");
        assert!(page.contains(">\nkept</textarea>"), "{page}");
    }
}

/// Makes the codes in the sessions of a user so old that dangerous forms ask for another one.
fn age_codes(store: &Store, sandbox: &Sandbox, role: &str) {
    let organization = OrganizationId::parse("o", sandbox.get("organizationId")).unwrap();
    let id = sandbox.user(role)["_id"].as_str().unwrap();
    let user = UserId::parse("u", id).unwrap();
    let now = i64::try_from(now()).unwrap() * 1_000;
    let now = Timestamp::from_unix_millis(now).unwrap();
    let sessions = store.sessions();
    for session in sessions.list_live(&organization, &user, now).unwrap() {
        let earlier = now.minus(Duration::minutes(FRESH_MINUTES));
        let aged = sessions.record_second_factor(&organization, &session.id, earlier);
        aged.unwrap();
    }
}

/// A session in which a user signed in with the password alone ends once they set up a second factor in another one.
fn other_sessions_end(sandbox: &Sandbox) -> (Visitor, Factor) {
    let other = sign_in(sandbox, "Admin");
    let admin = sign_in(sandbox, "Admin");
    let factor = set_up(&admin, password(sandbox, "Admin"));
    let asked = other.get(KEYS);
    assert!(location(&asked).starts_with("/app/sign-in"));
    (admin, factor)
}

/// A session in which no code was typed lately asks for one, and loses nothing.
fn a_dangerous_form_asks_for_a_code(sandbox: &Sandbox, store: &Store) {
    let (earlier, mut factor) = other_sessions_end(sandbox);
    age_codes(store, sandbox, "Admin");
    every_dangerous_form_asks_for_a_code(&earlier);
    let new_user = [
        ("name", "Zoe <b>"),
        ("email", "zoe@example.org"),
        ("role", "Interviewer"),
        ("password", "purple monkey dishwasher"),
    ];
    let asked = earlier.post(USERS, &new_user);
    assert_eq!(asked.status(), 401);
    let page = asked.text().unwrap();
    assert!(page.contains("<h1>Confirm that it is you</h1>"), "{page}");
    assert!(page.contains("Zoe &#60;b&#62;"), "{page}");
    assert!(!page.contains("purple monkey"), "no password is repeated");
    assert!(
        page.contains("type=\"password\" name=\"password\""),
        "{page}"
    );
    assert!(!earlier.page(USERS).contains("zoe@example.org"));
    let code = factor.recovery_code();
    let with_code = |code: &str| {
        let fields: Vec<_> = new_user
            .into_iter()
            .chain([("second-factor-code", code)])
            .collect();
        earlier.post(USERS, &fields)
    };
    let wrong = with_code("000000");
    let page = wrong.text().unwrap();
    assert!(page.contains("Code is wrong"), "{page}");
    assert!(page.contains("Zoe &#60;b&#62;"), "{page}");
    assert_eq!(
        location(&with_code(&code)),
        "/app/settings/users?saved=created"
    );
    let next = [
        ("name", "Yve"),
        ("email", "yve@example.org"),
        ("role", "Interviewer"),
    ];
    let invited = [("action", "invite")].into_iter().chain(next);
    let invited = earlier.post(USERS, &invited.collect::<Vec<_>>());
    assert_eq!(invited.status(), 200, "the code counts for a while");
    let another = [("action", "invite"), ("name", "Xia"), ("role", "Recruiter")];
    let with_used_code = [
        ("email", "xia@example.org"),
        ("second-factor-code", code.as_str()),
    ];
    let invited = earlier.post(USERS, &[&another[..], &with_used_code].concat());
    assert_eq!(invited.status(), 200, "another tab asked for a code too");
    // Pages and harmless forms never ask.
    assert_eq!(earlier.get(KEYS).status(), 200);
    remove(
        &earlier,
        password(sandbox, "Admin"),
        &factor.recovery_code(),
    );
}

fn remove(visitor: &Visitor, password: &str, code: &str) {
    let fields = [("action", "remove"), ("current", password), ("code", code)];
    let removed = visitor.post(OWN, &fields);
    assert_eq!(location(&removed), format!("{OWN}?saved=removed"));
}

fn an_organization_requires_one(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let set = |was: &str| {
        let fields = [
            ("action", "factors"),
            ("was", was),
            ("needs.Interviewer", "1"),
        ];
        admin.post(USERS, &fields)
    };
    let before = sign_in(sandbox, "Interviewer");
    assert_eq!(location(&set("")), "/app/settings/users?saved=factors");
    assert_eq!(set("").status(), 409, "somebody else has changed it");
    for interviewer in [before, sign_in(sandbox, "Interviewer")] {
        for path in ["/app", "/app/help", "/app/settings/password"] {
            assert_eq!(location(&interviewer.get(path)), OWN, "{path}");
        }
        let sent = interviewer.post("/app/settings/password", &[("current", "x")]);
        assert_eq!(location(&sent), OWN);
        let page = interviewer.page(OWN);
        assert!(page.contains("Your organization requires"), "{page}");
        let out = interviewer.post("/app/sign-out", &[]);
        assert_eq!(location(&out), "/app/sign-in");
    }
    let demo = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(
        demo.get("/app/help").status(),
        200,
        "demo users have no password"
    );
    let interviewer = sign_in(sandbox, "Interviewer");
    let secret = password(sandbox, "Interviewer");
    let mut factor = set_up(&interviewer, secret);
    assert_eq!(interviewer.get("/app/help").status(), 200);
    let code = factor.recovery_code();
    let fields = [
        ("action", "remove"),
        ("current", secret),
        ("code", code.as_str()),
    ];
    let refused = interviewer.post(OWN, &fields);
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    assert!(
        page.contains("requires a second factor for your role"),
        "{page}"
    );
    an_admin_removes_it(sandbox, &admin, &interviewer);
}

fn an_admin_removes_it(sandbox: &Sandbox, admin: &Visitor, interviewer: &Visitor) {
    let id = sandbox.user("Interviewer")["_id"].as_str().unwrap();
    let page = admin.page(USERS);
    assert!(page.contains(">Second factor</span>"), "{page}");
    let form = format!("name=\"factor-of\" value=\"{id}\"");
    assert!(page.contains(&form), "{page}");
    let reset = admin.post(USERS, &[("action", "reset"), ("factor-of", id)]);
    assert_eq!(location(&reset), "/app/settings/users?saved=reset");
    assert_eq!(
        interviewer.get("/app/help").status(),
        303,
        "the sessions have ended"
    );
    let again = sign_in(sandbox, "Interviewer");
    assert_eq!(
        location(&again.get("/app/help")),
        OWN,
        "it is still required"
    );
    let twice = admin.post(USERS, &[("action", "reset"), ("factor-of", id)]);
    assert_eq!(twice.status(), 409);
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        let recruiter = sign_in(sandbox, "Recruiter");
        let mut factor = set_up(&recruiter, password(sandbox, "Recruiter"));
        a_sign_in_asks_for_the_code(sandbox, &mut factor);
        a_recovery_code_signs_in_once(sandbox, &mut factor);
        a_dangerous_form_asks_for_a_code(sandbox, &open(url.clone()));
        an_organization_requires_one(sandbox);
    });
}

#[test]
fn second_factors_work_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn second_factors_work_on_postgresql() {
    on_postgresql(all);
}

#[test]
fn a_form_that_needs_a_code_is_kept_in_the_tab() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let own = sign_in(&sandbox, "Admin");
    let mut factor = set_up(&own, password(&sandbox, "Admin"));
    let store = open(sqlite_url(&folder.path().join("data")));
    age_codes(&store, &sandbox, "Admin");
    browser.open("/app/sign-in");
    let (name, value) = own.cookie.split_once('=').unwrap();
    browser.set_cookie(name, value);
    let invite = "section[aria-labelledby=invite-title]";
    let name = format!("{invite} input[name=name]");
    let shown = || browser.run(&format!("return document.querySelector('{name}').value"));
    browser.open(USERS);
    browser.fill(&name, "Yve Example");
    browser.fill(&format!("{invite} input[name=email]"), "yve@example.org");
    browser.click(&format!("{invite} input[value=Interviewer]"));
    browser.click(&format!("{invite} button.primary"));
    let code = "input[name=second-factor-code]";
    browser.wait("the field for the code", || browser.has(code));
    browser.fill(code, "1");
    browser.open(USERS);
    assert_eq!(shown(), "Yve Example", "the user left the page");
    browser.fill(&format!("{invite} input[name=email]"), "yve@example.org");
    browser.click(&format!("{invite} button.primary"));
    browser.wait("the field for the code", || browser.has(code));
    browser.fill(code, &factor.recovery_code());
    browser.press(ENTER);
    browser.wait("the invitation", || browser.has("#issued-title"));
    browser.open(USERS);
    assert_eq!(shown(), "", "it was accepted");
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_second_factor_is_set_up_and_used_by_keyboard() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let schemes = ["light", "dark"];
    let user = sandbox.user("Recruiter");
    let (email, secret) = (
        user["email"].as_str().unwrap(),
        password(&sandbox, "Recruiter"),
    );
    let send_password = || {
        browser.open("/app/sign-in");
        browser.fill("input[name=email]", email);
        browser.fill("input[name=password]", secret);
        browser.press(ENTER);
    };
    send_password();
    browser.wait("the start page", || browser.has(".who"));
    browser.open(OWN);
    browser.click("button[value=begin]");
    browser.wait("the secret", || browser.has("svg.qr"));
    check_present(&browser, OWN, &schemes);
    let shown = browser.run("return document.querySelector('input.secret').value");
    let app = CodeApp::with_secret(shown.as_str().unwrap());
    let code = app.code_at(now());
    browser.fill("input[name=code]", &code);
    browser.fill("input[name=current]", secret);
    browser.press(ENTER);
    browser.wait("the recovery codes", || browser.has(".recovery-codes"));
    check_present(&browser, "the recovery codes", &schemes);
    let kept = browser.run("return JSON.stringify(sessionStorage)");
    assert!(!kept.as_str().unwrap().contains(&code), "{kept}");
    browser.forget_cookies();
    send_password();
    browser.wait("the field for the code", || browser.has("input[name=code]"));
    check_present(&browser, "the page for the code", &schemes);
    let has_focus = "return document.activeElement.name === 'code'";
    assert_eq!(browser.run(has_focus), true);
    browser.press(&app.code_at(now() + 30));
    browser.press(ENTER);
    browser.wait("the start page", || browser.has(".who"));
    drop(browser);
    sandbox.program.stop();
}
