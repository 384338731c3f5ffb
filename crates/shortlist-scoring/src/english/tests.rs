//! Tests of the lines of receipts.

use shortlist_domain::PartialDate;

use super::*;

fn owned(text: &str) -> String {
    text.to_owned()
}

fn month(year: i32, month: u8) -> PartialDate {
    PartialDate {
        year,
        month: Some(month),
    }
}

fn language(shown: Option<&str>) -> EvidenceDetail {
    EvidenceDetail::Language {
        any_of: vec![owned("German"), owned("French")],
        level: Some(owned("C1")),
        shown: shown.map(owned),
    }
}

#[test]
fn lines_of_experience_are_written() {
    let relevance = MicroPoints::new(853_156);
    let position = EvidenceDetail::Position {
        from: month(2021, 5),
        to: month(2023, 4),
        months: 24,
        relevance,
    };
    let short = EvidenceDetail::SkillTime {
        name: owned("Internet of Things"),
        months: 24,
        shown_months: Some(14),
    };
    let like = EvidenceDetail::CurrentPosition {
        title: owned("Nurse (ICU)"),
        likeness: Some(MicroPoints::new(650_000)),
    };
    for (detail, expected) in [
        (
            position.clone(),
            "experience: 2021-05 to 2023-04 (2 years, 85 % relevant)",
        ),
        (
            EvidenceDetail::UndatedPosition { relevance },
            "experience: without dates (85 % relevant)",
        ),
        (
            EvidenceDetail::StatedExperience(1),
            "experience: 1 month stated",
        ),
        (
            EvidenceDetail::RelevantExperience(15),
            "1 year 3 months of relevant experience",
        ),
        (
            short,
            "2 years of Internet of Things (1 year 2 months shown)",
        ),
        (like, "a current position as Nurse (ICU) (65 % alike)"),
        (
            EvidenceDetail::SkillAtWork(owned("Kafka")),
            "Kafka used at work",
        ),
    ] {
        assert_eq!(requirement_text("work experience", &detail), expected);
    }
    assert_eq!(
        requirement_text("degree", &position),
        "equivalent experience; experience: 2021-05 to 2023-04 (2 years, 85 % relevant)"
    );
}

#[test]
fn lines_of_skills_are_written() {
    let implied = EvidenceDetail::ImpliedSkill {
        name: owned("Spring"),
        by: owned("Spring Boot"),
    };
    let spelled = EvidenceDetail::SpelledSkill {
        name: owned("CI/CD"),
        written: owned("build"),
    };
    let wording = |more, amount| EvidenceDetail::SimilarWording {
        words: vec![owned("a"), owned("b")],
        more,
        amount,
    };
    for (detail, expected) in [
        (implied, "Spring (implied by Spring Boot)"),
        (spelled, "CI/CD (as \"build\")"),
        (
            wording(12, Some(MicroPoints::new(123_456))),
            "similar wording (0.123): a, b and 12 more",
        ),
        (wording(0, None), "similar wording: a, b"),
        (
            EvidenceDetail::PostingPhrase(owned("rose pruning")),
            "phrase of the posting: rose pruning",
        ),
        (
            language(Some("B1")),
            "language: German or French (C1) (in part: B1)",
        ),
        (
            EvidenceDetail::LoweredByModel(owned("example-1")),
            "lowered by the language model example-1",
        ),
    ] {
        assert_eq!(requirement_text("Technical skills", &detail), expected);
    }
}

#[test]
fn lines_of_education_and_credentials_are_written() {
    let degree = |level, shown| EvidenceDetail::Degree { level, shown };
    let certificate = EvidenceDetail::Certificate(vec![owned("PMP"), owned("CISSP")]);
    for (criterion, detail, expected) in [
        (
            "education",
            degree(None, Some(EducationLevel::School)),
            "any degree (in part: secondary school)",
        ),
        (
            "education",
            degree(Some(EducationLevel::Bachelor), None),
            "bachelor's degree",
        ),
        ("languages", language(None), "German or French (C1)"),
        ("Certifications", certificate, "PMP or CISSP"),
    ] {
        assert_eq!(requirement_text(criterion, &detail), expected);
    }
}
