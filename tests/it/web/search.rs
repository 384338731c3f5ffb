//! The search box in the header: jobs by title, people by name and e-mail address, and nobody of a blind job.

use tempfile::TempDir;

use super::blind::blind_job;
use super::browser::{Browser, Scripts};
use super::rejections::job_with_candidates;
use super::requests::with_sandbox;
use super::screenshots::keep;
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor};
use crate::binary::program::Sandbox;
use crate::interface::blind_review::{lines, secrets_in};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::resumes::docx_of;

fn jobs_and_people_are_found(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let job = job_with_candidates(&recruiter);
    let by_title = recruiter.page("/app/search?q=fleet+plan");
    assert!(
        by_title.contains(&format!("href=\"{job}\" data-open")),
        "{by_title}"
    );
    assert!(by_title.contains("No person matches."));
    assert!(by_title.contains("name=\"q\" id=\"find\" value=\"fleet plan\""));
    for text in ["cnna", "Cnna+Example", "cnna.exampleabc%40example.org"] {
        let found = recruiter.page(&format!("/app/search?q={text}"));
        assert!(
            found.contains("<bdi>Cnna Exampleabc</bdi>"),
            "{text}: {found}"
        );
        assert!(
            found.contains("No job matches.") && !found.contains("Bnna"),
            "{text}"
        );
    }
    let many = recruiter.page("/app/search?q=example.org");
    assert_eq!(many.matches("<li data-row>").count(), 10);
    assert!(many.contains("href=\"/app/people?search=example.org\""));
    let nothing = recruiter.page("/app/search?q=nobody-at-all");
    assert!(nothing.contains("No job and no person matches."));
    assert!(
        recruiter
            .page("/app/search")
            .contains("Type the title of a job")
    );
    let hostile = recruiter.page("/app/search?q=%3Cscript%3Ealert(1)%3C/script%3E%00");
    assert!(!hostile.contains("<script>alert"));
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    assert!(
        stranger
            .page("/app/search?q=cnna")
            .contains("No job and no person matches.")
    );
}

fn nobody_finds_a_blind_candidate_by_name(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = blind_job(&recruiter, "Blind welder", docx_of(&lines()));
    let reveal = [("why", "An interview is agreed")];
    for visitor in [&recruiter, &Visitor::signed_in(sandbox, ADMIN)] {
        for text in ["zephyrine", "quillon"] {
            let found = visitor.page(&format!("/app/search?q={text}"));
            assert!(found.contains("No job and no person matches."), "{text}");
            assert!(!found.contains(&candidate));
        }
        let found = visitor.page("/app/search?q=blind+welder");
        assert!(found.contains(&job) && secrets_in(&found).is_empty());
        let revealed = visitor.post(&format!("{candidate}/reveal"), &reveal);
        assert_eq!(revealed.status(), 303);
        let found = visitor.page("/app/search?q=zephyrine");
        assert!(!found.contains(&candidate), "not even after a reveal");
    }
}

fn interviewers_have_no_search(sandbox: &Sandbox) {
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert!(!interviewer.page("/app").contains("id=\"find\""));
    for path in ["/app/search", "/app/search?q=a"] {
        assert_eq!(interviewer.get(path).status(), 403, "{path}");
    }
}

fn all(sandbox: &Sandbox) {
    jobs_and_people_are_found(sandbox);
    nobody_finds_a_blind_candidate_by_name(sandbox);
    interviewers_have_no_search(sandbox);
}

#[test]
fn jobs_and_people_are_found_on_every_page_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
fn jobs_and_people_are_found_on_every_page_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}

#[test]
fn the_search_box_works_without_scripts() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::Off) else {
        return;
    };
    browser.sign_in(RECRUITER);
    for page in ["/app/jobs", "/app/people", "/app/help"] {
        browser.open(page);
        browser.fill("#find", "engineer\u{e007}");
        browser.wait_for_text("Results for “engineer”");
        browser.wait_for_text("Senior Backend Engineer");
    }
    keep(&browser, "search");
    browser.click(".results a");
    browser.wait("the job", || browser.has("table.ranking"));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}
