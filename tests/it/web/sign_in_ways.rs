//! The ways to sign in that the second page offers. They depend on the domain of the e-mail address, and never on the account.

use shortlist_domain::UserType;
use shortlist_persistence::DatabaseUrl;

use super::accessibility::check_present;
use super::browser::{Browser, Scripts};
use super::single_sign_on::{PASSWORD, Pages, SETTINGS, create, form, shown, start};
use super::visitor::{Visitor, first_link, location};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::Service;

const SIGN_IN: &str = "/app/sign-in";
const MARA: &str = "mara@example.org";
/// An address of the same length and domain, which has no account.
const NORA: &str = "nora@example.org";
const ENTER: &str = "\u{e007}";

fn run(url: &DatabaseUrl) {
    let (service, pages, _providers) = start(url);
    create(&service, "org_ours", "mara", UserType::Recruiter);
    create(&service, "org_ours", "emergency", UserType::Admin);
    let visitor = pages.visitor();
    without_a_provider_one_page_asks_for_both(&visitor);
    set_up(&service, &pages, "Offered", "");
    the_first_page_asks_for_the_address_alone(&visitor);
    the_second_page_depends_on_the_domain_alone(&visitor);
    the_second_page_keeps_what_the_first_one_had(&visitor);
    a_link_of_an_organization_offers_its_provider_alone(&visitor);
    set_up(&service, &pages, "Enforced", "usr_emergency");
    an_enforced_provider_folds_the_password_for_everybody(&visitor);
}

#[test]
fn the_domain_decides_on_sqlite() {
    on_sqlite(run);
}

#[test]
#[ignore = "long"]
fn the_domain_decides_on_postgresql() {
    on_postgresql(run);
}

/// Sets the provider of our organization.
fn set_up(service: &Service, pages: &Pages, mode: &str, emergency: &str) {
    let admin = pages.signed_in(service, "usr_admin");
    let was = shown(&admin);
    let saved = admin.post(SETTINGS, &form(&was, "s3cret-text", mode, emergency));
    assert_eq!(saved.status(), 303);
}

/// Sends fields of the sign-in with an address. Returns the status, and the page without the address.
fn answer(visitor: &Visitor, email: &str, more: &[(&str, &str)]) -> (u16, String) {
    let fields: Vec<(&str, &str)> = [("email", email)].iter().chain(more).copied().collect();
    let answered = visitor.post(SIGN_IN, &fields);
    let status = answered.status().as_u16();
    (status, answered.text().unwrap().replace(email, "ADDRESS"))
}

/// Returns the second page for an address, without the address.
fn ways(visitor: &Visitor, email: &str) -> String {
    let (status, page) = answer(visitor, email, &[("next", "/app/help")]);
    assert_eq!(status, 200, "{page}");
    page
}

fn without_a_provider_one_page_asks_for_both(visitor: &Visitor) {
    let page = visitor.page(SIGN_IN);
    assert!(page.contains("name=\"password\""), "{page}");
    assert!(!page.contains("single sign-on"), "{page}");
    let page = ways(visitor, MARA);
    assert!(!page.contains("single sign-on"), "{page}");
    let (status, page) = answer(visitor, MARA, &[("password", "wrong")]);
    assert_eq!(status, 401);
    assert!(!page.contains("readonly"), "the address can be changed");
}

fn the_first_page_asks_for_the_address_alone(visitor: &Visitor) {
    let page = visitor.page(&format!("{SIGN_IN}?next=%2Fapp%2Fhelp"));
    assert!(page.contains("autocomplete=\"username\""), "{page}");
    assert!(!page.contains("type=\"password\""), "{page}");
    for malformed in ["nonsense", ""] {
        let refused = visitor.post(SIGN_IN, &[("email", malformed)]);
        assert_eq!(refused.status(), 400, "{malformed}");
        let page = refused.text().unwrap();
        assert!(page.contains("role=\"alert\""), "{page}");
        assert!(page.contains(&format!("value=\"{malformed}\" required")));
    }
}

fn the_second_page_depends_on_the_domain_alone(visitor: &Visitor) {
    let known = ways(visitor, MARA);
    assert_eq!(known, ways(visitor, NORA));
    assert_eq!(
        known,
        ways(visitor, "nora@EXAMPLE.com"),
        "another domain of it"
    );
    let link = first_link(&known, "/app/sso/");
    assert_eq!(link, "/app/sso/org_ours?next=%2Fapp%2Fhelp");
    assert!(known.contains("Use single sign-on of"), "{known}");
    assert!(known.contains("value=\"ADDRESS\" readonly autocomplete=\"username\""));
    assert!(known.contains("required autofocus autocomplete=\"current-password\""));
    assert!(!known.contains("<details"), "{known}");
    for other in ["mara@other.example", "mara@sub.example.org"] {
        let page = ways(visitor, other);
        assert!(!page.contains("single sign-on"), "{page}");
        assert!(page.contains("type=\"password\""), "{page}");
    }
    let wrong = |email| answer(visitor, email, &[("password", "wrong")]);
    assert_eq!(wrong(MARA), wrong(NORA));
}

fn the_second_page_keeps_what_the_first_one_had(visitor: &Visitor) {
    let (next, wrong) = (("next", "/app/help"), ("password", "wrong"));
    let (status, page) = answer(visitor, MARA, &[next, wrong]);
    assert_eq!(status, 401);
    assert!(page.contains("The e-mail address or the password is wrong"));
    assert!(page.contains("value=\"ADDRESS\" readonly"), "{page}");
    assert!(page.contains("name=\"next\" value=\"/app/help\""), "{page}");
    assert!(page.contains("Use single sign-on of"), "{page}");
    let (status, page) = answer(visitor, MARA, &[next, ("action", "back")]);
    assert_eq!(status, 200);
    assert!(page.contains("value=\"ADDRESS\" required"), "{page}");
    assert!(!page.contains("type=\"password\""), "{page}");
    let fields = [("email", MARA), ("password", PASSWORD), next];
    let signed_in = visitor.post(SIGN_IN, &fields);
    assert_eq!(location(&signed_in), "/app/help");
}

fn a_link_of_an_organization_offers_its_provider_alone(visitor: &Visitor) {
    for (organization, is_offered) in [
        ("org_ours", true),
        ("org_theirs", false),
        ("no such!", false),
    ] {
        let (status, page) = answer(visitor, MARA, &[("organization", organization)]);
        assert_eq!(status, 200);
        assert_eq!(page.contains("Use single sign-on of"), is_offered, "{page}");
        let kept = format!("name=\"organization\" value=\"{organization}\"");
        assert_eq!(page.matches(&kept).count(), 2, "{page}");
        assert!(page.contains("type=\"password\""), "{page}");
    }
}

fn an_enforced_provider_folds_the_password_for_everybody(visitor: &Visitor) {
    let known = ways(visitor, MARA);
    for other in [NORA, "emergency@example.org", "nobody-at-all@example.com"] {
        assert_eq!(known, ways(visitor, other), "{other}");
    }
    let (offer, rest) = known.split_once("<details class=\"spaced\">").unwrap();
    assert!(offer.contains("/app/sso/org_ours") && !offer.contains("password"));
    assert!(rest.contains("Sign in with a password") && rest.contains("type=\"password\""));
    let wrong = |email| answer(visitor, email, &[("password", "wrong")]);
    let (status, page) = wrong(MARA);
    assert_eq!(status, 401);
    assert!(page.contains("<details class=\"spaced\" open>"), "{page}");
    assert_eq!(wrong(NORA), (status, page.clone()));
    assert_eq!(wrong("emergency@example.org"), (status, page));
    let elsewhere = [("organization", "org_theirs")];
    let (_, page) = answer(visitor, MARA, &elsewhere);
    assert!(!page.contains("<details"), "the other one enforces nothing");
    let fields = [("email", "emergency@example.org"), ("password", PASSWORD)];
    assert_eq!(location(&visitor.post(SIGN_IN, &fields)), "/app");
}

fn focused(browser: &Browser) -> String {
    let name = browser.run("return document.activeElement.name");
    name.as_str().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "long"]
fn enter_is_enough_on_both_pages() {
    on_sqlite(|url| {
        let (service, pages, _providers) = start(url);
        let Some(browser) = Browser::start(&pages.base, Scripts::On) else {
            return;
        };
        create(&service, "org_ours", "mara", UserType::Recruiter);
        set_up(&service, &pages, "Offered", "");
        browser.open(&format!("{SIGN_IN}?next=%2Fapp%2Fhelp"));
        browser.fill("[name=email]", MARA);
        browser.press(ENTER);
        browser.wait("the second page", || browser.has("[name=password]"));
        assert_eq!(focused(&browser), "password");
        check_present(&browser, "the ways to sign in", &["light", "dark"]);
        browser.fill("[name=password]", "wrong");
        browser.press(ENTER);
        browser.wait_for_text("is wrong");
        let email = browser.run("return document.querySelector('[name=email]').value");
        assert_eq!(email, MARA);
        browser.fill("[name=password]", PASSWORD);
        browser.press(ENTER);
        browser.wait("the page to continue at", || browser.path() == "/app/help");
    });
}
