//! Tests of what pages repeat at their edges.

use super::*;

/// Returns a page with a text at the top and one at the bottom.
fn page(top: &str, body: &str, bottom: &str) -> String {
    show(50, 780, top) + &show(50, 700, body) + &filler(600) + &show(280, 20, bottom)
}

/// Returns the text of pages without the sentences that fill them.
fn text_of_pages(pages: &[String]) -> String {
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let text = text_of(&pdf(&pages));
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.contains("in Rust"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_letterhead_is_read_once_and_page_numbers_do_not_divide_entries() {
    let head = "Ada Lovelace, London";
    assert_eq!(
        text_of_pages(&[
            page(head, "Data Analyst", "Page 1 of 3"),
            page(head, "Acme Ltd", "Page 2 of 3"),
            page(head, "Graz", "Page 3 of 3"),
        ]),
        "Ada Lovelace, London\nData Analyst\nAcme Ltd\nGraz\nPage 3 of 3"
    );
}

#[test]
fn only_what_several_pages_repeat_below_a_letterhead_is_part_of_it() {
    let head = "Ada Lovelace, London";
    let page =
        |body: &str, filler_y| show(50, 780, head) + &show(50, 760, body) + &filler(filler_y);
    assert_eq!(
        text_of_pages(&[
            page("First", 600),
            page("Data Analyst", 610),
            page("Data Analyst", 620)
        ]),
        "Ada Lovelace, London\nFirst\nData Analyst\nData Analyst"
    );
}

#[test]
fn rows_that_no_other_page_confirms_are_all_read() {
    for rows in [
        // Two entries begin alike at the top of pages, and two pages end alike.
        [
            ["a", "b", "c"],
            ["Data Analyst", "d", "e"],
            ["Data Analyst", "f", "g"],
        ],
        [
            ["a", "b", "Data Analyst"],
            ["c", "d", "Data Analyst"],
            ["e", "f", "g"],
        ],
        // Neither years nor projects are page numbers.
        [
            ["a", "b", "Acme 2016"],
            ["c", "d", "Acme 2017"],
            ["e", "f", "g"],
        ],
        [
            ["a", "b", "Project 4"],
            ["c", "d", "Project 5"],
            ["e", "f", "g"],
        ],
    ] {
        let pages = rows.map(|[top, body, bottom]| page(top, body, bottom));
        assert_eq!(text_of_pages(&pages), rows.concat().join("\n"));
    }
}

#[test]
fn copies_of_a_page_are_read_whole() {
    let rows: String = (0..12)
        .map(|row| show(50, 780 - 20 * row, &format!("Row {row}")))
        .collect();
    let text = text_of_pages(&[rows.clone() + &filler(300), rows + &filler(300)]);
    assert_eq!(text.matches("Row 0").count(), 2);
    assert_eq!(text.matches("Row 11").count(), 2);
}
