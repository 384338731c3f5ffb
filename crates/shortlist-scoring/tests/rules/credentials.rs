//! Tests of languages, certificates and years of a skill, for jobs that name them.

use shortlist_domain::{CriterionScore, MicroPoints, SectionKind};

use crate::resumes::{Draft, Posting, Work, engineer, owned, scored, weights};

fn posting(description: &str) -> Posting {
    Posting {
        title: "Engineer".into(),
        description: description.into(),
        skills: owned(&["Python"]),
    }
}

fn criterion(name: &str, description: &str, draft: &Draft) -> CriterionScore {
    let weights = weights(&[(name, 1.0)]);
    let receipt = scored(&posting(description).prepared(), &draft.resume(), &weights);
    receipt.criteria[0].clone()
}

fn evidence_of(criterion: &CriterionScore) -> Vec<(&str, bool)> {
    let evidence = criterion.evidence.iter();
    evidence
        .map(|shown| (shown.requirement.as_str(), shown.found))
        .collect()
}

#[test]
fn languages_that_a_job_names_count_by_their_share() {
    let description =
        "Must have:\n- Fluent English\n- German or French\n\nNice to have:\n- Dutch\n";
    let draft = Draft {
        languages: owned(&["English", "German"]),
        others: vec![(
            SectionKind::Languages,
            owned(&["Englisch: verhandlungssicher", "Deutsch: Muttersprache"]),
        )],
        ..engineer()
    };
    let found = criterion("languages", description, &draft);
    assert_eq!(found.value.get(), 800_000);
    assert_eq!(
        evidence_of(&found),
        [
            ("English (Fluent)", true),
            ("German or French", true),
            ("Dutch", false)
        ]
    );
    assert_eq!(
        found.summary,
        "2 of 3 languages asked for found: English (Fluent), German or French; missing Dutch."
    );
    assert_eq!(
        found.evidence[0].quote.as_deref(),
        Some("Englisch: verhandlungssicher")
    );
    assert_eq!(found.evidence[2].gain.map(MicroPoints::get), Some(200_000));
}

#[test]
fn a_language_is_shown_by_a_list_or_by_words_for_speaking_it() {
    for (line, value) in [
        ("Fluent in Dutch", 1_000_000),
        ("Niederländischkenntnisse", 1_000_000),
        ("Sold to the Dutch market", 0),
    ] {
        let mut draft = engineer();
        draft.summary.push(line.to_owned());
        let found = criterion("languages", "Dutch required", &draft);
        assert_eq!(found.value.get(), value, "{line}");
        assert!(found.has_data, "{line}");
    }
}

#[test]
fn certificates_that_a_job_names_count_by_their_share() {
    let description = "Requirements:\n- PMP or PRINCE2\n- Driving licence class B\n- CISSP\n";
    let draft = Draft {
        others: vec![(
            SectionKind::Certificates,
            owned(&["PRINCE2 Practitioner, 2019", "Führerschein Klasse B"]),
        )],
        ..engineer()
    };
    let found = criterion("certifications", description, &draft);
    assert_eq!(found.value.get(), 666_666);
    assert_eq!(
        evidence_of(&found),
        [
            ("PMP or PRINCE2", true),
            ("driving licence class B", true),
            ("CISSP", false)
        ]
    );
}

#[test]
fn without_requirements_the_number_of_passages_counts() {
    let found = criterion("languages", "", &engineer());
    assert_eq!(found.value.get(), 750_000);
}

fn used(start: &'static str, end: &'static str, line: &str) -> Work {
    Work {
        header: format!("Engineer, Example Shops, {start} - {end}"),
        start: Some(start),
        end: Some(end),
        lines: owned(&[line]),
    }
}

#[test]
fn years_of_a_skill_scale_what_it_counts_at_work() {
    let asked = "4 years of Python";
    let whole = Draft {
        work: vec![used("2022-12", "2026-11", "Python")],
        ..Draft::default()
    };
    let half = Draft {
        work: vec![
            used("2022-12", "2024-11", "Docker"),
            used("2024-12", "2026-11", "Python"),
        ],
        ..Draft::default()
    };
    let relevance = |draft: &Draft| {
        let value = |description| criterion("experience", description, draft).value.get();
        (value(""), value(asked))
    };
    let (before, after) = relevance(&whole);
    assert_eq!(before, after);
    let (before, after) = relevance(&half);
    assert_eq!(before - after, 200_000);
    let found = criterion("experience", asked, &half);
    let years = found.evidence.last().unwrap();
    assert_eq!(
        (years.requirement.as_str(), years.found),
        ("4 years of Python (2 years shown)", false)
    );
    assert_eq!(years.gain.map(MicroPoints::get), Some(200_000));
    assert_eq!(
        evidence_of(&criterion("experience", asked, &whole)).last(),
        Some(&("4 years of Python", true))
    );
}

#[test]
fn years_of_a_skill_may_be_stated_outside_positions() {
    let draft = Draft {
        skills: owned(&["Python (4 years)"]),
        work: vec![used("2026-10", "2026-11", "Python")],
        ..Draft::default()
    };
    let found = criterion("experience", "4 years of Python", &draft);
    assert_eq!(
        found.evidence.last().unwrap().quote.as_deref(),
        Some("Python (4 years)")
    );
}
