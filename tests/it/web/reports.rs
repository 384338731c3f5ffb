//! The page of reports: its tables, its CSV files, and who may see what.

use shortlist_persistence::DatabaseUrl;

use super::requests::with_sandbox;
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor, first_link};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

const ALL_DAYS: &str = "from=2020-01-01&to=2029-12-31";
const NAMES: [&str; 6] = [
    "funnel",
    "time-in-status",
    "scores",
    "uploads",
    "skipped-files",
    "reviewers",
];

/// Returns the lines of a CSV file.
fn csv(visitor: &Visitor, path: &str) -> Vec<String> {
    let response = visitor.get(path);
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(
        response.headers()["content-type"],
        "text/csv; charset=utf-8"
    );
    let text = response.text().unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Returns the number in a column of a line.
fn number(line: &str, column: usize) -> i64 {
    line.split(',').nth(column).unwrap().parse().unwrap()
}

/// Returns a job, by its path, and how many candidates its ranking has.
fn job_with_candidates(recruiter: &Visitor) -> (String, i64) {
    let jobs = recruiter.page("/app/jobs?search=senior+backend");
    let job = first_link(&jobs, "/app/jobs/job_");
    let lines = csv(recruiter, &format!("{job}/candidates.csv"));
    let candidates = i64::try_from(lines.len()).unwrap() - 1;
    (job.trim_start_matches("/app/jobs/").to_owned(), candidates)
}

fn a_report_agrees_with_the_ranking(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidates) = job_with_candidates(&recruiter);
    let of_job = |name: &str| {
        csv(
            &recruiter,
            &format!("/app/reports/{name}.csv?job={job}&{ALL_DAYS}"),
        )
    };
    let sum = |lines: &[String], column: usize| -> i64 {
        lines.iter().skip(1).map(|line| number(line, column)).sum()
    };
    assert!(candidates > 3, "{candidates}");
    assert_eq!(sum(&of_job("funnel"), 4), candidates);
    assert_eq!(sum(&of_job("scores"), 1), candidates);
    assert_eq!(sum(&of_job("uploads"), 1), candidates);
    let all = csv(&recruiter, &format!("/app/reports/funnel.csv?{ALL_DAYS}"));
    assert!(all.len() > 2 && sum(&all, 2) > candidates, "{all:#?}");
    let page = recruiter.page(&format!("/app/reports?job={job}&{ALL_DAYS}"));
    for name in NAMES {
        assert!(page.contains(&format!("id=\"{name}\"")), "{name}");
    }
    assert!(page.contains("<title>Reports on Senior Backend Engineer"));
    assert!(page.contains(&format!("{candidates} candidates added")));
}

fn a_decision_is_in_the_next_report(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_with_candidates(&recruiter);
    let path = format!("/app/reports/time-in-status.csv?job={job}");
    let moves =
        |lines: Vec<String>| -> i64 { lines.iter().skip(1).map(|line| number(line, 1)).sum() };
    let before = moves(csv(&recruiter, &path));
    let candidate = first_link(
        &recruiter.page(&format!("/app/jobs/{job}")),
        "/app/candidates/",
    );
    let candidate = candidate.split('?').next().unwrap();
    for status in ["OnHold", "Withdrawn"] {
        let response = recruiter.post(candidate, &[("status", status)]);
        assert_eq!(response.status(), 303, "{status}");
    }
    let after = moves(csv(&recruiter, &path));
    assert!(after > before, "{before} {after}");
}

fn days_and_jobs_are_checked(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_with_candidates(&recruiter);
    let wrong = recruiter.get("/app/reports?from=2026-05-01&to=2026-04-01");
    assert!(wrong.status().is_client_error());
    let text = wrong.text().unwrap();
    assert!(text.contains("must not be after the last day") && text.contains("id=\"funnel\""));
    let quiet = recruiter.page("/app/reports?from=2020-01-01&to=2020-01-02");
    assert!(quiet.contains("Nothing happened from 2020-01-01 to 2020-01-02"));
    for path in [
        "/app/reports/other.csv",
        "/app/reports/funnel",
        "/app/reports?job=job_nothing",
        "/app/reports?job=a%2Fb",
    ] {
        assert_eq!(recruiter.get(path).status(), 404, "{path}");
    }
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    for page in ["/app/reports", "/app/reports/funnel.csv"] {
        let response = stranger.get(&format!("{page}?job={job}&{ALL_DAYS}"));
        assert_eq!(response.status(), 404, "{page}");
    }
    let own = stranger.page(&format!("/app/reports?{ALL_DAYS}"));
    assert!(own.contains("Nothing happened") && !own.contains("Senior Backend Engineer"));
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert_eq!(interviewer.get("/app/reports").status(), 403);
    assert!(!interviewer.page("/app").contains("/app/reports"));
    let admin = Visitor::signed_in(sandbox, ADMIN);
    assert!(admin.page("/app").contains("href=\"/app/reports\""));
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        a_report_agrees_with_the_ranking(sandbox);
        a_decision_is_in_the_next_report(sandbox);
        days_and_jobs_are_checked(sandbox);
    });
}

#[test]
fn reports_are_exact_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn reports_are_exact_on_postgresql() {
    on_postgresql(all);
}
