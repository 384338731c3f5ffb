//! The ranking in a browser: selection by mouse and keyboard, the live preview, and the same forms without scripts.

use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use crate::binary::program::Sandbox;

fn with_ranking(scripts: Scripts, test: impl FnOnce(&Browser, &str)) {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), scripts) else {
        return;
    };
    browser.open("/app/jobs?search=senior+backend");
    browser.click("button[name=demo][value='1']");
    browser.click("tbody a");
    browser.wait("the ranking", || browser.has("table.ranking"));
    let job = browser.path();
    test(&browser, &job);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

fn first_name(browser: &Browser) -> String {
    browser.text("table.ranking tbody tr:first-child th a")
}

#[test]
fn candidates_are_selected_and_changed_by_keyboard() {
    with_ranking(Scripts::On, |browser, job| {
        assert!(browser.has("#bulk-bar[hidden]"));
        browser.press("jx");
        assert!(
            browser.has("#bulk-bar[hidden]"),
            "a letter alone does nothing while no list has the focus"
        );
        browser.press_with_alt_shift("j");
        browser.press("x");
        browser.wait_for_text("1 candidate selected");
        browser.press("jx");
        browser.wait_for_text("2 candidates selected");
        browser.press("x");
        browser.wait_for_text("1 candidate selected");
        browser.run("document.querySelector('#bulk-bar [name=addTags]').focus()");
        browser.press("shortlist x\u{e007}");
        browser.wait_for_text("Change 1 candidate?");
        browser.click("#confirm button.primary");
        browser.wait_for_text("1 candidate was changed.");
        assert!(browser.has(".undo button"));
        browser.open(&format!("{job}?tags=shortlist+x"));
        browser.wait_for_text("1 candidate matches");
    });
}

#[test]
fn a_range_and_a_page_are_selected_by_mouse() {
    with_ranking(Scripts::On, |browser, _job| {
        browser.click("tbody tr:nth-child(2) .select input");
        browser.run(
            "const box = document.querySelector('tbody tr:nth-child(4) .select input');
             box.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: false, shiftKey: true }));",
        );
        let checked = "return document.querySelectorAll('tbody .select input:checked').length";
        assert_eq!(browser.run(checked).as_i64(), Some(3));
        browser.click("#select-page");
        browser.wait_for_text("6 candidates selected");
        browser.click("#select-page");
        assert_eq!(browser.run(checked).as_i64(), Some(0));
        assert!(browser.has("#bulk-bar[hidden]"));
    });
}

#[test]
fn selections_are_extended_by_keyboard() {
    with_ranking(Scripts::On, |browser, job| {
        browser.press_with_alt_shift("j");
        browser.press("J");
        browser.wait_for_text("2 candidates selected");
        browser.press("J");
        browser.wait_for_text("3 candidates selected");
        browser.press("K");
        let focused = "return document.activeElement.closest('tr').rowIndex";
        assert_eq!(browser.run(focused).as_i64(), Some(2));
        browser.wait_for_text("3 candidates selected");
        browser.press_with_control("a");
        browser.wait_for_text("6 candidates selected");
        let selected = browser.run("return getSelection().toString()");
        assert_eq!(selected, "", "no text is selected");
        browser.click("#select-page");
        assert!(browser.has("#bulk-bar[hidden]"));
        browser.click("#range summary");
        browser.fill("#range [name=belowScore]", "40");
        browser.wait_for_text("Everybody with a score below 40");
        assert!(!browser.has("#bulk-bar[hidden]"));
        browser.open(job);
        browser.wait("the bar without a selection", || {
            browser.has("#bulk-bar[hidden]")
        });
    });
}

#[test]
fn a_slider_previews_the_order_and_stores_nothing() {
    with_ranking(Scripts::On, |browser, job| {
        let best = first_name(browser);
        browser.click(".weights summary");
        browser.run(
            "for (const slider of document.querySelectorAll('#weights input[type=range]')) {
               slider.value = slider.name.endsWith('education') ? 100 : 0;
               slider.dispatchEvent(new Event('input', { bubbles: true }));
             }",
        );
        browser.wait_for_text("Nothing is stored yet.");
        assert!(browser.has(".move"), "the table shows who moved");
        assert!(browser.path().contains("weight.education=100"));
        let previewed = first_name(browser);
        browser.assert_quiet();
        browser.open(job);
        assert_eq!(first_name(browser), best);
        browser.open(&format!(
            "{job}?weight.education=100&weight.skills=0&weight.experience=0"
        ));
        assert_eq!(first_name(browser), previewed);
        browser.click("#weights button.primary");
        browser.wait_for_text("The new weights are stored.");
        assert_eq!(first_name(browser), previewed);
    });
}

#[test]
fn every_action_of_the_ranking_works_without_scripts() {
    with_ranking(Scripts::Off, |browser, job| {
        browser.click(".view-form details summary");
        browser.click("input[name=status][value=New]");
        browser.fill("#f-noSkills", "Cobol");
        browser.click(".view-form details .primary");
        browser.wait_for_text("Lacks Cobol");
        browser.click(".chips li:nth-child(2) a");
        browser.wait("the filter's end", || {
            !browser.text(".chips").contains("Cobol")
        });
        browser.click("thead a.sort");
        browser.wait_for_text("names from A to Z");
        browser.click("tbody tr:first-child .select input");
        browser.fill("#bulk-bar [name=addTags]", "plain");
        browser.click("#bulk-bar button");
        browser.wait_for_text("Change 1 candidate?");
        browser.click("#confirm button.primary");
        browser.wait_for_text("1 candidate was changed.");
        browser.click(".undo button");
        browser.wait_for_text("1 candidate is as before.");
        browser.open(job);
        browser.click("#range summary");
        browser.fill("#range [name=firstPosition]", "2");
        browser.fill("#range [name=lastPosition]", "4");
        browser.click("#bulk-bar button[name=reject]");
        browser.wait_for_text("Reject 3 candidates?");
        browser.open(job);
        browser.click(".weights summary");
        browser.click("#preview");
        browser.wait_for_text("Nothing is stored yet.");
        browser.click("#reset");
        browser.wait("the stored weights", || {
            !browser.text("body").contains("Nothing is stored yet.")
        });
    });
}
