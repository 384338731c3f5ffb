//! Tests of text with paint above or below it.

use super::*;

/// Returns the hidden text of a page that also has enough visible text.
fn hidden(content: &str) -> Vec<(FindingKind, String)> {
    let document = read_pdf(&pdf(&[&(filler(700) + content)])).unwrap();
    let text = document.flatten().text.as_str().to_owned();
    for found in &document.hidden {
        assert!(!text.contains(&found.quote), "{}", found.quote);
    }
    let findings = document.hidden.into_iter();
    findings.map(|found| (found.kind, found.quote)).collect()
}

const OVER: &str = "40 490 300 30 re f\n";

#[test]
fn covered_text_is_found() {
    let text = show(50, 500, "secret keywords");
    let covered = vec![(FindingKind::Covered, "secret keywords".to_owned())];
    assert_eq!(hidden(&format!("{text} 1 g {OVER}")), covered);
    assert_eq!(hidden(&format!("{text} 0.9 0.2 0.1 rg {OVER}")), covered);
    // The strings share a line, and only the first has a stated position.
    let kerned = "BT /F1 10 Tf 50 500 Td [(secret) -300 (keywords)] TJ ET\n";
    assert_eq!(hidden(&format!("{kerned} 1 g {OVER}")), covered);
}

#[test]
fn content_is_no_font() {
    let text = show(50, 500, "secret keywords");
    let content = filler(700) + &text + " 1 g " + OVER;
    // The second one begins like a TrueType font without tables. Viewers ignore the unknown operator.
    for begin in ["", "\0\u{1}\0\0\0\0\0\0\0\0\0\0 "] {
        let file = pdf(&[&format!("{begin}{content}")]);
        let file = String::from_utf8(file).unwrap();
        let file = file.replace("<</Length ", "<</Length1 9/Length ");
        let document = read_pdf(file.as_bytes()).unwrap();
        let found = document.hidden.iter().map(|found| found.kind);
        assert_eq!(found.collect::<Vec<_>>(), [FindingKind::Covered]);
    }
}

#[test]
fn visible_text_is_not_covered() {
    let text = show(50, 500, "plain words");
    for content in [
        format!("1 g {OVER} 0 g {text}"),
        // The fills cover half the line height, half the length, and another place.
        format!("{text} 1 g 40 490 300 12 re f"),
        format!("{text} 1 g 40 490 30 30 re f"),
        format!("{text} 1 g 40 390 300 30 re f"),
        // A clip removes the whole rectangle, and a triangle is not a rectangle.
        format!("{text} q 0 0 9 9 re W n 1 g {OVER} Q"),
        format!("{text} 1 g 40 490 m 340 490 l 340 520 l f"),
        // If the graphics state is unknown, the paint may be transparent.
        format!("{text} q /Half gs 1 g {OVER} Q"),
        format!("{text} /OC /Layer BDC 1 g {OVER} EMC"),
        // The text is covered and then painted again on top.
        format!("{text} 1 g {OVER} 0 g {text}"),
    ] {
        assert_eq!(hidden(&content), [], "{content}");
    }
}

#[test]
fn text_in_the_colour_of_its_background_is_found() {
    let text = show(50, 500, "secret keywords");
    let unseen = vec![(FindingKind::SameColour, "secret keywords".to_owned())];
    assert_eq!(hidden(&format!("0.3 0.4 0.5 rg {OVER} {text}")), unseen);
    // The text is white on a white box, which is on a dark box.
    let dark = "0 g 0 400 600 200 re f";
    assert_eq!(hidden(&format!("{dark} 1 g {OVER} {text}")), unseen);
    for seen in [
        format!("0.3 0.4 0.5 rg {OVER} 0.9 0.9 0.9 rg {text}"),
        format!("0.3 0.4 0.5 rg {OVER} 0 0 0 rg 45 495 200 20 re f 0.3 0.4 0.5 rg {text}"),
        // A value of one is full ink of a named ink, not white. Outlines have another colour.
        format!("/Ink cs 1 scn {text}"),
        format!("0.3 0.4 0.5 rg {OVER} 2 Tr {text} 0 Tr"),
    ] {
        assert_eq!(hidden(&seen), [], "{seen}");
    }
}

#[test]
fn a_page_that_is_all_painted_over_is_read() {
    let text = text_of(&pdf(&[&(filler(700) + "1 g 0 0 600 800 re f")]));
    assert!(text.contains("built services"));
}
