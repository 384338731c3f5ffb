//! Every form of every template, read from the templates: a new form with several actions cannot be forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// The forms with several actions whose first button stores something or sends a form, and why Enter may press it.
const HARMLESS: [(&str, &str, &str); 3] = [
    ("job_import.html", "/app/jobs/import/plan", "shows the plan"),
    (
        "protection.html",
        "/hold",
        "has one of the two buttons only",
    ),
    ("ranking.html", "/bulk", "asks for a confirmation"),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../crates/shortlist-web/templates")
}

/// Returns a template with the templates that it includes.
fn expanded(name: &str) -> String {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    let mut parts = text.split("{% include \"");
    let mut whole = parts.next().unwrap().to_owned();
    for part in parts {
        let (included, rest) = part.split_once("\" %}").unwrap();
        whole += &expanded(included);
        whole += rest;
    }
    whole
}

/// Returns a template without what the program fills in. Loops are elements.
fn without_code(text: &str) -> String {
    let mut plain = text
        .replace("{% for ", "<loop {% ")
        .replace("{% endfor %}", "</loop>");
    for (start, end) in [("{%", "%}"), ("{{", "}}")] {
        while let Some((before, rest)) = plain.split_once(start) {
            let (_, after) = rest.split_once(end).unwrap();
            plain = format!("{before}{after}");
        }
    }
    plain
}

/// Returns the opening tags of an element.
fn tags<'a>(text: &'a str, element: &str) -> Vec<&'a str> {
    let start = format!("<{element}");
    let tags = text.split(start.as_str()).skip(1);
    tags.map(|tag| tag.split('>').next().unwrap())
        .filter(|tag| tag.is_empty() || tag.starts_with([' ', '\n']))
        .collect()
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// Returns the tags of an element that belong to a form: those in it, and those elsewhere that name it.
fn of_form<'a>(page: &'a str, form: &'a str, element: &str) -> Vec<&'a str> {
    let id = attribute(form.split('>').next().unwrap(), "id");
    let inside = tags(form, element).into_iter();
    let inside = inside.filter(|tag| attribute(tag, "form").is_none());
    let named = |tag: &&str| id.is_some() && attribute(tag, "form") == id;
    inside
        .chain(tags(page, element).into_iter().filter(named))
        .collect()
}

/// Returns whether Enter sends a form with several actions, of which the first one stores something.
fn is_dangerous(page: &str, form: &str) -> bool {
    let buttons = of_form(page, form, "button");
    let buttons: Vec<&str> = buttons
        .into_iter()
        .filter(|tag| attribute(tag, "type") != Some("button"))
        .collect();
    let in_loop = |part: &str| {
        let inside = part.split("</loop").next().unwrap();
        inside.contains("<button")
    };
    let several = buttons.len() > 1 || form.split("<loop").skip(1).any(in_loop);
    let sends = of_form(page, form, "input")
        .into_iter()
        .any(|tag| !matches!(attribute(tag, "type"), Some("hidden" | "file" | "submit")));
    let method = attribute(form.split('>').next().unwrap(), "method");
    let first = buttons.first().and_then(|tag| attribute(tag, "formmethod"));
    several && sends && first.or(method) == Some("post")
}

#[test]
fn the_first_button_of_every_form_with_several_actions_stores_nothing() {
    let mut found = BTreeSet::new();
    let mut forms = 0;
    for file in fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let text = expanded(&name);
        // A part of a page is checked with the page.
        if !text.starts_with("{% extends") {
            continue;
        }
        let page = without_code(&text);
        for form in page.split("<form").skip(1) {
            forms += 1;
            let form = form.split("</form>").next().unwrap();
            if is_dangerous(&page, form) {
                let action = attribute(form.split('>').next().unwrap(), "action").unwrap();
                let known = HARMLESS
                    .iter()
                    .find(|one| one.0 == name && action.ends_with(one.1));
                let known = known.unwrap_or_else(|| {
                    panic!("{name}: Enter in the form {action} presses its first button; include no_default.html in it")
                });
                found.insert((known.0, known.1));
            }
        }
    }
    assert!(forms > 50, "{forms} forms");
    assert_eq!(found.len(), HARMLESS.len(), "{found:?}");
}
