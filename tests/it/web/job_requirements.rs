//! The page on which recruiters correct the requirements of a job, without a browser.

use super::requests::with_sandbox;
use super::visitor::{ADMIN, RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

const POSTING: &str = "Requirements:\n- Kafka\n- RabbitMQ\n- German C1\n- Docker";

/// Creates a job, and returns the path of its requirements.
fn new_job(recruiter: &Visitor, title: &str) -> String {
    let fields = [("title", title), ("description", POSTING)];
    let created = recruiter.post("/app/jobs/new", &fields);
    format!("{}/requirements", location(&created))
}

/// Returns the fields of the form as the page shows them, with other values for some of them.
fn form(page: &str, typed: &[(&str, &str, &str)]) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut number = 0;
    while let Some(name) = value(page, &format!("name.{number}")) {
        for field in ["kind", "was"] {
            let field = format!("{field}.{number}");
            fields.push((field.clone(), value(page, &field).unwrap()));
        }
        let mark = format!("name=\"mark.{number}\">");
        let select = page.split_once(&mark).unwrap().1;
        let select = select.split_once("</select>").unwrap().0;
        let chosen = select
            .split_once("\" selected")
            .map_or("", |(before, _)| before);
        let chosen = chosen.rsplit('"').next().unwrap().to_owned();
        let or = value(page, &format!("or.{number}")).unwrap_or_default();
        let own = typed.iter().find(|(of, _, _)| *of == name);
        let (chosen, or) = own.map_or((chosen, or), |(_, mark, or)| {
            ((*mark).to_owned(), (*or).to_owned())
        });
        fields.push((format!("mark.{number}"), chosen));
        fields.push((format!("or.{number}"), or));
        fields.push((format!("name.{number}"), name));
        number += 1;
    }
    fields
}

fn value(page: &str, field: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("name=\"{field}\" value=\""))?;
    Some(rest.split('"').next()?.to_owned())
}

fn send(visitor: &Visitor, path: &str, fields: &[(String, String)]) -> (u16, String) {
    let fields: Vec<_> = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let response = visitor.post(path, &fields);
    let status = response.status().as_u16();
    match status {
        303 => (status, location(&response).to_owned()),
        _ => (status, response.text().unwrap()),
    }
}

fn requirements_are_marked_and_merged(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let path = new_job(&recruiter, "Stream Engineer");
    let page = recruiter.page(&path);
    assert!(page.contains("As in the posting: required") && !page.contains("Set by"));
    let typed = [
        ("Kafka", "required", "rabbitmq, NATS <fast>"),
        ("Docker", "ignored", ""),
    ];
    let (status, to) = send(&recruiter, &path, &form(&page, &typed));
    assert_eq!(status, 303, "{to}");
    let page = recruiter.page(&to);
    assert!(page.contains("The requirements are saved."));
    assert!(
        page.contains("<strong><bdi>Kafka or RabbitMQ or NATS &#60;fast&#62;</bdi></strong>"),
        "{page}"
    );
    assert!(
        page.contains("value=\"RabbitMQ, NATS &#60;fast&#62;\""),
        "{page}"
    );
    assert_eq!(page.matches(">Set by ").count(), 2);
    assert!(value(&page, "name.3").is_none(), "each is listed once");
    let edit = path.replace("/requirements", "/edit");
    let panel = recruiter.page(&edit);
    assert!(
        panel.contains("does not count</span> <span class=\"quiet\">· set by"),
        "{panel}"
    );
    // Emptying the field separates the two again.
    let (status, to) = send(
        &recruiter,
        &path,
        &form(&page, &[("Kafka", "", "")])
            .iter()
            .map(unescaped)
            .collect::<Vec<_>>(),
    );
    assert_eq!(status, 303, "{to}");
    let page = recruiter.page(&path);
    assert!(page.contains("<strong><bdi>RabbitMQ</bdi></strong>"));
    // An edited posting says what no longer counts.
    let fields = [
        ("title", "Stream Engineer"),
        ("description", "Requirements:\n- Kafka"),
    ];
    assert_eq!(recruiter.post(&edit, &fields).status(), 303);
    for shown in [&path, &edit] {
        assert!(
            recruiter
                .page(shown)
                .contains("“Docker” is no longer a requirement of this job"),
            "{shown}"
        );
    }
}

fn unescaped((name, value): &(String, String)) -> (String, String) {
    (
        name.clone(),
        value.replace("&#60;", "<").replace("&#62;", ">"),
    )
}

/// Returns the fields of the form with a changed requirement, the occupation that the page shows, and more.
fn with_occupation(page: &str, more: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut fields = form(page, &[("Kafka", "preferred", "NATS")]);
    let was = value(page, "was.occupation").unwrap();
    fields.push(("was.occupation".to_owned(), was));
    let more = more.iter();
    fields.extend(more.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    fields
}

fn the_occupation_is_searched_and_set(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let path = new_job(&recruiter, "Zorbing Quibbler");
    let shown = recruiter.page(&path);
    assert!(shown.contains("As the title says: unknown"), "{shown}");
    // A search stores nothing, and keeps what was typed.
    let search = [
        ("occupation", "title"),
        ("occupation.search", "Krankenschwester"),
        ("find", "1"),
    ];
    let (status, found) = send(&recruiter, &path, &with_occupation(&shown, &search));
    assert_eq!(status, 200, "{found}");
    assert!(found.contains("value=\"29-1141.00\""), "{found}");
    assert!(found.contains("value=\"NATS\"") && found.contains("Choose one of the occupations"));
    assert!(
        !recruiter.page(&path).contains("Set by"),
        "nothing was stored"
    );
    let long = "x".repeat(300);
    for (query, problem) in [
        ("zorbix", "No occupation was found for “zorbix”"),
        ("", "must not be empty"),
        (
            long.as_str(),
            "The search must have at most 200 characters.",
        ),
    ] {
        let search = [("occupation.search", query), ("find", "1")];
        let (status, page) = send(&recruiter, &path, &with_occupation(&shown, &search));
        assert!(status == 200 && page.contains(problem), "{page}");
    }
    let (status, to) = send(
        &recruiter,
        &path,
        &with_occupation(&found, &[("occupation", "29-1141.00")]),
    );
    assert_eq!(status, 303, "{to}");
    let page = recruiter.page(&to);
    assert!(page.contains("value=\"29-1141.00\" checked"), "{page}");
    assert!(page.contains("<bdi>Set by "), "{page}");
}

fn the_second_editor_of_the_occupation_is_refused(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let path = new_job(&recruiter, "Quibbling Zorber");
    let shown = recruiter.page(&path);
    let nurse = with_occupation(&shown, &[("occupation", "29-1141.00")]);
    assert_eq!(send(&recruiter, &path, &nurse).0, 303);
    // Whoever saw the form before is refused, and a wrong code says what to do.
    let (status, page) = send(
        &admin,
        &path,
        &with_occupation(&shown, &[("occupation", "unknown")]),
    );
    assert_eq!(status, 409);
    assert!(
        page.contains("as the title says → Registered Nurses (29-1141.00). You chose: unknown"),
        "{page}"
    );
    let page = recruiter.page(&path);
    let (status, refused) = send(
        &recruiter,
        &path,
        &with_occupation(&page, &[("occupation", "99-1")]),
    );
    assert!(
        status == 400 && refused.contains("has no occupation with the code"),
        "{refused}"
    );
    let (status, _) = send(
        &recruiter,
        &path,
        &with_occupation(&page, &[("occupation", "unknown")]),
    );
    assert_eq!(status, 303);
    assert!(recruiter.page(&path).contains("value=\"unknown\" checked"));
}

fn contradictions_of_a_posting_are_shown(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let description = "Kafka is required.\nKafka is not required.";
    let fields = [
        ("title", "Contradicting Clerk"),
        ("description", description),
    ];
    let created = recruiter.post("/app/jobs/new", &fields);
    let job = location(&created).to_owned();
    for page in ["requirements", "edit"] {
        let page = recruiter.page(&format!("{job}/{page}"));
        assert!(page.contains("It counts as required."), "{page}");
    }
    assert!(
        recruiter
            .page(&format!("{job}/requirements"))
            .contains("data-code=\"requiredAndDenied\"")
    );
}

fn a_refused_form_keeps_what_was_typed(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let path = new_job(&recruiter, "Queue Engineer");
    let page = recruiter.page(&path);
    for (typed, problem) in [
        (
            ("Kafka", "preferred", "German"),
            "“German”, which is a language",
        ),
        (
            ("Kafka", "ignored", "NATS"),
            "ignores “Kafka” and gives it alternatives",
        ),
        (
            ("German", "required", "Klingon"),
            "not a language that resumes are compared with",
        ),
    ] {
        let (status, refused) = send(&recruiter, &path, &form(&page, &[typed]));
        assert_eq!(status, 400);
        assert!(refused.contains(problem), "{refused}");
        assert!(
            refused.contains(&format!("value=\"{}\"", typed.2)),
            "{refused}"
        );
        assert!(refused.contains(&format!("<option value=\"{}\" selected>", typed.1)));
    }
    let long = "x".repeat(201);
    let (status, refused) = send(&recruiter, &path, &form(&page, &[("Kafka", "", &long)]));
    assert!(status == 400 && refused.contains("201 characters") && refused.contains(&long));
    let foreign = recruiter
        .request(reqwest::Method::POST, &path)
        .header("sec-fetch-site", "cross-site")
        .header("content-type", "application/x-www-form-urlencoded")
        .body("end=1");
    assert_eq!(foreign.send().unwrap().status(), 403);
    assert!(
        !recruiter.page(&path).contains("Set by"),
        "nothing was stored"
    );
}

fn the_second_editor_of_the_requirements_loses_nothing(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let path = new_job(&recruiter, "Broker Engineer");
    let shown = recruiter.page(&path);
    let (status, _) = send(&admin, &path, &form(&shown, &[("Kafka", "preferred", "")]));
    assert_eq!(status, 303);
    let (status, page) = send(
        &recruiter,
        &path,
        &form(
            &shown,
            &[("Kafka", "ignored", ""), ("Docker", "", "Podman")],
        ),
    );
    assert_eq!(status, 409);
    assert!(
        page.contains("Someone else changed these requirements"),
        "{page}"
    );
    assert!(
        page.contains("<bdi>Kafka</bdi>: as in the posting → preferred. You chose: ignored"),
        "{page}"
    );
    assert!(page.contains("value=\"Podman\""), "nothing is lost");
    let (status, to) = send(&recruiter, &path, &form(&page, &[]));
    assert_eq!(status, 303, "saving again replaces it: {to}");
    let page = recruiter.page(&path);
    assert!(
        page.contains("<strong><bdi>Docker or Podman</bdi></strong>")
            && page.contains("class=\"ignored\"")
    );
}

fn all(sandbox: &Sandbox) {
    requirements_are_marked_and_merged(sandbox);
    a_refused_form_keeps_what_was_typed(sandbox);
    the_second_editor_of_the_requirements_loses_nothing(sandbox);
    the_occupation_is_searched_and_set(sandbox);
    the_second_editor_of_the_occupation_is_refused(sandbox);
    contradictions_of_a_posting_are_shown(sandbox);
}

#[test]
fn correcting_requirements_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
#[ignore = "long"]
fn correcting_requirements_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}
