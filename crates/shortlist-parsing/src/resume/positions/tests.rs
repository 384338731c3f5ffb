//! Tests of positions.

use crate::resume::tests::understood;

/// Returns each position of an experience section as `title | organization`.
fn positions(entries: &str) -> Vec<String> {
    let resume = understood(&format!(
        "#Mina Example\nmina@example.org\n\n#Work Experience\n{entries}\n\n#Education\nB.Sc. Physics\n"
    ));
    let or_none = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    let positions = resume.positions.iter();
    positions
        .map(|it| format!("{} | {}", or_none(&it.title), or_none(&it.organization)))
        .collect()
}

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
