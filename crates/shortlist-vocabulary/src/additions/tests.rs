//! Tests of files in both formats, valid and invalid, and of one with the size of ESCO's.

use super::*;
use crate::Vocabulary;

fn read(text: &str) -> Result<Additions, String> {
    Additions::read(text.as_bytes()).map_err(|error| error.to_string())
}

/// ESCO's columns, in ESCO's order.
const ESCO: &str = "conceptType,conceptUri,skillType,reuseLevel,preferredLabel,altLabels,hiddenLabels,status,modifiedDate,\
     scopeNote,definition,inScheme,description\n";

#[test]
fn the_native_format_is_read() {
    let text = "\u{feff}canonical;aliases;ambiguous\r\nFlux Welding;FCAW| Flux-cored arc welding |;\r\nHelm;;yes\r\n\"A; B\";;no\r\n";
    let additions = read(text).unwrap();
    let rows: Vec<_> = additions
        .skills
        .iter()
        .map(|skill| (skill.name.as_str(), skill.aliases.len(), skill.ambiguous))
        .collect();
    let expected = [
        ("Flux Welding", 2, None),
        ("Helm", 0, Some(true)),
        ("A; B", 0, Some(false)),
    ];
    assert_eq!(rows, expected);
    assert_eq!(read("canonical\nFlux Welding\n").unwrap().skills.len(), 1);
}

#[test]
fn the_esco_format_is_read() {
    let text = format!(
        "{ESCO}KnowledgeSkillCompetence,http://example.org/1,skill/competence,cross-sector,manage flux welding,\
         \"weld with flux\nmanage flux welding\nflux weld\",,released,2024-01-01,,,http://example.org/s,\"Two\nlines.\"\n\
         SkillGroup,http://example.org/2,,,a group,,,released,,,,,\n\
         KnowledgeSkillCompetence,http://example.org/3,knowledge,,fluxing,,,released,,,,,\n"
    );
    let additions = read(&text).unwrap();
    assert_eq!(additions.skills.len(), 2);
    assert_eq!(additions.skills[0].aliases, ["weld with flux", "flux weld"]);
    assert_eq!(additions.skills[0].ambiguous, None);
    assert_eq!(additions.skills[1].ambiguous, Some(true));
    let vocabulary = Vocabulary::built_in().with_additions(&additions);
    let found = vocabulary.find("Flux weld").map(|id| vocabulary.name(id));
    assert_eq!(found, Some("manage flux welding"));
}

#[test]
fn errors_name_their_line() {
    let long = format!("canonical\n{}\n", "a".repeat(300));
    for (text, expected) in [
        (
            "name,other\nJava,\n",
            "line 1: the columns are `name`, `other`; expected canonical",
        ),
        ("", "line 1"),
        ("canonical\n", "no skills below"),
        (
            "canonical,aliases\nJava,\n,Jaba\n",
            "line 3: `` is not a name; expected a name in the column canonical",
        ),
        (
            "canonical,ambiguous\nJava,perhaps\n",
            "line 2: ambiguous is `perhaps`; expected yes, no or nothing",
        ),
        (
            "canonical,aliases\nJava,Jaba,Go\n",
            "line 2: 3 cells; expected 2",
        ),
        (long.as_str(), "line 2: the name `aaaa"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
    let latin = Additions::read(b"canonical\nJava\nCaf\xe9\n").unwrap_err();
    assert_eq!(latin, AdditionsError::Encoding(3));
}

#[test]
fn the_compact_form_is_equivalent() {
    let additions =
        read("canonical,aliases,ambiguous\n\"A \"\"B\"\", C\",x y|z 1,no\nHelm,,\n").unwrap();
    assert_eq!(
        Additions::read(additions.to_csv().as_bytes()),
        Ok(additions.clone())
    );
    assert_eq!(additions.digest().len(), 64);
    assert_ne!(additions.digest(), Additions::default().digest());
}

/// The file has 14,000 skills with seven labels each, as many as ESCO has.
#[test]
fn a_file_of_escos_size_is_read() {
    let mut text = String::from(ESCO);
    for number in 0..14_000 {
        let labels: Vec<_> = (0..6)
            .map(|label| format!("handle thing {number} in way {label}"))
            .collect();
        text.push_str(&format!(
            "KnowledgeSkillCompetence,http://example.org/{number},skill/competence,cross-sector,handle thing {number},\"{}\",,released,,,,,{}\n",
            labels.join("\n"),
            "words ".repeat(40)
        ));
    }
    let additions = read(&text).unwrap();
    assert_eq!(additions.names(), 98_000);
    let vocabulary = Vocabulary::built_in().with_additions(&additions);
    assert_eq!(vocabulary.len(), Vocabulary::built_in().len() + 14_000);
    let hits = vocabulary.scan("They handle thing 77 in way 5, and Java.");
    assert_eq!(hits.len(), 2);
}
