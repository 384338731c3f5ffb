//! Tests of recognized words. The words come from a table, not from a recognition program.

use proptest::prelude::*;
use shortlist_domain::{FindingKind, FindingMeasure, MediaKind};

use super::*;
use crate::Region;

/// Returns the output of recognition for lines of words, each with left edge, top and confidence. A page is 1,000 pixels wide.
fn table(lines: &[&[(u32, u32, f32, &str)]]) -> String {
    let mut table = String::from("level\tpage_num\n1\t1\t0\t0\t0\t0\t0\t0\t1000\t1400\t-1\t\n");
    for (number, line) in lines.iter().enumerate() {
        for (left, top, confidence, text) in *line {
            let width = 11 * text.chars().count();
            let height = if text.contains(['p', 'y']) { 25 } else { 20 };
            table += &format!(
                "5\t1\t1\t1\t{number}\t1\t{left}\t{top}\t{width}\t{height}\t{confidence}\t{text}\n"
            );
        }
    }
    table
}

fn read(words: String) -> Result<Document, ReadError> {
    read_recognized(MediaKind::Pdf, &[RecognizedPage { page: 0, words }])
}

#[test]
fn words_become_lines_in_reading_order() {
    let document = read(table(&[
        &[(100, 100, 96.0, "Mina"), (160, 101, 96.0, "Example")],
        &[
            (100, 200, 90.0, "Data"),
            (160, 199, 90.0, "Analyst,"),
            (260, 201, 90.0, "Acme"),
            (800, 200, 90.0, "2019"),
        ],
        &[
            (100, 240, 90.0, "Wrote"),
            (158, 241, 20.0, "~"),
            (172, 240, 90.0, "reports."),
        ],
    ]));
    let document = document.unwrap();
    let text = document.flatten().text.as_str().to_owned();
    assert_eq!(
        text.trim_end(),
        "Mina Example\nData Analyst, Acme\t2019\nWrote reports."
    );
    let block = &document.pages[0].blocks[0];
    assert_eq!(block.region, Region::Body);
    let place = block.lines[0].runs[0].place.unwrap();
    assert!((place.x - 59.5).abs() < 0.1, "{place:?}");
    let [finding] = document.hidden.as_slice() else {
        panic!("{:?}", document.hidden);
    };
    assert_eq!(
        (finding.kind, finding.page),
        (FindingKind::Recognized, Some(1))
    );
    assert_eq!(finding.measure, Some(FindingMeasure::Confidence(92)));
    assert_eq!(finding.quote, "");
}

#[test]
fn words_of_low_confidence_keep_the_meaning_of_their_neighbours() {
    let words = table(&[
        &[(100, 100, 96.0, "Mina"), (160, 100, 96.0, "Example")],
        &[
            (100, 200, 11.0, "»"),
            (140, 200, 15.0, "Father's"),
            (240, 200, 95.0, "Name"),
            (300, 200, 92.0, "Jan"),
            (350, 200, 92.0, "Example"),
        ],
    ]);
    let text = read(words).unwrap().flatten().text;
    assert_eq!(
        text.as_str().trim_end(),
        "Mina Example\nFather's Name Jan Example"
    );
}

#[test]
fn pages_without_an_image_stay_empty() {
    let words = ["one", "two", "three", "four", "five"];
    let words = words.map(|word| (100, 100, 90.0, word));
    let words = table(&[&words]);
    let page = RecognizedPage { page: 2, words };
    let document = read_recognized(MediaKind::Pdf, &[page]).unwrap();
    assert_eq!(document.pages.len(), 3);
    assert!(document.pages[0].blocks.is_empty() && !document.pages[2].blocks.is_empty());
    assert_eq!(document.hidden[0].page, Some(3));
}

#[test]
fn noise_is_not_text() {
    let noise: Vec<_> = (0..30).map(|at| (at * 30, 100, 35.0, "il")).collect();
    assert_eq!(read(table(&[&noise])), Err(ReadError::Unrecognized));
    assert_eq!(
        read(table(&[&[(0, 0, 99.0, "alone")]])),
        Err(ReadError::Unrecognized)
    );
    for strange in [
        "",
        "5\t1",
        "5\t1\t1\t1\t1\t1\tNaN\tinf\t-1\t0\t99\tword",
        "\t\t\n\0",
    ] {
        assert_eq!(
            read(strange.repeat(9)),
            Err(ReadError::Unrecognized),
            "{strange:?}"
        );
    }
}

#[test]
fn only_documents_with_few_words_are_looked_at() {
    let pdf = b"%PDF-1.4 nothing";
    let damaged = ReadError::panicked();
    for error in [ReadError::Empty, ReadError::Encrypted, damaged] {
        assert_eq!(find_scan(pdf, Err(&error)), Ok(None));
    }
    assert_eq!(find_scan(b"{\\rtf1 }", Err(&ReadError::NoText)), Ok(None));
}

proptest! {
    #[test]
    fn any_words_are_read_or_refused(
        rows in prop::collection::vec("5\t1(\t-?[0-9]{1,9}(\\.[0-9]{1,3})?){9}\t\\PC{0,9}", 0..40),
        width in "[0-9e.-]{0,9}",
    ) {
        let words = format!("1\t1\t0\t0\t0\t0\t0\t0\t{width}\t9\t-1\t\n{}", rows.join("\n"));
        if let Ok(document) = read(words) {
            prop_assert!(!document.hidden.is_empty());
        }
    }
}
