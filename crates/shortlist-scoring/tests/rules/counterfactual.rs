//! Tests of the smallest sets of requirements that would have lifted a candidate, against trying every set.

use proptest::prelude::*;
use shortlist_domain::{
    EvidenceDetail, FileDigest, MicroPoints, ModelContribution, Score, ScoreReceipt, Weights,
};
use shortlist_scoring::{
    Counterfactual, Hypotheses, LiftingSet, MAX_LIFTING_SETS, PreparedJob, ScoreInput,
    UncheckedOpinion, apply_opinions, check_opinions,
};
use shortlist_vocabulary::Vocabulary;

use crate::properties::{any_draft, any_posting};
use crate::resumes::{Draft, Posting, as_of, owned, profile, scored, weights, worked_with};

/// The most requirements of which every set is tried.
const MAX_TRIED: usize = 11;

pub(crate) fn all_criteria() -> Weights {
    weights(&[
        ("skills", 4.0),
        ("experience", 3.0),
        ("education", 1.0),
        ("leadership", 1.0),
        ("technical skills", 1.0),
        ("zorbing", 1.0),
        ("languages", 1.0),
        ("certifications", 1.0),
    ])
}

fn hypotheses(
    job: &PreparedJob,
    draft: &Draft,
    weights: &Weights,
    model: Option<&ModelContribution>,
) -> Hypotheses {
    let profile = profile(&draft.resume());
    let input = ScoreInput {
        profile: &profile,
        weights,
        as_of: as_of(),
        document: FileDigest([7; 32]),
    };
    Hypotheses::of(job, &input, Vocabulary::built_in(), model)
}

/// Returns all sets that lift a candidate and have no smaller set that does, by size, by trying every set.
fn brute_force(hypotheses: &Hypotheses, above: Score) -> Vec<Vec<usize>> {
    let count = hypotheses.unmet().len();
    let mut lifting: Vec<usize> = (0..1_usize << count)
        .filter(|bits| hypotheses.score_with(&members(*bits, count)) > above)
        .collect();
    lifting.sort_by_key(|bits| bits.count_ones());
    let mut minimal: Vec<usize> = Vec::new();
    for bits in lifting {
        if !minimal.iter().any(|smaller| smaller & bits == *smaller) {
            minimal.push(bits);
        }
    }
    let mut minimal: Vec<Vec<usize>> = minimal.iter().map(|bits| members(*bits, count)).collect();
    minimal.sort_by(by_size);
    minimal
}

fn members(bits: usize, count: usize) -> Vec<usize> {
    (0..count).filter(|place| bits >> place & 1 == 1).collect()
}

fn by_size(a: &Vec<usize>, b: &Vec<usize>) -> std::cmp::Ordering {
    (a.len(), a).cmp(&(b.len(), b))
}

/// Asserts that the sets are those of trying every set, and that each has the score that it states.
fn assert_agrees(hypotheses: &Hypotheses, above: Score) -> Result<(), TestCaseError> {
    let expected = brute_force(hypotheses, above);
    match hypotheses.lifting_sets(above) {
        Counterfactual::AlreadyAbove => prop_assert_eq!(expected, vec![Vec::<usize>::new()]),
        Counterfactual::OutOfReach { best } => {
            let all: Vec<usize> = (0..hypotheses.unmet().len()).collect();
            prop_assert_eq!(best, hypotheses.score_with(&all));
            prop_assert!(expected.is_empty() && best <= above);
        }
        Counterfactual::Sets {
            sets,
            complete_up_to,
            is_complete,
        } => {
            for set in &sets {
                prop_assert_eq!(set.score, hypotheses.score_with(&set.requirements));
            }
            let mut found: Vec<Vec<usize>> = sets.into_iter().map(|set| set.requirements).collect();
            found.sort_by(by_size);
            if is_complete {
                prop_assert_eq!(found, expected);
            } else {
                prop_assert_eq!(found.len(), MAX_LIFTING_SETS);
                prop_assert!(found.iter().all(|set| expected.contains(set)));
                let listed = expected.iter().filter(|set| set.len() <= complete_up_to);
                prop_assert!(listed.into_iter().all(|set| found.contains(set)));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn the_sets_are_those_of_trying_every_set(posting in any_posting(), draft in any_draft(), tenths in 0..1_000i64) {
        let hypotheses = hypotheses(&posting.prepared(), &draft, &all_criteria(), None);
        prop_assume!(hypotheses.unmet().len() <= MAX_TRIED);
        let now = i64::from(hypotheses.score_with(&[]).tenths());
        let all: Vec<usize> = (0..hypotheses.unmet().len()).collect();
        let best = i64::from(hypotheses.score_with(&all).tenths());
        // Half of the targets are within reach.
        let above = if tenths % 2 == 0 { tenths } else { now + (best - now).max(1) * tenths / 1_000 };
        assert_agrees(&hypotheses, Score::from_tenths(above))?;
    }

    #[test]
    fn a_language_model_is_taken_into_account(posting in any_posting(), draft in any_draft(), values in prop::collection::vec(0..=1_000_000i64, 8), rise in 0..300i64) {
        let weights = all_criteria();
        let profile = profile(&draft.resume());
        let quote = profile.readable_text().lines().last().unwrap_or_default().to_owned();
        let stated: Vec<UncheckedOpinion> = weights.criteria().iter().zip(values).map(|(weight, value)| UncheckedOpinion {
            criterion: weight.name.clone(),
            value: MicroPoints::new(value),
            quotes: vec![quote.clone()],
        }).collect();
        let part = ModelContribution {
            name: "example-1".to_owned(),
            summary: String::new(),
            opinions: check_opinions(&stated, &weights, &profile),
        };
        let job = posting.prepared();
        let receipt = apply_opinions(scored(&job, &draft.resume(), &weights), &profile, part.clone());
        let hypotheses = hypotheses(&job, &draft, &weights, Some(&part));
        prop_assert_eq!(hypotheses.score_with(&[]), receipt.score);
        prop_assume!(hypotheses.unmet().len() <= MAX_TRIED);
        assert_agrees(&hypotheses, Score::from_tenths(i64::from(receipt.score.tenths()) + rise))?;
    }

    #[test]
    fn the_unmet_requirements_are_the_lines_of_the_receipt_with_something_to_gain(posting in any_posting(), draft in any_draft()) {
        let (job, weights) = (posting.prepared(), all_criteria());
        let receipt = scored(&job, &draft.resume(), &weights);
        let hypotheses = hypotheses(&job, &draft, &weights, None);
        prop_assert_eq!(hypotheses.score_with(&[]), receipt.score);
        let points: MicroPoints = receipt.criteria.iter().map(|one| one.contribution).sum();
        let mut listed = Vec::new();
        for (number, unmet) in hypotheses.unmet().iter().enumerate() {
            let mut gained = points;
            for line in &unmet.lines {
                let criterion = &receipt.criteria[line.criterion];
                let evidence = &criterion.evidence[line.evidence];
                prop_assert!(!evidence.found || evidence.gain.is_some());
                gained = gained + criterion.points_to_gain(evidence).unwrap_or_default();
                listed.push((line.criterion, line.evidence));
            }
            prop_assert!(hypotheses.score_with(&[number]) >= Score::from_micro_points(gained));
        }
        for (criterion, part) in receipt.criteria.iter().enumerate() {
            for (evidence, line) in part.evidence.iter().enumerate() {
                prop_assert!(line.gain.is_none() || listed.contains(&(criterion, evidence)));
            }
        }
    }

    #[test]
    fn a_resume_that_shows_the_skills_gets_at_least_the_stated_score(posting in any_posting(), draft in any_draft(), chosen in any::<u16>()) {
        let (job, weights) = (posting.prepared(), all_criteria());
        let receipt = scored(&job, &draft.resume(), &weights);
        let hypotheses = hypotheses(&job, &draft, &weights, None);
        let mut more = draft.clone();
        let mut met = Vec::new();
        for (number, unmet) in hypotheses.unmet().iter().enumerate().filter(|(number, _)| chosen >> (number % 16) & 1 == 1) {
            let line = unmet.lines[0];
            let detail = &receipt.criteria[line.criterion].evidence[line.evidence].detail;
            if let EvidenceDetail::Skill(name) = detail {
                more.summary.push(worked_with(name));
                met.push(number);
            }
        }
        let after = scored(&job, &more.resume(), &weights).score;
        prop_assert!(after >= hypotheses.score_with(&met), "{} < {}", after, hypotheses.score_with(&met));
    }
}

/// Returns a job and a resume with twenty unmet requirements.
fn twenty_unmet() -> (PreparedJob, Draft) {
    let posting = Posting {
        title: "Clerk".into(),
        description: "Requirements:\n- 5 years of experience\n- Bachelor's degree in Biology or equivalent experience\n\
                      - 3 years of Kafka\n- Fluent German\n- PMP certification\n"
            .into(),
        skills: owned(&["Python", "Docker", "PostgreSQL", "Excel", "Spring", "Machine Learning"]),
    };
    let draft = Draft {
        summary: owned(&["Helped at a food bank."]),
        ..Draft::default()
    };
    (posting.prepared(), draft)
}

#[test]
fn all_smallest_sets_of_twenty_requirements_are_found() {
    let (job, draft) = twenty_unmet();
    let hypotheses = hypotheses(&job, &draft, &all_criteria(), None);
    let count = hypotheses.unmet().len();
    assert!(count >= 20, "{count}");
    let all: Vec<usize> = (0..count).collect();
    let best = i64::from(hypotheses.score_with(&all).tenths());
    for above in (0..best).step_by(37).map(Score::from_tenths) {
        let Counterfactual::Sets {
            sets,
            complete_up_to,
            ..
        } = hypotheses.lifting_sets(above)
        else {
            panic!("within reach");
        };
        let size = sets[0].requirements.len();
        let is_smallest = |set: &&LiftingSet| set.requirements.len() == size;
        let smallest = sets.iter().filter(is_smallest).count();
        assert!(complete_up_to >= size || smallest == MAX_LIFTING_SETS);
        for set in &sets {
            assert!(hypotheses.score_with(&set.requirements) > above);
            for left_out in &set.requirements {
                let rest: Vec<usize> = set
                    .requirements
                    .iter()
                    .copied()
                    .filter(|one| one != left_out)
                    .collect();
                assert!(hypotheses.score_with(&rest) <= above);
            }
        }
    }
}

#[test]
fn a_candidate_above_or_out_of_reach_has_no_sets() {
    let (job, draft) = twenty_unmet();
    let weak = hypotheses(&job, &draft, &all_criteria(), None);
    let top = Score::from_tenths(1_000);
    assert!(matches!(
        weak.lifting_sets(top),
        Counterfactual::OutOfReach { best } if best <= top
    ));
    let strong = crate::resumes::engineer();
    let strong = hypotheses(
        &crate::resumes::backend_engineer().prepared(),
        &strong,
        &crate::resumes::usual_weights(),
        None,
    );
    assert_eq!(
        strong.lifting_sets(Score::from_tenths(10)),
        Counterfactual::AlreadyAbove
    );
}

/// The experience that a job asks for also replaces a degree, which no sum of gains shows.
const FIVE_YEARS: EvidenceDetail = EvidenceDetail::RelevantExperience(60);

#[test]
fn experience_that_replaces_a_degree_counts_for_both() {
    let posting = Posting {
        title: "Clerk".into(),
        description: "At least 5 years of experience. Bachelor's degree or equivalent experience."
            .into(),
        skills: Vec::new(),
    };
    let weights = weights(&[("experience", 1.0), ("education", 1.0)]);
    let job = posting.prepared();
    let hypotheses = hypotheses(&job, &twenty_unmet().1, &weights, None);
    let receipt: ScoreReceipt = scored(&job, &twenty_unmet().1.resume(), &weights);
    let length = hypotheses.unmet().iter().position(|one| {
        let line = one.lines[0];
        receipt.criteria[line.criterion].evidence[line.evidence].detail == FIVE_YEARS
    });
    let with = hypotheses.score_with(&[length.unwrap()]);
    let experience = &receipt.criteria[0];
    let mut lines = experience.evidence.iter();
    let line = lines.find(|line| line.detail == FIVE_YEARS);
    let gains = experience.points_to_gain(line.unwrap()).unwrap();
    assert!(with > Score::from_micro_points(gains), "{with}");
    assert_eq!(with.tenths() - Score::from_micro_points(gains).tenths(), 90);
}
