//! Compares what people see on pages with what is read. Skipped without the programs that draw and recognize pages, unless
//! `SHORTLIST_REQUIRE_RENDERING` is set.

use std::error::Error;
use std::fs;
use std::process::Command;

use shortlist_benches::visible_words::{Visibility, Words, missing, visible_words, words_of};
use shortlist_parsing::read_document;
use tempfile::TempDir;

type Tested = Result<(), Box<dyn Error>>;

/// Returns whether pages can be drawn and recognized.
fn can_render() -> bool {
    let programs = ["pdftoppm", "soffice", "tesseract"];
    let starts = |program: &&str| Command::new(program).arg("--help").output().is_ok();
    let missing: Vec<&str> = programs
        .into_iter()
        .filter(|program| !starts(program))
        .collect();
    let required = std::env::var_os("SHORTLIST_REQUIRE_RENDERING").is_some();
    assert!(
        missing.is_empty() || !required,
        "install {missing:?}: drawing pages is required"
    );
    missing.is_empty()
}

/// Returns the words that people see in a file, and the words that are read from it.
fn words(name: &str, bytes: &[u8]) -> Result<(Words, Words), Box<dyn Error>> {
    let folder = TempDir::new()?;
    let path = folder.path().join(name);
    fs::write(&path, bytes)?;
    let visible = visible_words(&path, folder.path())?;
    let text = read_document(bytes)?.flatten().text;
    Ok((visible, words_of(text.as_str())))
}

/// Returns a form with a value in a field, a text that was typed onto the page, and a hidden field.
fn filled_form() -> Vec<u8> {
    let page = "BT /F1 14 Tf 60 760 Td (Application form) Tj 0 -30 Td (Full name) Tj ET";
    let drawn = |text: &str| {
        let content = format!("BT /F1 14 Tf 2 4 Td ({text}) Tj ET");
        let resources = "/Resources<</Font<</F1 3 0 R>>>>";
        let length = content.len();
        format!(
            "<</Subtype/Form/BBox[0 0 300 20]{resources}/Length {length}>>stream\n{content}\nendstream"
        )
    };
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[4 0 R]>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>/Annots[6 0 R 7 0 R 8 0 R]>>".to_owned(),
        format!("<</Length {}>>stream\n{page}\nendstream", page.len()),
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/F 4/Rect[200 726 500 746]/V(Ada Lovelace)/AP<</N 9 0 R>>>>".to_owned(),
        "<</Type/Annot/Subtype/FreeText/F 4/Rect[200 700 500 720]/Contents(Wonderful Street)/AP<</N 10 0 R>>>>".to_owned(),
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(b)/F 2/Rect[200 670 500 690]/V(Kubernetes)/AP<</N 11 0 R>>>>".to_owned(),
        drawn("Ada Lovelace"),
        drawn("Wonderful Street"),
        drawn("Kubernetes"),
    ];
    let mut file = String::from("%PDF-1.7\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.push_str(&format!(
        "{table}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

#[test]
fn the_values_of_a_form_are_read_as_they_are_seen() -> Tested {
    if !can_render() {
        return Ok(());
    }
    let (visible, read) = words("form.pdf", &filled_form())?;
    assert_eq!(
        visible,
        words_of("Application form Full name Ada Lovelace Wonderful Street")
    );
    assert_eq!(read, visible);
    Ok(())
}

#[test]
fn missing_words_are_counted_on_both_sides() {
    let visible = words_of("Rust Rust SQL, Zoë's PhD 履歴書 \u{fb01}t");
    let read = words_of("rust SQL hidden");
    assert_eq!(missing(&visible, &read), words_of("rust zoë phd fit"));
    let found = Visibility::of(&visible, &read);
    assert_eq!((found.visible, found.read, found.unseen), (6, 2, 1));
    assert_eq!(found.share(), 333);
}
