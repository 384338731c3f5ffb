//! Scores that are older than the job: the pages say so, and offer to score again. All candidates of a job have the same requirements.

use std::collections::BTreeSet;

use super::interviews::candidates;
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

const NOTICE: &str = "The job was changed after";

fn an_edited_job_offers_to_score_again(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let edit = format!("{job}/edit");
    for page in [&job, &edit, &candidate] {
        assert!(!recruiter.page(page).contains(NOTICE), "{page}");
    }
    let changed = [
        ("title", "Senior Backend Engineer"),
        (
            "description",
            "You need 3 years of COBOL and a master in computer science.",
        ),
        ("skills", "COBOL\nFortran"),
    ];
    let saved = recruiter.post(&edit, &changed);
    let ranking = recruiter.page(location(&saved));
    assert!(
        ranking.contains("The job was changed after 6 candidates were scored"),
        "{ranking}"
    );
    assert!(ranking.contains("Score again") && ranking.contains("id=\"outdated\""));
    let id = candidate.rsplit('/').next().unwrap();
    let (review, board) = (format!("{job}/review"), format!("{job}/board"));
    let (leaderboards, other) = (format!("{job}/leaderboards"), candidates(&recruiter, &job));
    let other = other[1].rsplit('/').next().unwrap();
    let compare = format!("{job}/compare?c={id}&c={other}");
    for page in [&edit, &candidate, &review, &board, &leaderboards, &compare] {
        let page = recruiter.page(page);
        assert!(
            page.contains(NOTICE) && page.contains(&format!("{job}#outdated")),
            "{page}"
        );
    }
    let again = recruiter.post(&format!("{job}/weights"), &[("view", "sort=name")]);
    assert!(location(&again).starts_with(&format!("{job}?sort=name&scored=")));
    let ranking = recruiter.page(location(&again));
    assert!(ranking.contains("scored with the present text of the job"));
    for page in [&job, &edit, &candidate] {
        assert!(!recruiter.page(page).contains(NOTICE), "{page}");
    }
    every_candidate_has_the_same_number_of_requirements(&recruiter, &job);
}

/// Returns the number that follows `of` before `end`, at each place on a page.
fn numbers(page: &str, end: &str) -> BTreeSet<usize> {
    let parts = page.split(end);
    let numbers = parts.filter_map(|before| before.rsplit_once(" of ")?.1.parse().ok());
    numbers.collect()
}

fn every_candidate_has_the_same_number_of_requirements(recruiter: &Visitor, job: &str) {
    // Experience and education, and two skills.
    let expected = BTreeSet::from([4]);
    assert_eq!(numbers(&recruiter.page(job), " met</span>"), expected);
    let all = candidates(recruiter, job);
    for candidate in &all {
        let page = recruiter.page(candidate);
        assert_eq!(numbers(&page, " requirements met"), expected, "{candidate}");
    }
    let query: Vec<String> = all
        .iter()
        .take(3)
        .map(|path| format!("c={}", path.rsplit('/').next().unwrap()))
        .collect();
    let compared = recruiter.page(&format!("{job}/compare?{}", query.join("&")));
    assert_eq!(numbers(&compared, " met"), expected);
}

#[test]
fn an_edited_job_offers_to_score_again_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, an_edited_job_offers_to_score_again));
}

#[test]
#[ignore = "long"]
fn an_edited_job_offers_to_score_again_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, an_edited_job_offers_to_score_again));
}
