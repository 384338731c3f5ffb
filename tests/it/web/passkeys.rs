//! Passkeys on the pages: added, used to sign in and to confirm in a browser, and what pages say where nobody can use them.

use chrono::Duration;
use reqwest::StatusCode;
use shortlist_app::CreateUser;
use shortlist_domain::{FRESH_MINUTES, OrganizationId, Party, UserType};
use shortlist_persistence::DatabaseUrl;
use shortlist_transport::PublicUrl;

use super::accessibility::check_present;
use super::browser::{Browser, Scripts};
use super::single_sign_on::Pages;
use super::visitor::{Visitor, cookie_of, location};
use crate::support::authenticator::Authenticator;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::Service;

const OWN: &str = "/app/account/second-factor";
const EMAIL: &str = "mara@example.org";
const PASSWORD: &str = "correct horse battery";
/// The Enter key in the protocol.
const ENTER: &str = "\u{e007}";
const SCHEMES: [&str; 2] = ["light", "dark"];

fn create_mara(service: &Service) {
    let user = CreateUser {
        id: Some("usr_mara".into()),
        user_type: UserType::Recruiter,
        full_name: "Mara Example".into(),
        email: EMAIL.into(),
        password: PASSWORD.into(),
    };
    let party = Party::operator(&OrganizationId::parse("o", "org_ours").unwrap());
    service.app.accounts().create_user(&party, &user).unwrap();
}

/// Returns the pages at the name that browsers trust without TLS.
fn on_localhost(service: &Service) -> (Pages, String) {
    let named = |base: &str| base.replace("127.0.0.1", "localhost");
    let url = |base: &str| Some(PublicUrl::parse(&named(base)).unwrap());
    let pages = Pages::start_at(&service.app, url);
    let base = named(&pages.base);
    (pages, base)
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(start).expect(text);
    rest.split_once(end).unwrap().0
}

/// Returns a text of a page without the escapes of an attribute.
fn attribute(page: &str, start: &str) -> String {
    let text = between(page, start, "\"");
    text.replace("&#34;", "\"")
        .replace("&quot;", "\"")
        .replace("&#x2f;", "/")
        .replace("&#47;", "/")
}

fn signed_in(pages: &Pages) -> Visitor {
    let fields = [("email", EMAIL), ("password", PASSWORD)];
    let visitor = pages.visitor();
    let response = visitor.post("/app/sign-in", &fields);
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    visitor.with_cookie(cookie_of(&response))
}

/// What a page asks a browser, and the signed text for the answer.
struct Asked {
    options: String,
    challenge: String,
}

impl Asked {
    fn of(page: &str, challenge: &str) -> Self {
        let value = format!("name=\"{challenge}\" value=\"");
        Self {
            options: attribute(page, "data-options=\""),
            challenge: attribute(page, &value),
        }
    }
}

/// Adds a passkey, after some mistakes.
fn add(visitor: &Visitor, base: &str) -> Authenticator {
    let page = visitor.page(OWN);
    assert!(page.contains(">Add a passkey</button>"), "{page}");
    let begin = |name: &str, password: &str| {
        let fields = [
            ("action", "add-passkey"),
            ("name", name),
            ("current", password),
        ];
        visitor.post(OWN, &fields)
    };
    for (name, password, problem) in [
        ("", PASSWORD, "Name must have 1 to 60 characters"),
        ("Phone", "wrong", "Current password is not your password"),
    ] {
        let refused = begin(name, password);
        assert_eq!(refused.status(), 400);
        let page = refused.text().unwrap();
        assert!(page.contains(problem), "{page}");
    }
    let page = begin("Phone & <b>", PASSWORD).text().unwrap();
    assert!(page.contains("<noscript>"), "{page}");
    let asked = Asked::of(&page, "passkey-challenge");
    let mut device = Authenticator::new();
    let finish = |answer: &str| {
        let fields = [
            ("action", "finish-passkey"),
            ("name", "Phone & <b>"),
            ("passkey-challenge", asked.challenge.as_str()),
            ("passkey-answer", answer),
        ];
        visitor.post(OWN, &fields)
    };
    let refused = finish("{}");
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(page.contains("Passkey was not accepted"), "{page}");
    let answer = device.create(&asked.options, base);
    let added = finish(&answer);
    assert_eq!(location(&added), format!("{OWN}?saved=passkey"));
    let page = visitor.page(OWN);
    assert!(
        page.contains("Phone &#38; &#60;b&#62;") || page.contains("Phone &amp; &lt;b&gt;"),
        "{page}"
    );
    device
}

/// Asks for a passkey on the sign-in page. Returns what the page asks, and the cookie that binds it to the browser.
fn begin_sign_in(visitor: &Visitor, fields: &[(&str, &str)]) -> (Asked, String) {
    let response = visitor.post("/app/sign-in", fields);
    assert_eq!(response.status(), StatusCode::OK);
    let cookie = cookie_of(&response);
    assert!(cookie.starts_with("shortlist-passkey=slpk_"), "{cookie}");
    let page = response.text().unwrap();
    (Asked::of(&page, "passkey-challenge"), cookie)
}

fn finish_sign_in(visitor: &Visitor, challenge: &str, answer: &str) -> reqwest::blocking::Response {
    let fields = [
        ("passkey-challenge", challenge),
        ("passkey-answer", answer),
        ("next", "/app/help"),
    ];
    visitor.post("/app/sign-in", &fields)
}

fn a_passkey_signs_in_once(
    service: &Service,
    pages: &Pages,
    base: &str,
    device: &mut Authenticator,
) {
    let by_password = [("email", EMAIL), ("password", PASSWORD)];
    for fields in [&[("action", "passkey")][..], &by_password[..]] {
        service.clock.advance(Duration::seconds(1));
        let (asked, cookie) = begin_sign_in(&pages.visitor(), fields);
        let answer = device.get(&asked.options, base);
        let elsewhere = finish_sign_in(&pages.visitor(), &asked.challenge, &answer);
        assert_eq!(elsewhere.status(), StatusCode::UNAUTHORIZED);
        let page = elsewhere.text().unwrap();
        assert!(page.contains("The passkey was not accepted"), "{page}");
        let visitor = pages.visitor().with_cookie(cookie);
        let opened = finish_sign_in(&visitor, &asked.challenge, &answer);
        assert_eq!(location(&opened), "/app/help");
        let again = finish_sign_in(&visitor, &asked.challenge, &answer);
        assert_eq!(again.status(), StatusCode::UNAUTHORIZED);
        let user = pages.visitor().with_cookie(cookie_of(&opened));
        assert_eq!(user.get("/app/help").status(), StatusCode::OK);
    }
}

/// Removing the passkey is dangerous, so it asks for the passkey.
fn a_passkey_confirms_a_form(
    service: &Service,
    visitor: &Visitor,
    base: &str,
    device: &mut Authenticator,
) {
    service.clock.advance(Duration::minutes(FRESH_MINUTES));
    let page = visitor.page(OWN);
    let id = between(&page, "name=\"passkey\" value=\"", "\"");
    let fields = [("action", "remove-passkey"), ("passkey", id)];
    let asked = visitor.post(OWN, &fields);
    assert_eq!(asked.status(), StatusCode::UNAUTHORIZED);
    let page = asked.text().unwrap();
    assert!(!page.contains("second-factor-code"), "there is no app");
    let asked = Asked::of(&page, "second-factor-challenge");
    let answer = device.get(&asked.options, base);
    let confirm = |answer: &str| {
        let proof = [
            ("second-factor-challenge", asked.challenge.as_str()),
            ("second-factor-answer", answer),
        ];
        visitor.post(OWN, &[&fields[..], &proof[..]].concat())
    };
    assert_eq!(confirm("{}").status(), 400);
    assert_eq!(
        location(&confirm(&answer)),
        format!("{OWN}?saved=passkey-removed")
    );
    assert!(!visitor.page(OWN).contains("name=\"passkey\""));
}

fn run(url: &DatabaseUrl) {
    let service = Service::start(url);
    create_mara(&service);
    let (pages, base) = on_localhost(&service);
    let visitor = signed_in(&pages);
    let mut device = add(&visitor, &base);
    a_passkey_signs_in_once(&service, &pages, &base, &mut device);
    a_passkey_confirms_a_form(&service, &visitor, &base, &mut device);
    without_a_suitable_address_nobody_uses_passkeys(&service);
}

fn without_a_suitable_address_nobody_uses_passkeys(service: &Service) {
    let pages = Pages::start(&service.app);
    let visitor = pages.visitor();
    assert!(!visitor.page("/app/sign-in").contains("value=\"passkey\""));
    let refused = visitor.post("/app/sign-in", &[("action", "passkey")]);
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    assert!(
        refused
            .text()
            .unwrap()
            .contains("Passkeys do not work here")
    );
    let user = signed_in(&pages);
    let page = user.page(OWN);
    assert!(page.contains("Passkeys cannot be added here"), "{page}");
    let sent = [
        ("action", "add-passkey"),
        ("name", "Phone"),
        ("current", PASSWORD),
    ];
    assert_eq!(user.post(OWN, &sent).status(), 400);
}

#[test]
fn passkeys_work_on_sqlite() {
    on_sqlite(run);
}

#[test]
#[ignore = "long"]
fn passkeys_work_on_postgresql() {
    on_postgresql(run);
}

/// A device that the browser emulates.
#[test]
fn a_browser_adds_and_uses_a_passkey() {
    on_sqlite(|url| {
        let service = Service::start(url);
        create_mara(&service);
        let (_pages, base) = on_localhost(&service);
        let Some(browser) = Browser::start(&base, Scripts::On) else {
            return;
        };
        browser.open("/app/sign-in");
        browser.click("button[value=passkey]");
        browser.wait("the page of the passkey", || {
            browser.has("form[data-passkey]")
        });
        check_present(&browser, "the page of the passkey", &SCHEMES);
        browser.add_authenticator();
        browser.open("/app/sign-in");
        send_password(&browser);
        browser.wait("the start page", || browser.has(".who"));
        add_in(&browser);
        browser.forget_cookies();
        service.clock.advance(Duration::seconds(1));
        browser.open("/app/sign-in");
        browser.click("button[value=passkey]");
        browser.wait("the start page", || browser.has(".who"));
        browser.forget_cookies();
        service.clock.advance(Duration::seconds(1));
        browser.open("/app/sign-in");
        send_password(&browser);
        browser.wait("the start page", || browser.has(".who"));
        service.clock.advance(Duration::minutes(FRESH_MINUTES));
        browser.open(OWN);
        browser.click("button[value=remove-passkey]");
        browser.wait("the question", || browser.has("[data-start]:not([hidden])"));
        check_present(&browser, "the question for the passkey", &SCHEMES);
        browser.click("[data-start]");
        browser.wait_for_text("Your passkey is removed here");
        let kept = browser.run("return JSON.stringify(sessionStorage)");
        assert!(!kept.as_str().unwrap().contains("challenge"), "{kept}");
        browser.assert_quiet();
    });
}

fn send_password(browser: &Browser) {
    browser.fill("input[name=email]", EMAIL);
    browser.fill("input[name=password]", PASSWORD);
    browser.press(ENTER);
}

fn add_in(browser: &Browser) {
    browser.open(OWN);
    check_present(browser, "the page with passkeys", &SCHEMES);
    browser.fill("input[name=name]", "Phone");
    browser.fill("input[name=current]", PASSWORD);
    browser.press(ENTER);
    browser.wait("the question", || browser.has("[data-start]:not([hidden])"));
    check_present(browser, "the page for a new passkey", &SCHEMES);
    browser.click("[data-start]");
    browser.wait_for_text("Your passkey is added");
    check_present(browser, "the page with a passkey", &SCHEMES);
}
