//! Hostile titles, names, texts and file names are shown as text on every screen.

use reqwest::blocking::multipart::Form;
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use crate::binary::program::Sandbox;
use crate::support::resumes::docx_of;
use crate::support::service::file;

const SCRIPT: &str =
    "<script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">";
const TURNED: &str = "\u{202e}\u{2066}left\u{200f}";

/// Returns a resume whose every value is hostile.
fn resume(email: &str) -> Vec<u8> {
    let long = "W".repeat(10_000);
    let position = format!("Engineer {SCRIPT}, Orchard {TURNED} Software");
    let lines = [
        "Ada <b>Example</b>",
        email,
        "Experience",
        &position,
        "January 2019 - December 2023",
        SCRIPT,
        TURNED,
        &long,
        "Built services in Rust on PostgreSQL </div></main> with Docker.",
        "Skills",
        "Rust, PostgreSQL, Docker, \"quoted\" & 'single'",
    ];
    docx_of(&lines)
}

fn is_intact(browser: &Browser, path: &str) {
    browser.open(path);
    let title = browser.run("return document.title");
    assert!(!title.as_str().unwrap().starts_with("broken"), "{path}");
    let injected =
        browser.run("return document.querySelectorAll('main script, main img, main b').length");
    assert_eq!(injected, 0, "{path}");
    let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth");
    assert!(
        overflow.as_i64().unwrap() <= 0,
        "{path} is {overflow} px too wide"
    );
    browser.assert_quiet();
}

/// Adds a hostile tag, note, review and reason.
fn hostile_records(sandbox: &Sandbox, candidate: &str) -> String {
    let visitor = super::visitor::Visitor::signed_in(sandbox, super::visitor::RECRUITER);
    let long = format!("{SCRIPT}{TURNED}{}", "W".repeat(9_000));
    let send = |path: &str, fields: &[(&str, &str)]| {
        let sent = visitor.post(&format!("{candidate}{path}"), fields);
        assert_eq!(sent.status(), 303, "{path}");
    };
    send(
        "/tags",
        &[("tag", "<script>document.title='broken'</script>")],
    );
    send("/notes", &[("note", &long)]);
    send("/review", &[("score", "1"), ("comment", &long)]);
    send("", &[("status", "OnHold"), ("reason", SCRIPT)]);
    let form = visitor.page(&format!("{candidate}/interviews"));
    let (_, person) = form.split_once("name=\"i.").unwrap();
    let person = format!("i.{}", person.split('"').next().unwrap());
    let place = format!("{SCRIPT}{TURNED}");
    let fields = [
        (person.as_str(), "1"),
        ("date", "2027-03-04"),
        ("time", "10:00"),
        ("place", &place),
        (
            "link",
            "https://example.org/\"><script>document.title='broken'</script>",
        ),
    ];
    let scheduled = visitor.post(&format!("{candidate}/interviews"), &fields);
    assert_eq!(scheduled.status(), 303);
    let interview = super::visitor::location(&scheduled);
    let interview = interview.split('?').next().unwrap().to_owned();
    let report = [
        ("feedback", long.as_str()),
        ("q0.question", SCRIPT),
        ("q0.answer", &long),
        ("transcript", &long),
        ("confirm", "1"),
    ];
    let sent = visitor.post(&format!("{interview}/report"), &report);
    assert_eq!(sent.status(), 303);
    interview
}

/// Returns the addresses of all pages, also with hostile parameters.
fn hostile_pages(job: &str, candidate: &str, interview: &str, ids: &[&str]) -> Vec<String> {
    let search = "?search=%3Cscript%3Edocument.title%3D%27broken%27%3C%2Fscript%3E%22%3E&status=%3Cb%3E&after=%00";
    vec![
        "/app/jobs".to_owned(),
        format!("/app/jobs{search}"),
        job.to_owned(),
        format!("{job}{search}"),
        format!("{job}/edit"),
        format!("{job}/upload"),
        format!("{job}/review"),
        format!("{job}/review?done=%22%3E%3Cscript%3E&skip=-1"),
        candidate.to_owned(),
        format!("{candidate}?weight0=%3Cscript%3E&weight1=%22%3E%3Cb%3E&saved=%3Cb%3E"),
        format!("{candidate}/data"),
        format!("{candidate}/activity"),
        format!("{candidate}/interviews?date=%3Cb%3E&zone=%22%3E%3Cscript%3E&i.%3Cb%3E=1"),
        format!("{job}/board"),
        format!("{job}/board?stage=%3Cscript%3E&moved=%22%3E"),
        format!("{job}/leaderboards?model=%3Cb%3E"),
        format!("{job}/activity?after=%3Cb%3E"),
        format!("{job}/compare?c=%3Cb%3E"),
        format!("{job}/compare?c={0}&c={1}", ids[0], ids[1]),
        "/app/interviews?from=2027-03-01".to_owned(),
        "/app/interviews?from=%3Cb%3E&zone=%22%3E%3Cscript%3E&by=%3Cb%3E".to_owned(),
        interview.to_owned(),
        format!("{interview}?date=%3Cb%3E&place=%22%3E%3Cscript%3E&saved=%3Cb%3E"),
        format!("{job}/review?candidate=%3Cb%3E&skip=x"),
        format!("/app{search}"),
        format!(
            "/app/sign-in{search}&next=javascript:alert(1)&email=%22%3E%3Cb%3E&organization=%3Cb%3E"
        ),
        "/app/%3Cscript%3E".to_owned(),
    ]
}

#[test]
fn hostile_texts_stay_texts() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let title = format!("{}{TURNED}{}", SCRIPT, "T".repeat(120));
    let job = sandbox.create_job(&title);
    let name = format!("{SCRIPT}{TURNED}.docx").replace(['/', '"'], "_");
    let form = sandbox
        .upload_form(&job)
        .part("files", file(&name, resume("ada@example.org")))
        .part("files", file("other.docx", resume("eve@example.org")))
        .part("files", file("<i>no resume</i>.pdf", b"no".to_vec()));
    let sent = sandbox.post("/bulk-upload-resumes").multipart(form).send();
    assert_eq!(sent.unwrap().status(), 200);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.open("/app/jobs");
    browser.click("button[name=demo][value='1']");
    browser.wait("the jobs", || browser.has("tbody"));
    let job = format!("/app/jobs/{job}");
    browser.open(&job);
    browser.click("tbody a");
    browser.wait("the resume", || browser.has(".resume"));
    let candidate = browser.path();
    assert!(browser.text(".resume").contains("</div></main>"));
    let interview = hostile_records(&sandbox, &candidate);
    browser.open(&job);
    let ids = browser.run(
        "return [...document.querySelectorAll('tbody .select input')].map((box) => box.name.slice(2))",
    );
    let ids: Vec<&str> = ids
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap())
        .collect();
    for path in hostile_pages(&job, &candidate, &interview, &ids) {
        is_intact(&browser, &path);
    }
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_form_of_the_wrong_kind_is_refused_with_a_page() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let visitor = super::visitor::Visitor::signed_in(&sandbox, super::visitor::RECRUITER);
    let job = sandbox.create_job("Archivist");
    let send = |path: &str, form: Form| {
        let request = visitor.request(reqwest::Method::POST, path);
        let request = request.header("sec-fetch-site", "same-origin");
        request.multipart(form).send().unwrap().status().as_u16()
    };
    assert_eq!(send("/app/jobs/new", Form::new().text("title", "x")), 400);
    let upload = format!("/app/jobs/{job}/upload");
    assert_eq!(send(&upload, Form::new().text("skills", "many")), 400);
    let weights = Form::new()
        .text("skills", "many")
        .part("files", file("a.docx", resume("ada@example.org")));
    assert_eq!(send(&upload, weights), 400);
    assert_eq!(
        visitor.post("/app/jobs/new", &[("title", "\0")]).status(),
        400
    );
    sandbox.program.stop();
}
