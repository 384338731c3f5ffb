//! Candidates whom nobody has decided about are `New` on every page, and never among the active ones.

use serde_json::json;

use super::interviews::candidates;
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{RECRUITER, Visitor};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

/// Returns the part of a page between two texts.
fn part<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page
        .split_once(start)
        .unwrap_or_else(|| panic!("{start}: {page}"));
    rest.split(end).next().unwrap()
}

fn everybody_without_a_decision_is_new(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let all = candidates(&recruiter, &job);
    let (active, rejected) = (&all[0], &all[1]);
    named_stages_mark_them(&recruiter, &job, all.len());
    give_one_stage_for_each_status(sandbox, &job);
    for (candidate, status) in [(active, "Active"), (rejected, "Rejected")] {
        let fields = [("status", status), ("was", "")];
        assert_eq!(recruiter.post(candidate, &fields).status(), 303);
    }
    let listed = |query: &str| candidates(&recruiter, &format!("{job}?{query}"));
    assert_eq!(listed("status=Active"), std::slice::from_ref(active));
    assert_eq!(listed("status=New").len(), 4);
    assert_eq!(listed("status=New&status=Rejected").len(), 5);
    assert_eq!(listed("noStatus=New").len(), 2);
    assert_eq!(listed("noStatus=Active").len(), 5);
    let ranking = recruiter.page(&job);
    for (tab, count) in [("All", 6), ("New", 4), ("In process", 1), ("Rejected", 1)] {
        let tab = format!(">{tab} <span>{count}</span></a>");
        assert!(ranking.contains(&tab), "{tab}: {ranking}");
    }
    let filtered = recruiter.page(&format!("{job}?status=New"));
    assert!(filtered.contains("Status: New") && !filtered.contains("New or active"));
    // The API's filter stays as it is specified.
    let found =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
    let input = json!({ "organizationId": sandbox.get("organizationId"),
        "jobId": job.rsplit('/').next().unwrap(), "status": "Active" });
    assert_eq!(sandbox.data(found, input)["totalCount"], 5);
    the_board_the_export_and_the_reports_say_so(&recruiter, &job);
    let activity = recruiter.page(&format!("{rejected}/activity"));
    assert!(
        activity.contains("</bdi> rejected <a") && !activity.contains("stage from"),
        "{activity}"
    );
}

/// In the pipeline of a new organization, candidates without a decision are in the first stage, and marked.
fn named_stages_mark_them(recruiter: &Visitor, job: &str, count: usize) {
    let board = recruiter.page(&format!("{job}/board"));
    let applied = part(&board, "data-stage=\"Active\"", "</section>");
    assert!(applied.contains("<bdi>Applied</bdi>"), "{board}");
    assert_eq!(applied.matches("data-card").count(), count);
    assert_eq!(applied.matches("badge new\">New<").count(), count);
    assert!(!board.contains("data-stage=\"New\""), "{board}");
}

/// Gives the job the stages of an organization from before there were named ones.
fn give_one_stage_for_each_status(sandbox: &Sandbox, job: &str) {
    let set =
        "mutation($input: SetJobStagesInput!) { setJobStages(input: $input) { stages { name } } }";
    let input = json!({ "organizationId": sandbox.get("organizationId"),
        "jobId": job.rsplit('/').next().unwrap(),
        "stages": [{ "_id": "Active", "name": "Active", "status": "Active" }] });
    let stages = sandbox.data(set, input)["stages"].clone();
    assert_eq!(stages.as_array().unwrap().len(), 5, "{stages}");
}

fn the_board_the_export_and_the_reports_say_so(recruiter: &Visitor, job: &str) {
    let board = recruiter.page(&format!("{job}/board"));
    let column = |name: &str| part(&board, &format!("data-stage=\"{name}\""), "</section>");
    assert!(
        column("New").contains("<bdi>New</bdi> <span class=\"badge new\">4</span>"),
        "{board}"
    );
    assert_eq!(column("New").matches("data-card").count(), 4);
    assert!(
        column("Active").contains("<span class=\"badge active\">1</span>"),
        "{board}"
    );
    assert_eq!(column("Active").matches("data-card").count(), 1);
    assert_eq!(
        candidates(recruiter, &format!("{job}/board?stage=New")).len(),
        4
    );
    let csv = recruiter.page(&format!("{job}/candidates.csv"));
    assert_eq!(csv.matches(",\"New\",").count(), 4, "{csv}");
    assert_eq!(csv.matches(",\"Active\",").count(), 1, "{csv}");
    let id = job.rsplit('/').next().unwrap();
    let days = "from=2020-01-01&to=2027-12-31";
    let of_job = recruiter.page(&format!("/app/reports/funnel.csv?job={id}&{days}"));
    assert!(of_job.contains("\"New\",\"New\",6,100.0%,4"), "{of_job}");
    assert!(
        of_job.contains("\"Active\",\"Active\",1,16.7%,1"),
        "{of_job}"
    );
    let of_all = recruiter.page(&format!("/app/reports/funnel.csv?{days}"));
    assert!(
        of_all
            .lines()
            .next()
            .unwrap()
            .contains("\"Candidates\",\"New\",\"Active\""),
        "{of_all}"
    );
    let stays = recruiter.page(&format!("/app/reports/time-in-status.csv?{days}"));
    // Two here, and two of the demo, who are on their way in another job.
    assert!(
        stays.lines().any(|line| line.starts_with("\"New\",4,")),
        "{stays}"
    );
}

#[test]
fn everybody_without_a_decision_is_new_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, everybody_without_a_decision_is_new));
}

#[test]
#[ignore = "long"]
fn everybody_without_a_decision_is_new_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, everybody_without_a_decision_is_new));
}
