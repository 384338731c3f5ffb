//! Tests that evidence is a skill or nothing, and that experience and education count as far as they fit.

use proptest::prelude::*;
use shortlist_domain::{CriterionScore, EducationLevel, Evidence, EvidenceDetail, SectionKind};
use shortlist_scoring::requirement_text;
use shortlist_vocabulary::Vocabulary;

use crate::properties::{SENTENCES, any_draft, any_posting, assert_never_lower};
use crate::resumes::{
    Degree, Draft, Posting, Work, backend_engineer, engineer, owned, scored, usual_weights, weights,
};

fn asking_for(skills: &[&str]) -> Posting {
    Posting {
        title: String::new(),
        description: String::new(),
        skills: owned(skills),
    }
}

fn criterion(name: &str, posting: &Posting, draft: &Draft) -> CriterionScore {
    let receipt = scored(
        &posting.prepared(),
        &draft.resume(),
        &weights(&[(name, 1.0)]),
    );
    receipt.criteria[0].clone()
}

/// Returns whether a resume with one sentence meets a skill.
fn meets(skill: &str, sentence: &str) -> bool {
    let draft = Draft {
        summary: owned(&[sentence]),
        ..Draft::default()
    };
    let found = criterion("skills", &asking_for(&[skill]), &draft);
    found.evidence[0].found
}

/// Tries every word of every skill of several words, unless the word alone is a skill.
#[test]
fn no_skill_is_met_by_one_of_its_words() {
    let vocabulary = Vocabulary::built_in();
    let mut tried = 0;
    for (number, skill) in vocabulary.ids().enumerate() {
        let name = vocabulary.name(skill);
        let words: Vec<&str> = name.split(' ').collect();
        if words.len() < 2 {
            continue;
        }
        let word = words[number % words.len()];
        let sentence = format!("Looked after {word} for the others.");
        if vocabulary.scan(&sentence).is_empty() {
            assert!(!meets(name, &sentence), "{name}: {sentence}");
            tried += 1;
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn no_skill_is_met_by_words_with_the_same_stem() {
    for (skill, sentence) in [
        ("Excel", "Excellent communication with customers."),
        ("Excel", "You excel at what you do."),
        (
            "Operating Room",
            "Booked meeting rooms and operated the telephone.",
        ),
        (
            "Payment Gateways",
            "Took payments at the gateway to the park.",
        ),
        ("Zorbing Maintenance", "Maintained zorbs."),
        ("Zorbing", "Zorbed all day."),
        ("Access", "Gave visitors access to the building."),
        ("Payroll", "Served 200 customers on the payroll of a bank."),
        ("DATEV or Payroll", "Twenty people on the payroll."),
        ("Payroll", "Wrote payroll connectors in Java."),
        (
            "Accounting",
            "Authentication/Authorization/Accounting with Java.",
        ),
        ("Accounting", "To become an expert of the Accounting world."),
        ("Accounting", "Aspiring to a post in accounting."),
        ("Nursing", "Trained nursing and support staff."),
    ] {
        assert!(!meets(skill, sentence), "{skill}: {sentence}");
    }
    for (skill, sentence) in [
        ("Zorbing Maintenance", "Did zorbing maintenance for years."),
        ("Payment Gateways", "Built payment gateways."),
        ("Payment Gateways", "Built a payment gateway."),
        ("DATEV or Payroll", "Did the payroll of 200 employees."),
        ("SAP HCM or Zorbing", "Ten years of zorbing."),
    ] {
        assert!(meets(skill, sentence), "{skill}: {sentence}");
    }
}

/// A line of a skills section may be a sentence, in which a common word means what it means elsewhere.
#[test]
fn a_common_word_counts_in_a_list_and_not_in_a_sentence_below_the_heading() {
    for (line, is_met) in [
        ("Reconciliation", true),
        ("Java, reconciliation of accounts, SQL", true),
        (
            "Analyze discrepancies and take action to ensure full reconciliation of inventory",
            false,
        ),
    ] {
        let draft = Draft {
            skills: owned(&[line]),
            ..Draft::default()
        };
        let wanted = asking_for(&["Account Reconciliation"]);
        let found = criterion("skills", &wanted, &draft);
        assert_eq!(found.evidence[0].found, is_met, "{line}");
    }
}

/// Anyone can write a list. The requirement is met all the same, and the receipt says what use would add.
#[test]
fn a_skill_that_is_only_listed_counts_less() {
    let wanted = asking_for(&["Kubernetes", "Spring"]);
    let listed = Draft {
        skills: owned(&["K8s, Spring Boot"]),
        ..Draft::default()
    };
    let mentioned = Draft {
        summary: owned(&["Ran services of Spring Boot on Kubernetes."]),
        ..listed.clone()
    };
    let lines = |draft: &Draft| {
        let found = criterion("skills", &wanted, draft);
        assert!(found.evidence.iter().take(2).all(Evidence::is_met));
        let lines = found.evidence.iter().take(2);
        let lines = lines.map(|line| {
            (
                requirement_text("skills", &line.detail),
                line.gain.is_some(),
            )
        });
        (found.value, lines.collect::<Vec<_>>())
    };
    let (listed_value, listed) = lines(&listed);
    let (mentioned_value, mentioned) = lines(&mentioned);
    assert_eq!(
        listed,
        [
            (r#"Kubernetes (as "K8s", only in a list)"#.to_owned(), true),
            (
                "Spring (implied by Spring Boot, only in a list)".to_owned(),
                true
            ),
        ]
    );
    assert_eq!(
        mentioned,
        [
            ("Kubernetes".to_owned(), false),
            ("Spring (implied by Spring Boot)".to_owned(), true),
        ]
    );
    assert!(listed_value < mentioned_value);
}

proptest! {
    #![proptest_config(crate::cases(96))]

    #[test]
    fn words_after_a_sentence_never_lower(posting in any_posting(), draft in any_draft(), sentence in prop::sample::select(&SENTENCES[..])) {
        let mut more = draft.clone();
        let lines = more.work.iter_mut().flat_map(|work| work.lines.iter_mut());
        for line in lines.chain(more.summary.iter_mut()) {
            line.push(' ');
            line.push_str(sentence);
        }
        assert_never_lower(&posting.prepared(), &draft, &more)?;
    }

    #[test]
    fn a_found_skill_is_quoted_by_one_of_its_names(posting in any_posting(), draft in any_draft()) {
        let job = posting.prepared();
        let receipt = scored(&job, &draft.resume(), &weights(&[("skills", 1.0)]));
        let vocabulary = Vocabulary::built_in();
        let lines = receipt.criteria[0].evidence.iter().filter(|line| line.found);
        for line in lines {
            if line.detail.kind() != "skill" {
                continue;
            }
            let name = line.detail.names()[0].as_str();
            let quote = line.quote.clone().unwrap_or_default();
            let shown = vocabulary.scan(&quote).into_iter().any(|hit| {
                let mut implied = vec![hit.skill];
                while let Some(skill) = implied.pop() {
                    if name.split(" or ").any(|name| vocabulary.name(skill) == name) {
                        return true;
                    }
                    implied.extend(vocabulary.implies(skill));
                }
                false
            });
            prop_assert!(shown || quote.to_lowercase().contains(&name.to_lowercase()), "{name}: {quote}");
        }
    }
}

#[test]
fn scattered_words_earn_less_than_words_that_stand_together() {
    let posting = Posting {
        title: "Pastry Cook".into(),
        description: "You temper chocolate and laminate brioche dough.".into(),
        skills: Vec::new(),
    };
    let wording = |lines: &[&str]| {
        let draft = Draft {
            summary: owned(lines),
            ..Draft::default()
        };
        criterion("skills", &posting, &draft).value
    };
    let together = wording(&["Tempered chocolate and laminated brioche dough."]);
    let scattered = wording(&[
        "Lost his temper in a dispute about invoices and parking permits of the harbour office.",
        "Paid a courier with chocolate for the delivery of printed brochures and office chairs.",
        "Repaired plastic windows, laminated badges and wooden panels in a school gymnasium.",
    ]);
    assert!(
        together.get() > 2 * scattered.get(),
        "{together:?} {scattered:?}"
    );
}

fn work(header: &str, start: &'static str, end: Option<&'static str>, line: &str) -> Work {
    Work {
        header: header.into(),
        start: Some(start),
        end,
        lines: owned(&[line]),
    }
}

#[test]
fn years_in_another_profession_are_no_experience() {
    let draft = Draft {
        work: vec![work(
            "Baker, Example Bread",
            "2006-01",
            None,
            "Kept the ovens running.",
        )],
        ..Draft::default()
    };
    let found = criterion("experience", &backend_engineer(), &draft);
    assert_eq!(found.value.get(), 0);
    assert!(found.has_data);
    assert!(
        found
            .summary
            .starts_with("20 years 11 months of experience, none of it relevant;"),
        "{}",
        found.summary
    );
}

#[test]
fn recent_experience_counts_more_than_old_experience() {
    let of = |start, end| {
        let draft = Draft {
            work: vec![work(
                "Engineer, Example Shops",
                start,
                end,
                "Python and Docker.",
            )],
            ..Draft::default()
        };
        criterion("experience", &backend_engineer(), &draft).value
    };
    assert!(of("2024-12", None) > of("2014-12", Some("2016-11")));
    assert!(of("2014-12", Some("2016-11")) > of("2004-12", Some("2006-11")));
}

#[test]
fn a_degree_counts_as_far_as_the_person_fits() {
    let doctor = Draft {
        degrees: vec![Degree {
            degree: "Doctor of Philosophy".into(),
            field: Some("Musicology".into()),
            school: "University of Sampleton".into(),
            year: 2015,
            level: Some(EducationLevel::Doctorate),
            in_progress: false,
        }],
        ..Draft::default()
    };
    let other = criterion("education", &backend_engineer(), &doctor);
    assert_eq!(other.value.get(), 160_000, "{}", other.summary);
    let fits = criterion("education", &backend_engineer(), &engineer());
    assert!(fits.value.get() > 900_000, "{}", fits.summary);
    let unasked = Posting {
        description: String::new(),
        ..backend_engineer()
    };
    assert_eq!(criterion("education", &unasked, &doctor).value.get(), 0);
    // A degree of unknown level counts like any other if none is asked for.
    let mut untold = engineer();
    untold.degrees[0].level = None;
    let value = |draft: &Draft| criterion("education", &unasked, draft).value;
    assert_eq!(value(&untold), value(&engineer()));
}

fn asking_for_a_degree() -> Posting {
    Posting {
        description: "Bachelor's degree in Computer Science required.".into(),
        ..asking_for(&[])
    }
}

/// Words such as "science" are in the names of many fields, so a field of study is not met or found by one of them.
#[test]
fn a_field_of_study_is_its_own_words() {
    for (studied, found, met) in [
        ("Computer Science", true, true),
        ("Theoretical Computer Science", true, true),
        ("Computer Engineering", true, false),
        ("Political Science", false, false),
        ("Sport Sciences", false, false),
        ("Science", false, false),
    ] {
        let mut draft = engineer();
        draft.degrees[0].field = Some(studied.into());
        let education = criterion("education", &asking_for_a_degree(), &draft);
        let mut lines = education.evidence.iter();
        let line = lines.find(|line| matches!(line.detail, EvidenceDetail::FieldOfStudy(_)));
        let line = line.unwrap();
        let judged = (line.found, line.is_met());
        assert_eq!(judged, (found, met), "{studied}");
    }
}

/// The name of a degree says what was studied.
#[test]
fn a_degree_may_be_named_after_its_field() {
    let asking = |field: &str| Posting {
        description: format!("Bachelor's degree in {field} required."),
        ..asking_for(&[])
    };
    let mut draft = engineer();
    draft.degrees[0].field = None;
    for (degree, field, met) in [
        ("Bachelor of Science in Nursing", "Nursing", true),
        ("Bachelor of Science in Nursing", "Computer Science", false),
        (
            "Master of Business Administration",
            "Business Administration",
            true,
        ),
        ("Bachelor of Arts", "Arts Management", false),
    ] {
        draft.degrees[0].degree = degree.into();
        let education = criterion("education", &asking(field), &draft);
        let mut lines = education.evidence.iter();
        let line = lines.find(|line| matches!(line.detail, EvidenceDetail::FieldOfStudy(_)));
        assert_eq!(line.unwrap().found, met, "{field}");
    }
}

#[test]
fn what_a_person_wishes_to_do_is_no_evidence() {
    assert!(meets(
        "Docker",
        "A nurse who knows Docker and wants to work in Graz."
    ));
    for wish in [
        "A nurse who wants to work with Docker.",
        "Ich bin Pfleger und möchte mit Docker arbeiten.",
    ] {
        assert!(!meets("Docker", wish), "{wish}");
    }
}

#[test]
fn less_than_a_level_or_a_field_does_not_meet_it() {
    let mut draft = engineer();
    draft.degrees[0].level = Some(EducationLevel::School);
    let education = criterion("education", &asking_for_a_degree(), &draft);
    let line = &education.evidence[0];
    assert!(line.found && !line.is_met(), "{line:?}");
    let implied = criterion("skills", &asking_for(&["SQL"]), &engineer());
    let line = &implied.evidence[0];
    assert_eq!(line.detail.by(), Some("PostgreSQL"));
    assert!(line.gain.is_some() && line.is_met(), "{line:?}");
}

#[test]
fn similar_wording_is_named_with_its_amount_and_is_no_requirement() {
    let found = criterion("skills", &backend_engineer(), &engineer());
    let mut lines = found.evidence.iter();
    let line = lines.find(|line| line.detail.amount().is_some()).unwrap();
    let amount = line.detail.amount().unwrap().get();
    assert!(amount > 0 && amount <= 500_000, "{amount}");
    assert!(line.gain.is_none());
    let job = backend_engineer().prepared();
    let met = scored(&job, &engineer().resume(), &usual_weights()).summary;
    assert!(!met.contains("wording"), "{met}");
}

#[test]
fn a_score_is_summed_up_in_one_sentence() {
    let job = backend_engineer().prepared();
    let of = |draft: &Draft| scored(&job, &draft.resume(), &usual_weights()).summary;
    assert_eq!(
        of(&engineer()),
        "Strongest on Python, Docker and PostgreSQL; the largest gaps are Kafka, a current position as Engineer and \
         Kubernetes."
    );
    assert_eq!(
        of(&Draft::default()),
        "Meets no requirement in full; the largest gaps are a current position as Engineer, 5 years of relevant experience and \
         Python."
    );
    let draft = Draft {
        others: vec![(SectionKind::Other, owned(&["Python"]))],
        ..Draft::default()
    };
    assert_eq!(
        of(&draft),
        "Strongest on Python; the largest gaps are a current position as Engineer, 5 years of relevant experience and Docker."
    );
}
