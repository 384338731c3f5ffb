//! Editing a job and changing its status, without a browser.

use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

/// Creates a job, and returns its path.
fn new_job(recruiter: &Visitor, title: &str) -> String {
    let created = recruiter.post("/app/jobs/new", &[("title", title)]);
    location(&created).to_owned()
}

fn a_job_is_closed_and_reopened(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let job = new_job(&recruiter, "Night Nurse");
    let set = |status: &str, reason: &str| {
        let fields = [("status", status), ("reason", reason)];
        recruiter.post(&format!("{job}/status"), &fields)
    };
    let without_reason = set("Closed", "");
    assert_eq!(without_reason.status(), 400);
    let page = without_reason.text().unwrap();
    assert!(page.contains("Reason is missing") && page.contains("position filled"));
    let closed = set("Closed", "Position <filled>");
    assert_eq!(closed.status(), 303);
    let page = recruiter.page(location(&closed));
    assert!(page.contains("The status of the job is changed."));
    assert!(page.contains(">Reopen<") && !page.contains("name=\"status\" value=\"Closed\""));
    for list in [&job, "/app/jobs"] {
        let page = recruiter.page(list);
        assert!(
            page.contains("<span class=\"badge \">Closed</span>"),
            "{list}"
        );
    }
    let upload = format!("{job}/upload");
    let page = recruiter.page(&upload);
    assert!(page.contains("because it is closed.") && !page.contains("id=\"drop\""));
    assert_eq!(set("Draft", "Back again").status(), 409);
    assert_eq!(set("Gone", "No such status").status(), 400);
    assert_eq!(set("Open", "The position is free again").status(), 303);
    assert!(!recruiter.page(&job).contains(">Closed<"));
    assert!(recruiter.page(&upload).contains("id=\"drop\""));
}

/// Lists and the review queue offer an upload only while the job accepts resumes.
fn a_closed_job_is_offered_no_upload(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let job = new_job(&recruiter, "Lighthouse Keeper");
    let link = format!("\"{job}/upload\"");
    let review = format!("{job}/review");
    for (status, is_offered) in [("Closed", false), ("Open", true)] {
        let fields = [("status", status), ("reason", "The lamp is out")];
        let changed = recruiter.post(&format!("{job}/status"), &fields);
        assert_eq!(changed.status(), 303);
        for page in [job.as_str(), review.as_str(), "/app/jobs"] {
            let page_offers = recruiter.page(page).contains(&link);
            assert_eq!(page_offers, is_offered, "{status}: {page}");
        }
        let all_jobs = admin.page("/app");
        let list_offers = all_jobs.contains("> resumes for Lighthouse Keeper<");
        assert_eq!(list_offers, is_offered, "{status}");
    }
}

/// Returns the fields of the form as the page shows them.
fn seen<'a>(page: &'a str, names: &[&'static str]) -> Vec<(String, &'a str)> {
    let value = |name: &&str| {
        let field = format!("name=\"seen.{name}\" value=\"");
        let (_, rest) = page.split_once(&field).unwrap();
        (format!("seen.{name}"), rest.split('"').next().unwrap())
    };
    names.iter().map(value).collect()
}

fn the_second_editor_of_a_job_loses_nothing(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let job = new_job(&recruiter, "Ward Clerk");
    let edit = format!("{job}/edit");
    let save = |visitor: &Visitor, page: &str, title: &str, location: &str| {
        let seen = seen(page, &["title", "location", "blind"]);
        let mut fields = vec![("title", title), ("location", location)];
        fields.extend(seen.iter().map(|(name, value)| (name.as_str(), *value)));
        visitor.post(&edit, &fields)
    };
    let shown = recruiter.page(&edit);
    assert_eq!(save(&admin, &shown, "Ward Clerk", "Leeds").status(), 303);
    let refused = save(&recruiter, &shown, "Senior Ward Clerk", "");
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    assert!(page.contains("Someone else changed this job while you were editing it."));
    assert!(page.contains("Location: <bdi>nothing</bdi> → <bdi>Leeds</bdi>"));
    assert!(!page.contains("Title: <bdi>"), "nobody changed the title");
    assert!(
        page.contains("value=\"Senior Ward Clerk\""),
        "nothing is lost"
    );
    assert!(!recruiter.page(&job).contains("Senior Ward Clerk"));
    assert_eq!(
        save(&recruiter, &page, "Senior Ward Clerk", "Leeds").status(),
        303
    );
    assert!(recruiter.page(&job).contains("Senior Ward Clerk"));
}

fn a_closed_job_keeps_its_status_when_it_is_edited(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let close = [("status", "Closed"), ("reason", "Enough candidates")];
    assert_eq!(
        recruiter.post(&format!("{job}/status"), &close).status(),
        303
    );
    let edit = [
        ("title", "Senior Backend Engineer"),
        ("description", "Rust"),
    ];
    assert_eq!(recruiter.post(&format!("{job}/edit"), &edit).status(), 303);
    assert!(recruiter.page(&job).contains(">Closed<"));
}

fn all(sandbox: &Sandbox) {
    a_job_is_closed_and_reopened(sandbox);
    a_closed_job_is_offered_no_upload(sandbox);
    the_second_editor_of_a_job_loses_nothing(sandbox);
    a_closed_job_keeps_its_status_when_it_is_edited(sandbox);
}

#[test]
fn editing_jobs_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
#[ignore = "long"]
fn editing_jobs_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}
