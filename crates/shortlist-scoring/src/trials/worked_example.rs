//! One receipt in full, and what a receipt of nothing looks like.

use shortlist_domain::MicroPoints;

use crate::trials::resumes::{Draft, backend_engineer, engineer, scored, usual_weights};

#[test]
fn the_empty_resume_is_nothing_and_says_so() {
    let receipt = scored(
        &backend_engineer().prepared(),
        &Draft::default().resume(),
        &usual_weights(),
    );
    assert_eq!(receipt.score.tenths(), 0);
    for criterion in &receipt.criteria {
        assert!(!criterion.has_data, "{}", criterion.criterion);
        assert_eq!(criterion.value, MicroPoints::ZERO);
        assert!(criterion.evidence.iter().all(|evidence| !evidence.found));
    }
}

#[test]
fn a_receipt_tells_what_was_found_and_what_is_missing() {
    let receipt = scored(
        &backend_engineer().prepared(),
        &engineer().resume(),
        &usual_weights(),
    );
    let summaries: Vec<_> = receipt
        .criteria
        .iter()
        .map(|criterion| criterion.summary.as_str())
        .collect();
    assert_eq!(
        summaries,
        [
            "3 of 4 required skills found: Python, Docker, PostgreSQL; 0 of 1 preferred skill found; missing Kafka, Kubernetes.",
            "8 years 11 months of experience, 5 years asked for; 3 of 5 skills of the job used at work.",
            "Found bachelor's degree, bachelor's degree asked for; the field matches Computer Science.",
            "1 passage of the resume shows leadership.",
        ]
    );
}
