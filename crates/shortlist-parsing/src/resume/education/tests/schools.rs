//! Tests of schools.

use super::degrees;
use crate::resume::tests::understood;

#[test]
fn a_degree_is_next_to_above_or_below_its_school() {
    let expected = ["B.Sc. | Physics | Example University | 2014"];
    for lines in [
        "B.Sc. in Physics, Example University, 2014",
        "2010 – 2014\tB.Sc. in Physics\tExample University",
        "Example University\n2010 – 2014 B.Sc. in Physics",
        "Example University\t2010 – 2014\nB.Sc. in Physics",
        "B.Sc. in Physics\nExample University\n2014",
        "Example University — B.Sc. in Physics (2014)",
        "- B.Sc. in Physics from Example University in 2014",
    ] {
        assert_eq!(degrees(lines), expected, "{lines}");
    }
}

#[test]
fn a_school_after_dates_in_chinese_or_japanese_is_without_them() {
    for (line, expected) in [
        (
            "2011年9月 - 2015年6月 浙江大学 计算机科学与技术 本科",
            "本科 | ? | 浙江大学 计算机科学与技术 | 2015-06",
        ),
        ("2015年6月 浙江大学 本科", "本科 | ? | 浙江大学 | 2015-06"),
        (
            "平成23年4月 - 平成27年3月 京都大学 工学部 学士",
            "学士 | ? | 京都大学 工学部 | 2015-03",
        ),
    ] {
        assert_eq!(degrees(line), [expected], "{line}");
    }
}

#[test]
fn schools_may_be_above_all_degrees_of_a_section() {
    assert_eq!(
        degrees(
            "Example University\nM.Sc. in Physics [Jan 2015 – June 2016]\nSample College\nB.Sc. in Physics\t2014\n\
             Hilltop College\nDiploma in Law\t2010"
        ),
        [
            "M.Sc. | Physics | Example University | 2016-06",
            "B.Sc. | Physics | Sample College | 2014",
            "Diploma | Law | Hilltop College | 2010"
        ]
    );
}

#[test]
fn the_name_of_a_school_is_not_a_second_degree() {
    let expected = [
        "B.Sc. | Physics | Example University | 2014",
        "High School Diploma | ? | Hilltop High School | 2010",
    ];
    for lines in [
        "B.Sc. in Physics\t2014\nExample University\nHigh School Diploma\t2010\nHilltop High School",
        "Example University\t2014\nB.Sc. in Physics\nHilltop High School\t2010\nHigh School Diploma",
    ] {
        assert_eq!(degrees(lines), expected, "{lines}");
    }
    assert_eq!(
        degrees("Abitur\t2010\nGymnasium am Markt"),
        ["Abitur | ? | Gymnasium am Markt | 2010"]
    );
    assert_eq!(
        degrees("Hilltop High School\t2010"),
        ["High School | ? | Hilltop High School | 2010"]
    );
}

#[test]
fn each_degree_has_its_own_school() {
    let expected = [
        "M.Sc. | Physics | Example University | 2016",
        "B.Sc. | Chemistry | Sample College | 2014",
    ];
    for lines in [
        "Example University\t2016\nM.Sc. in Physics\nSample College\t2014\nB.Sc. in Chemistry",
        "M.Sc. in Physics\nExample University\t2016\nB.Sc. in Chemistry\nSample College\t2014",
        "M.Sc. in Physics, Example University, 2016\nB.Sc. in Chemistry, Sample College, 2014",
    ] {
        assert_eq!(degrees(lines), expected, "{lines}");
    }
}

#[test]
fn the_name_of_a_school_may_be_broken_between_lines() {
    for (lines, school) in [
        (
            "- B.Sc. in Physics from Blue Sky College of\nEngineering (2010 – 2014)",
            "| Blue Sky College of Engineering | 2014",
        ),
        (
            "- B.Sc. in Physics, 2014 from Blue Sky Technical\nInstitute, Graz",
            "| Blue Sky Technical Institute | 2014",
        ),
        (
            "Blue Sky College of\nEngineering\nB.Sc. in Physics, 2014",
            "| Blue Sky College of Engineering | 2014",
        ),
        (
            "B.Sc. in Physics (2014) at Blue Sky\nUniversity",
            "| Blue Sky University | 2014",
        ),
    ] {
        let found = degrees(lines);
        let is_whole = |it: &String| it.contains(school);
        assert!(found.iter().any(is_whole), "{lines}: {found:?}");
    }
}

#[test]
fn a_school_below_its_degree_is_a_name_of_its_own() {
    for school in ["École Exemple", "Universidad de Ejemplo", "Example College"] {
        let lines = format!("Bachelor of Science in Physics\n{school}, 2014");
        let expected = format!("Bachelor of Science | Physics | {school} | 2014");
        assert_eq!(degrees(&lines), [expected]);
    }
}

#[test]
fn a_school_ends_before_time_and_grade() {
    for lines in [
        "B.Sc. from Example University in the period 2010-2014 with First Class.",
        "B.Sc. from Example University in 2014",
        "B.Sc., May 2014 Example University",
        "B.Sc., Example University. Physics and optics, 2014",
        "B.Sc., Board of Technical Education, Example University, 2014",
    ] {
        let found = degrees(lines);
        let is_clean = |it: &String| it.contains("| Example University | 2014");
        assert!(
            found.len() == 1 && found.iter().all(is_clean),
            "{lines}: {found:?}"
        );
    }
}

#[test]
fn a_date_may_separate_a_school_from_its_degree() {
    assert_eq!(
        degrees("Example University\n2014 - 2016\nM.Sc.\nSample College\n2010 - 2014\nB.Sc."),
        [
            "M.Sc. | ? | Example University | 2016",
            "B.Sc. | ? | Sample College | 2014"
        ]
    );
}

#[test]
fn a_school_with_a_date_may_have_an_unknown_course() {
    for lines in [
        "Hilltop College – Graz\nGrand Analyst Part 1 (January – June 2018)",
        "2008 2018\tApplied Wizardry\nHilltop College, Graz",
        "- Completed Wizardry from Hilltop College in 2018",
        "- Hilltop College, Graz\tMay 2018",
    ] {
        let found = degrees(lines);
        let is_read = |it: &String| it.contains("Hilltop College") && it.contains("| 2018");
        assert!(
            found.len() == 1 && found.iter().all(is_read),
            "{lines}: {found:?}"
        );
    }
}

#[test]
fn the_short_form_of_a_degree_is_not_its_school() {
    for line in [
        "Certificate of Secondary Education (K.C.S.E)\nExample High School, 2008",
        "Bachelor of Business Administration (BBA)\nExample College, 2008",
    ] {
        let found = degrees(line);
        assert!(found[0].contains("Example"), "{line}: {found:?}");
    }
}

#[test]
fn words_for_schools_alone_name_no_school() {
    for (line, school) in [
        (
            "B.Sc. in Physics\tInstitute name: Example Institute, 2014",
            "Example Institute",
        ),
        (
            "Passed High School from Example Board in 2011",
            "Example Board",
        ),
        ("High School Diploma, School No. 12, 2011", "School No. 12"),
        (
            "B.Sc. in Physics from Example\nHilltop University in 2014",
            "Example Hilltop University",
        ),
        (
            "B.Sc. in Physics, Example Technical\nUniversity\n2014",
            "Example Technical University",
        ),
        (
            "B.Sc. in Physics from Example Board. Passed in May 2014",
            "Example Board",
        ),
        (
            "B.Sc. in Physics\nExample University Aug 2010 to Dec 2014",
            "Example University",
        ),
    ] {
        let found = degrees(line);
        let is_school = found.iter().any(|it| it.contains(&format!("| {school} |")));
        assert!(is_school, "{line}: {found:?}");
    }
}

#[test]
fn the_university_of_a_college_and_the_rest_of_an_item_are_no_entries() {
    for lines in [
        "- B.Sc. from Example College, 2014\nAffiliated to Hilltop University, 2014",
        "• B.Sc. in Physics from Example College of\nScience and Hilltop University, 2014",
    ] {
        assert_eq!(degrees(lines).len(), 1, "{lines}");
    }
}

#[test]
fn higher_degrees_elsewhere_are_added_to_the_schools_of_the_section() {
    let resume = understood(
        "#MD Amin Example\n\n#Education\nHSC from Example College in 2006\n\n\
         #Technical details\nDiploma in Electronics from Example Institute in 2009",
    );
    let found = resume.education.iter().map(|entry| entry.degree.as_str());
    assert_eq!(found.collect::<Vec<_>>(), ["HSC", "Diploma"]);
}

#[test]
fn a_date_above_a_school_is_its_own_if_dates_lead() {
    assert_eq!(
        degrees("2015 – 2018\nHilltop College\n2012 – 2015\nSample College"),
        [
            " | ? | Hilltop College | 2018",
            " | ? | Sample College | 2015"
        ]
    );
}

#[test]
fn a_university_is_preferred_to_its_faculty() {
    for lines in [
        "B.Sc. in Physics, Faculty of Science, Example University, 2014",
        "B.Sc. in Physics, Example University, Faculty of Science, 2014",
    ] {
        assert_eq!(
            degrees(lines),
            ["B.Sc. | Physics | Example University | 2014"],
            "{lines}"
        );
    }
    assert_eq!(
        degrees("B.Sc. in Physics, Faculty of Science, 2014"),
        ["B.Sc. | Physics | Faculty of Science | 2014"]
    );
}

#[test]
fn a_heading_is_no_school() {
    assert_eq!(
        degrees("B.Sc. in Physics, 2014 (Educational Qualification)"),
        ["B.Sc. | Physics | ? | 2014"]
    );
}

#[test]
fn a_certificate_may_be_national() {
    for degree in [
        "National Certificate",
        "National Qualification",
        "Secondary Certificate",
    ] {
        let lines = format!("{degree}, Hilltop College, 2014");
        let found = degrees(&lines);
        assert!(
            found.len() == 1 && found[0].starts_with(degree),
            "{found:?}"
        );
    }
}

#[test]
fn a_name_between_a_field_and_a_town_is_the_school() {
    assert_eq!(
        degrees("2014\tB.Sc., Physics, Caltrex, Graz (advisor: Ada Example)"),
        ["B.Sc. | Physics | Caltrex | 2014"]
    );
    assert_eq!(
        degrees("B.Sc., Physics, Graz, 2014"),
        ["B.Sc. | Physics | ? | 2014"]
    );
}

#[test]
fn a_name_next_to_the_date_above_a_degree_is_its_school() {
    for lines in [
        "HS Hilltop\t2014\nB.Sc. in Physics",
        "B.Sc. in Physics\n2014\tHS Hilltop",
    ] {
        assert_eq!(
            degrees(lines),
            ["B.Sc. | Physics | HS Hilltop | 2014"],
            "{lines}"
        );
    }
}

#[test]
fn a_board_is_named_by_the_level_of_its_schools() {
    // In the style of a heading, its last word is not one.
    for mark in ["", "#"] {
        assert_eq!(
            degrees(&format!(
                "{mark}Central Board of Secondary Education\n2005 - 2007\n10+2"
            )),
            ["10+2 | ? | Central Board of Secondary Education | 2007"]
        );
    }
}

#[test]
fn an_item_alone_goes_on_until_its_school_and_date() {
    assert_eq!(
        degrees(
            "• One year Diploma in “Safety\nManagement” from\t“Hilltop Technical\nInstitute”, Graz from\tJune 2009\n\
             to June 2010."
        ),
        ["Diploma | ? | Hilltop Technical Institute | 2010-06"]
    );
    assert_eq!(
        degrees(
            "Example University\t2019 – 2021\n• M.Sc. in Physics.\nSample University\t2012 – 2016\nB.Sc. in Physics"
        ),
        [
            "M.Sc. | Physics | Example University | 2021",
            "B.Sc. | Physics | Sample University | 2016"
        ]
    );
}

#[test]
fn a_name_after_from_next_to_a_degree_is_its_school() {
    assert_eq!(
        degrees("• Pursuing MBA (Finance):\n• 2013 onwards - From DBIM, Graz."),
        ["MBA | Finance | DBIM | 2013 …"]
    );
    assert_eq!(
        degrees("MBA (Finance)\nFrom May 2013 to June 2015"),
        ["MBA | Finance | ? | 2015-06"]
    );
}

#[test]
fn a_degree_may_have_no_name_of_its_own() {
    assert_eq!(
        degrees("• Degree in Electronics from All India Council of Studies in 2010."),
        ["Degree | Electronics | All India Council of Studies | 2010"]
    );
}

#[test]
fn the_year_of_another_school_is_not_taken() {
    for above in [
        "Data Science Programme, Kestrel Institute (2023)",
        "Spoken French - Example Institute 2021",
    ] {
        let found = degrees(&format!(
            "{above}\nBSc Computer Science, University of Leeds"
        ));
        assert!(
            found.contains(&"BSc | Computer Science | University of Leeds | ?".to_owned()),
            "{above}: {found:?}"
        );
    }
}

#[test]
fn the_field_may_follow_a_repeated_degree_or_a_label() {
    assert_eq!(
        degrees("University of Leeds\nBachelor of Science - BS, Computer Science · (2012 - 2015)"),
        ["Bachelor of Science | Computer Science | University of Leeds | 2015"]
    );
    assert_eq!(
        degrees("Bachelor of Arts\nMajor: History\nExample University 2014"),
        ["Bachelor of Arts | History | Example University | 2014"]
    );
    assert_eq!(
        degrees("Bachelor of Science, Example University 2014\nField of study: Chemistry"),
        ["Bachelor of Science | Chemistry | Example University | 2014"]
    );
}
