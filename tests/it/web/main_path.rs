//! From a folder of resumes to a decision, in a browser, with and without scripts.

use std::path::Path;

use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use crate::binary::program::{Sandbox, address};
use crate::support::database::{on_postgresql, on_sqlite};

const DESCRIPTION: &str = "You build payment services. Five years of Rust and PostgreSQL. Docker is a must. \
    Kafka is nice to have. A bachelor's degree in computer science.";

/// Returns the paths of demo resumes and of a file that is none, one on each line.
fn files() -> String {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo");
    let names = [
        "resumes/backend-engineer.pdf",
        "resumes/devops-engineer.docx",
        "jobs.csv",
    ];
    let path = |name| demo.join(name).canonicalize().unwrap();
    names
        .map(|name| path(name).to_str().unwrap().to_owned())
        .join("\n")
}

fn main_path(url: &DatabaseUrl, scripts: Scripts) {
    let folder = TempDir::new().unwrap();
    let database = address(url);
    let arguments = ["--empty", "--database-url", &database];
    let sandbox = Sandbox::start(folder.path(), &arguments);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), scripts) else {
        return;
    };
    sign_in(&browser);
    create_job(&browser, scripts);
    upload(&browser, scripts);
    rank(&browser);
    decide(&browser, scripts);
    review(&browser);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

fn sign_in(browser: &Browser) {
    browser.open("/app/jobs?search=nobody");
    browser.click("button[name=demo][value='1']");
    browser.wait_for_text("No job matches");
    assert_eq!(browser.path(), "/app/jobs?search=nobody");
    browser.assert_quiet();
}

fn create_job(browser: &Browser, scripts: Scripts) {
    browser.open("/app/jobs/new");
    browser.fill("input[name=title]", "Payments Engineer");
    browser.fill("textarea[name=description]", DESCRIPTION);
    if scripts == Scripts::Off {
        browser.click("button[name=preview]");
    }
    browser.wait("requirements", || {
        browser.text("#requirements").contains("PostgreSQL")
    });
    browser.click("input[name=draft]");
    browser.click("button.primary");
    browser.wait_for_text("No candidates yet");
    browser.assert_quiet();
}

fn upload(browser: &Browser, scripts: Scripts) {
    browser.click("a.primary");
    browser.wait("the form", || browser.has("#upload"));
    let runs_scripts = browser.has(".script-only:not([hidden])");
    assert_eq!(runs_scripts, scripts == Scripts::On);
    browser.send_keys("input[name=files]:not([webkitdirectory])", &files());
    browser.click("#upload button.primary");
    browser.wait_for_text("2 added, 0 already there, 1 skipped.");
    assert!(
        browser.text("#rows").contains("not a PDF"),
        "{}",
        browser.text("#rows")
    );
    assert!(browser.has("#skipped:not([hidden])"));
    browser.assert_quiet();
}

fn rank(browser: &Browser) {
    browser.click("#results a.primary");
    browser.wait_for_text("2 candidates, best match first");
    assert!(
        browser
            .text("tbody tr:first-child")
            .contains("Tamsin Okonjo-Veld")
    );
    browser.fill("main input[type=search]", "tamsin");
    browser.click("form.filters button");
    browser.wait_for_text("1 candidate match");
    assert!(browser.path().contains("search=tamsin"));
    browser.assert_quiet();
}

fn decide(browser: &Browser, scripts: Scripts) {
    browser.click("tbody a");
    browser.wait("the page of a candidate", || browser.has(".resume"));
    assert!(browser.has(".resume mark"), "quotes are marked");
    if scripts == Scripts::On {
        browser.wait("the document", || browser.has("#document .marks .quoted"));
        browser.wait("the choice", || browser.has(".views:not([hidden])"));
        browser.click("[data-view=text]");
    }
    let quote = browser.text("details[open] a.quote");
    assert!(!quote.is_empty());
    browser.click("details[open] a.quote");
    assert!(browser.path().contains("#q"), "a quote leads to its place");
    browser.click(".resume .quoted");
    assert!(
        browser.path().contains("#r"),
        "a place leads to its requirement"
    );
    browser.fill("#status input[name=reason]", "Strong in Rust");
    browser.click("#status button[value=Active]");
    browser.wait_for_text("The status is saved.");
    assert_eq!(browser.text("h1 .badge"), "Active");
    browser.assert_quiet();
}

fn review(browser: &Browser) {
    browser.click(".crumbs a:last-of-type");
    browser.click(".tabs a[href$=\"/review\"]");
    browser.wait_for_text("1 candidate waits");
    browser.fill("input[name=reason]", "No payments");
    browser.click("button[value=Rejected]");
    browser.wait_for_text("No candidates are waiting for a decision.");
    browser.wait_for_text("2 of 2 decided");
    browser.click(".undo button");
    browser.wait_for_text("1 candidate waits");
    browser.fill("input[name=reason]", "No payments");
    browser.click("button[value=Rejected]");
    browser.wait_for_text("No candidates are waiting for a decision.");
    browser.click(".saved a");
    browser.wait("the decision", || browser.text("h1 .badge") == "Rejected");
}

#[test]
fn a_recruiter_decides_with_scripts_on_sqlite() {
    on_sqlite(|url| main_path(url, Scripts::On));
}

#[test]
#[ignore = "long"]
fn a_recruiter_decides_with_scripts_on_postgresql() {
    on_postgresql(|url| main_path(url, Scripts::On));
}

#[test]
fn a_recruiter_decides_without_scripts_on_sqlite() {
    on_sqlite(|url| main_path(url, Scripts::Off));
}

#[test]
#[ignore = "long"]
fn a_recruiter_decides_without_scripts_on_postgresql() {
    on_postgresql(|url| main_path(url, Scripts::Off));
}
