//! Forms that the service did not take, in a browser: with scripts the tab keeps them until they are sent or until the user
//! signs out; without, the browser sends them again.

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, RECRUITER, Visitor};
use crate::binary::program::Sandbox;
use crate::support::database::on_sqlite;

/// A note that is longer than a page without a session keeps.
const LONG_NOTE: &str =
    "document.querySelector('textarea[name=note]').value = 'Long note. '.repeat(850)";

/// Writes a long note about a candidate, and sends it when the session has ended. Returns the candidate's path.
fn send_without_session(browser: &Browser) -> String {
    browser.open("/app/jobs?search=senior+backend");
    browser.click("button[name=demo][value='1']");
    browser.wait("the jobs", || browser.has("tbody a"));
    browser.click("tbody a");
    browser.wait("the ranking", || browser.has("table.ranking"));
    browser.click("tbody a");
    browser.wait("the resume", || browser.has(".resume"));
    let path = browser.path();
    browser.run(LONG_NOTE);
    browser.forget_cookies();
    browser.click("#notes form.stack button");
    browser.wait_for_text("Your session has ended");
    browser.wait_for_text("too long for this page");
    path
}

/// Signs the browser in as a demo user, as another tab would.
fn sign_in(sandbox: &Sandbox, browser: &Browser, demo: usize) {
    let visitor = Visitor::signed_in(sandbox, demo);
    let (name, value) = visitor.cookie.split_once('=').unwrap();
    browser.set_cookie(name, value);
}

fn kept(browser: &Browser) -> bool {
    browser.run("return sessionStorage.getItem('shortlist-unsent') !== null") == true
}

#[test]
fn a_long_form_is_sent_again_by_reloading_without_scripts() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::Off) else {
        return;
    };
    let candidate = send_without_session(&browser);
    sign_in(&sandbox, &browser, RECRUITER);
    browser.reload();
    browser.wait_for_text("The note is saved.");
    assert!(browser.path().starts_with(&candidate));
    assert!(browser.text("#notes").contains("Long note. Long note."));
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_long_form_is_kept_in_the_tab_until_it_is_sent() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let candidate = send_without_session(&browser);
    browser.wait("the form", || browser.has("[data-unsent] button.primary"));
    assert!(!browser.text("main").contains("reload it"));
    sign_in(&sandbox, &browser, RECRUITER);
    // A user who does something else first is reminded.
    browser.open("/app/jobs");
    browser.wait_for_text("You sent a form, but it was not saved.");
    browser.click("section[aria-label='A form that was not sent'] button.primary");
    browser.wait_for_text("The note is saved.");
    assert!(browser.path().starts_with(&candidate));
    assert!(browser.text("#notes").contains("Long note. Long note."));
    assert!(!kept(&browser));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_form_that_could_not_be_stored_is_sent_again() {
    on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        with_sandbox(url, |sandbox| {
            let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
                return;
            };
            let recruiter = Visitor::signed_in(sandbox, RECRUITER);
            let (job, _) = job_and_candidate(&recruiter);
            let edit = format!("{job}/edit");
            browser.sign_in(RECRUITER);
            browser.open(&edit);
            browser.run(
                "document.querySelector('[name=description]').value = 'Long text. '.repeat(900)",
            );
            // Nobody else can write meanwhile.
            let mut database = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
            database.batch_execute("BEGIN EXCLUSIVE").unwrap();
            browser.click("form.stack button.primary");
            browser.wait("the form", || browser.has("[data-unsent] button.primary"));
            database.batch_execute("ROLLBACK").unwrap();
            browser.open("/app/help");
            browser.wait_for_text("You sent a form, but it was not saved.");
            browser.click("section[aria-label='A form that was not sent'] button.primary");
            browser.wait("the job", || browser.path() == job);
            assert!(recruiter.page(&edit).contains("Long text. Long text."));
            assert!(!kept(&browser));
        });
    });
}

#[test]
fn a_kept_form_is_deleted_at_sign_out_and_shown_to_nobody_else() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    send_without_session(&browser);
    browser.wait("the form", || browser.has("[data-unsent] button.primary"));
    assert!(kept(&browser));
    sign_in(&sandbox, &browser, RECRUITER);
    browser.open("/app/jobs");
    browser.wait_for_text("You sent a form, but it was not saved.");
    browser.click("form[action='/app/sign-out'] button");
    browser.wait("the sign-in", || browser.path().starts_with("/app/sign-in"));
    assert!(!kept(&browser));
    send_without_session(&browser);
    browser.wait("the form", || browser.has("[data-unsent] button.primary"));
    sign_in(&sandbox, &browser, ADMIN);
    browser.open("/app/jobs");
    browser.wait("another user's page", || !kept(&browser));
    assert!(!browser.text("main").contains("You sent a form"));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}
