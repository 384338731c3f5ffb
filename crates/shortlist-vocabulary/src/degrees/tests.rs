//! Tests with degrees and fields of many countries.

use proptest::prelude::*;

use super::*;
use EducationLevel::{Associate, Bachelor, Doctorate, Master, Professional, School, Vocational};

fn read(text: &str) -> Option<(EducationLevel, String)> {
    read_degree(text).map(|degree| (degree.level, degree.name))
}

#[test]
fn degrees_of_many_countries_are_recognised() {
    let rows = [
        ("B.Tech in Computer Science", Bachelor, "B.Tech"),
        ("B. E. (Mechanical)", Bachelor, "B. E."),
        ("BE Computer Engineering", Bachelor, "BE"),
        (
            "Bachelor’s degree, Economics",
            Bachelor,
            "Bachelor’s degree",
        ),
        (
            "Bachelor of Information Systems in 2010",
            Bachelor,
            "Bachelor of Information Systems",
        ),
        ("M.Sc. Informatik", Master, "M.Sc."),
        ("MBA, Finance", Master, "MBA"),
        ("MCA", Master, "MCA"),
        ("PGDM (Marketing)", Master, "PGDM"),
        ("HSC 2009", School, "HSC"),
        ("H.s.c from Example Board", School, "H.s.c"),
        ("12th, CBSE", School, "12th"),
        ("GED", School, "GED"),
        ("A-levels: Maths", School, "A-levels"),
        ("BTS Comptabilité", Associate, "BTS"),
        ("DUT Informatique", Associate, "DUT"),
        ("Licence en droit", Bachelor, "Licence"),
        ("Maîtrise de droit", Master, "Maîtrise"),
        ("Diplom-Ingenieur Maschinenbau", Master, "Diplom-Ingenieur"),
        ("Diplom (FH) Informatik", Bachelor, "Diplom (FH"),
        ("Magister Artium", Master, "Magister Artium"),
        ("Erstes Staatsexamen", Professional, "Erstes Staatsexamen"),
        ("Abitur", School, "Abitur"),
        ("Ausbildung zum Elektroniker", Vocational, "Ausbildung"),
        ("Kauffrau (IHK)", Vocational, "IHK"),
        ("Laurea magistrale in Fisica", Master, "Laurea magistrale"),
        ("Laurea in Lettere", Bachelor, "Laurea"),
        ("Licenciatura em Gestão", Bachelor, "Licenciatura"),
        ("Mestrado", Master, "Mestrado"),
        ("计算机科学 硕士", Master, "硕士"),
        ("北京大学本科", Bachelor, "本科"),
        ("大专", Associate, "大专"),
        ("博士", Doctorate, "博士"),
        ("Бакалавр экономики", Bachelor, "Бакалавр"),
        ("магистр", Master, "магистр"),
        ("Ph.D. in Physics, M.Sc.", Doctorate, "Ph.D."),
        ("J.D., Harvard", Professional, "J.D."),
        (
            "Associate of Applied Science",
            Associate,
            "Associate of Applied Science",
        ),
        ("High School Diploma", School, "High School Diploma"),
        ("B.Sc., M.Sc., PhD", Doctorate, "PhD"),
        ("BA (Hons) History", Bachelor, "BA"),
    ];
    for (text, level, name) in rows {
        assert_eq!(read(text), Some((level, name.to_owned())), "{text}");
    }
}

#[test]
fn degrees_in_more_scripts_and_spellings_are_recognised() {
    let rows = [
        ("MBA Class of 2015", Master, "MBA"),
        ("Bechalore of Commerce", Bachelor, "Bechalore of Commerce"),
        ("C.A., 1999", Professional, "C.A."),
        ("بكالوريوس محاسبة", Bachelor, "بكالوريوس"),
        ("ماجستير إدارة الأعمال", Master, "ماجستير"),
        ("Πτυχίο Πληροφορικής", Bachelor, "Πτυχίο"),
        ("Magister inżynier informatyki", Master, "Magister inżynier"),
        ("Licencjat z ekonomii", Bachelor, "Licencjat"),
        ("Yüksek Lisans, İşletme", Master, "Yüksek Lisans"),
        (
            "Кандидат технических наук",
            Doctorate,
            "Кандидат технических наук",
        ),
    ];
    for (text, level, name) in rows {
        assert_eq!(read(text), Some((level, name.to_owned())), "{text}");
    }
}

#[test]
fn other_texts_have_no_degree() {
    for text in [
        "to be or ma",
        "Scrum Master",
        "driving licence",
        "Java",
        "",
        "Sales Associate",
        "master data",
        "as is",
        "A S",
        "Master CAM",
        "San Jose, CA",
        "Oracle DBA",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn the_field_follows_the_degree() {
    let rows = [
        (
            " in Computer Science, ABC University",
            Some("Computer Science"),
        ),
        (" (Physics)", Some("Physics")),
        (": Law", Some("Law")),
        (
            " Mechanical Engineering from XYZ",
            Some("Mechanical Engineering"),
        ),
        (" (Hons) History 2010", Some("History")),
        (", State University", None),
        (" en droit", Some("droit")),
        (" - BS, Computer Science", Some("Computer Science")),
        (" (B.Sc.), Physics", Some("Physics")),
        (" Candidate, Physics", Some("Physics")),
        (" Physics · Expected May 2027", Some("Physics")),
        ("", None),
        (" 2010 - 2014", None),
    ];
    for (text, field) in rows {
        assert_eq!(read_field(text).as_deref(), field, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_has_a_degree_on_character_borders_or_none(text in "\\PC{0,40}|(B|M|\\.|E|Sc|Bachelor of | in |é|硕士|, ){0,12}") {
        if let Some(degree) = read_degree(&text) {
            prop_assert_eq!(text.get(degree.span.start..degree.span.end), Some(degree.name.as_str()));
        }
        read_field(&text);
    }
}
