//! Tests which years, languages and certificates are read from sentences of invented postings in four languages.

use shortlist_domain::Importance::{Described, Preferred, Required};

use crate::resumes::owned;
use shortlist_scoring::{JobText, read_requirements, source_text};
use shortlist_vocabulary::Vocabulary;

/// Returns the years, languages and certificates that are read from a posting, each in a few words.
fn read(title: &str, description: &str, skills: &[&str]) -> Vec<String> {
    let skills = owned(skills);
    let read = read_requirements(
        &JobText {
            title,
            description,
            skills: &skills,
        },
        Vocabulary::built_in(),
    );
    for source in &read.sources {
        let is_quoted = title.contains(&source.quote)
            || description.contains(&source.quote)
            || skills.contains(&source.quote);
        assert!(is_quoted, "{} is not the job's own wording", source.quote);
    }
    let has_source =
        |requirement: &str| read.sources.iter().any(|it| source_text(it) == requirement);
    let mut found: Vec<String> = Vec::new();
    found.extend(read.minimum_months.map(|months| format!("{months} months")));
    for skill in &read.skills {
        found.extend(
            skill
                .minimum_months
                .map(|months| format!("{months} months of {}", skill.name)),
        );
    }
    for language in &read.languages {
        let names = language.any_of.join(" or ");
        let label = match &language.level {
            Some(level) => format!("{names} ({level})"),
            None => names,
        };
        assert!(has_source(&format!("language: {label}")), "{label}");
        found.push(label);
    }
    for certificate in &read.certificates {
        let label = certificate.any_of.join(" or ");
        assert!(has_source(&format!("certificate: {label}")), "{label}");
        found.push(label);
    }
    found
}

fn check(table: &[(&str, &[&str])]) {
    let wrong: Vec<String> = table
        .iter()
        .map(|(description, wanted)| (description, read("Engineer", description, &[]), wanted))
        .filter(|(_, found, wanted)| found != *wanted)
        .map(|(description, found, wanted)| format!("{description}: {found:?}, not {wanted:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const YEARS: &[(&str, &[&str])] = &[
    ("2 years of Kafka", &["24 months of Kafka"]),
    ("3+ Jahre Erfahrung mit SAP", &["36 months of SAP"]),
    (
        "2+ years of experience with Kubernetes and Docker",
        &["24 months of Kubernetes", "24 months of Docker"],
    ),
    (
        "At least three years of Python experience.",
        &["36 months of Python"],
    ),
    ("Kafka (2+ years)", &["24 months of Kafka"]),
    (
        "Python: 5 years, Docker: 2 years",
        &["60 months of Python", "24 months of Docker"],
    ),
    (
        "2 years with Docker and 4 years with Python",
        &["24 months of Docker", "48 months of Python"],
    ),
    (
        "Mindestens 2 Jahre Erfahrung in TypeScript",
        &["24 months of TypeScript"],
    ),
    (
        "Zwei Jahre Praxis mit Kubernetes",
        &["24 months of Kubernetes"],
    ),
    ("2 ans d'expérience avec Docker", &["24 months of Docker"]),
    (
        "Au moins 3 ans d'expérience en Python",
        &["36 months of Python"],
    ),
    (
        "3 años de experiencia con Angular",
        &["36 months of Angular"],
    ),
    (
        "Al menos dos años de experiencia en Docker",
        &["24 months of Docker"],
    ),
    (
        "6 years of experience overall, 2 years with Docker",
        &["72 months", "24 months of Docker"],
    ),
    ("5+ years of software development", &["60 months"]),
    ("Mindestens 3 Jahre Berufserfahrung", &["36 months"]),
    ("Docker was released 10 years ago", &[]),
    ("We have 12 years of experience with Docker", &[]),
    ("Depuis 10 ans, notre entreprise utilise Docker", &[]),
    ("2 years of Docker are not required", &[]),
];

#[test]
fn years_are_tied_to_their_skill() {
    check(YEARS);
    assert_eq!(
        read(
            "Python Developer",
            "5 years of Python and 2 years of Docker",
            &["Kubernetes (3 years)"]
        ),
        [
            "60 months",
            "36 months of Kubernetes",
            "24 months of Docker"
        ]
    );
}

const LANGUAGES: &[(&str, &[&str])] = &[
    ("Fluent German", &["German (Fluent)"]),
    ("Englisch C1", &["English (C1)"]),
    (
        "You speak English and German fluently.",
        &["English (fluently)", "German (fluently)"],
    ),
    (
        "Excellent written and spoken English",
        &["English (Excellent)"],
    ),
    ("German or French at C1 level", &["German or French (C1)"]),
    (
        "Business fluent in English; Dutch is a plus",
        &["English (Business fluent)", "Dutch"],
    ),
    (
        "English (B2), Polish (native)",
        &["English (B2)", "Polish (native)"],
    ),
    ("Native Spanish speaker", &["Spanish (Native)"]),
    ("Knowledge of Italian is required", &["Italian"]),
    (
        "Gute Deutsch- und Englischkenntnisse in Wort und Schrift",
        &["German (Gute)", "English (in Wort und Schrift)"],
    ),
    (
        "Verhandlungssicheres Englisch",
        &["English (Verhandlungssicheres)"],
    ),
    ("Sehr gute Deutschkenntnisse", &["German (Sehr gute)"]),
    (
        "Sie sprechen fließend Deutsch und gut Englisch",
        &["German (fließend)", "English (gut)"],
    ),
    ("Sicherer Umgang mit der englischen Sprache", &["English"]),
    ("Französischkenntnisse von Vorteil", &["French"]),
    ("Deutsch als Muttersprache", &["German (Muttersprache)"]),
    ("Anglais courant exigé", &["English (courant)"]),
    ("Maîtrise de l'anglais à l'oral", &["English"]),
    ("Vous parlez couramment allemand", &["German (couramment)"]),
    ("Bonne connaissance de la langue anglaise", &["English"]),
    ("Niveau B2 en espagnol", &["Spanish (B2)"]),
    ("Nivel alto de inglés", &["English (Nivel alto)"]),
    (
        "Inglés fluido y francés básico",
        &["English (fluido)", "French (básico)"],
    ),
    ("Dominio del idioma alemán", &["German"]),
    ("Se valorará francés nivel B1", &["French (B1)"]),
    (
        "Languages:\n- English\n- Turkish\n\nTasks:\n- Visit Arabic markets",
        &["English", "Turkish"],
    ),
    ("- English", &["English"]),
    ("Experience in the German market", &[]),
    ("German-speaking customers are served by another team", &[]),
    ("Knowledge of French law and German tax", &[]),
    ("Bachelor's degree in English literature", &[]),
    ("You polish documents", &[]),
    ("Our company language is English", &[]),
    ("We offer German courses", &[]),
    ("Wir zahlen Deutschkurse", &[]),
    ("No German required? German is not required!", &[]),
    ("Deutschkenntnisse sind nicht erforderlich", &[]),
    (
        "German C1 is required, but French is not required",
        &["German (C1)"],
    ),
    (
        "French is not required; German C1 is a must",
        &["German (C1)"],
    ),
    ("Nous aidons nos clients français", &[]),
    ("Conocimiento del mercado alemán", &[]),
    ("Fluent in SQL and Python", &[]),
    ("Programming languages: Python, Java", &[]),
    ("Valid work permit or German citizenship", &[]),
    ("L'équipe espagnole travaille à Madrid", &[]),
];

#[test]
fn languages_are_read_with_their_levels() {
    check(LANGUAGES);
    assert_eq!(read("Customer Care with Dutch (m/f/d)", "", &[]), ["Dutch"]);
    assert_eq!(read("German-speaking Recruiter", "", &[]), ["German"]);
    assert_eq!(
        read("Chef", "", &["German (B1)", "French cuisine"]),
        ["German (B1)"]
    );
}

const CERTIFICATES: &[(&str, &[&str])] = &[
    ("PMP required", &["PMP"]),
    (
        "PMP or PRINCE2 certification preferred",
        &["PMP or PRINCE2"],
    ),
    (
        "You are an AWS Certified Solutions Architect.",
        &["AWS Certified Solutions Architect"],
    ),
    ("Certified Kubernetes Administrator (CKA)", &["CKA"]),
    (
        "Salesforce certification is a plus",
        &["Salesforce certification"],
    ),
    ("Must hold a valid driver's license", &["driving licence"]),
    (
        "Active RN license, BLS and ACLS",
        &["registered nurse licence", "BLS", "ACLS"],
    ),
    ("CPA or CMA", &["CPA or CMA"]),
    ("CISSP, CISM or CISA", &["CISSP or CISM or CISA"]),
    ("Forklift license", &["forklift licence"]),
    ("Certified Public Accountant", &["CPA"]),
    ("Führerschein Klasse B", &["driving licence class B"]),
    ("Staplerschein zwingend erforderlich", &["forklift licence"]),
    (
        "Zertifizierung als Scrum Master von Vorteil",
        &["Scrum Master certification"],
    ),
    ("Ausbildereignungsschein (AdA) erwünscht", &["AdA"]),
    (
        "Gültige Fahrerlaubnis Klasse CE",
        &["driving licence class CE"],
    ),
    ("Permis B indispensable", &["driving licence class B"]),
    ("CACES 1, 3 et 5", &["forklift licence"]),
    (
        "Certification PMP ou PRINCE2 appréciée",
        &["PMP or PRINCE2"],
    ),
    (
        "Habilitation électrique exigée",
        &["electrical authorisation"],
    ),
    ("Carnet de conducir B", &["driving licence class B"]),
    ("Certificación en SAP", &["SAP certification"]),
    (
        "Carnet de manipulador de alimentos",
        &["food hygiene certificate"],
    ),
    ("Título TOEFL o IELTS", &["TOEFL or IELTS"]),
    ("NMC registration required", &["NMC registration"]),
    ("You are registered with the NMC", &["NMC registration"]),
    ("We are ISO 9001 certified", &[]),
    ("We are an AWS Certified Partner", &[]),
    ("Opportunity to obtain your PMP", &[]),
    ("We pay for your CISSP", &[]),
    ("A driving licence is not required", &[]),
    (
        "CISSP is required, a driving licence is not required",
        &["CISSP"],
    ),
    ("Führerschein nicht erforderlich", &[]),
    ("Le permis de conduire n'est pas nécessaire", &[]),
    ("No es necesario carnet de conducir", &[]),
    ("Wear a cap and safety shoes", &[]),
    ("Certified organic food", &[]),
    ("PE teacher for children", &[]),
];

#[test]
fn certificates_are_read_in_four_languages() {
    check(CERTIFICATES);
}

#[test]
fn what_is_nice_to_have_counts_less() {
    let read = |description: &str| {
        read_requirements(
            &JobText {
                title: "x",
                description,
                skills: &[],
            },
            Vocabulary::built_in(),
        )
    };
    let conditional = read("Requirements:\n- IELTS if English is not your first language\n- PMP\n");
    let certificates = conditional.certificates.iter();
    let found: Vec<_> = certificates
        .map(|it| (it.any_of.concat(), it.importance))
        .collect();
    assert_eq!(
        found,
        [
            ("PMP".to_owned(), Required),
            ("IELTS".to_owned(), Preferred)
        ]
    );
    let description = "Must have:\n- PMP\n- Fluent English\n\nNice to have:\n- CISSP\n- Dutch\n\nTasks:\n- You speak Italian\n";
    let found = read(description);
    let languages: Vec<_> = found
        .languages
        .iter()
        .map(|it| (it.any_of.concat(), it.importance))
        .collect();
    let wanted = [
        ("English", Required),
        ("Italian", Described),
        ("Dutch", Preferred),
    ];
    assert_eq!(
        languages,
        wanted.map(|(name, importance)| (name.to_owned(), importance))
    );
    let certificates: Vec<_> = found
        .certificates
        .iter()
        .map(|it| (it.any_of.concat(), it.importance))
        .collect();
    let wanted = [("PMP", Required), ("CISSP", Preferred)];
    assert_eq!(
        certificates,
        wanted.map(|(name, importance)| (name.to_owned(), importance))
    );
}
