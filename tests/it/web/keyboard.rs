//! Reviewing candidates by keyboard alone.

use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use crate::binary::program::Sandbox;

/// The Enter key in the protocol.
const ENTER: &str = "\u{e007}";

/// The Tab key in the protocol.
const TAB: &str = "\u{e004}";
const ARROW_DOWN: &str = "\u{e015}";
/// More than the number of controls before any control of a page.
const MANY_TABS: usize = 60;

/// Moves the focus with the Tab key until an element that the selector describes has it.
fn tab_to(browser: &Browser, selector: &str) {
    let has_focus = format!("return document.activeElement.matches('{selector}')");
    for _ in 0..MANY_TABS {
        browser.press(TAB);
        if browser.run(&has_focus) == true {
            return;
        }
    }
    panic!("the keyboard does not reach {selector}");
}

#[test]
fn reports_and_help_are_reached_by_keyboard() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.open("/app/jobs");
    browser.click("button[name=demo][value='1']");
    browser.wait("the jobs", || browser.has("tbody"));
    tab_to(&browser, "a[href=\"/app/reports\"]");
    browser.press(ENTER);
    browser.wait("the reports", || browser.path().starts_with("/app/reports"));
    tab_to(&browser, "select[name=job]");
    browser.press(ARROW_DOWN);
    tab_to(&browser, "main form button");
    browser.press(ENTER);
    browser.wait("the report of a job", || {
        browser.path().contains("job=job_")
    });
    tab_to(&browser, "a[href*=\"funnel.csv\"]");
    tab_to(&browser, "main summary");
    browser.press(ENTER);
    tab_to(&browser, ".scroll");
    browser.press("?");
    browser.wait("the shortcuts", || browser.has("dialog[open]"));
    browser.press(TAB);
    browser.press(ENTER);
    browser.wait("the help", || browser.path() == "/app/help");
    browser.wait_for_text("What to do first");
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

/// Types a reason, leaves the field with Enter, which decides nothing, and rejects.
fn a_reason_is_typed_before_the_decision(browser: &Browser) {
    browser.run("document.querySelector('[name=reason]').focus()");
    browser.press("Other profile");
    browser.press(ENTER);
    browser.wait_for_text("Now choose");
    browser.wait_for_text("4 candidates wait");
    browser.press("r");
    browser.wait_for_text("3 candidates wait");
}

/// Opens the first candidate of the ranking. Only a shortcut moves the focus to where letters work.
fn the_next_candidate_and_back(browser: &Browser) {
    browser.press_with_alt_shift("j");
    browser.press(ENTER);
    browser.wait("the first candidate", || browser.has(".neighbours"));
    let first = browser.path();
    assert!(!browser.has("[data-key=k]"), "nobody is before the first");
    browser.press_with_alt_shift("j");
    browser.wait("the next candidate", || browser.has("[data-key=k]"));
    assert_ne!(browser.path(), first);
    browser.press("k");
    browser.wait("the first again", || browser.path() == first);
}

/// The browser repeats a key that is held down, also on the page of the next candidate.
fn a_key_that_is_held_decides_nothing(browser: &Browser) {
    browser.wait("the focus", || browser.has(".decide:focus"));
    let event = "new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', bubbles: true, cancelable: true, repeat: true })";
    let ignored = format!("return document.querySelector('.decide').dispatchEvent({event})");
    assert_eq!(browser.run(&ignored), true, "no shortcut took the key");
}

/// A letter is that of the layout: on a Dvorak keyboard, the key that is `c` on a US keyboard is `j`.
fn a_letter_is_that_of_the_layout(browser: &Browser) {
    let event = "new KeyboardEvent('keydown', { key: 'J', code: 'KeyC', altKey: true, shiftKey: true, bubbles: true, cancelable: true })";
    let taken = format!("return !document.body.dispatchEvent({event})");
    browser.wait("a shortcut", || browser.run(&taken) == true);
    assert!(browser.has("[data-open]:focus"), "a row has the focus");
    browser.run("document.activeElement.blur()");
}

#[test]
fn candidates_are_reviewed_by_keyboard() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.open("/app/jobs");
    browser.click("button[name=demo][value='1']");
    browser.wait("the jobs", || browser.has("tbody"));
    browser.press_with_alt_shift("s");
    browser.press("backend");
    browser.press(ENTER);
    browser.wait("the search", || browser.path().contains("search=backend"));
    browser.press_with_alt_shift("j");
    browser.press(ENTER);
    browser.wait("the ranking", || browser.has("table.ranking"));
    let job = browser.path();
    a_letter_is_that_of_the_layout(&browser);
    browser.press_with_alt_shift("/");
    browser.wait("the help", || browser.has("dialog[open]"));
    browser.press(ENTER);
    browser.wait("the end of the help", || !browser.has("dialog[open]"));
    the_next_candidate_and_back(&browser);
    browser.open(&format!("{job}/review"));
    browser.wait_for_text("6 candidates wait");
    let is_loaded = || browser.run("return document.readyState") == "complete";
    browser.wait("the scripts", is_loaded);
    assert!(
        !browser.has("[data-focus]:focus"),
        "the focus stays where it is"
    );
    browser.press_with_alt_shift("a");
    browser.wait_for_text("5 candidates wait");
    a_key_that_is_held_decides_nothing(&browser);
    for (key, left) in [("h", 4), ("r", 3)] {
        browser.press(key);
        browser.wait_for_text(&format!("{left} candidates wait"));
    }
    browser.wait_for_text("Candidate 4 of 6");
    browser.press("u");
    browser.wait_for_text("4 candidates wait");
    let again = browser.run("return document.querySelector('input[name=candidate]').value");
    assert!(
        browser.path().contains(again.as_str().unwrap()),
        "the same candidate"
    );
    a_reason_is_typed_before_the_decision(&browser);
    browser.press("j");
    browser.wait("the next one", || browser.path().contains("skip=1"));
    browser.press("e");
    let focused = browser.run("return document.activeElement.dataset.quote ?? ''");
    assert!(
        !focused.as_str().unwrap().is_empty(),
        "a quote has the focus"
    );
    browser.press("gj");
    browser.wait("the jobs", || browser.path() == "/app/jobs");
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}
