//! Limits on the forms of signed-in users. A preview has those of the job that it is about, and no form makes a page much larger
//! than itself.

use reqwest::Method;
use shortlist_domain::limits::{MAX_DESCRIPTION_CHARS, MAX_SKILLS};
use tempfile::TempDir;

use super::visitor::{RECRUITER, Visitor};
use crate::binary::program::Sandbox;

fn send(visitor: &Visitor, path: &str, body: String) -> (u16, String) {
    let request = visitor.request(Method::POST, path);
    let request = request
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/x-www-form-urlencoded");
    let answer = request.body(body).send().unwrap();
    (answer.status().as_u16(), answer.text().unwrap())
}

fn skills(count: usize) -> String {
    let skills = (0..count).map(|number| format!("skill+{number}"));
    skills.collect::<Vec<_>>().join("%0A")
}

#[test]
fn a_preview_has_the_limits_of_a_job() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let too_many = format!("title=Nurse&skills={}", skills(MAX_SKILLS + 1));
    let too_long = format!(
        "title=Nurse&description={}",
        "a".repeat(MAX_DESCRIPTION_CHARS + 1)
    );
    let most = format!("title=&skills={}", skills(MAX_SKILLS));
    for (path, more) in [
        ("/app/jobs/requirements", ""),
        ("/app/jobs/new", "&preview=1"),
    ] {
        let (status, page) = send(&recruiter, path, format!("{most}{more}"));
        assert_eq!(status, 200, "{path}");
        assert!(page.contains("skill 199"), "{path}");
        let (status, page) = send(&recruiter, path, format!("{too_many}{more}"));
        assert_eq!(status, 400, "{path}");
        assert!(
            page.contains("Skills must have at most 200 items."),
            "{path}: {page}"
        );
        let (status, page) = send(&recruiter, path, format!("{too_long}{more}"));
        assert_eq!(status, 400, "{path}");
        assert!(page.contains("Description must have at most"), "{path}");
    }
    let (_, page) = send(&recruiter, "/app/jobs/new", format!("{too_many}&preview=1"));
    assert!(
        page.contains("value=\"Nurse\"") && page.contains("skill 200"),
        "{page}"
    );
    let (status, page) = send(&recruiter, "/app/jobs/new", too_many);
    assert_eq!(status, 400);
    assert!(
        page.contains("value=\"Nurse\"") && page.contains("skill 200"),
        "{page}"
    );
    sandbox.program.stop();
}

#[test]
fn a_form_has_a_limited_number_of_fields_and_a_view_that_fits_an_address() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let job = format!("/app/jobs/{}", sandbox.create_job("Archivist"));
    let fields: Vec<String> = (0..2_001).map(|number| format!("c.{number}=1")).collect();
    let (status, page) = send(&recruiter, &format!("{job}/bulk"), fields.join("&"));
    assert_eq!(status, 400);
    assert!(
        page.contains("The form has more than 2000 fields."),
        "{page}"
    );
    let view = "allSkills%3Da%26".repeat(4_000);
    for part in ["bulk", "weights", "views"] {
        let (status, page) = send(&recruiter, &format!("{job}/{part}"), format!("view={view}"));
        assert_eq!(status, 400, "{part}");
        assert!(
            page.contains("longer than an address can be"),
            "{part}: {page}"
        );
    }
    sandbox.program.stop();
}
