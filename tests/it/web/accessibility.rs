//! Every page passes axe-core (WCAG 2.2 AA), in light and dark colours and on a phone.

use tempfile::TempDir;

use super::browser::{Browser, Scripts, Window};
use crate::binary::program::Sandbox;

static AXE: &str = include_str!("axe.min.js");
const STANDARDS: &str = "{ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }";
/// The rules that depend on colours.
const COLOURS: &str = "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }";

/// Returns what breaks rules on the page.
fn violations(browser: &Browser, rules: &str) -> Vec<String> {
    let found = browser.run_waiting(&format!(
        "const done = arguments[arguments.length - 1];
        axe.run({{ runOnly: {rules} }}).then((found) => done(found.violations.map((violation) =>
            `${{violation.id}}: ${{violation.help}}: ${{violation.nodes.map((node) => node.html).join(' | ')}}`)));"
    ));
    serde_json::from_value(found).unwrap()
}

/// Waits until the document of a page with a viewer is rendered.
pub(super) fn wait_for_document(browser: &Browser) {
    if browser.has("#document") {
        browser.wait("the document", || browser.has(".views:not([hidden])"));
    }
}

/// Checks a page by all rules in the first colours, and by those about colours in the others.
fn check(browser: &Browser, path: &str, schemes: &[&str]) {
    browser.open(path);
    wait_for_document(browser);
    check_present(browser, path, schemes);
}

/// Does the same with the present page, such as the answer to a form.
pub(super) fn check_present(browser: &Browser, path: &str, schemes: &[&str]) {
    browser.run(AXE);
    let mut rules = STANDARDS;
    for scheme in schemes {
        browser.set_colours(scheme);
        let violations = violations(browser, rules);
        assert!(
            violations.is_empty(),
            "{path} in {scheme} colours: {violations:#?}"
        );
        rules = COLOURS;
    }
    let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth");
    assert!(
        overflow.as_i64().unwrap() <= 0,
        "{path} is {overflow} px too wide"
    );
    browser.assert_quiet();
}

/// Returns the addresses of all pages, found by following links as a user does.
pub(super) fn pages(browser: &Browser) -> Vec<String> {
    browser.open("/app/sign-in");
    browser.click("button[name=demo][value='1']");
    browser.open("/app/jobs?search=senior+backend");
    browser.click("tbody a");
    browser.wait("the ranking", || browser.has("table.ranking"));
    let job = browser.path();
    browser.click("tbody a");
    browser.wait("the resume", || browser.has(".resume"));
    let candidate = browser.path();
    let fixed = [
        "/app/sign-in",
        "/app/jobs",
        "/app/jobs?search=none",
        "/app/jobs/new",
        "/app/jobs/import",
        "/app/people",
        "/app/search",
        "/app/search?q=engineer",
        "/app/search?q=nobody-at-all",
        "/app/people?search=nobody-at-all",
        "/app/account/sessions",
        "/app/account/second-factor",
        "/app/account/mail",
        "/app/nothing",
    ];
    let of_job = [
        "",
        "?search=nobody-at-all",
        "/edit",
        "/requirements",
        "/upload",
        "/add",
        "/review",
        "/review?skip=100",
    ];
    let of_job = of_job.map(|page| format!("{job}{page}"));
    let fixed = fixed.iter().map(|page| (*page).to_owned());
    let data = [
        format!("{candidate}/data"),
        format!("{candidate}/packet"),
        format!("{candidate}/packet?language=fr"),
        format!("{candidate}/corrections"),
        format!("{candidate}?weight0=90&saved=status"),
    ];
    let more = further_pages(browser, &job, &candidate);
    let all = fixed.chain(of_job).chain(data).chain(more);
    all.chain([candidate]).collect()
}

/// Returns the addresses of the interviews, and of the pages of a job and a candidate besides ranking and resume.
fn further_pages(browser: &Browser, job: &str, candidate: &str) -> Vec<String> {
    browser.open(job);
    let selected = browser.run(
        "return [...document.querySelectorAll('tbody .select input')].slice(0, 3).map((box) => 'c=' + box.name.slice(2)).join('&')",
    );
    browser.open(candidate);
    let person = browser.run("return document.querySelector('a[href^=\"/app/people/\"]').pathname");
    let person = person.as_str().unwrap().to_owned();
    let week = "/app/interviews?from=2026-11-09";
    browser.open(week);
    browser.click("tbody a[data-open]");
    browser.wait("the interview", || browser.has("#record"));
    let interview = browser.path();
    browser.open(&format!("{candidate}/interviews"));
    let people = browser.run(
        "return [...document.querySelectorAll('.people input')].map((box) => box.name + '=1').join('&')",
    );
    let people = people.as_str().unwrap();
    vec![
        week.to_owned(),
        format!("{week}&by=person"),
        "/app/interviews?from=2020-01-01".to_owned(),
        interview,
        format!("{candidate}/interviews"),
        format!("{candidate}/interviews?{people}&date=2026-11-12&time=13:30&zone=UTC&minutes=60"),
        format!("{job}/compare?{}", selected.as_str().unwrap()),
        format!("{job}/compare"),
        format!("{job}/board"),
        format!("{job}/board?stage=Active"),
        format!("{job}/leaderboards"),
        format!("{job}/activity"),
        format!("{job}/team"),
        format!("{job}/stages"),
        format!("{job}/questions"),
        person,
        format!("{candidate}/activity"),
        "/app/reports?from=2026-01-01&to=2026-12-31".to_owned(),
        format!("/app/reports?job={}", job.trim_start_matches("/app/jobs/")),
        "/app/reports?from=2020-01-01&to=2020-01-02".to_owned(),
        "/app/help".to_owned(),
    ]
}

fn every_page(window: Window, schemes: &[&str]) {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let base = sandbox.get("serviceUrl");
    let Some(browser) = Browser::start_with(base, Scripts::On, window) else {
        return;
    };
    for path in pages(&browser) {
        check(&browser, &path, schemes);
    }
    drop(browser);
    sandbox.program.stop();
}

/// Checks the start page of a demo user and of the first candidate there.
fn start_pages(demo: usize) {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.open("/");
    browser.click(&format!("button[name=demo][value='{demo}']"));
    browser.wait("the start page", || browser.has("a[data-open]"));
    let mut paths = vec!["/app".to_owned(), "/app?search=nobody-at-all".to_owned()];
    if demo == 0 {
        let settings = [
            "keys",
            "users",
            "single-sign-on",
            "provisioning",
            "integrations",
            "access",
            "stages",
            "candidates",
            "retention",
            "audit",
            "mail",
            "mail/sender",
            "service",
            "password",
        ];
        paths.extend(settings.map(|page| format!("/app/settings/{page}")));
        let of_user = sandbox.user("Interviewer")["_id"].as_str().unwrap();
        paths.push(format!("/app/settings/users/{of_user}/sessions"));
        paths.push("/app/sandbox/mails".to_owned());
    }
    if demo == 3 {
        browser.open("/app");
        browser.click("a[data-open]");
        browser.wait("the candidate", || browser.has("#reviews"));
        paths.push(browser.path());
    }
    for path in paths {
        check(&browser, &path, &["light", "dark"]);
    }
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn the_start_pages_are_accessible() {
    start_pages(0);
    start_pages(3);
}

#[test]
#[ignore = "long"]
fn every_page_is_accessible_in_light_and_dark() {
    every_page(Window::Desktop, &["light", "dark"]);
}

#[test]
#[ignore = "long"]
fn every_page_is_accessible_on_a_phone() {
    every_page(Window::Phone, &["light"]);
}
