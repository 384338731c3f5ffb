//! Tests with whole files that a small writer creates.

use proptest::prelude::*;
use shortlist_domain::{DocumentLimit, FindingKind};

use super::*;
use crate::Region;

mod annotations;
mod covered;
mod maps;
mod repeated_rows;
mod replacement;
mod right_to_left;
mod tables;
mod whole;

/// Returns a PDF with one page per content stream, in Helvetica (`F1`) and its bold (`F2`).
fn pdf(contents: &[&str]) -> Vec<u8> {
    pdf_with(contents, "")
}

/// Returns the same PDF with additional entries in the dictionary of each page.
fn pdf_with(contents: &[&str], entries: &str) -> Vec<u8> {
    let kids: String = (0..contents.len())
        .map(|page| format!("{} 0 R ", 5 + 2 * page))
        .collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Count {}/Kids[{kids}]>>", contents.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>".to_owned(),
    ];
    for (page, content) in contents.iter().enumerate() {
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {} 0 R\
             /Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>{entries}>>",
            6 + 2 * page
        ));
        objects.push(format!(
            "<</Length {}>>stream\n{content}\nendstream",
            content.len()
        ));
    }
    assemble(&objects)
}

fn assemble(objects: &[String]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let start = file.len();
    let size = objects.len() + 1;
    file.push_str(&format!(
        "{table}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

/// Returns the operators that show a text at a position.
fn show(x: u32, y: u32, text: &str) -> String {
    show_in("F1 10", x, y, text)
}

fn show_in(font: &str, x: u32, y: u32, text: &str) -> String {
    format!("BT /{font} Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Returns enough sentences for the first reader to be trusted.
fn filler(y: u32) -> String {
    (0..4)
        .map(|line| {
            show(
                50,
                y - 14 * line,
                "built services in Rust and kept them running well",
            )
        })
        .collect()
}

fn read_pdf(bytes: &[u8]) -> Result<Document, ReadError> {
    match read_content(bytes)? {
        Content::Pages(document) => Ok(document),
        Content::Portfolio(_) => Err(ReadError::Portfolio),
    }
}

fn text_of(bytes: &[u8]) -> String {
    read_pdf(bytes).unwrap().flatten().text.as_str().to_owned()
}

#[test]
fn a_sidebar_is_not_mixed_into_the_main_column() {
    let mut page = show_in("F2 22", 50, 760, "Ada Lovelace");
    for line in 0..8 {
        let y = 700 - 14 * line;
        page += &show(50, y, &format!("sidebar entry number {line}"));
        page += &show(
            250,
            y - 5,
            &format!("a sentence of the main column, its line {line}"),
        );
    }
    let document = read_pdf(&pdf(&[&page])).unwrap();
    let regions: Vec<Region> = document.pages[0]
        .blocks
        .iter()
        .map(|block| block.region)
        .collect();
    assert_eq!(regions, [Region::Body, Region::Sidebar, Region::Body]);
    let text = document.flatten().text.as_str().to_owned();
    assert!(text.starts_with("Ada Lovelace\n\nsidebar entry number 0\nsidebar entry number 1\n"));
    assert!(text.contains("its line 0\na sentence"));
}

#[test]
fn columns_with_headings_of_their_own_are_not_mixed() {
    let mut page = String::new();
    for row in 0..20 {
        let y = 700 - 14 * row;
        let (left, right) = match row {
            0 | 8 | 14 => ("F2 10", "F1 10"),
            3 | 11 | 17 => ("F1 10", "F2 13"),
            _ => ("F1 10", "F1 10"),
        };
        // The rows of the sidebar are closer to each other, so only some share their baselines with the body.
        let beside = if row % 2 == 0 { y } else { y + 5 };
        page += &show_in(left, 40, beside, &format!("skill {row}"));
        page += &show_in(
            right,
            220,
            y,
            &format!("a sentence of the body in row {row}"),
        );
    }
    let text = text_of(&pdf(&[&page]));
    assert_eq!(text.matches('\t').count(), 0, "{text}");
}

#[test]
fn dates_in_a_margin_stay_with_their_rows() {
    let mut page = String::new();
    for job in 0..6 {
        let y = 700 - 20 * job;
        page += &show(50, y, &format!("201{job} - 201{}", job + 1));
        page += &show(180, y, "Engineer of analytical machines in a workshop");
    }
    let text = text_of(&pdf(&[&page]));
    assert_eq!(text.matches("\tEngineer").count(), 6);
}

#[test]
fn a_form_keeps_its_labels_with_their_values() {
    for (after_label, before_value) in [("", ": "), (":", "")] {
        let mut page = filler(780);
        for (row, letter) in (0..).zip('A'..'I') {
            let y = 600 - 14 * row;
            page += &show(
                50,
                y,
                &format!("A label with the letter {letter}{after_label}"),
            );
            page += &show(
                250,
                y,
                &format!("{before_value}a value of the form, {letter}"),
            );
        }
        let text = text_of(&pdf(&[&page]));
        assert_eq!(text.matches("\t").count(), 8, "{text}");
    }
}

#[test]
fn a_table_of_skills_is_read_by_rows() {
    let mut page = filler(780);
    for (row, [skill, level, years]) in [
        ["Rust", "expert", "7"],
        ["SQL", "good", "5"],
        ["Go", "basic", "1"],
        ["C", "good", "3"],
    ]
    .into_iter()
    .enumerate()
    {
        let y = 600 - 14 * u32::try_from(row).unwrap();
        page += &(show(50, y, skill) + &show(200, y, level) + &show(350, y, years));
    }
    assert!(text_of(&pdf(&[&page])).contains("Rust\texpert\t7\nSQL\tgood\t5\n"));
}

#[test]
fn fake_bold_is_one_text_and_kerned_strings_are_words() {
    let page = show(50, 700, "Senior Engineer")
        + "BT /F1 10 Tf 50.4 700 Td (Senior Engineer) Tj ET\n"
        + "BT /F1 10 Tf 50 680 Td [(W) 60 (or) -20 (k) -300 (done)] TJ ET\n"
        + &filler(600);
    assert!(text_of(&pdf(&[&page])).starts_with("Senior Engineer\nWork done\n"));
}

#[test]
fn rotated_text_is_a_separate_block() {
    let page = filler(700) + "BT /F1 10 Tf 0 1 -1 0 30 300 Tm (Curriculum Vitae) Tj ET\n";
    let text = text_of(&pdf(&[&page]));
    assert!(text.ends_with("\n\nCurriculum Vitae\n\n"), "{text}");
}

#[test]
fn hidden_text_is_separated_with_its_page() {
    let page = filler(700)
        + "BT 3 Tr /F1 10 Tf 50 500 Td (invisible keywords) Tj ET\nBT 0 Tr ET\n"
        + "1 1 1 rg\n"
        + &show(50, 480, "white keywords")
        + "0 0 0.4 rg 40 440 300 30 re f 1 1 1 rg\n"
        + &show(50, 450, "Heading on a dark bar")
        + "0 g\n"
        + &show_in("F1 1", 50, 400, "tiny keywords")
        + &show(700, 300, "keywords off the page");
    let document = read_pdf(&pdf(&[&filler(700), &page])).unwrap();
    let kinds: Vec<FindingKind> = document.hidden.iter().map(|found| found.kind).collect();
    assert_eq!(
        kinds,
        [
            FindingKind::Invisible,
            FindingKind::SameColour,
            FindingKind::Tiny,
            FindingKind::OffPage
        ]
    );
    assert!(document.hidden.iter().all(|found| found.page == Some(2)));
    let text = document.flatten().text.as_str().to_owned();
    assert!(!text.contains("keywords"));
    assert!(text.contains("Heading on a dark bar"));
}

#[test]
fn link_targets_are_collected_once() {
    let link = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]\
                /A<</S/URI/URI(mailto:ada@example.org)>>>>";
    let bytes = pdf_with(&[&filler(700)], &format!("/Annots[{link}{link}]"));
    assert_eq!(
        read_pdf(&bytes).unwrap().link_targets,
        ["mailto:ada@example.org"]
    );
}

#[test]
fn unreadable_files_are_distinguished() {
    let picture = "BI /W 1 /H 1 /BPC 8 /CS /G ID \u{7f} EI\n";
    let many: Vec<&str> = vec![""; MAX_PAGES + 1];
    let flood = "(a) Tj ".repeat(MAX_RUNS + 1);
    for (bytes, wanted) in [
        (Vec::new(), ReadError::Empty),
        (pdf(&[picture]), ReadError::Scan),
        (pdf(&[""]), ReadError::NoText),
        (pdf(&many), ReadError::Limit(DocumentLimit::Pages)),
        (
            pdf(&[&format!("BT /F1 10 Tf {flood} ET")]),
            ReadError::Limit(DocumentLimit::PiecesOfText),
        ),
    ] {
        assert_eq!(read_pdf(&bytes).map(|_| ()), Err(wanted));
    }
    assert!(matches!(
        read_pdf(b"%PDF-1.7\nnothing"),
        Err(ReadError::Damaged(_))
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_files_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 4)) {
        let mut bytes = pdf(&[&filler(700), &show(50, 700, "Ada Lovelace")]);
        for (place, byte, kind) in changes {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.truncate(at.max(9)),
                _ => bytes.insert(at, b'<'),
            }
        }
        prop_assert_ne!(read_pdf(&bytes).err(), Some(ReadError::panicked()));
    }
}

#[test]
fn a_page_of_ten_thousand_cells_is_read_by_rows() {
    let mut page = String::new();
    for row in 0..100 {
        for column in 0..100 {
            page += &show_in("F1 2.5", 5 * column + 20, 780 - 7 * row, "x");
        }
    }
    let document = read_pdf(&pdf(&[&page])).unwrap();
    assert_eq!(document.pages[0].blocks.len(), 1);
    assert_eq!(document.pages[0].blocks[0].lines.len(), 100);
}

#[test]
fn cyclic_page_trees_end() {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 2/Kids[3 0 R]>>",
        "<</Type/Pages/Count 2/Kids[2 0 R]>>",
    ];
    let bytes = assemble(&objects.map(str::to_owned));
    assert!(matches!(read_pdf(&bytes), Err(ReadError::Damaged(_))));
}

/// Reads every PDF in the folder that `SHORTLIST_CORPUS` names and in its subfolders.
#[test]
fn a_corpus_is_read_without_a_panic() {
    let mut folders: Vec<std::path::PathBuf> = std::env::var_os("SHORTLIST_CORPUS")
        .into_iter()
        .map(Into::into)
        .collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "pdf") {
                let bytes = std::fs::read(&path).unwrap();
                let error = read_pdf(&bytes).err();
                assert_ne!(error, Some(ReadError::panicked()), "{}", path.display());
            }
        }
    }
}
