//! Tests of texts whose font has no map to characters of its own.

use super::*;
use shortlist_domain::FindingMeasure;

/// Returns a page that shows some codes in a font, and the object of the font.
fn coded(font: &str, codes: &[&str]) -> Vec<u8> {
    let mut content = String::new();
    for (line, codes) in (0..).zip(codes) {
        content += &format!("BT /F1 10 Tf 50 {} Td <{codes}> Tj ET\n", 760 - 20 * line);
    }
    assemble(&[
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[4 0 R]>>".to_owned(),
        font.to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>>>".to_owned(),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
    ])
}

fn east_asian(ordering: &str, encoding: &str, codes: &[&str]) -> String {
    let font = format!(
        "<</Type/Font/Subtype/Type0/BaseFont/Sun/Encoding/{encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0\
         /BaseFont/Sun/CIDSystemInfo<</Registry(Adobe)/Ordering({ordering})/Supplement 2>>/DW 500>>]>>"
    );
    text_of(&coded(&font, codes)).replace("\n\n", "\n")
}

#[test]
fn text_in_predefined_encodings_is_decoded() {
    for (ordering, encoding, codes, wanted) in [
        ("GB1", "GBK-EUC-H", "d0d5c3fb2032303139", "姓名 2019"),
        ("GB1", "UniGB-UCS2-H", "59d3540d00200032", "姓名 2"),
        ("Japan1", "90ms-RKSJ-H", "8e8196bc2032", "氏名 2"),
        ("CNS1", "ETen-B5-H", "a96da657203230", "姓名 20"),
        ("Korea1", "KSCms-UHC-H", "c0ccb8a72032", "이름 2"),
        ("Korea1", "KSCms-UHC-HW-H", "c0ccb8a7203230", "이름 20"),
    ] {
        assert_eq!(
            east_asian(ordering, encoding, &[codes]).trim(),
            wanted,
            "{encoding}"
        );
    }
}

#[test]
fn pages_whose_text_has_no_map_are_reported() {
    let unknown = "<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[<</Type/Font\
         /Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>";
    let codes = ["000300040005", "00060007"];
    assert_eq!(
        read_pdf(&coded(unknown, &codes)),
        Err(ReadError::Undecodable)
    );
    let first = show_in("F2 18", 50, 780, "Ada Lovelace") + &filler(700);
    let mut file = pdf_with(&[&first], "");
    let mixed = String::from_utf8(std::mem::take(&mut file)).unwrap();
    let mixed = mixed.replace(
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>",
        unknown,
    );
    let document = read_pdf(mixed.as_bytes()).unwrap();
    let finding = &document.hidden[0];
    assert_eq!((finding.kind, finding.page), (FindingKind::Unread, Some(1)));
    assert!(
        matches!(
            finding.measure,
            Some(FindingMeasure::CharactersWithoutMap(_))
        ),
        "{finding:?}"
    );
}

#[test]
fn letters_that_only_have_numbers_are_not_taken_for_others() {
    let names: String = (100..180).map(|code| format!("/C{code} ")).collect();
    let font = format!(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<<>>\
         /Encoding<</Differences[100 {names}]>>/FirstChar 100/LastChar 101/Widths[600 600]>>"
    );
    let codes = ["8f8e8d8c8b8a", "8081828384", "7071727374757677"];
    assert_eq!(read_pdf(&coded(&font, &codes)), Err(ReadError::Undecodable));
    let known = font.replace("/C1", "/uni01");
    assert!(read_pdf(&coded(&known, &codes)).is_ok());
}

#[test]
fn a_page_that_is_only_an_image_is_reported_in_a_file_with_text() {
    let image = "q 500 0 0 700 50 50 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q\n";
    let text = show_in("F2 18", 50, 780, "Ada Lovelace") + &filler(700);
    let quotes = |pages: &[&str]| {
        let hidden = read_pdf(&pdf(pages)).unwrap().hidden.into_iter();
        hidden
            .map(|finding| (finding.kind, finding.page, finding.measure))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        quotes(&[&text, image, ""]),
        [(
            FindingKind::Unread,
            Some(2),
            Some(FindingMeasure::OnlyImages)
        )]
    );
    assert_eq!(quotes(&[&(text + image)]), []);
    assert_eq!(read_pdf(&pdf(&[image])), Err(ReadError::Scan));
}
