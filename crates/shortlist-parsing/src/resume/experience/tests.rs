//! Tests of the reading of entries.

use crate::resume::tests::{understood, with_experience};

/// Returns each position of an experience section as `title | organization | place | start | end`.
fn positions(entries: &str) -> Vec<String> {
    let resume = understood(&with_experience(entries));
    let or_none = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    resume
        .positions
        .iter()
        .map(|position| {
            [
                or_none(&position.title),
                or_none(&position.organization),
                or_none(&position.place),
                or_none(&position.start.map(|date| date.to_string())),
                if position.current {
                    "now".to_owned()
                } else {
                    or_none(&position.end.map(|date| date.to_string()))
                },
            ]
            .join(" | ")
        })
        .collect()
}

#[test]
fn dates_may_stand_left_right_above_and_below() {
    let expected = ["Data Analyst | Acme | ? | 2015-03 | 2018-06"];
    for entries in [
        "Mar 2015 – Jun 2018\tData Analyst, Acme",
        "Mar 2015 – Jun 2018: Data Analyst at Acme",
        "Data Analyst, Acme\tMar 2015 – Jun 2018",
        "Data Analyst at Acme (Mar 2015 – Jun 2018)",
        "Acme — Data Analyst | 03/2015 - 06/2018",
        "Data Analyst\nAcme\nMar 2015 – Jun 2018\n- Wrote reports.",
        "Acme\nData Analyst\nMar 2015 – Jun 2018\n- Wrote reports.",
        "Mar 2015 – Jun 2018\nData Analyst\nAcme\n- Wrote reports.",
        "Acme\nData Analyst\tMar 2015 – Jun 2018\n- Wrote reports.",
        "Data Analyst\tMar 2015 – Jun 2018\nAcme\n- Wrote reports.",
        "Acme\tMar 2015 – Jun 2018\nData Analyst\n- Wrote reports.",
        "Worked as a Data Analyst with Acme from Mar 2015 to Jun 2018",
        "Worked for Acme as Data Analyst from Mar 2015 to Jun 2018",
    ] {
        assert_eq!(positions(entries), expected, "{entries}");
    }
}

#[test]
fn the_place_is_distinguished_from_the_employer() {
    for (entries, expected) in [
        (
            "Acme Inc., Austin, TX\tMar 2015 – Jun 2018\nData Analyst",
            "Data Analyst | Acme Inc. | Austin, TX | 2015-03 | 2018-06",
        ),
        (
            "Data Analyst | Acme | Graz, Austria | 2015 - 2018",
            "Data Analyst | Acme | Graz, Austria | 2015 | 2018",
        ),
        (
            "Data Analyst, Acme, Graz\t2015 - 2018",
            "Data Analyst | Acme | Graz | 2015 | 2018",
        ),
        (
            "Data Analyst, Acme, Germany\t2015 - 2018",
            "Data Analyst | Acme | Germany | 2015 | 2018",
        ),
    ] {
        assert_eq!(positions(entries), [expected], "{entries}");
    }
}

#[test]
fn forms_are_read_by_their_labels() {
    let expected = ["Data Analyst | Acme | Graz | 2015-03 | now"];
    for entries in [
        "Company Name\tAcme\nDesignation\tData Analyst\nLocation\tGraz\nDuration\tMar 2015 to till date",
        "Duration: Mar 2015 - Present\nEmployer: Acme\nRole: Data Analyst\nLocation: Graz\nClient: Globex",
        "Période : mars 2015 – à ce jour\nEntreprise : Acme\nPoste : Data Analyst\nLieu : Graz",
    ] {
        assert_eq!(positions(entries), expected, "{entries}");
    }
}

#[test]
fn labels_lists_and_places_give_different_confidence() {
    let confidence = |entries: &str| {
        let resume = understood(&format!(
            "#Mina Example\nmina@example.org\n\n#Work Experience\n{entries}\n"
        ));
        let first = resume.positions.first().unwrap();
        (
            first.confidence.title,
            first.confidence.organization,
            first.is_certain(),
        )
    };
    let labelled = "Duration: Mar 2015 - Present\nEmployer: Acme\nRole: Data Analyst";
    assert_eq!(confidence(labelled), (95, 85, true));
    let listed = "Data Analyst, Acme Ltd.\tMar 2015 – Jun 2018";
    assert_eq!(confidence(listed), (95, 90, true));
    assert_eq!(confidence("Zub\tMar 2015 – Jun 2018"), (0, 35, false));
}

#[test]
fn several_titles_at_one_employer_share_it() {
    assert_eq!(
        positions(
            "Acme Inc.\nLead Engineer\tJan 2019 – Present\n- Led.\nEngineer\tMar 2015 – Dec 2018\n- Built."
        ),
        [
            "Lead Engineer | Acme Inc. | ? | 2019-01 | now",
            "Engineer | Acme Inc. | ? | 2015-03 | 2018-12"
        ]
    );
}

#[test]
fn lines_below_dates_belong_to_them() {
    assert_eq!(
        positions(
            "Jan 2019 – Present\tClerk\nGlobex Ltd.\nMar 2015 – Dec 2018\tEngineer\nAcme Contracting LLC, Graz"
        ),
        [
            "Clerk | Globex Ltd. | ? | 2019-01 | now",
            "Engineer | Acme Contracting LLC | Graz | 2015-03 | 2018-12"
        ]
    );
}

#[test]
fn a_legal_form_or_with_shows_the_employer() {
    for (entries, expected) in [
        (
            "Mar 2015 – Jun 2018, Clerk, Jones & Smith, Inc., Graz",
            "Clerk | Jones & Smith | Graz | 2015-03 | 2018-06",
        ),
        (
            "Mar 2015 – Jun 2018 with Blue Sky, Graz as Clerk",
            "Clerk | Blue Sky | Graz | 2015-03 | 2018-06",
        ),
        (
            "2015 - 2018 : Worked at Hilltop School, Graz",
            "? | Hilltop School | Graz | 2015 | 2018",
        ),
        (
            "Company 1: Acme Ltd\nDesignation: Clerk\nDuration: 2015 - 2018",
            "Clerk | Acme Ltd | ? | 2015 | 2018",
        ),
    ] {
        assert_eq!(positions(entries), [expected], "{entries}");
    }
}

#[test]
fn a_season_or_a_year_at_the_head_dates_an_entry() {
    assert_eq!(
        positions("Research Intern, Acme\tSummer 2019\n- Measured.\n2017 Intern, Globex"),
        [
            "Research Intern | Acme | ? | 2019-06 | 2019-08",
            "Intern | Globex | ? | 2017 | 2017"
        ]
    );
    assert_eq!(positions("Moved the archive in 2019"), Vec::<String>::new());
}

#[test]
fn unknown_words_are_read_like_those_in_the_same_slots_of_other_entries() {
    let entries = "Acme Ltd.\nEngineer\tJan 2019 – Present\n- Led.\n\nGlobex\nGrand Wizard\tMar 2015 – Dec 2018\n- Built.";
    assert_eq!(
        positions(entries),
        [
            "Engineer | Acme Ltd. | ? | 2019-01 | now",
            "Grand Wizard | Globex | ? | 2015-03 | 2018-12"
        ]
    );
    let entries =
        "Jan 2019 – Present\tAcme Ltd.\tEngineer\nMar 2015 – Dec 2018\tGlobex\tGrand Wizard";
    assert_eq!(
        positions(entries),
        [
            "Engineer | Acme Ltd. | ? | 2019-01 | now",
            "Grand Wizard | Globex | ? | 2015-03 | 2018-12"
        ]
    );
}

#[test]
fn an_unknown_title_is_in_the_line_of_the_date() {
    for entries in [
        "Globex\nGrand Wizard\tMar 2015 – Dec 2018\n- Built.",
        "Globex Ltd.\nGrand Wizard\tMar 2015 – Dec 2018\n- Built.",
    ] {
        let position = positions(entries).pop().unwrap();
        assert!(position.starts_with("Grand Wizard | Globex"), "{position}");
    }
}

#[test]
fn schooling_within_the_work_is_left_out() {
    assert_eq!(
        positions(
            "Clerk, Acme\t2015 - 2018\nExample University 2010 - 2014\nBachelor of Arts\nExample High School 2004 - 2010"
        ),
        ["Clerk | Acme | ? | 2015 | 2018"]
    );
}

#[test]
fn titles_in_other_languages_are_recognized() {
    for (entries, title, organization) in [
        (
            "2015 – 2018 Bauleiterin bei Muster GmbH",
            "Bauleiterin",
            "Muster GmbH",
        ),
        (
            "2015 – 2018 : Développeuse chez Exemple",
            "Développeuse",
            "Exemple",
        ),
        (
            "2015 - 2018 Ingeniera, Ejemplo S.A.",
            "Ingeniera",
            "Ejemplo S.A.",
        ),
        (
            "2015 - 2018\tInfermiera\tOspedale Esempio",
            "Infermiera",
            "Ospedale Esempio",
        ),
        (
            "2015 - 2018\tResponsabile sviluppo software\tEsempio S.p.A.",
            "Responsabile sviluppo software",
            "Esempio S.p.A.",
        ),
        (
            "2015 - 2018\tArquiteto de software\tExemplo Lda.",
            "Arquiteto de software",
            "Exemplo Lda.",
        ),
        (
            "2015年 - 2018年\t示例公司\t高级软件工程师",
            "高级软件工程师",
            "示例公司",
        ),
        (
            "2015 – 2018 Главный бухгалтер, ООО Пример",
            "Главный бухгалтер",
            "ООО Пример",
        ),
        (
            "2015 – 2018 Programista, Przykład sp. z o.o.",
            "Programista",
            "Przykład sp. z o.o.",
        ),
        ("2015 – 2018 Λογιστής, Παράδειγμα", "Λογιστής", "Παράδειγμα"),
        (
            "2015 – 2018 محاسب أول، شركة المثال",
            "محاسب أول",
            "شركة المثال",
        ),
    ] {
        let expected = format!("{title} | {organization} | ? | 2015 | 2018");
        assert_eq!(positions(entries), [expected], "{entries}");
    }
}

#[test]
fn a_skill_in_another_column_leaves_the_employer_of_its_line() {
    let entries = "Data Analyst\tPostgreSQL\nAcme Ltd\tMongoDB\n10/2015 – 07/2018\tDocker\n- Wrote.\n\
                   Clerk\tAWS\nBlue Sky\tGit\n08/2012 – 09/2015\tJava\n- Sorted.";
    assert_eq!(
        positions(entries),
        [
            "Data Analyst | Acme Ltd | ? | 2015-10 | 2018-07",
            "Clerk | Blue Sky | ? | 2012-08 | 2015-09"
        ]
    );
}

#[test]
fn a_task_that_mentions_companies_is_no_employer() {
    let entries = "Oct 2019 - today\tSenior Accountant, Blue Sky\n\
                   Owns the yearly closing for four companies, two of them in Graz\n\
                   Jan 2016 - Sep 2019\tAccountant, Hilltop Textiles\nKept the general ledger.";
    assert_eq!(
        positions(entries),
        [
            "Senior Accountant | Blue Sky | ? | 2019-10 | now",
            "Accountant | Hilltop Textiles | ? | 2016-01 | 2019-09"
        ]
    );
}

#[test]
fn an_employer_may_follow_a_date_and_in() {
    assert_eq!(
        positions(
            "Aug 2011 to Nov 2012 in Blue Sky as a Data Analyst\nMar 2013 to Dec 2013 in Green Hill as a Clerk"
        ),
        [
            "Data Analyst | Blue Sky | ? | 2011-08 | 2012-11",
            "Clerk | Green Hill | ? | 2013-03 | 2013-12"
        ]
    );
}

#[test]
fn the_name_of_an_employer_may_end_in_a_full_stop() {
    for employer in ["ACME INDUSTRIES LIMITED.", "Acme Trading Limited."] {
        let found = positions(&format!(
            "Data Analyst\n{employer}\n2015 to 2018\n- Wrote reports."
        ));
        let name = employer.trim_end_matches('.');
        assert_eq!(found, [format!("Data Analyst | {name} | ? | 2015 | 2018")]);
    }
}

#[test]
fn brackets_before_a_legal_form_belong_to_the_name() {
    for name in [
        "Acme (P) Ltd",
        "Acme Trading (India) Pvt Ltd",
        "Blue Sky(BSL) Shipping Ltd",
    ] {
        let found = positions(&format!(
            "{name}\t2015 – 2018\nData Analyst\n- Wrote reports."
        ));
        assert_eq!(found, [format!("Data Analyst | {name} | ? | 2015 | 2018")]);
    }
}

#[test]
fn a_place_may_follow_a_legal_form() {
    assert_eq!(
        positions("Data Analyst\tAcme Ltd New Delhi\t2015 – 2018\n- Wrote reports."),
        ["Data Analyst | Acme Ltd | New Delhi | 2015 | 2018"]
    );
    assert_eq!(
        positions("Acme Ltd New Delhi. As a Data Analyst from 2015 to 2018."),
        ["Data Analyst | Acme Ltd | New Delhi | 2015 | 2018"]
    );
}

#[test]
fn a_part_of_the_employer_may_follow_the_title() {
    assert_eq!(
        positions(
            "Acme LLP\nData Analyst – External Reporting Services\tSep 2012 – Jun 2014\n- Wrote.\n\
             Globex LLP\nClerk – Charts Office\tSep 2010 – Jun 2012\n- Drew."
        ),
        [
            "Data Analyst | Acme LLP | ? | 2012-09 | 2014-06",
            "Clerk | Globex LLP | ? | 2010-09 | 2012-06"
        ]
    );
    assert_eq!(
        positions("Data Analyst – Acme Services\t2012 – 2014\n- Wrote."),
        ["Data Analyst | Acme Services | ? | 2012 | 2014"]
    );
}

#[test]
fn only_a_title_or_a_name_makes_what_follows_at_the_employer() {
    assert_eq!(
        positions("Acme LLC\n(Jan 2015 – Jun 2016)\nData Analyst, writing of reports at Alder"),
        ["Data Analyst | Acme LLC | ? | 2015-01 | 2016-06"]
    );
    assert_eq!(
        positions("Data Analyst, Reports Lab at Blue Sky\t2015 – 2016"),
        ["Data Analyst | Blue Sky | ? | 2015 | 2016"]
    );
}

#[test]
fn words_for_tasks_after_a_date_name_no_employer() {
    assert_eq!(
        positions(
            "Hilltop Research Institute\nData Analyst (1995-1996) Responsibilities included acting as a\nguide."
        ),
        ["Data Analyst | Hilltop Research Institute | ? | 1995 | 1996"]
    );
}

#[test]
fn an_employer_may_be_above_labels_that_end_at_the_date() {
    assert_eq!(
        positions(
            "1.\tAcme LLP (Graz)\nJob Appointment\t: Data Analyst\nPeriod\t: Dec 2015 – Mar 2018\n- Wrote.\n\
             2.\tBlue Sky Ltd\nJob Appointment\t: Clerk\nPeriod\t: Sep 2013 – Dec 2015\n- Sorted."
        ),
        [
            "Data Analyst | Acme LLP | Graz | 2015-12 | 2018-03",
            "Clerk | Blue Sky Ltd | ? | 2013-09 | 2015-12"
        ]
    );
}

#[test]
fn the_time_at_an_employer_is_below_its_name() {
    for total in [
        "7 years 9 months",
        "7 Jahre 9 Monate",
        "7 ans 9 mois",
        "Full-time · 7 yrs 9 mos",
        "Tempo integral · 7 a 9 m",
    ] {
        let entries = format!(
            "Northgate\n{total}\nSenior Data Engineer\nMarch 2022 - Present (4 years 9 months)\nLeeds, United Kingdom\n\
             Lead the platform team.\nData Engineer\nMarch 2019 - March 2022 (3 years 1 month)\nLeeds, United Kingdom\n\
             Pellworth\nData Analyst\nJune 2015 - February 2019 (3 years 9 months)"
        );
        assert_eq!(
            positions(&entries),
            [
                "Senior Data Engineer | Northgate | Leeds, United Kingdom | 2022-03 | now",
                "Data Engineer | Northgate | Leeds, United Kingdom | 2019-03 | 2022-03",
                "Data Analyst | Pellworth | ? | 2015-06 | 2019-02"
            ],
            "{total}"
        );
    }
}

#[test]
fn details_after_the_dates_are_no_employer() {
    let line = |details: &str| {
        positions(&format!(
            "Production Manager · Line Lead, Packaging · Globerstone, Toronto\n03/2023 – 11/2024{details}\nHalved the waste."
        ))
    };
    for details in [
        "",
        " · Grade 7 · 40 people, 3 shifts",
        " · full-time · hybrid",
        " | Contract | Remote",
        " · evening shifts",
    ] {
        let found = line(details);
        assert!(
            found
                .first()
                .is_some_and(|it| it.contains("| Globerstone |")),
            "{details}: {found:?}"
        );
    }
}

#[test]
fn the_role_may_be_the_first_item_below_the_dates() {
    for mark in ["• ", "- ", "* "] {
        let entries = format!(
            "Mar 2021 - Present\n{mark}Plant Engineer, Globerstone Works Ltd\n{mark}Planned the shutdown of two kilns\n\
             Jun 2017 - Feb 2021\n{mark}Maintenance Technician, Inverleigh Cement Ltd\n{mark}Repaired the conveyor belts"
        );
        assert_eq!(
            positions(&entries),
            [
                "Plant Engineer | Globerstone Works Ltd | ? | 2021-03 | now",
                "Maintenance Technician | Inverleigh Cement Ltd | ? | 2017-06 | 2021-02"
            ],
            "{mark}"
        );
    }
}

#[test]
fn lines_above_the_next_date_belong_to_the_next_entry() {
    assert_eq!(
        positions(
            "Xylographer\nExample Works Ltd\n03/2018 - heute\nEngineer\nGlobex Ltd\n08/2012 - 02/2018"
        ),
        [
            "Xylographer | Example Works Ltd | ? | 2018-03 | now",
            "Engineer | Globex Ltd | ? | 2012-08 | 2018-02"
        ]
    );
    assert_eq!(
        positions(
            "Engineer, Blue Sky\nApril 2017 - Present\nClerk, Globex Ltd, Graz\nMay 2012 - March 2017"
        ),
        [
            "Engineer | Blue Sky | ? | 2017-04 | now",
            "Clerk | Globex Ltd | Graz | 2012-05 | 2017-03"
        ]
    );
}

#[test]
fn an_unknown_trade_before_an_employer_is_the_title() {
    assert_eq!(
        positions("Xylographer, Example Works GmbH, Graz\n03/2018 - heute"),
        ["Xylographer | Example Works GmbH | Graz | 2018-03 | now"]
    );
}

/// Months and years are in lines of their own in the narrow columns of a table. A year is no time at an employer.
#[test]
fn a_year_above_the_date_is_no_length_of_time() {
    assert_eq!(
        positions(
            "Sep\n2016\nOct\n2016\nSample Inspection Ltd\nEngineer\nAug\n2015\nJun\n2016\nExample Works Ltd\nClerk"
        ),
        [
            "Engineer | Sample Inspection Ltd | ? | 2016-09 | 2016-10",
            "Clerk | Example Works Ltd | ? | 2015-08 | 2016-06"
        ]
    );
}
