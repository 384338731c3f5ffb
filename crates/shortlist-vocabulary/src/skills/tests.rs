//! Tests of the built-in vocabulary, and of one with an operator's skills.

use proptest::prelude::*;

use super::*;
use crate::{Addition, Additions};

fn found(name: &str) -> Option<&'static str> {
    let vocabulary = Vocabulary::built_in();
    vocabulary.find(name).map(|id| vocabulary.name(id))
}

fn scanned(text: &str) -> Vec<(&str, &'static str)> {
    let vocabulary = Vocabulary::built_in();
    vocabulary
        .scan(text)
        .into_iter()
        .map(|hit| {
            (
                text.get(hit.span.start..hit.span.end).unwrap(),
                vocabulary.name(hit.skill),
            )
        })
        .collect()
}

#[test]
fn scanning_grows_with_the_text() {
    let vocabulary = Vocabulary::built_in();
    // None of these ends a phrase, so that each text is a single phrase.
    for repeated in [
        "java and kubernetes on linux ",
        "word ",
        "d'l'a'",
        "\u{4e2d}\u{6587}",
    ] {
        let of = |times: usize| {
            let text = repeated.repeat(times);
            steps::measure(|| vocabulary.scan(&text))
        };
        assert!(of(4_000) * 5 <= of(2_000) * 11, "{repeated}");
    }
}

#[test]
fn a_name_is_found_in_its_spellings() {
    let rows = [
        ("javascript", "JavaScript"),
        ("NodeJS", "Node.js"),
        ("Node JS", "Node.js"),
        ("React.js", "React"),
        ("ReactJS", "React"),
        ("Python 3.8", "Python"),
        ("Python3", "Python"),
        ("Python (Django, Flask)", "Python"),
        ("HTML5", "HTML"),
        ("REST APIs", "REST APIs"),
        ("Java programming", "Java"),
        ("Spring-Boot", "Spring Boot"),
        ("ci/cd", "CI/CD"),
        ("c++", "C++"),
        ("go", "Go"),
    ];
    for (name, canonical) in rows {
        assert_eq!(found(name), Some(canonical), "{name}");
    }
    assert_eq!(found("words"), None);
    assert_eq!(found(""), None);
    assert_eq!(found("(Java)"), Some("Java"));
}

#[test]
fn the_longest_name_wins_and_places_refer_to_the_text() {
    assert_eq!(
        scanned(
            "Built Spring Boot services (Java 11) and NodeJS, React.js; wrote REST APIs in C#."
        ),
        [
            ("Spring Boot", "Spring Boot"),
            ("Java", "Java"),
            ("NodeJS", "Node.js"),
            ("React", "React"),
            ("REST APIs", "REST APIs"),
            ("C#", "C#"),
        ]
    );
    assert_eq!(
        scanned("Machine\nlearning"),
        [("Machine\nlearning", "Machine Learning")]
    );
    assert_eq!(scanned("Machine, learning"), []);
    assert_eq!(scanned("熟悉Java开发"), [("Java", "Java")]);
    assert_eq!(scanned("python@example.org javascripting"), []);
}

#[test]
fn acronyms_count_in_capitals_only() {
    assert_eq!(scanned("AWS"), [("AWS", "AWS")]);
    assert_eq!(scanned("aws"), []);
    assert_eq!(found("aws"), Some("AWS"));
}

#[test]
fn common_words_are_ambiguous() {
    let vocabulary = Vocabulary::built_in();
    let ambiguous = |text: &str| vocabulary.scan(text).first().map(|hit| hit.ambiguous);
    assert_eq!(ambiguous("we go there"), Some(true));
    assert_eq!(ambiguous("we wrote golang there"), Some(false));
    assert_eq!(ambiguous("he words it"), None);
    let go = vocabulary.find("Golang").unwrap();
    assert!(vocabulary.is_ambiguous(go));
}

#[test]
fn skills_have_names_in_other_languages() {
    for (text, skill) in [
        ("Lohn- und Gehaltsabrechnung für 350 Mitarbeiter", "Payroll"),
        ("Wundversorgung nach Operationen", "Wound Care"),
        ("Be- und Entladen von Waren", "Loading and Unloading"),
        ("conduite de chariots élévateurs", "Forklift Operation"),
        ("Rapprochement des comptes", "Account Reconciliation"),
        ("recherche de pannes sur machines", "Troubleshooting"),
        ("preparación de pedidos", "Order Picking"),
        ("prevención de riesgos laborales", "Workplace Safety"),
        ("Planificación de menús", "Menu Planning"),
        ("gestione dei reclami", "Complaint Handling"),
        ("separação de pedidos", "Order Picking"),
        ("voorraadbeheer", "Inventory Management"),
        ("naliczanie wynagrodzeń", "Payroll"),
    ] {
        let found = scanned(text);
        assert_eq!(found.first().map(|(_, name)| *name), Some(skill), "{text}");
    }
}

/// Such a name counts only in a list of skills, or next to another skill.
#[test]
fn names_that_are_also_common_words_of_any_language_are_ambiguous() {
    for text in [
        "Steuern",
        "Verkauf",
        "Kasse",
        "Bilanz",
        "Unterricht",
        "Spedition",
        "fret",
        "caisse",
        "cuisine",
        "plonge",
        "transit",
        "caja",
        "seguros",
        "reparto",
        "facturación",
        "panadería",
    ] {
        let hits = Vocabulary::built_in().scan(text);
        assert!(
            hits.iter().all(|hit| hit.ambiguous) && !hits.is_empty(),
            "{text}"
        );
    }
}

#[test]
fn an_operator_may_add_skills() {
    let addition = |name: &str, aliases: &[&str]| Addition {
        name: name.to_owned(),
        aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
        ambiguous: None,
    };
    let additions = Additions {
        skills: vec![
            addition("Flux Welding", &["FW-9", "Java"]),
            addition("java (language)", &["Jaba"]),
            addition("Work", &[]),
        ],
    };
    let vocabulary = Vocabulary::built_in().with_additions(&additions);
    let added = vocabulary.find("fw 9").unwrap();
    assert_eq!(vocabulary.name(added), "Flux Welding");
    assert_eq!(vocabulary.trade(added), Trade::Added);
    assert!(vocabulary.is_ambiguous(vocabulary.find("work").unwrap()));
    assert_eq!(
        vocabulary.additions_digest(),
        Some(additions.digest().as_str())
    );
    assert_eq!(Vocabulary::built_in().additions_digest(), None);
    assert_eq!(vocabulary.find("Jaba"), vocabulary.find("Java"));
    assert_eq!(vocabulary.name(vocabulary.find("java").unwrap()), "Java");
}

proptest! {
    #[test]
    fn any_text_is_scanned_in_order_without_overlap(text in "\\PC{0,60}|([a-cRGo.#+ ,\n]|Java|AWS|é|职|js|s){0,40}") {
        let vocabulary = Vocabulary::built_in();
        let mut reached = 0;
        for hit in vocabulary.scan(&text) {
            prop_assert!(hit.span.start >= reached);
            prop_assert!(text.get(hit.span.start..hit.span.end).is_some_and(|words| !words.is_empty()));
            reached = hit.span.end;
        }
        vocabulary.find(&text);
    }
}
