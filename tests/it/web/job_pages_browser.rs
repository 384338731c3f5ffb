//! Interviews, board and comparison in a browser: by mouse, by keyboard, and without scripts.

use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use crate::binary::program::Sandbox;

const ENTER: &str = "\u{e007}";

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

/// Opens the form that schedules an interview with the first candidate of the ranking.
fn open_schedule(browser: &Browser) {
    browser.click("table.ranking tbody th a");
    browser.click("#interviews a.button");
    browser.wait("the form", || browser.has("#schedule"));
}

fn set(browser: &Browser, field: &str, value: &str) {
    browser.run(&format!(
        "const field = document.querySelector('form[data-plan] input[name={field}]'); field.value = '{value}';
         field.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    ));
}

fn schedule_and_move(browser: &Browser, scripts: Scripts) {
    open_schedule(browser);
    browser.click(".people label:last-of-type input");
    set(browser, "date", "2027-03-04");
    set(browser, "zone", "Europe/Berlin");
    set(browser, "time", "10:00");
    if scripts == Scripts::Off {
        browser.click("#show-plan");
    }
    browser.wait_for_text("Everyone is free at the chosen time.");
    browser.click("#plan button.chip");
    browser.wait("the free time", || {
        let time = browser.run("return document.querySelector('input[name=time]').value");
        time == "08:00"
    });
    browser.click("#schedule > .actions:last-child button");
    browser.wait_for_text("The interview is scheduled.");
    browser.wait_for_text("2027-03-04 08:00 Europe/Berlin");
    browser.click("#change summary");
    set(browser, "time", "11:15");
    browser.click("#change form:first-of-type .primary");
    browser.wait_for_text("2027-03-04 11:15 Europe/Berlin");
    browser.click("#change summary");
    browser.click("#change button[value=Cancelled]");
    browser.wait_for_text("The status is changed.");
}

#[test]
fn an_interview_is_scheduled_and_moved_with_scripts() {
    with_ranking(Scripts::On, |browser, _| {
        schedule_and_move(browser, Scripts::On);
    });
}

#[test]
fn an_interview_is_scheduled_and_moved_without_scripts() {
    with_ranking(Scripts::Off, |browser, _| {
        schedule_and_move(browser, Scripts::Off);
    });
}

#[test]
fn candidates_are_compared_by_keyboard() {
    with_ranking(Scripts::On, |browser, job| {
        browser.press_with_alt_shift("j");
        browser.press("c");
        assert_eq!(browser.path(), job, "nobody is selected");
        browser.press("xjx");
        browser.wait_for_text("2 candidates selected");
        browser.press("c");
        browser.wait("the comparison", || browser.has("table.compare"));
        assert!(browser.path().contains("/compare?c=cnd_"));
        browser.press_with_alt_shift("j");
        browser.press(ENTER);
        browser.wait("the candidate", || browser.has("#reviews"));
        browser.press_with_alt_shift("g");
        browser.press_with_alt_shift("i");
        browser.wait("the interviews", || browser.path() == "/app/interviews");
    });
}

#[test]
fn candidates_are_compared_without_scripts() {
    with_ranking(Scripts::Off, |browser, _job| {
        browser.click("tbody tr:nth-child(1) .select input");
        browser.click("tbody tr:nth-child(2) .select input");
        browser.click("#bulk-bar button[formmethod=get]");
        browser.wait("the comparison", || browser.has("table.compare"));
    });
}

/// Moves the first card of the board by its menu, with the keyboard alone.
fn move_by_menu(browser: &Browser, job: &str) {
    browser.open(&format!("{job}/board"));
    browser.run("document.querySelector('.card summary').focus()");
    browser.press(ENTER);
    browser.wait("the menu", || browser.has(".card details[open]"));
    // The name of the stage, as far as no other one begins with it.
    browser.press("\u{e004}On\u{e004}Later\u{e004}");
    browser.press(ENTER);
    browser.wait_for_text("is moved.");
    browser.wait("the card", || browser.has("[data-stage=OnHold] .card"));
}

#[test]
fn a_card_is_moved_by_keyboard_without_scripts() {
    with_ranking(Scripts::Off, move_by_menu);
}

#[test]
fn a_card_is_dragged_to_another_stage() {
    with_ranking(Scripts::On, |browser, job| {
        move_by_menu(browser, job);
        browser.run(
            "const card = document.querySelector('[data-stage=OnHold] .card');
             const stage = document.querySelector('[data-stage=Hired]');
             const data = new DataTransfer();
             card.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: data }));
             stage.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: data }));
             stage.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));",
        );
        browser.wait("the card", || browser.has("[data-stage=Hired] .card"));
    });
}

#[test]
fn a_recording_is_uploaded_with_its_progress() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let film = folder.path().join("talk.mp4");
    std::fs::write(&film, b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41").unwrap();
    browser.open("/app/interviews?from=2026-11-09");
    browser.click("button[name=demo][value='3']");
    browser.click("tbody a[data-open]");
    browser.wait("the interview", || browser.has("#record"));
    assert!(
        browser.has(".transcript li"),
        "the transcript is next to the player"
    );
    browser.send_keys("#record input[type=file]", film.to_str().unwrap());
    browser.click("#record button");
    browser.wait_for_text("The recording is stored.");
    browser.wait("the player", || browser.has("video#player"));
    assert!(browser.has(".transcript a[data-seek]"));
    drop(browser);
    sandbox.program.stop();
}
