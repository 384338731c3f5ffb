//! The start pages: each user lands on a page with their own work.

use reqwest::Method;
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use super::visitor::{Visitor, first_link, location};
use crate::binary::program::{Program, Sandbox, command, text};

/// Checks the start page of a recruiter: each job with candidates without a decision leads to its review queue.
fn check_attention(visitor: &Visitor, page: &str) {
    assert!(page.contains("<h1>Jobs</h1>"));
    let expected = [
        "Needs attention",
        "Nothing needs your attention",
        "You have no jobs yet",
    ];
    assert!(expected.iter().any(|text| page.contains(text)));
    if let Some((_, waiting)) = page.split_once("id=\"undecided\"") {
        let review = visitor.get(&first_link(waiting, "/app/jobs/job_"));
        assert_eq!(review.status(), 200);
    }
    let filtered = visitor.page("/app/jobs?search=senior");
    assert!(!filtered.contains("Needs attention"));
}

#[test]
fn each_demo_user_lands_on_their_own_work() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let landing = |demo: usize| {
        let visitor = Visitor::signed_in(&sandbox, demo);
        let mut response = visitor.get("/app");
        if response.status() == 303 {
            response = visitor.get(location(&response));
        }
        assert_eq!(response.status(), 200, "demo user {demo}");
        (visitor, response.text().unwrap())
    };
    let (admin, page) = landing(0);
    assert!(page.contains("<h1>All jobs</h1>") && page.contains("Senior Backend Engineer"));
    assert_eq!(
        admin.get(&first_link(&page, "/app/jobs/job_")).status(),
        200
    );
    assert!(
        admin
            .page("/app?search=nobody-at-all")
            .contains("No job matches")
    );
    assert_eq!(admin.get("/app?page=99999").status(), 200);
    for recruiter in [1, 2] {
        let (visitor, page) = landing(recruiter);
        check_attention(&visitor, &page);
    }
    let (interviewer, page) = landing(3);
    assert!(page.contains("Your interviews") && page.contains("Completed"));
    let candidate = first_link(&page, "/app/candidates/");
    let candidate = candidate.split('#').next().unwrap();
    let interview = first_link(&page, "/app/interviews/");
    for page in [
        page.as_str(),
        &interviewer.page(candidate),
        &interviewer.page(&interview),
    ] {
        assert!(
            page.contains("<bdi>Senior Backend Engineer"),
            "it names the job"
        );
    }
    let refused = interviewer.get("/app/jobs");
    assert_eq!(refused.status(), 403);
    assert!(
        refused.text().unwrap().contains("href=\"/app\""),
        "it leads back"
    );
    let (_, page) = landing(4);
    assert!(page.contains("The organization has no jobs yet"));
    sandbox.program.stop();
}

#[test]
fn an_interviewer_reviews_by_keyboard() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.open("/");
    browser.click("button[name=demo][value='3']");
    browser.wait_for_text("Your interviews");
    browser.press_with_alt_shift("j");
    browser.press("\u{e007}");
    browser.wait("the candidate", || browser.has("#reviews"));
    browser.run("document.querySelector('input[name=score]').focus()");
    browser.press("88\u{e004}Good\u{e004}\u{e007}");
    browser.wait_for_text("Your review is saved.");
    assert!(browser.text("#reviews").contains("88"));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn without_the_web_app_there_are_no_pages() {
    let folder = TempDir::new().unwrap();
    let mut serve = command(&[
        "serve",
        "--bind",
        "127.0.0.1:0",
        "--log",
        "warn",
        "--web",
        "off",
    ]);
    serve.args(["--data-dir", text(folder.path())]);
    let program = Program::start(serve);
    let visitor = Visitor::at(program.base());
    for path in [
        "/",
        "/app",
        "/app/jobs",
        "/app/sign-in",
        "/app/candidates/cnd_1/data",
    ] {
        let response = visitor.get(path);
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(
            response.headers()["content-type"],
            "application/json",
            "{path}"
        );
    }
    let posted = visitor
        .request(Method::POST, "/app/sign-in")
        .send()
        .unwrap();
    assert_eq!(posted.status(), 404);
    program.stop();
}
