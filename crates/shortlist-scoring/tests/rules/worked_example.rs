//! Tests of one complete receipt, and of the receipt of an empty resume.

use shortlist_domain::{MicroPoints, SectionKind};
use shortlist_scoring::requirement_text;

use crate::resumes::{
    Draft, Posting, backend_engineer, engineer, owned, scored, usual_weights, weights,
};

#[test]
fn an_empty_resume_scores_zero() {
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
fn a_receipt_lists_found_and_missing_requirements() {
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
            "3 of 4 required skills found: Python, Docker, PostgreSQL; 0 of 1 preferred skill found; missing Kafka, Kubernetes; wording 85 % similar.",
            "8 years 11 months of experience, worth 6 years 7 months of relevant experience; 5 years asked for; 3 of 5 skills of the job used at work.",
            "Found bachelor's degree, bachelor's degree asked for; the field matches Computer Science.",
            "1 passage of the resume shows leadership.",
        ]
    );
}

#[test]
fn criteria_without_a_formula_are_scored_by_distinct_evidence() {
    let mut draft = engineer();
    draft.others.push((
        SectionKind::Certificates,
        owned(&["Certified Example Administrator", "Forklift licence"]),
    ));
    let names = [
        "languages",
        "Certifications",
        "teamWork",
        "PostgreSQL",
        "payment services",
        "zorbing",
    ];
    let given: Vec<_> = names.iter().map(|name| (*name, 1.0)).collect();
    let receipt = scored(
        &backend_engineer().prepared(),
        &draft.resume(),
        &weights(&given),
    );
    let values: Vec<_> = receipt
        .criteria
        .iter()
        .map(|criterion| criterion.value.get())
        .collect();
    assert_eq!(values, [750_000, 750_000, 500_000, 750_000, 500_000, 0]);
}

#[test]
fn a_skill_counts_by_its_name_and_by_what_implies_it_but_not_in_part() {
    let posting = Posting {
        title: String::new(),
        description: String::new(),
        skills: owned(&[
            "Kubernetes",
            "Containers",
            "Payment Gateways",
            "IT",
            "Zorbing",
        ]),
    };
    let draft = Draft {
        skills: owned(&["K8s", "IT", "Payments"]),
        ..Draft::default()
    };
    let receipt = scored(
        &posting.prepared(),
        &draft.resume(),
        &weights(&[("skills", 1.0)]),
    );
    let requirements: Vec<_> = receipt.criteria[0]
        .evidence
        .iter()
        .take(5)
        .map(|evidence| requirement_text("skills", &evidence.detail))
        .collect();
    let expected = [
        "Kubernetes (as \"K8s\", only in a list)",
        "Containers (implied by Kubernetes, only in a list)",
        "Payment Gateways",
        // A common word counts in lists alone, so they are enough.
        "IT",
        "Zorbing",
    ];
    assert_eq!(requirements, expected);
}
