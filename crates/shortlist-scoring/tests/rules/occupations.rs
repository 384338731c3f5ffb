//! The occupations in a receipt, and the arithmetic that they are part of.

use shortlist_domain::{
    JobRequirements, MicroPoints, Occupation, OccupationEdit, OccupationReceipt, OccupationSource,
    RequirementAuthor, RequirementEdits, ScoreReceipt, Timestamp, UserId,
};
use shortlist_scoring::{
    JobText, PreparedJob, edit_requirements, find_occupation, read_requirements,
    search_occupations, title_occupations,
};
use shortlist_vocabulary::Vocabulary;

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
    receipt.occupations
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
    let found = receipt.occupations;
    let experience = &receipt.criteria[1];
    let (mut position, mut fit) = (0, 0);
    for it in &found.positions {
        position = position.max(it.likeness.get() * it.freshness.get() / 1_000_000);
        fit = fit.max(it.relevance.get() * it.freshness.get() / 1_000_000);
    }
    assert!(position > 0 && fit > 0);
    let part = |name: &str| {
        let part = experience.parts.iter().find(|part| part.name == name);
        part.unwrap().value.get()
    };
    assert_eq!(part("position most like the job"), position);
    assert_eq!(part("most relevant position"), fit);
    let others = 3 * part("relevant experience") + 2 * part("use of the job's skills");
    assert_eq!(
        experience.value.get(),
        (others + 3 * position + 2 * fit) / 10
    );
}

/// Scores the invented engineer for a job whose occupation somebody set; `None` says that it is unknown.
fn scored_as(title: &str, occupation: Option<Occupation>) -> ScoreReceipt {
    let posting = posting(title);
    let job = JobText {
        title: &posting.title,
        description: &posting.description,
        skills: &[],
    };
    let vocabulary = Vocabulary::built_in();
    let edits = RequirementEdits {
        requirements: Vec::new(),
        occupation: Some(OccupationEdit {
            occupation,
            author: RequirementAuthor {
                user_id: UserId::parse("id", "usr_ada").unwrap(),
                name: "Ada Example".to_owned(),
                at: Timestamp::parse("at", "2026-11-28T09:00:00Z").unwrap(),
            },
        }),
    };
    let read: JobRequirements = read_requirements(&job, vocabulary);
    let edited = edit_requirements(&read, &edits, vocabulary);
    let prepared = PreparedJob::new(&job, &edited.requirements, vocabulary);
    scored(&prepared, &engineer().resume(), &usual_weights())
}

#[test]
fn the_occupation_that_somebody_set_replaces_that_of_the_title() {
    let developer = find_occupation("15-1252.00");
    let baker = find_occupation("51-3011.00");
    assert!(developer.is_some() && baker.is_some());
    let set = scored_as("Zorbing Quibbler", developer.clone());
    let found = set.occupations.clone();
    assert_eq!(found.source, OccupationSource::Recruiter);
    assert_eq!(found.set_by.as_deref(), Some("Ada Example"));
    assert_eq!(found.job[0].occupation, developer.unwrap());
    assert_eq!(found.job[0].share, MicroPoints::ONE);
    assert!(found.positions[0].similarity.is_some());
    let unknown = scored_as("Zorbing Quibbler", None);
    let of_baker = scored_as("Zorbing Quibbler", baker);
    assert!(set.score > unknown.score, "{} {}", set.score, unknown.score);
    assert_eq!(of_baker.score, unknown.score, "no position is like it");
    // The digest says what was compared.
    assert_ne!(of_baker.digest, unknown.digest);
    let unknown = unknown.occupations;
    assert!(unknown.job.is_empty());
    assert_eq!(unknown.source, OccupationSource::Recruiter);
}

#[test]
fn an_unknown_occupation_compares_titles_by_their_words() {
    let by_words = scored_as("Software Engineer", None);
    let position = &by_words.occupations.positions[0];
    assert_eq!(position.similarity, None);
    assert_eq!(position.likeness, MicroPoints::ONE);
}

#[test]
fn occupations_are_found_by_title_name_and_code() {
    for query in ["Krankenschwester", "registered nurse", "29-1141.00"] {
        let found = search_occupations(query);
        let codes: Vec<&str> = found.iter().map(|one| one.code.as_str()).collect();
        assert!(codes.contains(&"29-1141.00"), "{query}: {codes:?}");
    }
    assert!(search_occupations("Zorbing Quibbler").is_empty());
    assert_eq!(find_occupation("99-9999.99"), None);
}
