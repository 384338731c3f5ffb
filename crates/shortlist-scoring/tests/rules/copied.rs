//! Tests that text of the posting in a resume, and a title without a dated position, are reported and cost nothing.

use shortlist_domain::{FindingKind, FindingMeasure, IntegrityFinding};
use shortlist_scoring::finding_text;

use crate::resumes::{
    Draft, Posting, Work, backend_engineer, engineer, owned, scored, usual_weights,
};

fn copied(posting: &Posting, draft: &Draft) -> Vec<IntegrityFinding> {
    let receipt = scored(&posting.prepared(), &draft.resume(), &usual_weights());
    let findings = receipt.findings.into_iter();
    findings.filter(|one| one.kind.is_copied()).collect()
}

fn with_summary(lines: &[&str]) -> Draft {
    Draft {
        summary: owned(lines),
        ..engineer()
    }
}

/// A posting of 44 words.
const DESCRIPTION: &str = "You plan the weekly routes of sixty vans and answer for their costs. \
    Together with the depots you find out why parcels come late, and you change what has to be changed. \
    You speak with drivers every morning and with the customers when something went wrong.";

fn planner() -> Posting {
    Posting {
        title: "Fleet Planner".into(),
        description: DESCRIPTION.into(),
        skills: owned(&["SAP"]),
    }
}

#[test]
fn a_resume_that_repeats_the_whole_posting_is_reported_with_the_share() {
    let found = copied(&planner(), &with_summary(&[DESCRIPTION]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].kind, FindingKind::CopiedPosting);
    assert_eq!(found[0].page, Some(1));
    let quote = "100 % of the posting, such as: You plan the weekly routes of sixty vans";
    assert!(finding_text(&found[0]).starts_with(quote), "{found:?}");
    assert_eq!(found[0].measure, Some(FindingMeasure::PostingShare(100)));
}

#[test]
fn half_of_the_posting_in_other_case_and_marks_is_reported_as_half() {
    let half = "TOGETHER WITH THE DEPOTS: you find out why parcels come late – and you change what has to be changed; \
                you speak with drivers every morning";
    let found = copied(&planner(), &with_summary(&["I like vans.", half]));
    assert_eq!(found[0].measure, Some(FindingMeasure::PostingShare(54)));
}

#[test]
fn sentences_that_many_postings_contain_are_not_reported() {
    let stock = "Bachelor's degree in Computer Science or equivalent experience";
    let found = copied(&backend_engineer(), &with_summary(&[stock]));
    assert_eq!(found, []);
    assert_eq!(copied(&backend_engineer(), &engineer()), []);
}

#[test]
fn a_short_posting_is_repeated_by_chance() {
    let short = "You build and run web services in a small team of engineers.";
    let posting = Posting {
        description: short.into(),
        ..backend_engineer()
    };
    assert_eq!(copied(&posting, &with_summary(&[short])), []);
}

#[test]
fn of_a_long_posting_a_small_share_with_many_words_is_reported() {
    let mut description = String::new();
    for number in 0..2_000 {
        description.push_str(&format!(
            "Task {number} is part of the work on site {number}. "
        ));
    }
    let lines: Vec<String> = (0..12)
        .map(|number| format!("Task {number} is part of the work on site {number}."))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let posting = Posting {
        description,
        ..planner()
    };
    let found = copied(&posting, &with_summary(&lines));
    assert!(
        finding_text(&found[0]).starts_with("less than 1 % of the posting"),
        "{found:?}"
    );
    assert_eq!(copied(&posting, &with_summary(&lines[..6])), []);
}

#[test]
fn a_copied_passage_costs_no_points() {
    let first_sentence = DESCRIPTION.split(". ").next().unwrap();
    let (reported, plain) = (
        with_summary(&[DESCRIPTION]),
        with_summary(&[first_sentence]),
    );
    assert!(!copied(&planner(), &reported).is_empty());
    assert_eq!(copied(&planner(), &plain), []);
    let score = |draft: &Draft| scored(&planner().prepared(), &draft.resume(), &usual_weights());
    let with = score(&reported);
    assert!(with.score > score(&plain).score, "all its words count");
    let points = with.criteria.iter().map(|one| one.contribution.get());
    let tenths = (points.sum::<i64>() + 50_000) / 100_000;
    assert_eq!(
        i64::from(with.score.tenths()),
        tenths,
        "nothing is deducted"
    );
}

fn work(header: &str, start: Option<&'static str>) -> Work {
    Work {
        header: header.into(),
        start,
        end: None,
        lines: owned(&["Counted the vans and their keys."]),
    }
}

#[test]
fn the_title_of_the_job_without_a_dated_position_is_reported() {
    let driver = work("Driver, Example Vans, 2021-03 - present", Some("2021-03"));
    let draft = |lines: &[&str], more: Option<Work>| Draft {
        work: [driver.clone()].into_iter().chain(more).collect(),
        ..with_summary(lines)
    };
    let found = copied(&planner(), &draft(&["FLEET PLANNER"], None));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].kind, FindingKind::CopiedTitle);
    assert_eq!(found[0].quote, "FLEET PLANNER");
    let dated = work(
        "Fleet Planner, Example Vans, 2019-01 - 2021-02",
        Some("2019-01"),
    );
    assert_eq!(
        copied(&planner(), &draft(&["Fleet planner"], Some(dated))),
        []
    );
    assert_eq!(
        copied(&planner(), &draft(&["Wants to be a fleet planner."], None)),
        []
    );
    let undated = work("Fleet Planner, Example Vans", None);
    let found = copied(&planner(), &draft(&[], Some(undated)));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_title_of_one_word_is_a_heading_like_any_other() {
    let posting = Posting {
        title: "Planner".into(),
        ..planner()
    };
    assert_eq!(copied(&posting, &with_summary(&["Planner"])), []);
}
