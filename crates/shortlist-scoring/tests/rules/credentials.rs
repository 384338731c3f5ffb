//! Tests of languages, certificates and years of a skill, for jobs that name them.

use shortlist_domain::{CriterionScore, Evidence, MicroPoints, SectionKind};
use shortlist_scoring::requirement_text;

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

/// Returns a line in English.
fn text(criterion: &CriterionScore, line: &Evidence) -> String {
    requirement_text(&criterion.criterion, &line.detail)
}

fn evidence_of(criterion: &CriterionScore) -> Vec<(String, bool)> {
    let evidence = criterion.evidence.iter();
    evidence
        .map(|shown| (text(criterion, shown), shown.found))
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
        .map(|(text, found): (&str, bool)| (text.to_owned(), found))
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
        .map(|(text, found): (&str, bool)| (text.to_owned(), found))
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
    let found = criterion("experience", asked, &half);
    let years = found.evidence.last().unwrap();
    assert_eq!(
        (text(&found, years), years.found),
        ("4 years of Python (2 years shown)".to_owned(), false)
    );
    // A fifth of the value is the use of the job's only skill, of which half is shown.
    assert_eq!(years.gain.map(MicroPoints::get), Some(100_000));
    assert_eq!(
        evidence_of(&criterion("experience", asked, &whole)).last(),
        Some(&("4 years of Python".to_owned(), true))
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

#[test]
fn a_lower_level_of_a_language_counts_half_and_an_unstated_one_in_full() {
    for (line, value, label) in [
        ("German (C2)", 1_000_000, "German (C1)"),
        ("German (native)", 1_000_000, "German (C1)"),
        ("German", 1_000_000, "German (C1)"),
        ("German (B1)", 500_000, "German (C1) (in part: B1)"),
        (
            "German: Grundkenntnisse",
            500_000,
            "German (C1) (in part: Grundkenntnisse)",
        ),
    ] {
        let draft = Draft {
            languages: owned(&["German"]),
            others: vec![(SectionKind::Languages, owned(&[line]))],
            ..engineer()
        };
        let found = criterion("languages", "Requirements:\n- German C1\n", &draft);
        assert_eq!(found.value.get(), value, "{line}");
        assert_eq!(evidence_of(&found), [(label.to_owned(), true)], "{line}");
        assert_eq!(found.evidence[0].gain.is_some(), value < 1_000_000);
    }
}

#[test]
fn what_is_required_lowers_the_skills_if_it_is_missing_and_no_weight_names_it() {
    let description =
        "Requirements:\n- Python\n- Forklift licence\n- Fluent Dutch\n\nNice to have:\n- PMP\n";
    let skills = |lines: &[&str]| {
        let draft = Draft {
            others: vec![(SectionKind::Certificates, owned(lines))],
            ..engineer()
        };
        criterion("skills", description, &draft)
    };
    let line = |found: &CriterionScore, name: &str| {
        let mut lines = found.evidence.iter();
        let line = lines.find(|line| text(found, line) == name).unwrap();
        (line.found, line.gain.is_some())
    };
    let none = skills(&["First aid course"]);
    assert_eq!(line(&none, "certificate: forklift licence"), (false, true));
    assert_eq!(line(&none, "language: Dutch (Fluent)"), (false, true));
    let one = skills(&["Forklift licence"]);
    assert_eq!(line(&one, "certificate: forklift licence"), (true, false));
    let both = skills(&["Forklift licence", "Fluent in Dutch"]);
    assert!(none.value < one.value && one.value < both.value);
    // What is only nice to have multiplies nothing.
    let names = both.evidence.iter().map(|line| text(&both, line));
    assert!(!names.into_iter().any(|name| name == "certificate: PMP"));
    let gain = line_gain(&none, "certificate: forklift licence");
    assert!(one.value.get() >= none.value.get() + gain);
}

fn line_gain(criterion: &CriterionScore, name: &str) -> i64 {
    let mut lines = criterion.evidence.iter();
    let line = lines.find(|line| text(criterion, line) == name).unwrap();
    line.gain.unwrap().get()
}
