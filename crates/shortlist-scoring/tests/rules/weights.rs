//! Tests of other weights, and of what a missing requirement would add.

use shortlist_domain::MicroPoints;

use crate::resumes::{
    Draft, backend_engineer, engineer, scored, usual_weights, weights, worked_with,
};
use shortlist_scoring::{requirement_name, reweigh, reweigh_values};

#[test]
fn a_reweighed_receipt_equals_a_new_score() {
    let job = backend_engineer().prepared();
    let resume = engineer().resume();
    let made = scored(&job, &resume, &usual_weights());
    let values: Vec<(String, MicroPoints)> = made
        .criteria
        .iter()
        .map(|part| (part.criterion.clone(), part.value))
        .collect();
    for given in [
        &[("education", 3.0), ("skills", 1.0)][..],
        &[("Work Experience", 1.0), ("leadership", 0.0)],
        &[
            ("leadership", 7.0),
            ("experience", 7.0),
            ("skills", 1.0),
            ("degree", 7.0),
        ],
    ] {
        let other = weights(given);
        let reweighed = reweigh(&made, &other).unwrap();
        let scored = scored(&job, &resume, &other);
        assert_eq!(reweighed, scored, "{given:?}");
        assert_ne!(reweighed.digest, made.digest);
        assert_eq!(reweigh_values(&values, &other), Some(scored.score));
    }
}

#[test]
fn what_was_not_measured_cannot_be_reweighed() {
    let made = scored(
        &backend_engineer().prepared(),
        &engineer().resume(),
        &usual_weights(),
    );
    for unknown in ["teamwork", "Leadership"] {
        let other = weights(&[("skills", 1.0), (unknown, 1.0)]);
        assert!(reweigh(&made, &other).is_none(), "{unknown}");
        assert_eq!(reweigh_values(&[], &other), None);
    }
}

#[test]
fn a_missing_skill_says_how_many_points_it_would_add_at_least() {
    let job = backend_engineer().prepared();
    let before = scored(&job, &engineer().resume(), &weights(&[("skills", 1.0)]));
    let skills = &before.criteria[0];
    let mut tried = 0;
    for evidence in skills.evidence.iter().filter(|evidence| !evidence.found) {
        let gain = skills.points_to_gain(evidence).unwrap();
        assert!(gain > MicroPoints::ZERO, "{:?}", evidence.detail);
        let mut better: Draft = engineer();
        let names = evidence.detail.names().iter();
        better.summary.extend(names.map(|name| worked_with(name)));
        let after = scored(&job, &better.resume(), &weights(&[("skills", 1.0)]));
        let reached = after.criteria[0].contribution;
        assert!(
            reached >= skills.contribution + gain,
            "{:?}",
            evidence.detail
        );
        tried += 1;
    }
    assert_eq!(tried, 2);
}

#[test]
fn what_is_met_in_full_adds_nothing_and_all_that_is_missing_adds_up_to_the_whole() {
    let job = backend_engineer().prepared();
    let none = scored(&job, &Draft::default().resume(), &usual_weights());
    for criterion in &none.criteria {
        let gains = criterion.evidence.iter().filter_map(|missing| missing.gain);
        let whole: i64 = gains.map(MicroPoints::get).sum();
        // A half of the skills is similar wording. A tenth of the experience depends on what a position says. A degree alone
        // counts a fifth. One passage about leadership counts half. All are rounded down.
        let most = match criterion.criterion.as_str() {
            "skills" | "leadership" => 500_000,
            "experience" => 900_000,
            _ => 200_000,
        };
        assert!((most - 5..=most).contains(&whole), "{criterion:#?}");
    }
    let full = scored(
        &job,
        &engineer().resume(),
        &weights(&[("education", 1.0), ("skills", 1.0)]),
    );
    let met = |name: &str| {
        let mut evidence = full.criteria.iter().flat_map(|part| &part.evidence);
        evidence
            .find(|evidence| requirement_name(&evidence.detail) == name)
            .unwrap()
            .gain
    };
    assert_eq!(met("bachelor's degree"), None);
    assert_eq!(met("Python"), None);
    assert!(met("Kubernetes").is_some());
}

#[test]
fn a_degree_below_the_one_asked_for_says_what_that_one_would_add() {
    let mut draft = engineer();
    draft.degrees[0].in_progress = true;
    draft.work.clear();
    let receipt = scored(
        &backend_engineer().prepared(),
        &draft.resume(),
        &weights(&[("education", 1.0)]),
    );
    let education = &receipt.criteria[0];
    let degree = &education.evidence[0];
    assert!(degree.found);
    assert_eq!(
        education.points_to_gain(degree).unwrap() + education.contribution,
        MicroPoints::new(100_000_000)
    );
}
