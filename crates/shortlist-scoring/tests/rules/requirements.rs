//! Tests of what is read from a posting's words.

use shortlist_domain::{EducationLevel, Importance, JobRequirements, RequirementNotice};

use crate::resumes::owned;
use shortlist_scoring::{JobText, read_requirements};
use shortlist_vocabulary::Vocabulary;

fn read(title: &str, description: &str, skills: &[&str]) -> JobRequirements {
    let skills = owned(skills);
    let requirements = read_requirements(
        &JobText {
            title,
            description,
            skills: &skills,
        },
        Vocabulary::built_in(),
    );
    for source in &requirements.sources {
        let is_quoted = title.contains(&source.quote)
            || description.contains(&source.quote)
            || skills.contains(&source.quote);
        assert!(is_quoted, "{} is not the job's own wording", source.quote);
    }
    requirements
}

fn importance(requirements: &JobRequirements, name: &str) -> Option<Importance> {
    requirements
        .skills
        .iter()
        .find(|skill| skill.name == name)
        .map(|skill| skill.importance)
}

#[test]
fn listed_skills_are_required_and_others_as_the_description_says() {
    let description = "We use TypeScript.\n\nNice to have:\n- Kubernetes\n- React\n\nWhat we expect:\nYou must know PostgreSQL.\nAWS is a plus.";
    let requirements = read(
        "Developer",
        description,
        &["python", "Zorbing Maintenance", "Docker (nice to have)"],
    );
    let expected = [
        ("Python", Importance::Required),
        ("Zorbing Maintenance", Importance::Required),
        ("PostgreSQL", Importance::Required),
        ("TypeScript", Importance::Described),
        ("Kubernetes", Importance::Preferred),
        ("React", Importance::Preferred),
        ("AWS", Importance::Preferred),
        ("Docker", Importance::Preferred),
    ];
    for (name, wanted) in expected {
        assert_eq!(importance(&requirements, name), Some(wanted), "{name}");
    }
    assert_eq!(requirements.skills.len(), expected.len());
}

#[test]
fn importance_is_read_in_german_french_and_spanish() {
    for description in [
        "Kenntnisse in Docker sind von Vorteil.",
        "Docker serait un atout.",
        "Se valorará experiencia con Docker.",
    ] {
        assert_eq!(
            importance(&read("x", description, &[]), "Docker"),
            Some(Importance::Preferred),
            "{description}"
        );
    }
    for description in [
        "Docker ist zwingend erforderlich.",
        "Maîtrise de Docker indispensable.",
        "Imprescindible Docker.",
    ] {
        assert_eq!(
            importance(&read("x", description, &[]), "Docker"),
            Some(Importance::Required),
            "{description}"
        );
    }
}

#[test]
fn years_of_the_whole_job_are_read_and_years_of_one_skill_are_not() {
    for (description, months) in [
        ("3+ years of professional experience", Some(36)),
        (
            "At least five years of experience in software development",
            Some(60),
        ),
        ("Mindestens 3 Jahre Berufserfahrung", Some(36)),
        ("Vous avez 3 ans d'expérience minimum", Some(36)),
        ("Con 5 años de experiencia", Some(60)),
        ("Between 3 and 5 years experience", Some(36)),
        ("2+ years of experience with Kubernetes", None),
        ("3+ years of Python experience", None),
        (
            "2+ years of Kubernetes experience. 6 years of experience overall.",
            Some(72),
        ),
        ("We have 20 years of experience in the market", None),
        ("Our company is 12 years old", None),
        ("* 3\\-5 years of project management", Some(36)),
        (
            "With over 12 years of experience Example Ltd delivers",
            None,
        ),
        (
            "You bring at least 2 years of experience to our company",
            Some(24),
        ),
    ] {
        assert_eq!(
            read("Engineer", description, &[]).minimum_months,
            months,
            "{description}"
        );
    }
    let of_the_job = read("Python Developer", "5 years of Python experience", &[]);
    assert_eq!(of_the_job.minimum_months, Some(60));
}

#[test]
fn education_is_read_with_fields_and_equivalent_experience() {
    let requirements = read(
        "x",
        "Bachelor's degree in Computer Science, Mathematics or a related field, or equivalent experience.",
        &[],
    );
    assert_eq!(requirements.education_level, Some(EducationLevel::Bachelor));
    assert_eq!(
        requirements.education_fields,
        ["Computer Science", "Mathematics"]
    );
    assert!(requirements.equivalent_experience);
}

#[test]
fn levels_of_education_are_read_in_four_languages() {
    for (description, level, fields) in [
        (
            "Bachelor's or Master's degree required",
            Some(EducationLevel::Bachelor),
            &[][..],
        ),
        (
            "Bachelor of Science in Nursing",
            Some(EducationLevel::Bachelor),
            &["Nursing"],
        ),
        (
            "Abgeschlossenes Studium der Informatik oder vergleichbare Qualifikation",
            Some(EducationLevel::Bachelor),
            &["Informatik"],
        ),
        (
            "Abgeschlossene Ausbildung als Koch",
            Some(EducationLevel::Vocational),
            &["Koch"],
        ),
        (
            "Diplôme d'ingénieur en informatique",
            Some(EducationLevel::Master),
            &["informatique"],
        ),
        (
            "Licenciatura en Derecho",
            Some(EducationLevel::Bachelor),
            &["Derecho"],
        ),
        (
            "PhD in Physics",
            Some(EducationLevel::Doctorate),
            &["Physics"],
        ),
        (
            "High school diploma or GED",
            Some(EducationLevel::School),
            &[],
        ),
        ("A Master's degree is a plus", None, &[]),
        ("Certified Scrum Master", None, &[]),
        ("A high degree of autonomy", None, &[]),
    ] {
        let read = read("x", description, &[]);
        assert_eq!(read.education_level, level, "{description}");
        assert_eq!(read.education_fields, fields, "{description}");
    }
}

#[test]
fn a_degree_that_is_not_required_has_no_level_and_no_field() {
    let physics = (Some(EducationLevel::Bachelor), vec!["physics".to_owned()]);
    for (description, expected) in [
        (
            "A degree in computer science is welcome but not needed",
            (None, Vec::new()),
        ),
        (
            "A bachelor's degree in physics is required, but a doctorate is not required",
            physics.clone(),
        ),
        (
            "A master's degree in chemistry is not required, but a bachelor's degree in physics is required",
            physics,
        ),
    ] {
        let read = read("x", description, &[]);
        let found = (read.education_level, read.education_fields);
        assert_eq!(found, expected, "{description}");
    }
}

#[test]
fn a_notice_of_equal_opportunity_asks_for_nothing() {
    let description = "We hire regardless of age, gender or Python.";
    assert!(read("x", description, &[]).skills.is_empty());
}

#[test]
fn the_offer_and_the_company_are_no_requirements() {
    let description = "About us\nWe make Docker images.\n\n**Your tasks**\nYou write Python.\n\nRequirements:\n- Kubernetes\n\n**Duties**\n\
                       - Java\n\nWhat we offer:\n- Training in React\n- Health insurance\n";
    let requirements = read("x", description, &[]);
    let found: Vec<_> = requirements
        .skills
        .iter()
        .map(|skill| (skill.name.as_str(), skill.importance))
        .collect();
    let expected = [
        ("Kubernetes", Importance::Required),
        ("Python", Importance::Described),
        ("Java", Importance::Described),
    ];
    assert_eq!(found, expected);
}

#[test]
fn skills_of_which_one_is_enough_are_one_requirement() {
    for (description, expected) in [
        (
            "Requirements:\n- SAP HCM or DATEV\n",
            &["SAP HCM or DATEV"][..],
        ),
        (
            "Anforderungen:\n- DATEV oder SAP HCM\n",
            &["DATEV or SAP HCM"],
        ),
        (
            "Requirements:\n- Python, Java or Kotlin\n",
            &["Python or Java or Kotlin"],
        ),
        ("Requirements:\n- Java and Kotlin\n", &["Java", "Kotlin"]),
        ("Requirements:\n- HTML/CSS\n", &["HTML", "CSS"]),
    ] {
        let requirements = read("x", description, &[]);
        let names: Vec<_> = requirements
            .skills
            .iter()
            .map(|skill| skill.name.as_str())
            .collect();
        assert_eq!(names, expected, "{description}");
    }
}

#[test]
fn a_common_word_of_the_title_is_no_skill() {
    for (title, description) in [
        ("Theatre Nurse", "You work in the operating Theatre."),
        ("Chef de Partie", "You are a Chef with HACCP."),
        (
            "Mathematics Teacher",
            "Requirements:\n- Mathematics degree\n",
        ),
    ] {
        let requirements = read(title, description, &[]);
        let names: Vec<_> = requirements
            .skills
            .iter()
            .map(|skill| skill.name.as_str())
            .collect();
        let word = title.split(' ').next().unwrap();
        assert!(!names.contains(&word), "{names:?}");
    }
    let apart = read("Developer (Go)", "", &[]);
    assert_eq!(importance(&apart, "Go"), Some(Importance::Described));
}

#[test]
fn an_item_of_a_list_is_no_heading_and_a_word_like_a_condition_is_none() {
    let description = "Essential criteria\n- Manage wounds, pressure ulcers and falls risk\n- Wound care\n\nDesirable criteria\n- \
                       Experience with dialysis\n- Experience of electronic health records\n- Phlebotomy";
    let requirements = read("Nurse", description, &[]);
    for (name, wanted) in [
        ("Wound Care", Importance::Required),
        ("Dialysis", Importance::Preferred),
        ("Electronic Health Records", Importance::Preferred),
        ("Phlebotomy", Importance::Preferred),
    ] {
        assert_eq!(importance(&requirements, name), Some(wanted), "{name}");
    }
    let german =
        "Anforderungen\n- Deutsch B2, falls Deutsch nicht Ihre Muttersprache ist\n- Wundversorgung";
    let requirements = read("Pflegefachkraft", german, &[]);
    assert_eq!(
        importance(&requirements, "Wound Care"),
        Some(Importance::Required)
    );
}

#[test]
fn a_required_certificate_is_listed_once() {
    let description =
        "Requirements\n- Valid BLS certification\n- Driving licence class B\n- Wound care";
    let requirements = read("Nurse", description, &[]);
    let names: Vec<&str> = requirements
        .skills
        .iter()
        .map(|skill| skill.name.as_str())
        .collect();
    assert_eq!(names, ["Wound Care"]);
    let certificates: Vec<&str> = requirements
        .certificates
        .iter()
        .flat_map(|certificate| certificate.any_of.iter().map(String::as_str))
        .collect();
    assert_eq!(certificates, ["BLS", "driving licence class B"]);
    assert!(
        requirements
            .sources
            .iter()
            .all(|source| source.name != "Basic Life Support")
    );
    let payroll = read(
        "Payroll Specialist",
        "Nice to have\n- CPP or FPC certification",
        &[],
    );
    assert!(payroll.skills.iter().all(|skill| skill.name == "Payroll"));
}

#[test]
fn the_lower_of_a_degree_and_a_diploma_is_asked_for() {
    let requirements = read("Nurse", "Requirements\n- Degree or diploma in nursing", &[]);
    assert_eq!(
        requirements.education_level,
        Some(EducationLevel::Vocational)
    );
}

#[test]
fn what_is_not_required_is_no_requirement_unless_the_posting_asks_for_it_elsewhere() {
    for (description, skills) in [
        ("SAP is not required.", vec![]),
        ("Requirements:\n- SAP not needed", vec![]),
        ("Kenntnisse in SAP sind nicht erforderlich.", vec![]),
        (
            "Python is required, but SAP is not required.",
            vec![("Python", Importance::Required)],
        ),
        (
            "Python is required, SAP is not required.",
            vec![("Python", Importance::Required)],
        ),
        // A short clause with a subject of its own says nothing about the clause before it.
        (
            "Python is required, SAP not needed.",
            vec![("Python", Importance::Required)],
        ),
        (
            "Python est exigé tandis que SAP n'est pas nécessaire.",
            vec![("Python", Importance::Required)],
        ),
        (
            "Python es imprescindible mientras que SAP no es necesario.",
            vec![("Python", Importance::Required)],
        ),
        (
            "Python ist erforderlich, während SAP nicht erforderlich ist.",
            vec![("Python", Importance::Required)],
        ),
        ("SAP is not essential.", vec![]),
        ("Kenntnisse in SAP werden nicht vorausgesetzt.", vec![]),
        (
            "SAP is not required; Python is a must.",
            vec![("Python", Importance::Required)],
        ),
        (
            "SAP is not required, but a plus.",
            vec![("SAP", Importance::Preferred)],
        ),
        // What a posting demands in one place, it demands, and the source is that place.
        (
            "You must know SAP.\nSAP is not required.",
            vec![("SAP", Importance::Required)],
        ),
        (
            "SAP is not required.\nYou must know SAP.",
            vec![("SAP", Importance::Required)],
        ),
    ] {
        let read = read("Clerk", description, &[]);
        let found = read.skills.iter();
        let found: Vec<_> = found
            .map(|one| (one.name.as_str(), one.importance))
            .collect();
        assert_eq!(found, skills, "{description}");
        let mut sources = read.sources.iter().filter(|one| one.name == "SAP");
        assert!(
            sources.all(|one| !one.quote.ends_with("not required.")),
            "{description}"
        );
    }
    assert_eq!(read("Clerk", "", &["SAP (not required)"]).skills, []);
}

#[test]
fn a_posting_of_one_word_or_in_an_unknown_language_is_read_without_inventions() {
    let one_word = read("Nurse", "Nurse", &[]);
    assert_eq!(one_word.notices[0], RequirementNotice::NothingRead);
    let nothing = JobRequirements {
        notices: one_word.notices.clone(),
        ..JobRequirements::default()
    };
    assert_eq!(one_word, nothing);
    // Invented words, and Finnish, which the reader does not know: names of skills still count.
    for description in [
        "Blorp zindle fraktu mivo. Grendak olu Python, vazimo trelk!",
        "Etsimme kokenutta kehittäjää, joka osaa ohjelmoida kielellä Python.",
    ] {
        let found = read("Kehittäjä", description, &[]);
        let skills: Vec<_> = found.skills.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(skills, ["Python"], "{description}");
        assert!(found.languages.is_empty() && found.certificates.is_empty());
        assert_eq!((found.minimum_months, found.education_level), (None, None));
    }
}

/// Returns the names of the skills that a description asks for.
fn skills_of(description: &str) -> Vec<String> {
    let read = read("Clerk", description, &[]);
    read.skills.into_iter().map(|skill| skill.name).collect()
}

#[test]
fn an_unknown_name_is_an_alternative_of_the_skill_beside_it() {
    for (description, expected) in [
        ("Experience with Kafka or BMD is required.", "Kafka or BMD"),
        ("BMD or Kafka is required.", "BMD or Kafka"),
        ("You need Zorbix, BMD or Kafka.", "Zorbix or BMD or Kafka"),
        ("You need Kafka, BMD or Zorbix.", "Kafka or BMD or Zorbix"),
        (
            "You need Kafka, BMD or RabbitMQ.",
            "Kafka or BMD or RabbitMQ",
        ),
        ("- Kafka/BMD", "Kafka or BMD"),
        ("- BMD NTCS / Kafka", "BMD NTCS or Kafka"),
        (
            "Kenntnisse in Kafka oder BMD sind zwingend.",
            "Kafka or BMD",
        ),
        ("- Kafka oder Zorbix", "Kafka or Zorbix"),
        ("Maîtrise de Kafka ou BMD exigée.", "Kafka or BMD"),
        ("Dominio de Kafka o BMD imprescindible.", "Kafka or BMD"),
    ] {
        assert_eq!(skills_of(description), [expected], "{description}");
    }
}

#[test]
fn no_alternative_is_invented() {
    for description in [
        "Kafka or something similar is required.",
        "Kafka or comparable experience is required.",
        "Kafka or IT knowledge is required.",
        "Kafka oder Erfahrung mit vergleichbaren Systemen ist zwingend.",
        "Kafka oder vergleichbare Kenntnisse",
        "Kafka oder EDV-Kenntnisse sind zwingend.",
        "Kafka and BMD are required.",
        "Kafka, Berlin",
        "Kafka. Or BMD.",
        "Kafka or German is required.",
        "Either work with Kafka or leave.",
    ] {
        assert_eq!(skills_of(description), ["Kafka"], "{description}");
    }
    assert!(skills_of("BMD or Zorbix is required.").is_empty());
}

#[test]
fn listed_skills_with_unknown_alternatives_are_one_requirement() {
    let listed = |item: &str| {
        let read = read("Clerk", "", &[item]);
        let names = read.skills.into_iter().map(|skill| skill.name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(listed("Kafka/BMD"), ["Kafka or BMD"]);
    assert_eq!(
        listed("Kafka, BMD or RabbitMQ"),
        ["Kafka or BMD or RabbitMQ"]
    );
    assert_eq!(listed("Kafka or BMD"), ["Kafka or BMD"]);
    assert_eq!(listed("HTML/CSS"), ["HTML", "CSS"]);
    assert_eq!(listed("Kafka, RabbitMQ"), ["Kafka", "RabbitMQ"]);
}
