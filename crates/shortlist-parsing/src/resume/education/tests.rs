//! Tests of degrees and their dates.

mod schools;

use super::*;
use crate::resume::tests::understood;

/// Returns each degree of an education section as `degree | field | institution | end`, with `…` if it is unfinished.
pub(super) fn degrees(lines: &str) -> Vec<String> {
    let resume = understood(&format!(
        "#Mina Example\nmina@example.org\n\n#Education\n{lines}\n\n#Skills\nRust\n"
    ));
    let or_none = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    resume
        .education
        .iter()
        .map(|entry| {
            let end = or_none(&entry.end.map(|end| end.to_string()));
            let suffix = if entry.in_progress { " …" } else { "" };
            let (field, school) = (or_none(&entry.field), or_none(&entry.institution));
            format!("{} | {field} | {school} | {end}{suffix}", entry.degree)
        })
        .collect()
}

#[test]
fn unfinished_degrees_are_recognized() {
    for lines in [
        "B.Sc. in Physics, Example University, expected 2027",
        "Pursuing B.Sc. in Physics, Example University",
        "B.Sc. in Physics, Example University, 2022 – present",
        "Example University\t2022 – Present\nB.Sc. in Physics",
    ] {
        let degrees = degrees(lines);
        assert!(
            degrees.first().is_some_and(|entry| entry.ends_with('…')),
            "{degrees:?}"
        );
    }
    assert!(!degrees("B.Sc. in Physics, Example University, 2014")[0].ends_with('…'));
}

#[test]
fn a_date_alone_at_the_start_of_a_section_is_above_its_degree() {
    assert_eq!(
        degrees(
            "Dates\t2014 – 2017\nTitle of qualification\tB.Sc. in Physics\nSchool\tExample University\n\
             Dates\t2014\nTitle of qualification\tHigh School Diploma\nSchool\tSample High School"
        ),
        [
            "B.Sc. | Physics | Example University | 2017",
            "High School Diploma | ? | Sample High School | 2014"
        ]
    );
}

#[test]
fn a_school_comes_after_its_field_or_before_it() {
    assert_eq!(
        degrees(
            "B.Sc. Physics at Example University\t2014 – 2017\nM.Sc. Law an der Universität Graz\t2019"
        ),
        [
            "B.Sc. | Physics | Example University | 2017",
            "M.Sc. | Law | Universität Graz | 2019"
        ]
    );
    assert_eq!(
        degrees("M.A. in Law, University of Example at Graz, 2012"),
        ["M.A. | Law | University of Example at Graz | 2012"]
    );
    let listed = degrees(
        "Example University\nPhysics\nB.Sc.\n2014 – 2017\nSample College\nMathematics\nM.Sc.\n2017 – 2019",
    );
    let schools = ["Example University | 2017", "Sample College | 2019"];
    for (entry, school) in listed.iter().zip(schools) {
        assert!(entry.ends_with(school), "{listed:?}");
    }
    assert_eq!(listed.len(), schools.len(), "{listed:?}");
}

#[test]
fn a_mark_is_not_a_date() {
    for (lines, end) in [
        (
            "Example University\tMay 2016\nB.Sc. in Physics. CGPA: 8.09/10",
            "2016-05",
        ),
        (
            "Example University\tMay 2016\nB.Sc. in Physics, 09/2014",
            "2014-09",
        ),
    ] {
        let found = degrees(lines);
        assert!(found[0].ends_with(end), "{lines}: {found:?}");
    }
}

#[test]
fn graduation_is_a_time_after_some_words() {
    assert_eq!(
        degrees("Example University 2010 – 2014 (early graduation)\nB.Sc. in Physics"),
        ["B.Sc. | Physics | Example University | 2014"]
    );
    assert_eq!(degrees("Graduation, Example University, 2014").len(), 1);
    assert!(degrees("Secondary education (M1 – M5)")[0].starts_with("Secondary"));
}

#[test]
fn a_state_a_code_and_an_employer_are_no_degrees() {
    for text in [
        "Example School of Management, Cambridge, MA",
        "Certified to BS-EN-ISO-17637",
        "Clerk in Example Associates Limited",
        "Clerk, Nordtimmer AB, Graz",
        "Clerk, Globerstone Inc - Boston, MA",
        "Clerk, Bari (BA)",
        "Since B.E. 2556",
        "DEA BW1234563",
        "Nurse in a 24-bed unit",
        "Med school library",
        "IHK Graz",
    ] {
        assert_eq!(real_degree(text), None, "{text}");
    }
    for (text, degree) in [
        ("History, MA", "MA"),
        ("Example University, AB in Economics", "AB"),
        ("Example University AB, 2012", "AB"),
        ("Economics (BA)", "BA"),
        ("Example School, Bari (MBA)", "MBA"),
        ("BEd (Hons), Example College", "BEd"),
        ("Example Trade (IHK)", "IHK"),
        ("BE Mechanical Engineering, 2012", "BE"),
        ("DEA 2005, Example University", "DEA"),
    ] {
        let found = real_degree(text).map(|found| found.name);
        assert_eq!(found.as_deref(), Some(degree), "{text}");
    }
}

#[test]
fn the_lines_of_a_list_item_belong_to_its_degree() {
    assert_eq!(
        degrees(
            "• B.Sc. in Physics from Example University, Graz (certified by the ministry)\nin the year of 2015\n\
             • Diploma in Law from Sample College,\nGraz"
        ),
        [
            "B.Sc. | Physics | Example University | 2015",
            "Diploma | Law | Sample College | ?"
        ]
    );
}

#[test]
fn a_degree_takes_no_date_from_below_a_heading() {
    let resume = understood(
        "#Mina Example\nmina@example.org\n\n#Education\nB.Sc. in Physics, Example University\n#Personal Details\n\
         Date of birth: December 1, 1982\n",
    );
    let ends: Vec<_> = resume.education.iter().map(|entry| entry.end).collect();
    assert_eq!(ends, [None]);
}

#[test]
fn words_after_an_ordinal_are_separate() {
    assert_eq!(
        degrees("2009\t12thfrom UP BOARD with a percentage of 59.4%."),
        ["12th | ? | UP BOARD | 2009"]
    );
}

#[test]
fn a_state_after_its_town_is_no_degree() {
    for line in [
        "Stock Planner\nGloberstone Inc · Boston, MA  2012 – 2016",
        "Stock Planner\nGloberstone Inc | Tupelo, MS  2012 – 2016",
        "Stock Planner\nGloberstone Inc — Fennel Creek, PA  2012 – 2016",
    ] {
        let resume = understood(&format!(
            "#Mina Example\nmina@example.org\n\n#Experience\n{line}\n\n#Skills\nRust\n"
        ));
        assert!(
            resume.education.is_empty(),
            "{line}: {:?}",
            resume.education
        );
    }
    for line in [
        "Physics, MA, Example University, 2014",
        "Example University | Physics, MA 2014",
        "Northfield College, MS 2014",
    ] {
        assert!(
            !degrees(line).is_empty() && !degrees(line)[0].starts_with(" |"),
            "{line}: {:?}",
            degrees(line)
        );
    }
}
