//! Tests of pages in Arabic and Hebrew.

use super::*;

/// Returns a run as drawn, leftmost letter first.
fn drawn(x: f32, y: f32, text: &str) -> runs::PdfRun {
    let letters = u16::try_from(text.chars().count()).unwrap();
    runs::PdfRun {
        text: text.into(),
        x,
        y,
        width: f32::from(letters) * 5.0,
        size: 10.0,
        right_to_left: bidi::has_right_to_left(text),
        ..runs::PdfRun::default()
    }
}

fn arranged(runs: Vec<runs::PdfRun>) -> String {
    let document = Document {
        media: MediaKind::Pdf,
        pages: vec![DocumentPage {
            blocks: columns::arrange(runs, &[]),
        }],
        paged: true,
        hidden: Vec::new(),
        link_targets: Vec::new(),
    };
    document.flatten().text.as_str().to_owned()
}

#[test]
fn right_to_left_cells_and_columns_are_read_from_the_right() {
    let row = vec![
        drawn(50.0, 80.0, "5"),
        drawn(200.0, 80.0, "Python"),
        drawn(400.0, 80.0, "היצמינא"),
    ];
    assert_eq!(arranged(row), "אנימציה\tPython\t5\n\n");
    let mut page = Vec::new();
    for (row, y) in (0..6).map(|row: u8| (row, 120.0 + 14.0 * f32::from(row))) {
        page.push(drawn(50.0, y + 5.0, &format!("{row} הרבחב תחתפמ תסדנהמ")));
        page.push(drawn(400.0, y, &format!("{row} ינשמ רוט")));
    }
    let text = arranged(page);
    assert!(text.contains("טור משני 4\nטור משני 5\n"), "{text}");
    assert!(text.find("טור משני 5") < text.find("מהנדסת מפתחת בחברה 0"));
}

#[test]
fn a_right_to_left_line_keeps_the_style_of_its_runs() {
    let bold = runs::PdfRun {
        bold: true,
        ..drawn(140.0, 80.0, ":הלכשה")
    };
    let blocks = columns::arrange(vec![drawn(100.0, 80.0, "ןושאר"), bold], &[]);
    let runs = &blocks[0].lines[0].runs;
    let looks: Vec<(&str, bool)> = runs.iter().map(|run| (run.text.trim(), run.bold)).collect();
    assert_eq!(looks, [("השכלה:", true), ("ראשון", false)]);
}

#[test]
fn text_in_reading_order_is_kept() {
    // The letters of two Hebrew words are the replacement text of what is drawn.
    let actual = "BT /F1 10 Tf 50 700 Td \
                  /Span <</ActualText <FEFF05E805D505EA002005DC05D505D9>>> BDC (xxxxxxx) Tj EMC ET\n";
    let text = text_of(&pdf(&[&(actual.to_owned() + &filler(600))]));
    assert!(text.starts_with("רות לוי\n"), "{text}");
}
