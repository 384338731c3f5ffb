//! Tests with documents that are built from the format's rules.

use std::io::{Cursor, Write};

use proptest::prelude::*;
use shortlist_domain::{FindingKind, ForeignFormat};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::package::{MAX_ENTRIES, MAX_PART_BYTES};
use crate::{Document, ReadError, Region, read_document};

mod forms;

const W: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Returns a ZIP with these members.
fn package(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns the main part with this body.
fn main_part(body: &str) -> String {
    format!("<w:document xmlns:w=\"{W}\"><w:body>{body}</w:body></w:document>")
}

/// Returns a DOCX that contains only this body.
fn docx(body: &str) -> Vec<u8> {
    package(&[("word/document.xml", main_part(body).as_bytes())])
}

fn relation(id: &str, kind: &str, target: &str) -> String {
    format!("<Relationship Id=\"{id}\" Type=\"{RELATIONS}/{kind}\" Target=\"{target}\"/>")
}

fn relations(list: &[String]) -> String {
    format!("<Relationships>{}</Relationships>", list.concat())
}

fn read(body: &str) -> Document {
    read_document(&docx(body)).unwrap()
}

fn text_of(document: &Document) -> String {
    document.flatten().text.as_str().to_owned()
}

fn text(body: &str) -> String {
    text_of(&read(body))
}

/// Returns a paragraph with one run.
fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn references_are_characters() {
    assert_eq!(text(&p("R&amp;D &#233;t&#xE9;&unknown;")), "R&D été\n\n");
}

#[test]
fn tracked_changes_are_read_as_accepted() {
    let body = "<w:p><w:r><w:t>Ada</w:t></w:r><w:del><w:r><w:delText>X</w:delText><w:t>Y</w:t></w:r></w:del>\
        <w:ins><w:r><w:t xml:space=\"preserve\"> Lovelace</w:t></w:r></w:ins><w:moveFrom><w:r><w:t>Z</w:t></w:r></w:moveFrom></w:p>";
    assert_eq!(text(body), "Ada Lovelace\n\n");
}

#[test]
fn the_first_choice_of_alternate_content_is_read() {
    let body = format!(
        "<w:p><w:r><w:t>Name</w:t></w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:txbxContent>{0}</w:txbxContent></mc:Choice>\
         <mc:Fallback><w:pict><w:txbxContent>{0}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:p>{1}",
        p("boxed"),
        p("after")
    );
    let document = read(&body);
    assert_eq!(text_of(&document), "Name\n\nboxed\n\nafter\n\n");
    assert_eq!(document.pages[0].blocks[1].region, Region::TextBox);
}

#[test]
fn a_choice_of_an_unknown_extension_leaves_the_fallback() {
    let alternative = |required: &str| {
        format!(
            "<w:p><mc:AlternateContent><mc:Choice Requires=\"{required}\"><w:r><w:t>new</w:t></w:r></mc:Choice>\
             <mc:Fallback><w:r><w:t>old</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>"
        )
    };
    for (required, read) in [
        ("wps", "new"),
        ("w14 w16sdtdh", "new"),
        ("custom", "old"),
        ("wps custom", "old"),
    ] {
        assert_eq!(text(&alternative(required)), format!("{read}\n\n"));
    }
}

#[test]
fn a_choice_without_text_leaves_the_fallback() {
    let body = format!(
        "<w:p><w:r><mc:AlternateContent><mc:Choice Requires=\"aink\"><w:drawing/></mc:Choice>\
         <mc:Fallback><w:pict><w:txbxContent>{}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>",
        p("boxed")
    );
    assert_eq!(text(&body), "boxed\n\n");
}

#[test]
fn tables_are_rows_or_columns() {
    let cell = |content: &str| format!("<w:tc><w:tcPr><w:tcW w:w=\"5\"/></w:tcPr>{content}</w:tc>");
    let row = |cells: &[String]| {
        format!(
            "<w:tr><w:trPr><w:cantSplit/></w:trPr>{}</w:tr>",
            cells.concat()
        )
    };
    let inner = format!(
        "<w:tbl>{}</w:tbl>{}",
        row(&[cell(&p("Rust")), cell(&p("5 years"))]),
        p("")
    );
    let body = format!(
        "<w:tbl><w:tblPr/><w:tblGrid/>{}{}{}</w:tbl>",
        row(&[
            cell(&(p("Contact") + &p("ada@example.org"))),
            cell(&(p("Profile") + &p("engines")))
        ]),
        row(&[
            cell(&p("2019 - 2021")),
            cell(&(p("Engineer") + &p("built it")))
        ]),
        row(&[cell(&inner), cell(&p("right"))]),
    );
    assert_eq!(
        text(&body),
        "Contact\nada@example.org\n\nProfile\nengines\n\n2019 - 2021\tEngineer\nbuilt it\n\nRust\t5 years\tright\n\n"
    );
}

#[test]
fn headers_notes_and_link_targets_come_by_relations() {
    let part = |inner: &str| format!("<w:x xmlns:w=\"{W}\">{inner}</w:x>");
    let notes = part(&format!(
        "<w:footnote w:type=\"separator\">{}</w:footnote><w:footnote>{}</w:footnote>",
        p("line"),
        p("a note")
    ));
    let related = relations(&[
        relation("r1", "header", "header1.xml"),
        relation("r2", "header", "header2.xml"),
        relation("r3", "footnotes", "/word/footnotes.xml"),
        relation(
            "r4",
            "hyperlink",
            "mailto:ada@example.org\" TargetMode=\"External",
        ),
    ]);
    let body = "<w:p><w:hyperlink r:id=\"r4\"><w:r><w:t>mail</w:t></w:r></w:hyperlink>\
        <w:r><w:fldChar w:fldCharType=\"begin\"/><w:instrText> HYPERLINK \"https://example.org/ada\" </w:instrText>\
        <w:fldChar w:fldCharType=\"separate\"/><w:t>, site</w:t><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>";
    let header = part(&p("Ada Lovelace"));
    let bytes = package(&[
        (
            "_rels/.rels",
            relations(&[relation("r1", "officeDocument", "word/main2.xml")]).as_bytes(),
        ),
        ("word/main2.xml", main_part(body).as_bytes()),
        ("word/_rels/main2.xml.rels", related.as_bytes()),
        ("word/header1.xml", header.as_bytes()),
        ("word/header2.xml", header.as_bytes()),
        ("word/footnotes.xml", notes.as_bytes()),
    ]);
    let document = read_document(&bytes).unwrap();
    assert_eq!(
        text_of(&document),
        "Ada Lovelace\n\nmail, site\n\na note\n\n"
    );
    assert_eq!(
        document.link_targets,
        ["mailto:ada@example.org", "https://example.org/ada"]
    );
}

#[test]
fn hidden_text_is_separated_with_its_kind() {
    let run = |properties: &str, text: &str| {
        format!("<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>")
    };
    let white = "<w:color w:val=\"FFFFFF\"/>";
    let body = format!(
        "<w:p>{}{}{}{}{}</w:p>",
        run("", "Ada"),
        run("<w:vanish/>", "rust expert"),
        run("<w:sz w:val=\"2\"/>", "kubernetes"),
        run(white, "golang"),
        run(&format!("{white}<w:shd w:fill=\"1F3864\"/>"), " Lovelace"),
    );
    let document = read(&body);
    assert_eq!(text_of(&document), "Ada Lovelace\n\n");
    let found: Vec<_> = document
        .hidden
        .iter()
        .map(|finding| (finding.kind, finding.quote.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (FindingKind::Vanish, "rust expert"),
            (FindingKind::Tiny, "kubernetes"),
            (FindingKind::SameColour, "golang")
        ]
    );
    let cell = format!(
        "<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val=\"clear\" w:fill=\"000000\"/></w:tcPr><w:p>{}</w:p></w:tc></w:tr></w:tbl>",
        run(white, "Ada")
    );
    assert_eq!(text(&cell), "Ada\n\n");
    let band = format!(
        "<w:p><wp:anchor behindDoc=\"1\"/>{}</w:p>",
        run(white, "Ada")
    );
    assert_eq!(text(&band), "Ada\n\n");
}

#[test]
fn looks_come_from_styles_and_their_bases() {
    let styles = format!(
        "<w:styles xmlns:w=\"{W}\"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val=\"22\"/></w:rPr></w:rPrDefault></w:docDefaults>\
         <w:style w:type=\"paragraph\" w:styleId=\"a\"><w:name w:val=\"heading 1\"/><w:rPr><w:b/><w:sz w:val=\"32\"/></w:rPr></w:style>\
         <w:style w:type=\"paragraph\" w:styleId=\"b\"><w:name w:val=\"Mine\"/><w:basedOn w:val=\"a\"/><w:rPr><w:b w:val=\"0\"/></w:rPr></w:style>\
         <w:style w:type=\"paragraph\" w:styleId=\"c\"><w:basedOn w:val=\"c\"/></w:style></w:styles>"
    );
    let styled = |style: &str, text: &str| {
        format!(
            "<w:p><w:pPr><w:pStyle w:val=\"{style}\"/><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let list = "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"3\"/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p>";
    let body = main_part(&format!(
        "{}{}{}{list}",
        styled("a", "Experience"),
        styled("b", "Mine"),
        styled("c", "text")
    ));
    let bytes = package(&[
        ("word/document.xml", body.as_bytes()),
        (
            "word/_rels/document.xml.rels",
            relations(&[relation("r1", "styles", "styles.xml")]).as_bytes(),
        ),
        ("word/styles.xml", styles.as_bytes()),
    ]);
    let lines = read_document(&bytes).unwrap().flatten().lines;
    let found: Vec<_> = lines
        .iter()
        .map(|line| (line.heading, line.size, line.bold, line.list_item))
        .collect();
    assert_eq!(
        found,
        [
            (true, 16.0, true, false),
            (true, 16.0, false, false),
            (false, 11.0, false, false),
            (false, 11.0, false, true)
        ]
    );
}

#[test]
fn numbered_headings_are_no_list_items() {
    let numbering = "<w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"1\"/></w:numPr>";
    let styles = format!(
        "<w:styles xmlns:w=\"{W}\"><w:style w:type=\"paragraph\" w:styleId=\"a\"><w:name w:val=\"Heading 1\"/>\
         <w:pPr>{numbering}</w:pPr></w:style></w:styles>"
    );
    let body = main_part(&format!(
        "<w:p><w:pPr><w:pStyle w:val=\"a\"/></w:pPr><w:r><w:t>Experience</w:t></w:r></w:p>\
         <w:p><w:pPr>{numbering}</w:pPr><w:r><w:t>item</w:t></w:r></w:p>"
    ));
    let bytes = package(&[
        ("word/document.xml", body.as_bytes()),
        (
            "word/_rels/document.xml.rels",
            relations(&[relation("r1", "styles", "styles.xml")]).as_bytes(),
        ),
        ("word/styles.xml", styles.as_bytes()),
    ]);
    let lines = read_document(&bytes).unwrap().flatten().lines;
    let found = lines.iter().map(|line| (line.heading, line.list_item));
    assert_eq!(found.collect::<Vec<_>>(), [(true, false), (false, true)]);
}

#[test]
fn strict_namespaces_and_utf_16_are_read() {
    let strict =
        main_part(&p("Ada")).replace(W, "http://purl.oclc.org/ooxml/wordprocessingml/main");
    let bytes = package(&[("word/document.xml", strict.as_bytes())]);
    assert_eq!(text_of(&read_document(&bytes).unwrap()), "Ada\n\n");
    let wide: Vec<u8> = "\u{FEFF}"
        .chars()
        .chain(main_part(&p("Zoë")).chars())
        .flat_map(|c| u16::try_from(u32::from(c)).unwrap().to_le_bytes())
        .collect();
    let bytes = package(&[("word/document.xml", &wide)]);
    assert_eq!(text_of(&read_document(&bytes).unwrap()), "Zoë\n\n");
}

#[test]
fn bombs_are_refused() {
    let blanks = vec![b' '; usize::try_from(MAX_PART_BYTES).unwrap() + 1];
    let bytes = package(&[("word/document.xml", &blanks)]);
    assert!(matches!(read_document(&bytes), Err(ReadError::Limit(_))));
    let names: Vec<String> = (0..=MAX_ENTRIES).map(|number| number.to_string()).collect();
    let members: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), b"".as_slice()))
        .collect();
    assert!(matches!(
        read_document(&package(&members)),
        Err(ReadError::Limit(_))
    ));
    let entities = format!(
        "<!DOCTYPE x [<!ENTITY a \"aaaa\">]>{}",
        main_part(&p("&a;"))
    );
    let bytes = package(&[("word/document.xml", entities.as_bytes())]);
    assert!(matches!(read_document(&bytes), Err(ReadError::Damaged(_))));
}

#[test]
fn damage_is_reported_or_read_up_to_the_defect() {
    let long: String = (0..200)
        .map(|number| p(&format!("line {number}")))
        .collect();
    let whole = docx(&long);
    let mut flipped = whole.clone();
    flipped[300] ^= 0x55;
    assert!(matches!(
        read_document(&flipped),
        Err(ReadError::Damaged(_))
    ));
    let cut = &whole[..whole.len() - 60];
    assert!(text_of(&read_document(cut).unwrap()).starts_with("line 0\nline 1\n"));
    let broken = package(&[(
        "word/document.xml",
        b"<w:p><w:r><w:t>Ada</w:t></w:r></w:p><w:p <<",
    )]);
    assert_eq!(text_of(&read_document(&broken).unwrap()), "Ada\n\n");
}

#[test]
fn other_zips_are_named() {
    let bytes = package(&[("xl/workbook.xml", b"<x/>")]);
    assert_eq!(
        read_document(&bytes),
        Err(ReadError::OtherFormat(ForeignFormat::Excel))
    );
    let bytes = package(&[("photo.jpg", b"x")]);
    assert_eq!(
        read_document(&bytes),
        Err(ReadError::OtherFormat(ForeignFormat::Zip))
    );
}

#[test]
fn deep_nesting_is_read() {
    let depth = 20_000;
    let open = "<w:tbl><w:tr><w:tc>".repeat(depth);
    let close = "</w:tc></w:tr></w:tbl>".repeat(depth);
    assert_eq!(
        text(&format!("{open}{}{close}{}", p("deep"), p("end"))),
        "deep\n\nend\n\n"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn mutations_give_a_result(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), cut in any::<prop::sample::Index>()) {
        let body = format!("<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl><w:txbxContent>{}</w:txbxContent>", p("one"), p("two"));
        let mut xml = main_part(&body).into_bytes();
        let mut bytes = docx(&body);
        for (place, byte) in &changes {
            let at = place.index(bytes.len());
            bytes[at] = *byte;
            let at = place.index(xml.len());
            xml[at] = *byte;
        }
        for read in [read_document(&bytes), read_document(&package(&[("word/document.xml", &xml)]))] {
            prop_assert_ne!(read, Err(ReadError::panicked()));
        }
        bytes.truncate(cut.index(bytes.len()));
        prop_assert_ne!(read_document(&bytes), Err(ReadError::panicked()));
    }

    #[test]
    fn any_bytes_give_a_result(head in 0_usize..8, bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let heads: [&[u8]; 8] = [b"", b"PK\x03\x04", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", b"{\\rtf1 ", b"<html><body>", b"MIME-Version: 1.0\n", b"\xDC\xA5\x65\0", b"\xDB\xA5\x2D\0"];
        let whole = [heads[head], &bytes].concat();
        prop_assert_ne!(read_document(&whole), Err(ReadError::panicked()));
    }
}
