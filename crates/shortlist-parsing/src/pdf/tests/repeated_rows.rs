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
fn two_entries_that_begin_alike_at_the_top_of_pages_are_both_read() {
    assert_eq!(
        text_of_pages(&[
            page("Ada Lovelace", "First", "a"),
            page("Data Analyst", "Acme Ltd", "b"),
            page("Data Analyst", "Globex", "c"),
        ]),
        "Ada Lovelace\nFirst\na\nData Analyst\nAcme Ltd\nb\nData Analyst\nGlobex\nc"
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
fn two_pages_that_end_alike_are_both_read() {
    assert_eq!(
        text_of_pages(&[
            page("a", "b", "Data Analyst"),
            page("c", "d", "Data Analyst"),
            page("e", "f", "g"),
        ]),
        "a\nb\nData Analyst\nc\nd\nData Analyst\ne\nf\ng"
    );
}

#[test]
fn years_and_projects_are_not_page_numbers() {
    assert_eq!(
        text_of_pages(&[page("a", "b", "Acme 2017"), page("c", "d", "Acme 2018")]),
        "a\nb\nAcme 2017\nc\nd\nAcme 2018"
    );
    assert_eq!(
        text_of_pages(&[page("a", "b", "Project 4"), page("c", "d", "Project 5")]),
        "a\nb\nProject 4\nc\nd\nProject 5"
    );
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
