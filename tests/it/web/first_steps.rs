//! The checklist of a new organization. What is stored ticks its steps.

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use tempfile::TempDir;

use super::accessibility::check_present;
use super::browser::{Browser, Scripts};
use super::requests::with_sandbox;
use super::screenshots::keep;
use super::visitor::{ADMIN, STRANGER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::resumes::docx_of;
use crate::support::service::file;

/// Returns the links of the steps that are open, and the number of those that are done.
fn steps(visitor: &Visitor) -> (Vec<String>, usize) {
    let page = visitor.page("/app");
    let Some((_, list)) = page.split_once("id=\"checklist\"") else {
        return (Vec::new(), 0);
    };
    let (list, _) = list.split_once("</section>").unwrap();
    let done = list.matches("<li class=\"done\">").count();
    let open = list.split("<li>").skip(1).map(|step| {
        let (_, link) = step.split_once("href=\"").unwrap();
        link.split('"').next().unwrap().to_owned()
    });
    (open.collect(), done)
}

fn steps_are_ticked_by_what_is_stored(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, STRANGER);
    let (users, job, upload) = ("/app/settings/users", "/app/jobs/new", "/upload");
    let (open, done) = steps(&admin);
    assert!(
        open.contains(&users.to_owned()) && open.contains(&job.to_owned()),
        "{open:?}"
    );
    assert_eq!(open.len() + done, 4);
    let user = [
        ("name", "Rita Recruiter"),
        ("email", "rita@example.org"),
        ("role", "Recruiter"),
        ("password", "long enough to be safe"),
    ];
    assert_eq!(admin.post(users, &user).status(), 303);
    assert!(!steps(&admin).0.contains(&users.to_owned()));
    let created = admin.post(job, &[("title", "Welder"), ("description", "Welding.")]);
    let created = location(&created).to_owned();
    let (open, _) = steps(&admin);
    assert!(!open.contains(&job.to_owned()));
    assert!(open.contains(&format!("{created}{upload}")), "{open:?}");
    let bytes = docx_of(&["Ada Example", "ada@example.org", "Skills", "Welding"]);
    let form = Form::new().part("files", file("ada.docx", bytes));
    let sent = admin
        .request(Method::POST, &format!("{created}{upload}"))
        .header("sec-fetch-site", "same-origin")
        .multipart(form)
        .send();
    assert_eq!(sent.unwrap().status(), 200);
    assert_eq!(steps(&admin), (Vec::new(), 0), "all is done");
    let working = Visitor::signed_in(sandbox, ADMIN);
    assert_eq!(
        steps(&working),
        (Vec::new(), 0),
        "nothing is left to set up"
    );
}

/// Erases a candidate in the browser. The page afterwards proves it.
fn an_erasure_is_confirmed(browser: &Browser) {
    browser.forget_cookies();
    browser.sign_in(ADMIN);
    browser.open("/app/search?q=engineer");
    browser.click(".results a");
    browser.wait("the ranking", || browser.has("table.ranking"));
    browser.open(&format!("{}/activity", browser.path()));
    keep(browser, "activity-of-job");
    browser.back();
    browser.click("tbody a[data-open]");
    browser.wait("the candidate", || browser.has("#reviews"));
    let candidate = browser.path();
    browser.open(&format!("{candidate}/activity"));
    browser.click("tbody tr:last-child summary");
    keep(browser, "activity");
    browser.open("/app/settings/audit");
    keep(browser, "audit");
    browser.open(&format!("{candidate}/data"));
    browser.fill("form[action$=erase] [name=reason]", "on request");
    browser.click("form[action$=erase] [name=confirmed]");
    browser.click("form[action$=erase] button");
    browser.wait_for_text("The candidate is erased");
    keep(browser, "erased");
    check_present(
        browser,
        "the confirmation of an erasure",
        &["light", "dark"],
    );
}

#[test]
fn first_steps_are_ticked_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, steps_are_ticked_by_what_is_stored));
}

#[test]
#[ignore = "long"]
fn first_steps_are_ticked_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, steps_are_ticked_by_what_is_stored));
}

#[test]
#[ignore = "long"]
fn first_steps_and_an_erasure_lead_to_their_pages() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.sign_in(STRANGER);
    browser.wait_for_text("First steps");
    keep(&browser, "checklist");
    check_present(&browser, "the first steps", &["light", "dark"]);
    browser.click("#checklist li:not(.done) a");
    browser.wait("the page of the step", || browser.path() != "/app");
    an_erasure_is_confirmed(&browser);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}
