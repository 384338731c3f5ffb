//! Tests of files that are more than pages: forms that a program builds, and portfolios.

use super::*;
use crate::read_document;

const STAND_IN: &str =
    "Please wait... If this message is not replaced, install a newer Adobe Reader.";

fn with_catalog(file: Vec<u8>, entries: &str) -> Vec<u8> {
    let file = String::from_utf8_lossy(&file).into_owned();
    file.replacen("<</Type/Catalog", &format!("<</Type/Catalog{entries}"), 1)
        .into_bytes()
}

#[test]
fn forms_that_a_program_builds_are_refused_with_what_to_do() {
    let waiting = || pdf(&[&show(50, 760, STAND_IN)]);
    for entries in [
        "/NeedsRendering true/AcroForm<</Fields[]/XFA(x)>>",
        "/AcroForm<</XFA[(datasets)(x)]>>",
    ] {
        let read = read_document(&with_catalog(waiting(), entries));
        assert_eq!(read, Err(ReadError::DynamicForm), "{entries}");
    }
    let printed = show(50, 780, "Worked on Adobe Experience Manager") + &filler(700);
    for (content, entries) in [
        (STAND_IN, "/AcroForm<</Fields[]>>"),
        (printed.as_str(), "/AcroForm<</Fields[3 0 R]/XFA(x)>>"),
    ] {
        let content = if content == STAND_IN {
            show(50, 760, STAND_IN)
        } else {
            content.to_owned()
        };
        let read = read_document(&with_catalog(pdf(&[&content]), entries));
        assert!(read.is_ok(), "{entries}");
    }
}

/// Returns a portfolio with some files.
fn portfolio(files: &[(&str, &[u8])]) -> Vec<u8> {
    let specified = (4..).zip(files).map(|(number, (name, _))| {
        format!("({name})<</Type/Filespec/F({name})/EF<</F {number} 0 R>>>>")
    });
    let names: String = specified.collect();
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R/Collection<</View/D>>/Names<</EmbeddedFiles<</Names[{names}]>>>>>>").into_bytes(),
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>".to_vec(),
    ];
    for (_, bytes) in files {
        let head = format!("<</Type/EmbeddedFile/Length {}>>stream\n", bytes.len());
        objects.push([head.as_bytes(), bytes, b"\nendstream"].concat());
    }
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.extend(
        format!("{table}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").bytes(),
    );
    file
}

#[test]
fn the_resume_in_a_portfolio_is_read() {
    let resume = pdf(&[&(show(50, 780, "Ada Lovelace") + &filler(700))]);
    let letter = b"{\\rtf1 Dear team, here is what you asked for.}".as_slice();
    let text = |files: &[(&str, &[u8])]| {
        read_document(&portfolio(files)).map(|document| document.flatten().text.as_str().to_owned())
    };
    let starts = |read: Result<String, ReadError>| read.unwrap().starts_with("Ada Lovelace\n");
    assert!(starts(text(&[("application.pdf", &resume)])));
    assert!(starts(text(&[
        ("letter.rtf", letter),
        ("Ada_CV.pdf", &resume),
        ("photo.png", b"\x89PNG")
    ])));
    assert_eq!(
        text(&[("letter.rtf", letter), ("me.pdf", &resume)]),
        Err(ReadError::Portfolio)
    );
    let nested = portfolio(&[("cv.pdf", &resume)]);
    assert_eq!(text(&[("cv.pdf", &nested)]), Err(ReadError::Portfolio));
    assert_eq!(text(&[]), Err(ReadError::Portfolio));
}
