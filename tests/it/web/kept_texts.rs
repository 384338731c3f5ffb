//! Texts that were typed but not accepted: the tab keeps them, offers them again, and shows them to nobody else.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use super::requests::job_and_candidate;
use super::visitor::{ADMIN, RECRUITER, Visitor};
use crate::binary::program::Sandbox;

/// Starts a browser in which the demo recruiter edits a job. Returns the path of the form.
fn edit(sandbox: &Sandbox) -> Option<(Browser, String)> {
    let browser = Browser::start(sandbox.get("serviceUrl"), Scripts::On)?;
    let (job, _) = job_and_candidate(&Visitor::signed_in(sandbox, RECRUITER));
    browser.sign_in(RECRUITER);
    let edit = format!("{job}/edit");
    browser.open(&edit);
    Some((browser, edit))
}

/// Saves the job with the title "Typed by them" while the recruiter edits it.
fn save_as_colleague(sandbox: &Sandbox, edit: &str) {
    let theirs = [
        ("title", "Typed by them"),
        ("description", "You code."),
        ("skills", "Rust"),
    ];
    let colleague = Visitor::signed_in(sandbox, ADMIN);
    assert_eq!(colleague.post(edit, &theirs).status(), 303);
}

fn type_into(browser: &Browser, name: &str, text: &str) {
    browser.run(&format!(
        "const field = document.querySelector('[name={name}]');
         field.value = '{text}';
         field.dispatchEvent(new Event('input', {{ bubbles: true }}));"
    ));
}

fn value(browser: &Browser, name: &str) -> Value {
    browser.run(&format!(
        "return document.querySelector('[name={name}]')?.value ?? ''"
    ))
}

/// Presses a button of the notes about what was entered.
fn press(browser: &Browser, label: &str) {
    browser.run(&format!(
        "[...document.querySelectorAll('.kept button')].find((one) => one.textContent === '{label}').click()"
    ));
}

#[test]
fn a_form_that_did_not_arrive_is_there_again() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some((browser, edit)) = edit(&sandbox) else {
        return;
    };
    type_into(&browser, "title", "Typed on a train");
    browser.set_offline(true);
    browser.click("form.stack button.primary");
    browser.wait("the page of the browser", || {
        browser.run("return document.querySelector('form.stack') === null") == true
    });
    browser.set_offline(false);
    // The error page of the browser has replaced the form in the history, so this goes to the page before it.
    browser.back();
    browser.wait("a page", || browser.has("h1"));
    browser.open(&edit);
    assert_eq!(value(&browser, "title"), "Typed on a train");
    browser.wait_for_text("It is not saved yet.");
    browser.click("form.stack button.primary");
    browser.wait("the job", || edit.starts_with(&browser.path()));
    // An accepted text is not offered again.
    browser.back();
    browser.wait("the form", || browser.has("form.stack"));
    assert!(!browser.has(".kept"));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn after_a_conflict_what_was_entered_is_offered() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some((browser, edit)) = edit(&sandbox) else {
        return;
    };
    type_into(&browser, "title", "Typed by me");
    save_as_colleague(&sandbox, &edit);
    browser.click("form.stack button.primary");
    browser.wait("the conflict", || browser.has(".problem"));
    assert_eq!(value(&browser, "title"), "Typed by me");
    browser.open("/app/help");
    browser.open(&edit);
    assert_eq!(value(&browser, "title"), "Typed by them");
    browser.wait_for_text("You had entered: Typed by me");
    press(&browser, "Use it");
    assert_eq!(value(&browser, "title"), "Typed by me");
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_text_that_is_offered_stays_until_it_is_used_or_discarded() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some((browser, edit)) = edit(&sandbox) else {
        return;
    };
    type_into(&browser, "title", "Typed by me");
    save_as_colleague(&sandbox, &edit);
    let again = || {
        browser.open("/app/help");
        browser.open(&edit);
    };
    again();
    browser.wait_for_text("You had entered: Typed by me");
    // Editing another field first does not lose the offer.
    type_into(&browser, "department", "Research");
    again();
    browser.wait_for_text("You had entered: Typed by me");
    assert_eq!(value(&browser, "department"), "Research");
    // Discarding the offer for one field keeps what was typed into the others.
    type_into(&browser, "location", "Leeds");
    browser.run(
        "[...document.querySelectorAll('.kept')].find((one) => one.textContent.includes('You had entered')).querySelectorAll('button')[1].click()",
    );
    again();
    assert_eq!(value(&browser, "location"), "Leeds");
    assert_eq!(value(&browser, "title"), "Typed by them");
    assert!(!browser.text("main").contains("You had entered"));
    // The note that is left discards the rest of the form.
    press(&browser, "Discard it");
    again();
    assert!(!browser.has(".kept"));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_text_that_was_previewed_stays_until_it_is_saved() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.sign_in(ADMIN);
    let editor = "/app/settings/mail/templates/rejected.en";
    browser.open(editor);
    type_into(&browser, "subject", "Typed by me");
    browser.click("button[value=preview]");
    browser.wait("the preview", || browser.has("#preview"));
    type_into(&browser, "body", "Previewed never");
    browser.open("/app/help");
    browser.open(editor);
    assert_eq!(value(&browser, "subject"), "Typed by me");
    assert_eq!(value(&browser, "body"), "Previewed never");
    browser.wait_for_text("It is not saved yet.");
    browser.click("button[value=save]");
    browser.wait_for_text("The text is saved.");
    browser.open(editor);
    assert_eq!(value(&browser, "subject"), "Typed by me");
    assert!(!browser.has(".kept"));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn nothing_that_a_tab_keeps_is_left_for_another_user() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some((browser, edit)) = edit(&sandbox) else {
        return;
    };
    type_into(&browser, "title", "A secret of the recruiter");
    // The ranking keeps its address, which contains what was searched for.
    browser.open(&format!(
        "{}?search=secret",
        edit.strip_suffix("/edit").unwrap()
    ));
    browser.wait("the ranking", || {
        browser.run("return sessionStorage.getItem('ranking') !== null") == true
    });
    let kept = || browser.run("return JSON.stringify({ ...sessionStorage })");
    let owner = browser.run("return document.body.dataset.user");
    let organization = sandbox.get("organizationId");
    assert!(
        owner.as_str().unwrap().starts_with(organization),
        "an identifier of a user is unique only within an organization"
    );
    assert!(
        kept()
            .as_str()
            .unwrap()
            .contains("A secret of the recruiter")
    );
    // The session ends without a sign-out, and somebody else signs in.
    let visitor = Visitor::signed_in(&sandbox, ADMIN);
    let (name, cookie) = visitor.cookie.split_once('=').unwrap();
    browser.set_cookie(name, cookie);
    browser.open("/app/help");
    let own = browser.run("return document.body.dataset.user");
    assert_ne!(own, owner);
    let expected = json!({ "shortlist-user": own }).to_string();
    assert_eq!(kept(), expected);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}
