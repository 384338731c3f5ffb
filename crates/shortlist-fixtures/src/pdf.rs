//! PDF: text in a standard font, without compression (ISO 32000-1, 7.5).

use std::fmt::Write;

/// Lines of a page.
const PAGE_LINES: usize = 50;

/// A PDF with the lines one below the other; of characters beyond ASCII it shows a question mark.
pub fn pdf<S: AsRef<str>>(lines: &[S]) -> Vec<u8> {
    let pages: Vec<_> = lines.chunks(PAGE_LINES).map(content).collect();
    let kids: String = (0..pages.len()).fold(String::new(), |kids, page| {
        format!("{kids}{} 0 R ", 4 + 2 * page)
    });
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    for (number, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * number
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    assemble(&objects).into_bytes()
}

fn content<S: AsRef<str>>(lines: &[S]) -> String {
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
        _ => "?".to_owned(),
    }
}

/// The file around its objects, numbered from 1, with its table of their places.
fn assemble(objects: &[String]) -> String {
    let mut file = String::from("%PDF-1.4\n");
    let mut table = String::from("0000000000 65535 f \n");
    for (number, object) in (1..).zip(objects) {
        let _written = writeln!(table, "{:010} 00000 n ", file.len());
        let _written = writeln!(file, "{number} 0 obj\n{object}\nendobj");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    format!(
        "{file}xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    )
}
