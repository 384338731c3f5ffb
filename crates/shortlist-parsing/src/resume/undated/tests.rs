//! Tests of positions without dates.

use crate::resume::tests::{positions, understood, with_experience};

#[test]
fn entries_without_dates_need_a_title_and_an_employer() {
    let expected = ["Data Analyst | Acme Ltd", "Clerk | Globex Bank"];
    for entries in [
        "Data Analyst, Acme Ltd\n- Wrote reports.\nClerk, Globex Bank\n- Sorted letters.",
        "Acme Ltd\nData Analyst\n- Wrote reports.\n\nGlobex Bank\nClerk\n- Sorted letters.",
        "- Data Analyst at Acme Ltd\n- Clerk at Globex Bank",
        "Acme Ltd\nData Analyst\n- Worked as an analyst for Blue Sky at Graz.\n\nGlobex Bank\nClerk",
        "Data Analyst Acme Ltd\nWrote reports.\nClerk Globex Bank\nSorted letters.",
        "1. Company: Acme Ltd\nTitle: Data Analyst\n\n2. Company: Globex Bank\nTitle: Clerk",
        "- Working as a Data Analyst with Acme Ltd\n- Worked as a Clerk at Globex Bank.",
    ] {
        assert_eq!(positions(entries), expected, "{entries}");
    }
}

#[test]
fn tasks_are_not_entries() {
    for entries in [
        "- Worked with customers and suppliers.\n- Managed a group of analysts.",
        "Data Analyst, Acme Ltd\t2015 - 2018\n- Worked with Globex Bank as a reviewer of tools.",
    ] {
        let found = positions(entries);
        assert!(
            found.iter().all(|it| it == "Data Analyst | Acme Ltd"),
            "{found:?}"
        );
    }
}

#[test]
fn a_name_and_a_title_begin_entries_if_text_follows() {
    for entries in [
        "Blue Sky, Data Analyst\nTools: Rust, Go.\nWrote reports.\nGreen Hill, Clerk\nTools: paper.",
        "- Blue Sky (Graz, Austria) Data Analyst\nTools: Rust, Go.\n- Green Hill (Graz) Clerk\nTools: paper.",
        "Blue Sky [1 Year 10 months]\nProject: Maps\nRole: Data Analyst\n- Wrote.\n\n\
         Green Hill [2 Years]\nRole: Clerk\n- Sorted.",
        "S.No.\tCompany\tDuration\tTitle\n1\tBlue Sky\t6 weeks\tData Analyst\n2\tGreen Hill\t2 weeks\tClerk",
    ] {
        let expected = ["Data Analyst | Blue Sky", "Clerk | Green Hill"];
        assert_eq!(positions(entries), expected, "{entries}");
    }
}

#[test]
fn undated_entries_may_be_between_dated_ones() {
    let entries = "Data Analyst, Blue Sky Ltd, Graz 2018 - 2020\nWrote reports for the owners.\nRead letters.\n\
                   Asked questions.\nClerk Green Hill Ltd., Graz\nSorted letters.\nDelivered letters.";
    assert_eq!(
        positions(entries),
        ["Data Analyst | Blue Sky Ltd", "Clerk | Green Hill Ltd."]
    );
}

#[test]
fn years_of_experience_may_begin_an_entry() {
    for entry in [
        "2 years of experience in Blue Sky Ltd as a Data Analyst.",
        "Having 2 years experience as Data Analyst in Blue Sky Ltd.",
        "1 Year worked as Data Analyst in Blue Sky Ltd",
        "2.5 Years Experience in reports at Blue Sky Ltd as a Data Analyst.",
    ] {
        let found = positions(entry);
        let [position] = found.as_slice() else {
            panic!("{entry}: {found:?}");
        };
        // The sentence may end in the full stop of the abbreviation.
        assert_eq!(
            position.trim_end_matches('.'),
            "Data Analyst | Blue Sky Ltd",
            "{entry}"
        );
    }
    for entry in [
        "5 years of experience in accounting and taxes.",
        "5 years experience as Clerk in Java",
    ] {
        assert_eq!(positions(entry), Vec::<String>::new(), "{entry}");
    }
}

#[test]
fn a_sentence_names_a_title_that_no_list_knows() {
    assert_eq!(
        positions("Previously worked in Blue Sky Industries as a Grand Wizard of reports."),
        ["Grand Wizard of reports | Blue Sky Industries"]
    );
}

#[test]
fn a_sentence_says_whether_a_position_lasts() {
    for (entry, lasts) in [
        ("Currently working as a Data Analyst at Acme Ltd.", true),
        (
            "I am presently employed at Acme Ltd as a Data Analyst.",
            true,
        ),
        ("- Working as a Data Analyst in Acme Ltd", true),
        ("Company: Acme Ltd\nTitle: Working Student", false),
        ("- present Blue Sky (Graz, Austria) Data Analyst", true),
        (
            "Company: Acme Ltd\nTitle: Presently working with Acme as a Data Analyst",
            true,
        ),
        (
            "Worked as a Data Analyst at Acme Ltd on current accounts.",
            false,
        ),
    ] {
        let resume = understood(&with_experience(entry));
        let current: Vec<bool> = resume.positions.iter().map(|it| it.current).collect();
        assert_eq!(current, [lasts], "{entry}");
    }
}

#[test]
fn a_sentence_may_name_no_employer() {
    assert_eq!(
        positions("Worked as a Data Analyst for 2 years.\nWorked as part of a team."),
        ["Data Analyst | ?"]
    );
}

#[test]
fn an_entry_above_its_tasks_may_have_no_date() {
    let entries = "Currently working in Blue Sky, as a Clerk.\nSince - 23/05/2018\nResponsibilities:\n- Sorted letters.\n\
                   - Read letters.\n- Wrote letters.\nTechnical services specialist Acme Pvt Ltd.\nResponsibilities:\n- Wrote reports.";
    assert_eq!(
        positions(entries),
        [
            "Clerk | Blue Sky",
            "Technical services specialist | Acme Pvt Ltd."
        ]
    );
}

#[test]
fn a_form_may_contain_its_title_in_a_sentence() {
    assert_eq!(
        positions("Company: Acme Ltd\nTitle: Presently working with Acme as a Data Analyst"),
        ["Data Analyst | Acme Ltd"]
    );
}
