//! Writes DOCX files: ZIP archives with the fewest parts that a word processor opens (ECMA-376).

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
const RELATIONSHIPS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;

/// Returns a DOCX with one paragraph for each line.
pub fn docx<S: AsRef<str>>(lines: &[S]) -> Vec<u8> {
    docx_of_parts(&[("word/document.xml", document(lines).as_bytes())])
}

/// Returns the main part of a DOCX with one paragraph for each line.
pub(crate) fn document<S: AsRef<str>>(lines: &[S]) -> String {
    let mut document = String::from(
        r#"<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>"#,
    );
    for line in lines {
        document.push_str("<w:p><w:r><w:t xml:space=\"preserve\">");
        for c in line.as_ref().chars() {
            match c {
                '&' => document.push_str("&amp;"),
                '<' => document.push_str("&lt;"),
                '>' => document.push_str("&gt;"),
                c => document.push(c),
            }
        }
        document.push_str("</w:t></w:r></w:p>");
    }
    document.push_str("</w:body></w:document>");
    document
}

/// Returns a DOCX with the given parts, in addition to the parts that every DOCX has.
pub fn docx_of_parts(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let fixed = [
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", RELATIONSHIPS.as_bytes()),
    ];
    archive(&[&fixed, parts].concat())
}

/// Returns a ZIP archive of the parts.
pub(crate) fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, part) in parts {
        // Writing to memory fails only for a repeated name. The archive then keeps the first part of that name.
        if archive
            .start_file(*name, SimpleFileOptions::default())
            .is_ok()
        {
            let _written = archive.write_all(part);
        }
    }
    archive.finish().map(Cursor::into_inner).unwrap_or_default()
}
