//! Tests of headings.

use super::*;

#[test]
fn a_heading_of_two_things_is_of_the_first_kind() {
    for text in [
        "Experience and participated projects",
        "Experience & Education",
        "WORK EXPERIENCE",
    ] {
        assert_eq!(exact_kind(text), Some(SectionKind::Experience), "{text}");
    }
    assert_eq!(exact_kind("Experience and joy"), None);
}
#[test]
fn headings_combine_common_words() {
    let education = Some(SectionKind::Education);
    for text in [
        "Education Qualification",
        "EDUCATION RECORD",
        "Educational Qualification: -*",
    ] {
        assert_eq!(exact_kind(text), education, "{text}");
    }
    assert_eq!(
        exact_kind("Working experience"),
        Some(SectionKind::Experience)
    );
}
#[test]
fn letters_that_contain_a_space_are_no_words() {
    assert_eq!(heading_key("\u{37a}Skills"), "skills");
    assert_eq!(heading_key("Work \u{fe70}Experience"), "work experience");
}
#[test]
fn headings_of_europass_are_known_in_many_languages() {
    for (text, kind) in [
        ("Schul- und Berufsbildung", SectionKind::Education),
        ("Éducation et formation", SectionKind::Education),
        (
            "Vzdělání, odborná příprava a školení",
            SectionKind::Education,
        ),
        ("Darbo patirtis", SectionKind::Experience),
        ("Umiejętności i kompetencje osobiste", SectionKind::Skills),
    ] {
        assert_eq!(exact_kind(text), Some(kind), "{text}");
    }
}

#[test]
fn a_heading_of_three_things_has_the_kind_of_two() {
    for text in [
        "PROGRAMS, SKILLS & TOOLS",
        "LOGICIELS, COMPÉTENCES ET OUTILS",
        "EDV, KENNTNISSE & WERKZEUGE",
        "IDIOMAS, PROGRAMAS Y HABILIDADES",
    ] {
        assert_eq!(exact_kind(text), Some(SectionKind::Skills), "{text}");
    }
    assert_eq!(exact_kind("Joy, skills and work"), None);
}

#[test]
fn a_heading_may_lack_its_spaces() {
    assert_eq!(exact_kind("WORKEXPERIENCE:"), Some(SectionKind::Experience));
    assert_eq!(exact_kind("Experiences of joy"), None);
}
#[test]
fn a_heading_may_have_a_typing_error() {
    for text in ["WORK EXPREIENCE", "PROFESSSIONAL EXPERIENCE", "EXPERIIENCE"] {
        assert_eq!(misspelt_kind(text), Some(SectionKind::Experience), "{text}");
    }
    assert_eq!(
        misspelt_kind("OTHER DIPLOMA & CIRTIFICATION"),
        Some(SectionKind::Certificates)
    );
    assert_eq!(misspelt_kind("EXPERIENCE"), None);
    assert_eq!(misspelt_kind("Experts"), None);
}

#[test]
fn the_first_of_two_things_decides() {
    for heading in [
        "Regional Experience and Projects",
        "Summer Internship Synopsis",
    ] {
        assert_eq!(
            ending_kind(heading),
            Some(SectionKind::Experience),
            "{heading}"
        );
    }
    assert_eq!(
        ending_kind("Employment Objective"),
        Some(SectionKind::Summary)
    );
    assert_eq!(
        exact_kind("Managed research projects and publications"),
        None
    );
}

#[test]
fn words_may_follow_a_heading() {
    let experience = Some(SectionKind::Experience);
    assert_eq!(beginning_kind("WORK EXPERIENCE AT ACME LTD:"), experience);
    assert_eq!(beginning_kind("Work Experience (abroad)"), experience);
    assert_eq!(beginning_kind("Experience in sales"), None);
    assert_eq!(beginning_kind("Computer skills in detail"), None);
}

#[test]
fn headings_are_known_in_many_languages() {
    for (text, kind) in [
        ("ARBEITSERFAHRUNG", SectionKind::Experience),
        ("Vzdelanie", SectionKind::Education),
        ("VZDĚLÁNÍ", SectionKind::Education),
        ("Erfarenhet", SectionKind::Experience),
        ("Formació acadèmica", SectionKind::Education),
        ("Навички", SectionKind::Skills),
        ("Kemampuan", SectionKind::Skills),
    ] {
        assert_eq!(exact_kind(text), Some(kind), "{text}");
    }
}

#[test]
fn the_first_word_decides_where_adjectives_follow() {
    for (text, kind) in [
        ("Esperienze di lavoro", Some(SectionKind::Experience)),
        ("Compétences en gestion", Some(SectionKind::Skills)),
        ("Compétences en gestion de projets complexes", None),
        ("Werk aan compétences", None),
    ] {
        assert_eq!(leading_kind(text), kind, "{text}");
    }
}
