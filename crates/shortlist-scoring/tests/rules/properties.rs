//! Tests of changes that never lower a score, and of changes that have no effect.

use proptest::prelude::*;
use shortlist_domain::{CriterionScore, EducationLevel, SectionKind};

use crate::resumes::{
    Degree, Draft, Posting, Work, backend_engineer, engineer, owned, scored, usual_weights, weights,
};
use shortlist_scoring::PreparedJob;

/// Skills and words of postings and resumes: some known, some unknown, some of several words.
const SKILLS: [&str; 12] = [
    "Python",
    "Docker",
    "Kafka",
    "PostgreSQL",
    "Kubernetes",
    "Spring Boot",
    "Spring",
    "Machine Learning",
    "Forklift Operation",
    "Zorbing Maintenance",
    "Excel",
    "Project Management",
];
pub(crate) const SENTENCES: [&str; 13] = [
    "Built payment services for shops.",
    "Led a team of five people.",
    "Wrote reports and presented them to clients.",
    "Reduced the time of deployments by half.",
    "Maintained zorbing equipment.",
    "Trained new staff on forklifts.",
    "Volunteered at a food bank.",
    "Won a prize for customer service.",
    "Published a paper about shops.",
    "Designed data models in PostgreSQL.",
    "Speaks English and German fluently.",
    "Certified Project Management Professional with a driving licence.",
    "3 years with Docker and Kafka.",
];
const MONTHS: [&str; 8] = [
    "2012-03", "2014-07", "2016-01", "2018-11", "2020-05", "2022-02", "2024-09", "2026-06",
];

fn some_of(pool: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(prop::sample::select(pool), 0..=most).prop_map(|items| owned(&items))
}

fn any_work() -> impl Strategy<Value = Work> {
    (
        0..7usize,
        1..8usize,
        any::<bool>(),
        some_of(&SENTENCES, 3),
        some_of(&SKILLS, 2),
    )
        .prop_map(|(start, length, current, mut lines, skills)| {
            lines.extend(skills.iter().map(|skill| format!("Worked with {skill}.")));
            Work {
                header: format!("Engineer at Example {start}"),
                start: Some(MONTHS[start]),
                end: (!current).then(|| MONTHS[(start + length).min(7)]),
                lines,
            }
        })
}

fn any_degree() -> impl Strategy<Value = Degree> {
    let field = prop::option::of(prop::sample::select(
        &["Computer Science", "Biology", "Computer Engineering"][..],
    ));
    (
        prop::sample::select(&EducationLevel::ALL[..]),
        field,
        any::<bool>(),
    )
        .prop_map(|(level, field, in_progress)| Degree {
            degree: format!("Degree {}", level.as_str()),
            field: field.map(str::to_owned),
            school: "University of Sampleton".into(),
            year: 2015,
            level: Some(level),
            in_progress,
        })
}

pub(crate) fn any_draft() -> impl Strategy<Value = Draft> {
    (
        some_of(&SENTENCES, 4),
        some_of(&SKILLS, 5),
        prop::collection::vec(any_work(), 0..4),
        prop::collection::vec(any_degree(), 0..3),
        some_of(&SENTENCES, 3),
    )
        .prop_map(|(summary, skills, work, degrees, projects)| Draft {
            name: "Ada Fictitious".into(),
            summary,
            skills,
            work,
            degrees,
            others: vec![(SectionKind::Projects, projects)],
            ..Draft::default()
        })
}

pub(crate) fn any_posting() -> impl Strategy<Value = Posting> {
    let description = prop::sample::select(
        &[
            "",
            "At least 3 years of experience. Bachelor's degree in Computer Science or equivalent experience.",
            "We build payment services for shops. Kubernetes is a plus. Master's degree required.",
            "2 years of Kafka. 5 years with Docker. Fluent German or Dutch and English. PMP or CISSP, and a driving licence.",
        ][..],
    );
    (
        some_of(&SKILLS, 5),
        description,
        prop::sample::select(&["Backend Engineer", "Forklift Driver"][..]),
    )
        .prop_map(|(skills, description, title)| Posting {
            title: title.into(),
            description: description.into(),
            skills,
        })
}

/// Returns the value of every criterion, in millionths.
fn values(job: &PreparedJob, draft: &Draft) -> Vec<i64> {
    let weights = weights(&[
        ("skills", 4.0),
        ("experience", 3.0),
        ("education", 1.0),
        ("leadership", 1.0),
        ("projects", 1.0),
        ("zorbing", 1.0),
        ("languages", 1.0),
        ("certifications", 1.0),
    ]);
    let receipt = scored(job, &draft.resume(), &weights);
    receipt
        .criteria
        .iter()
        .map(|criterion| criterion.value.get())
        .collect()
}

pub(crate) fn assert_never_lower(
    job: &PreparedJob,
    before: &Draft,
    after: &Draft,
) -> Result<(), TestCaseError> {
    for (before, after) in values(job, before).into_iter().zip(values(job, after)) {
        prop_assert!(after >= before, "{before} fell to {after}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::cases(96))]

    #[test]
    fn adding_a_skill_never_lowers(posting in any_posting(), draft in any_draft(), skill in prop::sample::select(&SKILLS[..])) {
        let mut more = draft.clone();
        more.skills.push(skill.to_owned());
        assert_never_lower(&posting.prepared(), &draft, &more)?;
    }

    #[test]
    fn adding_a_sentence_never_lowers(posting in any_posting(), draft in any_draft(), sentence in prop::sample::select(&SENTENCES[..]), at_work in any::<bool>()) {
        let mut more = draft.clone();
        match more.work.first_mut().filter(|_| at_work) {
            Some(work) => work.lines.push(sentence.to_owned()),
            None => more.summary.push(sentence.to_owned()),
        }
        assert_never_lower(&posting.prepared(), &draft, &more)?;
    }

    #[test]
    fn a_later_end_never_lowers(posting in any_posting(), draft in any_draft()) {
        let mut more = draft.clone();
        for work in &mut more.work {
            work.end = work.end.and_then(|end| MONTHS.iter().copied().find(|month| *month > end));
        }
        assert_never_lower(&posting.prepared(), &draft, &more)?;
    }

    #[test]
    fn another_degree_never_lowers(posting in any_posting(), draft in any_draft(), degree in any_degree()) {
        let mut more = draft.clone();
        more.degrees.push(degree);
        assert_never_lower(&posting.prepared(), &draft, &more)?;
    }

    #[test]
    fn a_higher_degree_never_lowers(posting in any_posting(), draft in any_draft(), rungs in 1..6usize) {
        let mut more = draft.clone();
        for degree in &mut more.degrees {
            let now = EducationLevel::ALL.iter().position(|level| Some(*level) == degree.level);
            let last = EducationLevel::ALL.len() - 1;
            degree.level = now.map(|now| EducationLevel::ALL[(now + rungs).min(last)]);
        }
        assert_never_lower(&posting.prepared(), &draft, &more)?;
    }

    #[test]
    fn a_skill_that_the_job_asks_for_never_lowers(posting in any_posting(), draft in any_draft(), which in any::<prop::sample::Index>()) {
        let requirements = posting.prepared().requirements().clone();
        prop_assume!(!requirements.skills.is_empty());
        let mut more = draft.clone();
        more.skills.push(which.get(&requirements.skills).name.clone());
        assert_never_lower(&posting.prepared(), &draft, &more)?;
    }

    #[test]
    fn the_empty_resume_scores_zero_for_any_posting(posting in any_posting()) {
        let weights = weights(&[("skills", 1.0), ("experience", 1.0), ("education", 1.0), ("languages", 1.0), ("zorbing", 1.0)]);
        let receipt = scored(&posting.prepared(), &Draft::default().resume(), &weights);
        prop_assert_eq!(receipt.score.tenths(), 0);
        for criterion in &receipt.criteria {
            prop_assert!(!criterion.has_data && criterion.value.get() == 0 && !criterion.summary.is_empty());
        }
    }

    #[test]
    fn the_order_of_criteria_and_of_uploads_changes_nothing(posting in any_posting(), drafts in prop::collection::vec(any_draft(), 1..4), rotation in 0..4usize) {
        let job = posting.prepared();
        let mut given = vec![("skills", 3.0), ("experience", 2.0), ("education", 1.0), ("leadership", 1.0)];
        let in_order = |given: &[(&str, f64)], drafts: &mut dyn Iterator<Item = &Draft>| -> Vec<_> {
            let weights = weights(given);
            let receipts = drafts.map(|draft| scored(&job, &draft.resume(), &weights));
            receipts.map(|receipt| (receipt.score, receipt.digest)).collect()
        };
        let first = in_order(&given, &mut drafts.iter());
        given.rotate_left(rotation);
        let mut last = in_order(&given, &mut drafts.iter().rev());
        last.reverse();
        prop_assert_eq!(first, last);
    }

    #[test]
    fn the_order_of_sections_changes_nothing(posting in any_posting(), draft in any_draft(), rotation in 1..5usize) {
        let job = posting.prepared();
        let other = Draft { rotation, ..draft.clone() };
        prop_assert_eq!(values(&job, &draft), values(&job, &other));
    }

    #[test]
    fn repeating_text_gains_nothing(posting in any_posting(), draft in any_draft()) {
        let mut repeated = draft.clone();
        repeated.summary.extend(draft.summary.clone());
        repeated.skills.extend(draft.skills.clone());
        repeated.work.extend(draft.work.clone());
        repeated.degrees.extend(draft.degrees.clone());
        let job = posting.prepared();
        prop_assert_eq!(values(&job, &draft), values(&job, &repeated));
    }
}

#[test]
fn the_order_of_criteria_changes_neither_values_nor_digest() {
    let job = backend_engineer().prepared();
    let resume = engineer().resume();
    let given = [
        ("skills", 3.0),
        ("Experience", 3.0),
        ("education", 1.0),
        ("languages", 2.0),
    ];
    let mut reversed = given;
    reversed.reverse();
    let sorted = |given: &[(&str, f64)]| {
        let receipt = scored(&job, &resume, &weights(given));
        let mut criteria: Vec<CriterionScore> = receipt.criteria;
        criteria.sort_by(|a, b| a.criterion.cmp(&b.criterion));
        (receipt.score, receipt.digest, criteria)
    };
    assert_eq!(sorted(&given), sorted(&reversed));
}

#[test]
fn the_same_input_gives_the_same_receipt_on_any_thread() {
    let job = backend_engineer().prepared();
    let resume = engineer().resume();
    let first = scored(&job, &resume, &usual_weights());
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| scored(&job, &resume, &usual_weights())))
            .collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), first);
        }
    });
    assert_eq!(first.digest.len(), 64);
}

#[test]
fn the_digest_moves_with_every_input() {
    let posting = backend_engineer();
    let job = posting.prepared();
    let resume = engineer().resume();
    let digest = scored(&job, &resume, &usual_weights()).digest;
    assert_ne!(
        scored(&job, &resume, &weights(&[("skills", 1.0)])).digest,
        digest
    );
    let other_job = Posting {
        skills: owned(&["Python", "Docker"]),
        ..posting
    };
    assert_ne!(
        scored(&other_job.prepared(), &resume, &usual_weights()).digest,
        digest
    );
    let mut less = engineer();
    less.skills.clear();
    assert_ne!(
        scored(&job, &less.resume(), &usual_weights()).digest,
        digest
    );
}

#[test]
fn a_missing_criterion_counts_nothing_and_stays_in_the_denominator() {
    let job = backend_engineer().prepared();
    let resume = engineer().resume();
    let both = scored(
        &job,
        &resume,
        &weights(&[("education", 1.0), ("zorbing", 1.0)]),
    );
    assert!(!both.criteria[1].has_data);
    assert_eq!(both.score.tenths(), 500);
}
