//! Tests of people's changes to the requirements of a posting.

use crate::english::lost_requirement_text;
use shortlist_domain::{
    Importance, MAX_ALTERNATIVES, MAX_REQUIREMENT_EDITS, RequirementAuthor, RequirementChange,
    Timestamp, UserId,
};

use super::*;
use crate::job_text::JobText;
use crate::prepared::PreparedJob;
use crate::requirements::read_requirements;

const POSTING: &str = "Requirements:\n- 3 years of Kafka\n- RabbitMQ\n- PostgreSQL\n- German C1\n- NMC registration\n\
    - Bachelor's degree in computer science\n- 5 years of professional experience\n\nNice to have:\n- French\n- Docker";

fn read(description: &str) -> JobRequirements {
    let job = JobText {
        title: "Engineer",
        description,
        skills: &[],
    };
    read_requirements(&job, Vocabulary::built_in())
}

fn change(kind: RequirementKind, names: &[&str]) -> RequirementChange {
    RequirementChange {
        kind,
        names: names.iter().map(|&name| name.to_owned()).collect(),
        alternatives: Vec::new(),
        mark: None,
    }
}

fn marked(kind: RequirementKind, name: &str, mark: RequirementMark) -> RequirementChange {
    RequirementChange {
        mark: Some(mark),
        ..change(kind, &[name])
    }
}

fn with_alternatives(names: &[&str], alternatives: &[&str]) -> RequirementChange {
    RequirementChange {
        alternatives: alternatives.iter().map(|&name| name.to_owned()).collect(),
        ..change(RequirementKind::Skill, names)
    }
}

fn edit(change: RequirementChange) -> RequirementEdit {
    RequirementEdit {
        change,
        author: RequirementAuthor {
            user_id: UserId::parse("id", "usr_ada").unwrap(),
            name: "Ada Example".to_owned(),
            at: Timestamp::parse("at", "2026-11-28T09:00:00Z").unwrap(),
        },
    }
}

/// Checks changes against a posting and applies them.
fn applied(description: &str, changes: Vec<RequirementChange>) -> EditedRequirements {
    let read = read(description);
    let vocabulary = Vocabulary::built_in();
    let checked = check_requirement_changes("requirements", &read, changes, vocabulary).unwrap();
    let edits = only(checked.into_iter().map(edit).collect());
    edit_requirements(&read, &edits, vocabulary)
}

fn only(requirements: Vec<RequirementEdit>) -> RequirementEdits {
    RequirementEdits {
        requirements,
        occupation: None,
    }
}

fn refused(changes: Vec<RequirementChange>) -> String {
    let read = read(POSTING);
    let checked = check_requirement_changes("requirements", &read, changes, Vocabulary::built_in());
    checked.unwrap_err().to_string()
}

fn names(edited: &EditedRequirements) -> Vec<String> {
    edited.items.iter().map(RequirementItem::name).collect()
}

#[test]
fn without_changes_a_job_requires_what_was_read() {
    let read = read(POSTING);
    let edited = edit_requirements(&read, &RequirementEdits::default(), Vocabulary::built_in());
    assert_eq!(edited.requirements, read);
    assert_eq!(
        names(&edited),
        [
            "experience",
            "education",
            "Kafka",
            "RabbitMQ",
            "PostgreSQL",
            "Docker",
            "German",
            "French",
            "NMC registration"
        ]
    );
    let kafka = &edited.items[2];
    assert_eq!(kafka.minimum_months, Some(36));
    assert!(kafka.quotes[0].contains("3 years of Kafka"), "{kafka:?}");
    assert!(
        edited.items.iter().all(|item| !item.quotes.is_empty()),
        "{edited:?}"
    );
}

#[test]
fn marks_count_and_say_who_set_them() {
    use RequirementKind::{Certificate, Education, Experience, Language, Skill};
    let edited = applied(
        POSTING,
        vec![
            marked(Skill, "kafka", RequirementMark::Preferred),
            marked(Skill, "Docker", RequirementMark::Required),
            marked(Skill, "PostgreSQL", RequirementMark::Ignored),
            marked(Language, "French", RequirementMark::Required),
            marked(Certificate, "NMC registration", RequirementMark::Ignored),
            marked(Education, "education", RequirementMark::Ignored),
            marked(Experience, "experience", RequirementMark::Ignored),
        ],
    );
    let job = &edited.requirements;
    let skills: Vec<_> = job
        .skills
        .iter()
        .map(|one| (one.name.as_str(), one.importance))
        .collect();
    let expected = [
        ("RabbitMQ", Importance::Required),
        ("Docker", Importance::Required),
        ("Kafka", Importance::Preferred),
    ];
    assert_eq!(skills, expected);
    assert!(
        job.languages
            .iter()
            .all(|one| one.importance == Importance::Required)
    );
    assert!(
        job.certificates.is_empty()
            && job.education_level.is_none()
            && job.education_fields.is_empty()
    );
    assert_eq!(job.minimum_months, None);
    assert_eq!(job.set_by(Skill, "Docker").as_deref(), Some("Ada Example"));
    assert_eq!(job.set_by(Skill, "RabbitMQ"), None);
    let sources: Vec<_> = job.sources.iter().map(|one| one.name.as_str()).collect();
    assert!(
        !sources
            .iter()
            .any(|name| name.contains("PostgreSQL") || name.contains("NMC registration")),
        "{sources:?}"
    );
    assert!(edited.lost.is_empty());
}

#[test]
fn alternatives_become_one_requirement_that_either_meets() {
    let edited = applied(
        POSTING,
        vec![with_alternatives(
            &["Kafka"],
            &["rabbitmq", "k8s", "NATS Streaming"],
        )],
    );
    let skill = &edited.requirements.skills[0];
    assert_eq!(
        skill.name,
        "Kafka or RabbitMQ or Kubernetes or NATS Streaming"
    );
    assert_eq!(
        skill.minimum_months, None,
        "RabbitMQ is asked for without a time, so that it meets the requirement without one"
    );
    assert!(
        !names(&edited).contains(&"RabbitMQ".to_owned()),
        "listed once"
    );
    let item = &edited.items[2];
    assert_eq!(item.names, ["Kafka", "RabbitMQ"]);
    assert_eq!(item.alternatives, ["Kubernetes", "NATS Streaming"]);
    assert_eq!(item.quotes.len(), 2, "{item:?}");
    let job = JobText {
        title: "Engineer",
        description: POSTING,
        skills: &[],
    };
    let prepared = PreparedJob::new(&job, &edited.requirements, Vocabulary::built_in());
    assert_eq!(prepared.skills[0].any_of.len(), 4);
    assert_eq!(prepared.skills[0].set_by.as_deref(), Some("Ada Example"));
    // Languages are compared by their English names.
    let mut german = change(RequirementKind::Language, &["German"]);
    german.alternatives = vec!["Niederländisch".to_owned()];
    let languages = applied(POSTING, vec![german]).requirements.languages;
    assert_eq!(languages[0].any_of, ["German", "Dutch"]);
    assert_eq!(languages[0].level.as_deref(), Some("C1"));
}

#[test]
fn an_edited_posting_keeps_what_still_fits() {
    let edits = [
        edit(with_alternatives(
            &["Kafka", "RabbitMQ"],
            &["NATS Streaming"],
        )),
        edit(marked(
            RequirementKind::Skill,
            "Docker",
            RequirementMark::Ignored,
        )),
        edit(marked(
            RequirementKind::Certificate,
            "NMC registration",
            RequirementMark::Ignored,
        )),
    ];
    let changed = read("Requirements:\n- RabbitMQ\n- NATS Streaming\n- Docker");
    let edited = edit_requirements(&changed, &only(edits.into()), Vocabulary::built_in());
    let lost: Vec<_> = edited.lost.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(lost, ["Kafka", "NMC registration"]);
    assert!(
        lost_requirement_text(&edited.lost[0]).contains("what Ada Example set"),
        "{:?}",
        edited.lost
    );
    let skills: Vec<_> = edited
        .requirements
        .skills
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(skills, ["RabbitMQ or NATS Streaming"]);
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    use RequirementKind::{Education, Language, Skill};
    use RequirementMark::Required;
    let german_and_french = "Requirements:\n- German C1\n- French B2";
    let levels = check_requirement_changes(
        "requirements",
        &read(german_and_french),
        vec![change(Language, &["German", "French"])],
        Vocabulary::built_in(),
    );
    assert!(
        levels
            .unwrap_err()
            .to_string()
            .contains("different levels, C1 and B2")
    );
    let alternative = |kind, name: &str, other: &str| {
        let mut change = change(kind, &[name]);
        change.alternatives = vec![other.to_owned()];
        vec![change]
    };
    for (changes, reason) in [
        (
            vec![marked(Skill, "COBOL", Required)],
            "“COBOL”, which is not a requirement of the job",
        ),
        (
            vec![marked(Skill, "German", Required)],
            "“German” as a skill, but it is a language",
        ),
        (
            vec![change(Skill, &["Kafka", "NMC registration"])],
            "“NMC registration” as a skill, but it is a certificate",
        ),
        (
            alternative(Skill, "Kafka", "German"),
            "“German”, which is a language",
        ),
        (
            alternative(Skill, "Kafka", "NMC registration"),
            "“NMC registration”, which is a certificate",
        ),
        (alternative(Skill, "Kafka", " "), "an empty alternative"),
        (
            alternative(Skill, "Kafka", &"x".repeat(201)),
            "201 characters; it must have at most 200",
        ),
        (alternative(Skill, "Kafka", "a\nb"), "line break"),
        (alternative(Skill, "Kafka", "NATS or MQTT"), "without “or”"),
        (
            alternative(Language, "German", "Klingon"),
            "not a language that resumes are compared with",
        ),
        (
            alternative(Education, "education", "NMC registration"),
            "only skills, languages and certificates have alternatives",
        ),
    ] {
        let problem = refused(changes);
        assert!(problem.contains(reason), "{problem}");
    }
}

#[test]
fn changes_that_contradict_each_other_are_refused() {
    use RequirementKind::{Certificate, Education, Skill};
    use RequirementMark::{Ignored, Preferred, Required};
    for (changes, reason) in [
        (vec![change(Skill, &[])], "names no requirement"),
        (
            vec![marked(Education, "education", Preferred)],
            "marks education as preferred",
        ),
        (
            vec![
                marked(Skill, "Kafka", Required),
                marked(Skill, "KAFKA", Ignored),
            ],
            "contradicts itself: “Kafka” is required and ignored",
        ),
        (
            vec![marked(Certificate, "NMC registration", Required); 2],
            "“NMC registration” twice",
        ),
        (
            vec![
                with_alternatives(&["Kafka"], &["RabbitMQ"]),
                marked(Skill, "RabbitMQ", Preferred),
            ],
            "“RabbitMQ” is unchanged and preferred",
        ),
        (
            vec![RequirementChange {
                mark: Some(Ignored),
                ..with_alternatives(&["Kafka"], &["MQTT"])
            }],
            "ignores “Kafka” and gives it alternatives",
        ),
        (
            vec![marked(Skill, "Kafka", Required); MAX_REQUIREMENT_EDITS + 1],
            "at most 200 items",
        ),
    ] {
        let problem = refused(changes);
        assert!(problem.contains(reason), "{problem}");
    }
    let many: Vec<String> = (0..MAX_ALTERNATIVES)
        .map(|number| format!("Tool {number}"))
        .collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(
        refused(vec![with_alternatives(&["Kafka"], &many)]).contains("21 alternatives for “Kafka”")
    );
}

#[test]
fn a_change_that_changes_nothing_is_not_stored() {
    let read = read(POSTING);
    let given = vec![change(RequirementKind::Skill, &["Kafka"])];
    let checked = check_requirement_changes("requirements", &read, given, Vocabulary::built_in());
    assert_eq!(checked.unwrap(), []);
}
