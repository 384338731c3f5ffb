//! Tests of the dates of positions.

use crate::resume::tests::{positions, understood, with_experience};

/// Returns each position of an experience section as `title | organization | start | end`, with `now` for the present.
fn dated_positions(entries: &str) -> Vec<String> {
    let resume = understood(&with_experience(entries));
    let described = resume.positions.iter().map(|it| {
        let or_none = |value: Option<String>| value.unwrap_or_else(|| "?".to_owned());
        let (title, organization) = (it.title.clone(), it.organization.clone());
        let start = or_none(it.start.map(|start| start.to_string()));
        let end = if it.current {
            "now".to_owned()
        } else {
            or_none(it.end.map(|end| end.to_string()))
        };
        format!(
            "{} | {} | {start} | {end}",
            or_none(title),
            or_none(organization)
        )
    });
    described.collect()
}

#[test]
fn a_date_in_a_margin_may_be_broken() {
    assert_eq!(
        positions(
            "May 2017 –\nAug 2019 Data Analyst, Blue Sky\n- Wrote reports.\n\
             Jun 2015 –\nApr 2017 Clerk, Green Hill\n- Sorted letters."
        ),
        ["Data Analyst | Blue Sky", "Clerk | Green Hill"]
    );
}

#[test]
fn two_dates_in_a_margin_are_a_period() {
    let resume = understood(&with_experience(
        "2017, May Blue Sky, Graz\n2019, August Data Analyst\n- Wrote reports.\n\
         2015, June Green Hill, Graz\n2017, April Clerk\n- Sorted letters.",
    ));
    let periods = resume.positions.iter().map(|position| {
        let date = |date: Option<shortlist_domain::PartialDate>| date.unwrap().to_string();
        (date(position.start), date(position.end))
    });
    let periods: Vec<_> = periods.collect();
    let expected = [("2017-05", "2019-08"), ("2015-06", "2017-04")];
    assert_eq!(
        periods,
        expected.map(|(start, end)| (start.to_owned(), end.to_owned()))
    );
    assert_eq!(
        positions("2019, May Data Analyst\n2019, August Clerk\n- Sorted letters.").len(),
        2
    );
}

#[test]
fn a_year_above_its_period_is_no_second_entry() {
    assert_eq!(
        positions("2019 Data Analyst, Blue Sky Ltd\nReports / 2018 - 2019\n- Wrote."),
        ["Data Analyst | Blue Sky Ltd"]
    );
}

#[test]
fn a_date_may_be_broken_at_the_end_of_its_line() {
    assert_eq!(
        positions(
            "Blue Sky Ltd – Graz [ Dec 2016\n- To Date]\nData Analyst\n- Wrote.\n\n\
             Green Hill Ltd – Graz [ Dec 2014\n- Nov 2016]\nClerk\n- Sorted."
        ),
        ["Data Analyst | Blue Sky Ltd", "Clerk | Green Hill Ltd"]
    );
}

#[test]
fn a_sentence_in_the_present_continues_from_its_date() {
    assert_eq!(
        dated_positions(
            "Currently associated with Acme Ltd from 2016\nSenior Clerk\n- Sorted letters."
        ),
        ["Senior Clerk | Acme Ltd | 2016 | now"]
    );
}

#[test]
fn a_month_below_a_date_in_a_margin_is_its_end() {
    assert_eq!(
        dated_positions(
            "2017, July BLUE, Austria\nDecember Web Developer\nWrote pages with HTML and CSS."
        ),
        ["Web Developer | BLUE | 2017-07 | 2017-12"]
    );
}

#[test]
fn a_blank_end_after_a_slash_is_the_present_and_no_version() {
    assert_eq!(
        dated_positions(
            "Acme LLC, Graz, Austria, Team Lead 2013/---\nLed a team.\nBlue Sky LLC, Graz, Austria, Clerk 2004/ 2013"
        ),
        [
            "Team Lead | Acme LLC | 2013 | now",
            "Clerk | Blue Sky LLC | 2004 | 2013"
        ]
    );
}

#[test]
fn a_title_does_not_end_in_the_word_before_its_date() {
    assert_eq!(
        positions("Data Analyst from Jan 2018 till date\nOrganization – Acme, Graz."),
        ["Data Analyst | Acme"]
    );
}

#[test]
fn an_item_that_ends_in_a_year_and_a_dash_is_no_entry() {
    assert_eq!(
        dated_positions(
            "Data Analyst, Acme Ltd\t2015 – 2018\n• Moved Windows Server 2016 –\nand Excel to Graz."
        ),
        ["Data Analyst | Acme Ltd | 2015 | 2018"]
    );
}

#[test]
fn the_date_of_a_degree_dates_no_title_on_another_line() {
    let text = "#Mina Example\nmina@example.org\n\n#Education\nB.Sc. Physics, Example University, 2002 – 2004\n\
                PRESENT STATUS\tDATA ANALYST – ACME LTD\n";
    assert_eq!(understood(text).positions, Vec::new());
}
