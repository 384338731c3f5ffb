//! Every form with several actions in a browser: Enter stores nothing, and what was typed is still there after leaving the page.
//!
//! A browser sends a form on Enter as if its first button had been pressed. So that button must not decide anything. It has the method
//! `dialog`, with which a form outside of a dialog is not sent.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::accessibility::pages;
use super::browser::{Browser, Scripts};
use crate::binary::program::Sandbox;

/// The Enter key in the protocol.
const ENTER: &str = "\u{e007}";
/// The settings, which only an Admin sees.
const SETTINGS: [&str; 12] = [
    "keys",
    "users",
    "single-sign-on",
    "provisioning",
    "integrations",
    "access",
    "stages",
    "candidates",
    "retention",
    "webhooks",
    "audit",
    "password",
];

/// Returns the places of the fields in which Enter sends a form with several actions: the number of the form, that of the field in it,
/// and the kind of the field. One field of each kind is enough for a form.
const FIELDS: &str = r#"
    const found = [];
    [...document.forms].forEach((form, number) => {
      const elements = [...form.elements];
      const buttons = elements.filter((one) => one.type === "submit" && one.formMethod !== "dialog");
      const kinds = new Set();
      elements.forEach((field, place) => {
        const sends = field.matches("input:not([type=hidden]):not([type=file]):not([type=submit]):not([readonly])");
        if (buttons.length < 2 || !sends || field.disabled || kinds.has(field.type)) return;
        kinds.add(field.type);
        found.push([number, place, field.type]);
      });
    });
    return found;
"#;

/// Returns the number of each form that stores something, with the name and the kind of one long text, one choice and one box in it.
const KEPT: &str = r#"
    const found = [];
    [...document.forms].forEach((form, number) => {
      const isLeft = form.querySelector("[type=password]") || form.enctype === "multipart/form-data";
      if (form.getAttribute("method") !== "post" || isLeft) return;
      const kinds = new Set();
      for (const field of form.elements) {
        const isKept = field.matches("textarea, select, input[type=checkbox]:not([required], .select *)");
        const hasChoice = field.type !== "select-one" || field.options.length > 1;
        if (!isKept || !hasChoice || !field.name || field.readOnly || kinds.has(field.type)) continue;
        kinds.add(field.type);
        found.push([number, field.name, field.type]);
      }
    });
    return found;
"#;

/// Changes a field like a person would, and returns its state.
const CHANGE: &str = "const isBox = field.type === 'checkbox';
    if (isBox) field.checked = !field.checked;
    else if (field.type === 'select-one') field.selectedIndex = field.selectedIndex === 0 ? 1 : 0;
    else field.value = 'Typed, and not saved';
    field.dispatchEvent(new Event('input', { bubbles: true }));";

/// Shows a field and moves the focus to it. `window.sent` then says which button Enter presses, and nothing is sent.
fn focus(browser: &Browser, (form, place): (u64, u64), sends: bool) {
    browser.run(&format!(
        "for (const closed of document.querySelectorAll('details')) closed.open = true;
         const box = document.querySelector('#bulk tbody .select input');
         if (box && !box.checked) box.click();
         const field = document.forms[{form}].elements[{place}];
         window.sent = null;
         addEventListener('submit', (event) => {{
           const button = event.submitter;
           window.sent = {{ name: button?.textContent ?? '', method: button?.formMethod || event.target.method }};
           if (!{sends}) event.preventDefault();
         }}, true);
         field.focus();"
    ));
    let has_focus =
        format!("return document.activeElement === document.forms[{form}].elements[{place}]");
    assert_eq!(
        browser.run(&has_focus),
        true,
        "{form} {place} on {}",
        browser.path()
    );
}

/// Returns what is typed into a field of this kind.
fn text_for(kind: &str) -> &'static str {
    match kind {
        "text" | "search" | "url" => "typed",
        "number" => "7",
        _ => "",
    }
}

fn value(browser: &Browser, (form, place): (u64, u64)) -> Value {
    browser.run(&format!(
        "return document.forms[{form}].elements[{place}].value"
    ))
}

/// Returns how much the organization's audit log contains, besides who read which file.
fn changes(sandbox: &Sandbox) -> i64 {
    let query = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { totalCount } }";
    let count = |more: Value| {
        let own = json!({ "organizationId": sandbox.get("organizationId") });
        let input = crate::support::input::joined(own, &more);
        sandbox.data_as("Admin", query, input)["totalCount"]
            .as_i64()
            .unwrap()
    };
    count(json!({})) - count(json!({ "operation": "getOriginalFile" }))
}

/// Presses Enter in a field. If that sends the form, it is sent indeed, and must change nothing.
fn enter_stores_nothing(
    browser: &Browser,
    sandbox: &Sandbox,
    page: &str,
    field: &(u64, u64, String),
) -> bool {
    let (form, place, kind) = field;
    let at = (*form, *place);
    browser.open(page);
    browser.run("sessionStorage.removeItem('drafts')");
    browser.open(page);
    focus(browser, at, false);
    browser.press(text_for(kind));
    let typed = value(browser, at);
    browser.press(ENTER);
    let sent = browser.run("return window.sent");
    if sent.is_null() || sent["method"] == "dialog" {
        leaving_loses_nothing(browser, page, at, kind, &typed);
        return false;
    }
    if sent["method"] == "get" {
        return false;
    }
    let before = changes(sandbox);
    browser.open(page);
    focus(browser, at, true);
    browser.press(text_for(kind));
    browser.run("window.isOld = true");
    browser.press(ENTER);
    browser.wait("the next page", || {
        browser.run("return window.isOld ?? false") == false
    });
    assert_eq!(changes(sandbox), before, "{page}: Enter pressed {sent}");
    true
}

/// Leaves the page and comes back: a text that was typed into a form that stores something is still there.
fn leaving_loses_nothing(browser: &Browser, page: &str, at: (u64, u64), kind: &str, typed: &Value) {
    let is_kept = format!(
        "return document.forms[{}].method === 'post' && {}",
        at.0,
        matches!(kind, "text" | "number" | "url")
    );
    if browser.run(&is_kept) != true {
        return;
    }
    let name = browser.run(&format!(
        "return document.forms[{}].elements[{}].name",
        at.0, at.1
    ));
    // The page adds a button to the form, so the number of the field changes.
    let value = || {
        let name = name.as_str().unwrap();
        browser.run(&format!(
            "return document.forms[{}].elements['{name}'].value",
            at.0
        ))
    };
    browser.open("/app/help");
    browser.open(page);
    assert_eq!(value(), *typed, "{page}");
    assert!(
        browser.text("main").contains("It is not saved yet."),
        "{page}"
    );
    // The driver does not scroll to what a bar at the bottom covers, as people do.
    browser.run("document.querySelector('.kept button').scrollIntoView({ block: 'center' })");
    browser.click(".kept button");
    assert_ne!(value(), *typed, "{page}");
}

fn every_form_of(browser: &Browser, sandbox: &Sandbox, pages: &[String]) -> (usize, usize) {
    let (mut fields, mut sent) = (0, 0);
    for page in pages {
        browser.open(page);
        let found = browser.run(FIELDS);
        let found: Vec<(u64, u64, String)> = serde_json::from_value(found).unwrap();
        for field in &found {
            fields += 1;
            sent += usize::from(enter_stores_nothing(browser, sandbox, page, field));
        }
    }
    (fields, sent)
}

/// Changes long texts, choices and boxes, leaves the page, and comes back. Returns how many fields were tried.
fn leaving_keeps_every_kind_of_field(browser: &Browser, page: &str) -> usize {
    browser.open(page);
    let found = browser.run(KEPT);
    let found: Vec<(u64, String, String)> = serde_json::from_value(found).unwrap();
    for (form, name, kind) in &found {
        // A page that is loaded again has no forms for a moment.
        let is_there = format!("return document.forms.length > {form};");
        let run = |change: &str| {
            browser.wait("the form", || browser.run(&is_there) == Value::Bool(true));
            browser.run(&format!(
                "const field = [...document.forms[{form}].elements].find((one) => one.name === {name:?} && one.type === {kind:?});
                 {change}
                 return field.type === 'checkbox' ? field.checked : field.value;"
            ))
        };
        let (before, changed) = (run(""), run(CHANGE));
        assert_ne!(before, changed, "{name} on {page}");
        browser.open("/app/help");
        browser.open(page);
        assert_eq!(run(""), changed, "{name} on {page}");
        // The note of a form that is hidden until something is chosen is hidden, too.
        let note = browser.run("return document.querySelector('.kept')?.textContent ?? ''");
        let note = note.as_str().unwrap();
        assert!(
            note.contains("It is not saved yet."),
            "{name} on {page}: {note}"
        );
        browser.run("document.querySelector('.kept button').click()");
        assert_eq!(run(""), before, "{name} on {page}");
    }
    found.len()
}

#[test]
#[ignore = "long"]
fn whoever_leaves_a_page_finds_everything_again() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let pages = pages(&browser);
    let pages = pages.iter().filter(|page| *page != "/app/sign-in");
    let fields: usize = pages
        .map(|page| leaving_keeps_every_kind_of_field(&browser, page))
        .sum();
    assert!(fields >= 15, "{fields} fields");
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
#[ignore = "long"]
fn enter_in_a_form_with_several_actions_stores_nothing() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let pages = pages(&browser);
    let pages: Vec<String> = pages
        .into_iter()
        .filter(|page| page != "/app/sign-in")
        .collect();
    let (fields, sent) = every_form_of(&browser, &sandbox, &pages);
    // The review queue, the status of a job, a job, an interview, and several candidates, besides forms that only show something.
    assert!(
        fields >= 12 && sent >= 1,
        "{fields} fields, of which {sent} send a form"
    );
    browser.forget_cookies();
    browser.open("/app/sign-in");
    browser.click("button[name=demo][value='0']");
    browser.wait("the start page", || browser.path() == "/app");
    let settings = SETTINGS.map(|page| format!("/app/settings/{page}"));
    every_form_of(&browser, &sandbox, &settings);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
#[ignore = "long"]
fn without_scripts_enter_decides_nothing_either() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::Off) else {
        return;
    };
    browser.open("/app/jobs?search=senior+backend");
    browser.click("button[name=demo][value='1']");
    browser.click("tbody a");
    browser.wait("the ranking", || browser.has("table.ranking"));
    let review = format!("{}/review", browser.path());
    browser.open(&review);
    browser.fill("[name=reason]", "Only a thought");
    let before = changes(&sandbox);
    browser.press(ENTER);
    browser.click("main .progress");
    assert_eq!(value_of(&browser, "[name=reason]"), "Only a thought");
    browser.wait_for_text("6 candidates wait");
    assert_eq!(changes(&sandbox), before);
    browser.click("button[value=OnHold]");
    browser.wait_for_text("5 candidates wait");
    drop(browser);
    sandbox.program.stop();
}

fn value_of(browser: &Browser, css: &str) -> Value {
    browser.run(&format!("return document.querySelector('{css}').value"))
}
