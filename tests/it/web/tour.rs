//! The tour on the start page of a sandbox.

use reqwest::Method;
use serde_json::json;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::accessibility::check_present;
use super::browser::{Browser, Scripts};
use super::requests::with_sandbox;
use super::screenshots::keep;
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor, cookie_of, location};
use crate::binary::program::Sandbox;
use crate::support::database::on_sqlite;

/// Returns the tour on a page.
fn tour(page: &str) -> Option<&str> {
    let (_, tour) = page.split_once("id=\"tour\"")?;
    Some(tour.split_once("</section>").unwrap().0)
}

/// Returns the addresses of a tour's links.
fn links(tour: &str) -> Vec<String> {
    let links = tour.split("href=\"").skip(1);
    let links = links.map(|link| link.split('"').next().unwrap().to_owned());
    links.collect()
}

fn the_tour_leads_to_its_places_until_it_is_closed(sandbox: &Sandbox) {
    for (user, start) in [(ADMIN, "/app"), (RECRUITER, "/app/jobs")] {
        let visitor = Visitor::signed_in(sandbox, user);
        let page = visitor.page(start);
        let found = links(tour(&page).unwrap());
        let [ranking, upload, quote, weights] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(upload, &format!("{ranking}/upload"));
        assert_eq!(weights, &format!("{ranking}#weights"));
        assert!(visitor.page(upload).contains("id=\"drop\""));
        assert!(visitor.page(ranking).contains("id=\"weights\""));
        let (candidate, place) = quote.split_once('#').unwrap();
        let marked = format!("href=\"#{place}\"");
        assert!(visitor.page(candidate).contains(&marked), "{place}");
        assert!(tour(&visitor.page(&format!("{start}?search=senior"))).is_none());

        let closed = visitor.post("/app/tour", &[]);
        assert_eq!((closed.status().as_u16(), location(&closed)), (303, "/app"));
        let both = format!("{}; {}", visitor.cookie, cookie_of(&closed));
        assert!(tour(&visitor.with_cookie(both).page(start)).is_none());
    }
}

fn others_have_no_tour(sandbox: &Sandbox) {
    for user in [INTERVIEWER, STRANGER] {
        let visitor = Visitor::signed_in(sandbox, user);
        assert!(tour(&visitor.page("/app")).is_none(), "{user}");
    }
    let visitor = Visitor::signed_in(sandbox, ADMIN);
    let foreign = visitor
        .request(Method::POST, "/app/tour")
        .header("sec-fetch-site", "cross-site")
        .send();
    assert_eq!(foreign.unwrap().status(), 403);
}

/// The tour begins with an upload, which a closed job refuses.
fn the_tour_skips_closed_jobs(sandbox: &Sandbox) {
    let visitor = Visitor::signed_in(sandbox, RECRUITER);
    let ranking = || links(tour(&visitor.page("/app/jobs")).unwrap()).swap_remove(0);
    let before = ranking();
    let job = before.rsplit('/').next().unwrap();
    let close = "mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) { revision } }";
    let input = json!({ "organizationId": sandbox.get("organizationId"), "jobId": job,
        "status": "Closed", "reason": "Filled" });
    sandbox.data(close, input);
    assert_ne!(ranking(), before);
}

#[test]
fn a_demo_user_takes_the_tour_on_sqlite() {
    on_sqlite(|url: &DatabaseUrl| {
        with_sandbox(url, |sandbox| {
            the_tour_leads_to_its_places_until_it_is_closed(sandbox);
            others_have_no_tour(sandbox);
            the_tour_skips_closed_jobs(sandbox);
        });
    });
}

#[test]
#[ignore = "long"]
fn the_tour_is_accessible_and_closes_in_a_browser() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.sign_in(RECRUITER);
    browser.wait_for_text("Three things to try");
    keep(&browser, "tour");
    check_present(&browser, "the tour", &["light", "dark"]);
    browser.click("#tour form button");
    browser.wait("the page without the tour", || !browser.has("#tour"));
    drop(browser);
    sandbox.program.stop();
}
