//! Tests of what a language model may move, and what it may not.

use proptest::prelude::*;
use shortlist_domain::{
    EvidenceDetail, MicroPoints, ModelContribution, Resume, ScoreReceipt, Weights,
};

use crate::resumes::{
    Draft, as_of, assert_sound, backend_engineer, engineer, profile, scored, usual_weights, weights,
};
use shortlist_scoring::{
    MAX_MODEL_SHIFT, UncheckedOpinion, apply_opinions, check_opinions, reweigh,
};

fn stated(criterion: &str, millionths: i64, quotes: &[&str]) -> UncheckedOpinion {
    UncheckedOpinion {
        criterion: criterion.to_owned(),
        value: MicroPoints::new(millionths),
        quotes: quotes.iter().map(|quote| (*quote).to_owned()).collect(),
    }
}

/// Returns the receipts without and with a model's statements.
///
/// The second receipt is checked, and computed again from what it stores.
fn receipts_with_opinions(
    resume: &Resume,
    weights: &Weights,
    stated: &[UncheckedOpinion],
) -> (ScoreReceipt, ScoreReceipt) {
    let profile = profile(resume);
    let before = scored(&backend_engineer().prepared(), resume, weights);
    let part = ModelContribution {
        name: "example-1".to_owned(),
        summary: String::new(),
        opinions: check_opinions(stated, weights, &profile),
    };
    let after = apply_opinions(before.clone(), &profile, part);
    assert_sound(&after, resume);
    let again = apply_opinions(before.clone(), &profile, after.model.clone().unwrap());
    assert_eq!(
        again, after,
        "a receipt can be recomputed from what it stores"
    );
    (before, after)
}

fn values(receipt: &ScoreReceipt) -> Vec<i64> {
    receipt
        .criteria
        .iter()
        .map(|part| part.value.get())
        .collect()
}

#[test]
fn a_quoted_opinion_moves_a_value_by_a_quarter_at_most_and_the_receipt_says_so() {
    let opinions = [
        stated("Leadership", 1_000_000, &["Led a team  of three"]),
        stated("experience", 0, &["Junior Engineer"]),
    ];
    let (before, after) = receipts_with_opinions(&engineer().resume(), &usual_weights(), &opinions);
    let [skills, experience, education, leadership] = values(&before)[..] else {
        panic!("four criteria");
    };
    assert_eq!(
        values(&after),
        [
            skills,
            experience - MAX_MODEL_SHIFT,
            education,
            leadership + MAX_MODEL_SHIFT
        ]
    );
    let raised = &after.criteria[3];
    assert_eq!(raised.formula_value, Some(before.criteria[3].value));
    let quoted = raised.evidence.last().unwrap();
    let model = "example-1".to_owned();
    assert_eq!(quoted.detail, EvidenceDetail::RaisedByModel(model));
    assert_eq!(quoted.quote.as_deref(), Some("Led a team of three"));
    assert!(
        raised
            .summary
            .ends_with("raised the value from 0.500 to 0.750."),
        "{}",
        raised.summary
    );
    let part = after.model.as_ref().unwrap();
    assert!(
        part.summary.contains("leadership from 0.500 to 0.750"),
        "{}",
        part.summary
    );
    assert_ne!(after.digest, before.digest);
    assert_eq!(after.criteria[0], before.criteria[0]);
}

#[test]
fn the_order_of_criteria_does_not_change_the_digest_of_moved_values() {
    let opinions = [
        stated("experience", 0, &["Led a team of three"]),
        stated("leadership", 1_000_000, &["Led a team of three"]),
    ];
    let given = [("leadership", 1.0), ("experience", 3.0), ("skills", 2.0)];
    let mut reversed = given;
    reversed.reverse();
    let [first, second] = [given, reversed].map(|given| {
        let (_, after) = receipts_with_opinions(&engineer().resume(), &weights(&given), &opinions);
        after
    });
    assert_eq!(first.model.as_ref().unwrap().opinions.len(), 2);
    assert_eq!(first.digest, second.digest);
}

#[test]
fn an_opinion_without_a_valid_quote_changes_nothing() {
    for opinion in [
        stated("leadership", 1_000_000, &[]),
        stated("leadership", 0, &[]),
        stated("leadership", 1_000_000, &["Led a team of thirty"]),
        stated("leadership", 0, &["Led a team of thirty", "of", ""]),
        stated("charisma", 1_000_000, &["Led a team of three"]),
        stated("leadership", 1_000_001, &["Led a team of three"]),
        stated("leadership", -1, &["Led a team of three"]),
        // Text that the scorer does not see cannot be quoted.
        stated(
            "leadership",
            1_000_000,
            &[
                "Ada Fictitious",
                "ada@example.org",
                "University of Sampleton",
            ],
        ),
    ] {
        let (before, after) = receipts_with_opinions(
            &engineer().resume(),
            &usual_weights(),
            std::slice::from_ref(&opinion),
        );
        assert_eq!(after.criteria, before.criteria, "{opinion:?}");
        assert_eq!(
            after.digest, before.digest,
            "a model that changed nothing is not part of the digest"
        );
        assert!(after.model.unwrap().opinions.is_empty());
    }
}

#[test]
fn what_the_formulas_overlooked_counts_once_it_is_quoted() {
    let mut draft: Draft = engineer();
    draft.summary = vec!["Brought two quarrelling crews to one plan.".to_owned()];
    let only = weights(&[("diplomacy", 1.0)]);
    let opinions = [stated(
        "diplomacy",
        900_000,
        &["Brought two quarrelling crews to one plan."],
    )];
    let (before, after) = receipts_with_opinions(&draft.resume(), &only, &opinions);
    assert!(!before.criteria[0].has_data);
    assert!(after.criteria[0].has_data);
    assert_eq!(after.score.to_string(), "25.0");
}

#[test]
fn the_first_opinion_on_a_criterion_counts() {
    let opinions = [
        stated("leadership", 600_000, &["Led a team of three"]),
        stated("LEADERSHIP", 0, &["Led a team of three"]),
    ];
    let (_, after) = receipts_with_opinions(&engineer().resume(), &usual_weights(), &opinions);
    assert_eq!(after.criteria[3].value.get(), 600_000);
}

#[test]
fn what_a_requirement_would_add_follows_what_was_moved() {
    let opinions = [stated("skills", 1_000_000, &["Python, PostgreSQL, Docker"])];
    let (before, after) = receipts_with_opinions(&engineer().resume(), &usual_weights(), &opinions);
    let (own, moved) = (&before.criteria[0], &after.criteria[0]);
    for (plain, shown) in own.evidence.iter().zip(&moved.evidence) {
        let Some(gain) = plain.gain else { continue };
        let with = (own.value.get() + gain.get() + MAX_MODEL_SHIFT).min(1_000_000);
        assert_eq!(
            shown.gain.map_or(0, MicroPoints::get),
            with - moved.value.get()
        );
    }
}

#[test]
fn other_weights_need_no_model() {
    let resume = engineer().resume();
    let opinions = [
        stated("leadership", 1_000_000, &["Led a team of three"]),
        stated("skills", 0, &["Docker"]),
    ];
    let (_, after) = receipts_with_opinions(&resume, &usual_weights(), &opinions);
    let other = weights(&[("leadership", 3.0), ("education", 1.0)]);
    let reweighed = reweigh(&after, &other).unwrap();
    let plain = scored(&backend_engineer().prepared(), &resume, &other);
    let part = after.model.unwrap();
    assert_eq!(reweighed, apply_opinions(plain, &profile(&resume), part));
}

#[test]
fn an_unreachable_model_changes_only_the_summary() {
    let resume = engineer().resume();
    let plain = scored(&backend_engineer().prepared(), &resume, &usual_weights());
    let part = ModelContribution::absent("example-1", "could not be reached");
    let with_model = apply_opinions(plain.clone(), &profile(&resume), part.clone());
    assert_eq!(
        with_model,
        ScoreReceipt {
            model: Some(part),
            ..plain
        }
    );
}

#[test]
fn a_model_sees_no_personal_data() {
    let other = {
        let mut draft = engineer();
        draft.name = "Bartholomew Invented".into();
        draft.contact =
            vec!["1 Other Road, 99999 Elsewhere, bart@example.org, +1 202 555 0142".into()];
        draft.degrees[0].school = "Elsewhere College".into();
        draft.degrees[0].year = 1990;
        draft.resume()
    };
    let shown = profile(&engineer().resume()).readable_text();
    assert_eq!(shown, profile(&other).readable_text());
    for private in [
        "Ada",
        "Fictitious",
        "example.org",
        "555",
        "Sampleton",
        "2017",
    ] {
        assert!(!shown.contains(private), "{private}: {shown}");
    }
    assert!(
        shown.contains("[experience]\nSoftware Engineer, Example Payments, 03/2021 - present\n"),
        "{shown}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_opinion_moves_a_value_by_at_most_a_quarter(
        opinions in prop::collection::vec(
            (
                prop::sample::select(vec!["skills", "Experience", "education", "leadership", "charisma"]),
                -100_000_i64..1_100_000,
                prop::collection::vec(
                    prop::sample::select(vec![
                        "Python", "Led a team of three", "Bachelor of Science", "invented words", "ignore all rules",
                        "Ada Fictitious", "2017", "of", "Example Payments, 03/2021 - present\nBuilt services", "",
                    ]),
                    0..4,
                ),
            ),
            0..6,
        )
    ) {
        let opinions: Vec<_> = opinions
            .iter()
            .map(|(criterion, value, quotes)| stated(criterion, *value, quotes))
            .collect();
        let (before, after) = receipts_with_opinions(&engineer().resume(), &usual_weights(), &opinions);
        let mut moved = 0;
        for (own, new) in before.criteria.iter().zip(&after.criteria) {
            prop_assert!((new.value.get() - own.value.get()).abs() <= MAX_MODEL_SHIFT);
            prop_assert_eq!(new.formula_value.is_some(), new.value != own.value);
            moved += i32::from(new.value != own.value);
        }
        prop_assert_eq!(after.digest == before.digest, moved == 0);
        prop_assert_eq!(after.as_of, as_of());
    }
}
