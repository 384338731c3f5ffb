//! Writes PDF files: text in a standard font, without compression (ISO 32000-1, 7.5).

use std::fmt::Write;

/// The number of lines on a page.
const PAGE_LINES: usize = 50;

/// An object as it is written to the file.
pub(crate) type Object = Vec<u8>;

/// Returns a PDF with the lines one below the other. Characters beyond Latin-1 appear as question marks.
pub fn pdf<S: AsRef<str>>(lines: &[S]) -> Vec<u8> {
    let pages: Vec<_> = lines.chunks(PAGE_LINES).map(content).collect();
    let kids: String = (0..pages.len())
        .map(|page| format!("{} 0 R ", 4 + 2 * page))
        .collect();
    let mut objects: Vec<Object> = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".into(),
        format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", pages.len()).into(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".into(),
    ];
    for (number, content) in pages.iter().enumerate() {
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * number
        );
        objects.push(page.into());
        objects.push(stream("", content.as_bytes()));
    }
    assemble(&objects, "")
}

/// Returns the content stream that shows the lines on a page.
pub(crate) fn content<S: AsRef<str>>(lines: &[S]) -> String {
    let mut content = String::from("BT 72 790 Td 14 TL");
    for (number, line) in lines.iter().enumerate() {
        let size = if number == 0 { 16 } else { 10 };
        let shown: String = line.as_ref().chars().map(shown).collect();
        // Writing to a string does not fail.
        let _written = write!(content, " /F1 {size} Tf ({shown}) Tj T*");
    }
    content.push_str(" ET");
    content
}

fn shown(c: char) -> String {
    match c {
        '(' | ')' | '\\' => format!("\\{c}"),
        c if c.is_ascii_graphic() || c == ' ' => c.to_string(),
        '\u{a1}'..='\u{ff}' => format!("\\{:03o}", u32::from(c)),
        _ => "?".to_owned(),
    }
}

/// Returns a stream with further entries in its dictionary.
pub(crate) fn stream(entries: &str, bytes: &[u8]) -> Object {
    let head = format!("<< /Length {} {entries} >>\nstream\n", bytes.len());
    [head.as_bytes(), bytes, b"\nendstream"].concat()
}

/// Returns a file with the objects, numbered from 1.
///
/// The file ends with a table of their places, and with a trailer that contains further entries.
pub(crate) fn assemble(objects: &[Object], entries: &str) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut table = String::from("0000000000 65535 f \n");
    for (number, object) in (1..).zip(objects) {
        let _written = writeln!(table, "{:010} 00000 n ", file.len());
        file.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
        file.extend_from_slice(object);
        file.extend_from_slice(b"\nendobj\n");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    let end = format!(
        "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R {entries} >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.extend_from_slice(end.as_bytes());
    file
}
