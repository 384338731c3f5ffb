//! Tests of positions.

mod dates;

use crate::resume::phrases::is_known_employer;
use crate::resume::tests::{positions, understood, with_experience};

#[test]
fn a_name_above_every_title_is_the_employer() {
    let entries = "Blue Sky\nVice President (Small Firms), Research\tFeb 2016 to Present\n- Led.\n\
                   Green Hill\nAnalyst (Small Firms), Research\tJan 2014 to Feb 2016\n- Wrote.";
    assert_eq!(
        positions(entries),
        [
            "Vice President (Small Firms), Research | Blue Sky",
            "Analyst (Small Firms), Research | Green Hill"
        ]
    );
}

#[test]
fn an_employer_below_a_title_may_look_like_a_degree_or_a_school() {
    let entries = "Senior Backend Engineer\nGlimmer AB, Sampleton, 06/2021 - present\n- Built services.\n\
                   Mathematics Teacher\nRiverbank Secondary School, Sampleton, 09/2019 - 05/2021\n- Taught pupils.\n\
                   Warehouse Clerk\nExample MA, Sampleton, 01/2018 - 08/2019\n- Counted boxes.";
    assert_eq!(
        positions(entries),
        [
            "Senior Backend Engineer | Glimmer AB",
            "Mathematics Teacher | Riverbank Secondary School",
            "Warehouse Clerk | Example MA"
        ]
    );
}

#[test]
fn positions_are_found_without_their_heading() {
    for heading in [
        "",
        "#Education\nB.Sc. Physics, Example University, 2010\n\n",
        "#Skills\nRust\n\n",
    ] {
        let text = format!(
            "#Mina Example\nmina@example.org\n\n{heading}Data Analyst, Acme Ltd.\tMar 2015 – Jun 2018\n- Wrote reports.\n"
        );
        let resume = understood(&text);
        let titles: Vec<_> = resume
            .positions
            .iter()
            .map(|it| it.title.as_deref())
            .collect();
        assert_eq!(titles, [Some("Data Analyst")], "{text}");
    }
}

#[test]
fn software_of_a_position_begins_no_section_and_its_versions_no_position() {
    let text = "#Mina Example\nmina@example.org\n\n#Career\nAcme Ltd.\t(Mar 2015 – Jun 2018)\nDesignation: Data Analyst\n\
                Software: SQL Server 2012/2014\n- Wrote reports.\n\
                Green Ltd.\t(Jan 2012 – Feb 2015)\nDesignation: Clerk\nSoftware: Windows 2003/2008 Server\n- Sorted letters.\n";
    let resume = understood(text);
    let titles: Vec<_> = resume
        .positions
        .iter()
        .map(|it| it.title.as_deref())
        .collect();
    assert_eq!(titles, [Some("Data Analyst"), Some("Clerk")]);
}

#[test]
fn a_title_begins_after_as() {
    assert_eq!(
        positions("Acme Ltd, Graz\nas a Data Analyst\tMar 2015 – Jun 2018\n- Wrote."),
        ["Data Analyst | Acme Ltd"]
    );
}

#[test]
fn a_member_of_a_group_is_no_employer() {
    assert_eq!(
        positions(
            "Worked with Acme Ltd (member of Blue Sky Group) as Data Analyst from 2015 to 2018"
        ),
        ["Data Analyst | Acme Ltd"]
    );
}

#[test]
fn large_employers_are_known() {
    for name in [
        "Infosys",
        "IBM India",
        "Larsen & Toubro",
        "Société Générale",
    ] {
        assert!(is_known_employer(name), "{name}");
    }
    for name in ["infosys", "Blue Sky", "India", "Graz"] {
        assert!(!is_known_employer(name), "{name}");
    }
    assert_eq!(
        positions("Grand Wizard, Infosys\tMar 2015 – Jun 2018\n- Wrote."),
        ["Grand Wizard | Infosys"]
    );
}

#[test]
fn tasks_and_parts_of_sentences_are_no_employers() {
    for line in [
        "Designed foundation systems",
        "Main responsibilities",
        "on new systems",
        "Presently working",
    ] {
        let entries = format!("Blue Sky\nData Analyst\tMar 2015 – Jun 2018\n{line}\n- Wrote.");
        assert_eq!(positions(&entries), ["Data Analyst | Blue Sky"], "{line}");
    }
}

#[test]
fn a_town_is_no_employer() {
    assert_eq!(
        positions("Data Analyst with Blue Sky\tMar 2015 – Jun 2018\nGraz, Austria\n- Wrote."),
        ["Data Analyst | Blue Sky"]
    );
    assert_eq!(
        positions("Data Analyst\tMar 2015 – Jun 2018\nGraz, Austria\n- Wrote."),
        ["Data Analyst | ?"]
    );
}

#[test]
fn studies_are_no_positions() {
    let text = "#Mina Example\nmina@example.org\n\n#Work Experience\nData Analyst, Acme Ltd\t2015 - 2018\n\n\
                #Education\nComputer Engineer\t2010 - 2014\nBachelor of Science\nExample University\n";
    let positions = understood(text).positions;
    let titles = positions.iter().map(|it| it.title.as_deref());
    assert_eq!(titles.collect::<Vec<_>>(), [Some("Data Analyst")]);
}

#[test]
fn a_section_with_another_heading_may_contain_a_position() {
    let text = "#Mina Example\nmina@example.org\n\n#Work Experience\nData Analyst, Acme Ltd\t2015 - 2018\n\n\
                #Interests\nReading\nClerk, MBA Works Ltd\t2010 - 2014\n\n#Education\nB.Sc. Physics\n";
    let positions = understood(text).positions;
    let titles = positions.iter().map(|it| it.title.as_deref());
    assert_eq!(
        titles.collect::<Vec<_>>(),
        [Some("Data Analyst"), Some("Clerk")]
    );
}

#[test]
fn the_line_above_a_title_is_the_employer_if_the_date_is_below_it() {
    assert_eq!(
        positions(
            "Blue Sky\nData Analyst\nOctober 2016 - Present\nMaps of the sea\n\n\
             Green Hill\nClerk\nJanuary 2014 - September 2016\nMaps of the land"
        ),
        ["Data Analyst | Blue Sky", "Clerk | Green Hill"]
    );
}

#[test]
fn titles_in_consecutive_lines_share_the_employer_above_them() {
    assert_eq!(
        positions(
            "Blue Sky Ltd\nMap Office, Data Analyst\tJun 2014 – Sep 2016\nMap Office, Clerk\tMay 2011 – Apr 2012\n- Sorted letters."
        ),
        ["Data Analyst | Blue Sky Ltd", "Clerk | Blue Sky Ltd"]
    );
}

#[test]
fn a_name_after_at_is_the_employer() {
    assert_eq!(
        positions("Data Analyst @ Green Hill\nMap solutions / 2016 - 2018\n- Wrote reports."),
        ["Data Analyst | Green Hill"]
    );
    assert_eq!(
        positions("- Blue Sky Group: Working as a Clerk in maps at night. From 2013 to 2015"),
        ["Clerk | Blue Sky Group"]
    );
}

#[test]
fn a_legal_form_ends_the_employer() {
    assert_eq!(
        positions("July 2007 – Aug 2010\tBlue Sky Ltd Data Analyst\n- Wrote reports."),
        ["Data Analyst | Blue Sky Ltd"]
    );
}

#[test]
fn lists_of_skills_and_tasks_are_no_employers() {
    assert_eq!(
        positions(
            "Learned Rust, SQL\nData Analyst\t2016 - 2018\nWas drawing maps\nDeveloping of maps"
        ),
        ["Data Analyst | ?"]
    );
}

#[test]
fn labels_may_be_justified() {
    assert_eq!(
        positions("工作时间: 2016.8 － 至今\n单\t位: 示例公司\n岗 位: 软件工程师\n- Wrote."),
        ["软件工程师 | 示例公司"]
    );
}

#[test]
fn a_sentence_after_a_year_is_an_entry_at_any_common_length() {
    assert_eq!(
        positions(
            "2007 : worked as Report Monitoring Officer at Blue Sky Technologies Ltd, a house of many old maps near the river, Graz."
        ),
        ["Report Monitoring Officer | Blue Sky Technologies Ltd"]
    );
}

#[test]
fn a_sum_of_experience_is_no_position() {
    assert_eq!(
        positions(
            "Total work experience – 7 years (June 2008 to Nov 2015) in Power Systems\n\
             Data Analyst, Acme Ltd\tJun 2008 – Nov 2015"
        ),
        ["Data Analyst | Acme Ltd"]
    );
}

#[test]
fn lists_inside_a_job_do_not_end_the_work_experience() {
    for list in ["Achievements", "Technologies", "Portfolio 1 :-"] {
        assert_eq!(
            positions(&format!(
                "Acme Ltd\nData Analyst\t2015 – 2018\n{list}\nNine reports\n\
                 Blue Sky\nClerk\t2012 – 2015\n- Sorted letters."
            )),
            ["Data Analyst | Acme Ltd", "Clerk | Blue Sky"],
            "{list}"
        );
    }
}

#[test]
fn a_long_sentence_may_be_a_position() {
    let sentence = "Presently working as a Data Analyst with Blue Sky, the house of many reports, charts, maps, tables, lists, notes, \
        letters, plans, papers, books, folders and shelves on the hill, from May 2014 to June 2018.";
    assert_eq!(positions(sentence), ["Data Analyst | Blue Sky"]);
}

#[test]
fn a_known_heading_may_follow_other_words_and_be_misspelt() {
    for heading in ["TEACHING POSITIONS HELD", "PROFESSIONAL EXPERINCE"] {
        let text = format!(
            "#Mina Example\nmina@example.org\n\n#EDUCATION\nB.Sc. Physics\n\n#{heading}\n2015 – 2018: Data Analyst, Blue Sky\n"
        );
        assert_eq!(understood(&text).positions.len(), 1, "{heading}");
    }
}

#[test]
fn the_self_employed_are_their_own_employers() {
    assert_eq!(
        positions("2016 - 2017 Freelance Web Developer\n\"Neighbour\"\n- Wrote pages."),
        ["Freelance Web Developer | Freelance"]
    );
    assert_eq!(
        positions("2016 - 2017 Freelance Web Developer, Acme Ltd\n- Wrote pages."),
        ["Freelance Web Developer | Acme Ltd"]
    );
}

#[test]
fn teams_below_one_employer_are_no_employers() {
    for teams in [
        ["Kiln Operations", "Packing Line", "Quality Lab"],
        ["Shared Services", "Group Finance", "Treasury"],
    ] {
        let [first, second, third] = teams;
        let entries = format!(
            "Acmefield Corporation\nPlant Engineer, {first}\tSep 2024 - Present\nRuns two kilns.\n\
             Senior Technician, {second}\tMar 2022 - Aug 2024\nKept the line running.\n\
             Technician, {third}\tOct 2020 - Feb 2022\nTested samples."
        );
        let found = positions(&entries);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(
            found
                .iter()
                .all(|it| it.ends_with("| Acmefield Corporation")),
            "{found:?}"
        );
    }
    let entries = "Acmefield Corporation\nPlant Engineer, Kilns\tSep 2024 - Present\nRuns two kilns.\n\
                   Senior Technician, Globerstone Ltd\tMar 2022 - Aug 2024\nKept the line running.";
    assert!(
        positions(entries)
            .iter()
            .any(|it| it.ends_with("| Globerstone Ltd"))
    );
}

#[test]
fn the_last_job_may_have_no_dates() {
    for last in [
        "Consultant, Arbory Partners, London",
        "Bookkeeper, Alster Handel GmbH, Hamburg",
        "Data Analyst, Blue Sky, Leeds",
    ] {
        let entries = format!(
            "Senior Data Engineer, Northgate Analytics Ltd, Leeds\nMarch 2019 - Present\nBuilt pipelines.\n\
             {last}\nAdvised clients on reporting."
        );
        let mut parts = last.split(", ");
        let wanted = format!("{} | {}", parts.next().unwrap(), parts.next().unwrap());
        assert!(
            positions(&entries).contains(&wanted),
            "{:?}",
            positions(&entries)
        );
    }
}

#[test]
fn a_course_is_no_position() {
    for course in [
        "Online Course in Data Engineering, Coursera\nJan 2020 - Mar 2020",
        "Project Manager Course, Example Academy Ltd\nJan 2020 - Mar 2020",
        "Data Analyst Bootcamp, Example Academy Ltd\nJan 2020 - Mar 2020",
    ] {
        let entries = format!(
            "Data Analyst, Pellworth Ltd\nJune 2015 - February 2019\nWrote reports.\n{course}"
        );
        assert_eq!(
            positions(&entries),
            ["Data Analyst | Pellworth Ltd"],
            "{course}"
        );
    }
    let job = "Course Coordinator, Pellworth Ltd\nJune 2015 - February 2019";
    assert_eq!(positions(job), ["Course Coordinator | Pellworth Ltd"]);
    for leader in ["Leiter Weiterbildung", "Manager Certification"] {
        let job = format!("{leader}, Pellworth Ltd\nJune 2015 - February 2019");
        assert_eq!(positions(&job), [format!("{leader} | Pellworth Ltd")]);
    }
    let job = "Professeur de cours, Pellworth Ltd\nJune 2015 - February 2019";
    assert_eq!(positions(job), ["Professeur de cours | Pellworth Ltd"]);
}

#[test]
fn a_certificate_is_no_position() {
    let text =
        with_experience("Data Analyst, Pellworth Ltd\nJune 2015 - February 2019\nWrote reports.");
    let certificates =
        "#Certifications\nCertified Data Analyst\tExample Institute Inc\tJan 2020 - Mar 2020\n";
    let resume = understood(&format!("{text}\n{certificates}"));
    assert_eq!(resume.positions.len(), 1, "{:?}", resume.positions);
}

#[test]
fn japanese_entries_are_separated_by_spaces() {
    let text = "#職歴\n令和元年5月 - 現在 北星データ株式会社 データエンジニア\n\
                平成27年4月 - 平成31年4月 みなと電子株式会社 ソフトウェアエンジニア\n#スキル\nPython\n";
    let resume = understood(&format!("氏名 森川 葵\nmorikawa@example.org\n{text}"));
    let found: Vec<_> = resume
        .positions
        .iter()
        .map(|it| {
            (
                it.organization.as_deref(),
                it.start.map(|it| it.to_string()),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (Some("北星データ株式会社"), Some("2019-05".to_owned())),
            (Some("みなと電子株式会社"), Some("2015-04".to_owned()))
        ]
    );
    assert_eq!(
        resume.full_name.map(|it| it.value).as_deref(),
        Some("森川 葵")
    );
}
