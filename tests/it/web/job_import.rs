//! Importing jobs: the plan is shown and corrected before anything is created.

use reqwest::Method;
use reqwest::blocking::Response;
use reqwest::blocking::multipart::Form;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use super::requests::with_sandbox;
use super::visitor::{INTERVIEWER, RECRUITER, Visitor};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::file;

const CSV: &str = "Role,Team,Level,Note\n\
    Flag folder,<script>alert(1)</script>,Junior,\n\
    Pennant maker,Vexillology,Senior,\n\
    ,,,\n";

fn send(visitor: &Visitor, content: &str, prompt: &str) -> Response {
    let form = Form::new()
        .part("file", file("jobs.csv", content.as_bytes().to_vec()))
        .text("prompt", prompt.to_owned());
    let request = visitor.request(Method::POST, "/app/jobs/import");
    let request = request.header("sec-fetch-site", "same-origin");
    request.multipart(form).send().unwrap()
}

/// Returns the value of a hidden field of a page.
fn hidden(page: &str, name: &str) -> String {
    let start = format!("name=\"{name}\" value=\"");
    let (_, rest) = page
        .split_once(&start)
        .unwrap_or_else(|| panic!("{name} in {page}"));
    rest.split('"').next().unwrap().to_owned()
}

fn the_plan_is_shown_before_anything_is_created(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let response = send(&recruiter, CSV, "The column Role is the title\nSing a song");
    assert_eq!(response.status(), 200);
    let page = response.text().unwrap();
    for shown in [
        "2 jobs would be created",
        "Flag folder",
        "Sing a song",
        "Not understood",
        "&#60;script&#62;",
    ] {
        assert!(page.contains(shown), "{shown} in {page}");
    }
    assert!(!page.contains("<script>alert"));
    assert!(!recruiter.page("/app/jobs").contains("Flag folder"));
    let content = hidden(&page, "content");
    // A meaning that is chosen from the list becomes a sentence.
    let choose = [
        ("content", content.as_str()),
        ("prompt", "The column Role is the title"),
        ("column.1", "Team"),
        ("letter.1", "B"),
        ("was.1", "department"),
        ("meaning.1", "location"),
    ];
    let corrected = recruiter
        .post("/app/jobs/import/plan", &choose)
        .text()
        .unwrap();
    assert!(
        corrected.contains("The column &#34;Team&#34; is the location."),
        "{corrected}"
    );
    assert!(!recruiter.page("/app/jobs").contains("Flag folder"));
    jobs_are_created_once(&recruiter, &content);
}

/// Creates the jobs of the plan, and then asks for them again.
fn jobs_are_created_once(recruiter: &Visitor, content: &str) {
    let create = [
        ("content", content),
        ("prompt", "The column Role is the title"),
        ("create", "1"),
    ];
    let created = recruiter.post("/app/jobs/import/plan", &create);
    assert_eq!(created.status(), 200);
    assert!(created.text().unwrap().contains("2 jobs were created"));
    assert!(recruiter.page("/app/jobs").contains("Pennant maker"));
    let again = recruiter.post("/app/jobs/import/plan", &create);
    assert_eq!(again.status(), 409);
    let page = again.text().unwrap();
    assert!(
        page.contains("Duplicate job") && page.contains("name=\"skip\""),
        "{page}"
    );
    let csv = recruiter.post("/app/jobs/import/problems.csv", &create);
    assert_eq!(csv.headers()["content-type"], "text/csv; charset=utf-8");
    let csv = csv.text().unwrap();
    assert!(csv.starts_with("row,column,problem\r\n2,"), "{csv}");
    let skip: Vec<_> = create.iter().copied().chain([("skip", "1")]).collect();
    let skipped = recruiter
        .post("/app/jobs/import/plan", &skip)
        .text()
        .unwrap();
    assert!(skipped.contains("0 jobs were created") && skipped.contains("Left out"));
}

fn bad_files_are_explained(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let nothing = send(&recruiter, "", "");
    assert_eq!(nothing.status(), 400);
    assert!(nothing.text().unwrap().contains("Choose a file first."));
    let untitled = send(&recruiter, "a,b\n1,2\n", "");
    assert!(untitled.status().is_client_error());
    let page = untitled.text().unwrap();
    assert!(page.contains("class=\"problem\"") && page.contains("name=\"content\""));
    let large = "x".repeat((1 << 20) + 1);
    let large = send(&recruiter, &large, "");
    assert_eq!(large.status(), 413);
    assert!(large.text().unwrap().contains("exceeds the limit of 1 MiB"));
    let broken = [("content", "%%%"), ("prompt", "")];
    let broken = recruiter.post("/app/jobs/import/plan", &broken);
    assert_eq!(broken.status(), 400);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.get("/app/jobs/import").status(), 403);
    assert_eq!(send(&interviewer, CSV, "").status(), 403);
    let create = [("content", "eA"), ("create", "1")];
    assert_eq!(
        interviewer.post("/app/jobs/import/plan", &create).status(),
        403
    );
}

/// Every meaning of the lists becomes a sentence that the reader of prompts understands.
fn every_meaning_is_understood(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let csv = "Role,Thing\nFlag folder,x\n";
    let page = send(&recruiter, csv, "The column Role is the title")
        .text()
        .unwrap();
    let content = hidden(&page, "content");
    let (_, list) = page.split_once("name=\"meaning.1\"").unwrap();
    let (list, _) = list.split_once("</select>").unwrap();
    let values = list.split("<option value=\"").skip(2);
    let values: Vec<&str> = values.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(values.len() >= 10, "{values:?}");
    for value in values.into_iter().filter(|value| *value != "title") {
        let fields = [
            ("content", content.as_str()),
            ("prompt", "The column Role is the title"),
            ("column.1", "Thing"),
            ("letter.1", "B"),
            ("was.1", ""),
            ("meaning.1", value),
        ];
        let page = recruiter
            .post("/app/jobs/import/plan", &fields)
            .text()
            .unwrap();
        assert!(!page.contains("Not understood"), "{value}: {page}");
        assert!(
            page.contains("The column &#34;Thing&#34; is the"),
            "{value}"
        );
    }
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        the_plan_is_shown_before_anything_is_created(sandbox);
        bad_files_are_explained(sandbox);
        every_meaning_is_understood(sandbox);
    });
}

#[test]
fn jobs_are_imported_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn jobs_are_imported_on_postgresql() {
    on_postgresql(all);
}

/// Imports a file in a browser, with and without scripts.
fn import_in_a_browser(scripts: Scripts) {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), scripts) else {
        return;
    };
    let path = folder.path().join("roles.csv");
    std::fs::write(&path, CSV).unwrap();
    browser.open("/app/jobs/import");
    browser.click("button[name=demo][value='1']");
    browser.wait("the form", || browser.has("input[type=file]"));
    browser.send_keys("input[type=file]", path.to_str().unwrap());
    browser.fill("textarea[name=prompt]", "The column Role is the title");
    browser.click("form[enctype] button");
    browser.wait_for_text("2 jobs would be created");
    browser.click("button[name=create]");
    browser.wait_for_text("2 jobs were created");
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn jobs_are_imported_in_a_browser() {
    import_in_a_browser(Scripts::On);
}

#[test]
fn jobs_are_imported_without_scripts() {
    import_in_a_browser(Scripts::Off);
}
