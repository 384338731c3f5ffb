//! The occupations in a receipt, and the arithmetic that they are part of.

use shortlist_domain::{MicroPoints, OccupationReceipt, OccupationSource};
use shortlist_scoring::title_occupations;

use crate::resumes::{Posting, Work, backend_engineer, engineer, scored, usual_weights};

fn posting(title: &str) -> Posting {
    Posting {
        title: title.to_owned(),
        ..backend_engineer()
    }
}

/// Scores the invented engineer, whose second position has another title, for a job.
fn occupations(job: &str, second_title: &str) -> OccupationReceipt {
    let mut draft = engineer();
    let header = format!("{second_title}, Sample Shops, 01/2018 - 02/2021");
    let second = draft.work.pop().unwrap();
    draft.work.push(Work { header, ..second });
    let receipt = scored(&posting(job).prepared(), &draft.resume(), &usual_weights());
    receipt.occupations.unwrap()
}

#[test]
fn each_position_that_earned_points_has_its_occupation() {
    let found = occupations("Backend Engineer", "Junior Software Developer");
    assert_eq!(found.source, OccupationSource::Title);
    assert_eq!(found.job[0].occupation.code, "15-1252.00");
    let titles = found.positions.iter().map(|position| &position.title);
    let titles: Vec<_> = titles.collect();
    assert!(titles[0].starts_with("Software Engineer"), "{titles:?}");
    assert!(titles[1].starts_with("Junior Software"), "{titles:?}");
    for position in &found.positions {
        assert!(position.main().is_some());
        let similarity = position.similarity.unwrap();
        assert!(similarity.get() >= 700_000, "{position:?}");
        assert!(position.likeness >= similarity, "{position:?}");
    }
}

#[test]
fn a_title_without_an_occupation_is_unknown_and_not_different() {
    let found = occupations("Backend Engineer", "Zorbing Quibbler");
    let unknown = &found.positions[1];
    assert_eq!((unknown.occupations.len(), unknown.similarity), (0, None));
    let found = occupations("Zorbing Quibbler", "Zorbing Quibbler");
    assert!(found.job.is_empty());
    assert!(found.positions.iter().all(|it| it.similarity.is_none()));
    // The words are the same, so the title counts in full.
    assert_eq!(found.positions[1].likeness, MicroPoints::ONE);
}

#[test]
fn a_title_of_any_length_is_coded() {
    let long = format!("Software Engineer {}", "für Zahlungen ".repeat(20));
    let main = title_occupations(&long);
    assert_eq!(main[0].occupation.code, "15-1252.00");
    assert!(title_occupations(&"x".repeat(300)).is_empty());
    assert!(title_occupations("").is_empty());
}

#[test]
fn the_best_position_and_fit_follow_from_the_positions() {
    let mut draft = engineer();
    draft.work[0].end = Some("2022-03");
    draft.work[0].header = "Software Engineer, Example Payments, 03/2021 - 03/2022".into();
    let job = posting("Software Engineer").prepared();
    let receipt = scored(&job, &draft.resume(), &usual_weights());
    let found = receipt.occupations.unwrap();
    let experience = &receipt.criteria[1];
    let (mut position, mut fit) = (0, 0);
    for it in &found.positions {
        position = position.max(it.likeness.get() * it.freshness.get() / 1_000_000);
        fit = fit.max(it.relevance.get() * it.freshness.get() / 1_000_000);
    }
    // The other two parts, length and use, are at least 0 and at most .3 and .2.
    let least = (3 * position + 2 * fit) / 10;
    let value = experience.value.get();
    assert!(position > 0 && fit > 0);
    assert!(
        (least..=least + 500_001).contains(&value),
        "{least} {value}"
    );
}
