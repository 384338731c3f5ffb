//! Tests of reading the lines of receipts.

use super::*;

fn name(text: &str) -> String {
    text.to_owned()
}

#[test]
fn lines_of_experience_are_read() {
    let read = |line| RequirementLabel::read("work experience", line);
    assert_eq!(
        read("experience: 2021-05 to 2023-04 (2 years)"),
        RequirementLabel::Period {
            from: name("2021-05"),
            to: name("2023-04"),
            months: 24,
            relevance: None,
            replaces_degree: false,
        }
    );
    assert_eq!(
        read("experience: 2021-05 to 2023-04 (2 years, 85 % relevant)"),
        RequirementLabel::Period {
            from: name("2021-05"),
            to: name("2023-04"),
            months: 24,
            relevance: Some(85),
            replaces_degree: false,
        }
    );
    assert_eq!(
        read("a current position as Nurse (ICU) (65 % alike)"),
        RequirementLabel::CurrentPosition {
            title: name("Nurse (ICU)"),
            alike: Some(65),
        }
    );
    assert_eq!(
        read("1 year 3 months of relevant experience"),
        RequirementLabel::Experience { months: 15 }
    );
    assert_eq!(
        read("1 year 3 months of experience"),
        RequirementLabel::Experience { months: 15 }
    );
    assert_eq!(
        read("2 years of Internet of Things (14 months shown)"),
        RequirementLabel::YearsOf {
            name: name("Internet of Things"),
            months: 24,
            shown: Some(14),
        }
    );
    assert_eq!(
        read("Kafka used at work"),
        RequirementLabel::UsedAtWork {
            name: name("Kafka")
        }
    );
    assert_eq!(
        read("raised by the language model example-1"),
        RequirementLabel::ByModel {
            raised: true,
            model: name("example-1"),
        }
    );
}

#[test]
fn lines_of_skills_are_read() {
    let read = |line| RequirementLabel::read("skills", line);
    assert_eq!(
        read("Spring (implied by Spring Boot)"),
        RequirementLabel::Implied {
            name: name("Spring"),
            by: name("Spring Boot"),
        }
    );
    assert_eq!(
        read("similar wording (0.123): a, b, c and 12 more"),
        RequirementLabel::PostingWords {
            names: vec![name("a"), name("b"), name("c")],
            more: 12,
        }
    );
    for line in ["words of the posting: a", "similar wording: a"] {
        let (names, more) = (vec![name("a")], 0);
        assert_eq!(read(line), RequirementLabel::PostingWords { names, more });
    }
    assert_eq!(
        read("language: German (C1) (in part: B1)"),
        RequirementLabel::Languages {
            any_of: vec![name("German")],
            level: Some(name("C1")),
            shown: Some(name("B1")),
        }
    );
    assert_eq!(read("Research"), RequirementLabel::Name(name("Research")));
}

#[test]
fn lines_of_education_and_credentials_are_read() {
    assert_eq!(
        RequirementLabel::read("degree", "any degree (in part: secondary school)"),
        RequirementLabel::Degree {
            wanted: None,
            found: Some(EducationLevel::School),
        }
    );
    assert_eq!(
        RequirementLabel::read("languages", "German or French (C1)"),
        RequirementLabel::Languages {
            any_of: vec![name("German"), name("French")],
            level: Some(name("C1")),
            shown: None,
        }
    );
    assert_eq!(
        RequirementLabel::read("Certifications", "PMP or CISSP"),
        RequirementLabel::Certificates {
            any_of: vec![name("PMP"), name("CISSP")],
        }
    );
    assert_eq!(
        RequirementLabel::read("languages", "languages"),
        RequirementLabel::Name(name("languages"))
    );
}
