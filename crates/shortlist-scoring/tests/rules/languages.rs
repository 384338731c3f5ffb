//! Tests of resumes in another language than the posting.

use shortlist_domain::{Score, ScoreReceipt, SectionKind};

use crate::resumes::{Draft, Posting, Work, owned, scored, usual_weights};

fn posting() -> Posting {
    Posting {
        title: "Warehouse Worker".to_owned(),
        description: "For our warehouse we are looking for people with experience.\nRequirements\n- Order picking and \
                      inventory management\n- Forklift operation with care for the goods"
            .to_owned(),
        skills: Vec::new(),
    }
}

fn draft(header: &str, lines: &[&str], skills: &[&str]) -> Draft {
    Draft {
        work: vec![Work {
            header: header.to_owned(),
            start: Some("2020-01"),
            end: None,
            lines: owned(lines),
        }],
        skills: owned(skills),
        ..Draft::default()
    }
}

fn receipt(draft: &Draft) -> ScoreReceipt {
    scored(&posting().prepared(), &draft.resume(), &usual_weights())
}

fn score_of(draft: &Draft) -> Score {
    receipt(draft).score
}

fn summary(receipt: &ScoreReceipt, name: &str) -> String {
    let mut criteria = receipt.criteria.iter();
    let found = criteria.find(|criterion| criterion.criterion == name);
    found.unwrap().summary.clone()
}

fn german() -> Draft {
    draft(
        "Lagermitarbeiter",
        &[
            "Kommissionierung und Bestandsverwaltung für die Filialen",
            "Gabelstapler fahren und Mitarbeiter einarbeiten",
        ],
        &["Kommissionierung", "Bestandsverwaltung", "Gabelstapler"],
    )
}

#[test]
fn skills_count_in_place_of_the_wording() {
    let receipt = receipt(&german());
    assert_eq!(
        summary(&receipt, "skills"),
        "3 of 3 required skills found: Order Picking, Inventory Management, Forklift Operation; the skills count in place of \
         the wording, because the resume is in German and the posting in English."
    );
    let english = draft(
        "Warehouse Worker",
        &[
            "Order picking and inventory management for the shops",
            "Forklift operation and training of the workers",
        ],
        &[
            "Order picking",
            "Inventory management",
            "Forklift operation",
        ],
    );
    let difference = receipt.score.to_f64() - score_of(&english).to_f64();
    assert!(difference.abs() <= 8.0, "{difference}");
}

#[test]
fn a_list_of_skills_without_work_counts_at_most_half() {
    let mut other = german();
    other.work = vec![Work {
        header: "Zorbing Quibbler".to_owned(),
        start: Some("2020-01"),
        end: None,
        lines: owned(&["Sträuße für die Hochzeit und den Alltag binden"]),
    }];
    let value = |draft: &Draft| {
        let receipt = receipt(draft);
        let mut criteria = receipt.criteria.iter();
        let found = criteria.find(|criterion| criterion.criterion == "skills");
        found.unwrap().value.get()
    };
    assert!(value(&german()) > 950_000);
    assert!(value(&other) <= 500_000);
}

#[test]
fn a_resume_in_two_languages_is_compared_by_its_wording() {
    let mut both = german();
    both.others.push((
        SectionKind::Other,
        owned(&[
            "I work with care for the goods of our shops and the people by your side at the gate",
        ]),
    ));
    assert!(summary(&receipt(&both), "skills").contains("% similar"));
}
