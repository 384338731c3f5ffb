//! DOCX: a ZIP with the fewest parts that a word processor opens (ECMA-376).

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
const RELATIONSHIPS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;

/// A DOCX with one paragraph for each line.
pub fn docx<S: AsRef<str>>(lines: &[S]) -> Vec<u8> {
    docx_of_parts(&[("word/document.xml", document(lines).as_bytes())])
}

/// The main part of a DOCX with one paragraph for each line.
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

/// A DOCX of the parts given, beside those that every DOCX has.
pub fn docx_of_parts(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let fixed = [
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", RELATIONSHIPS.as_bytes()),
    ];
    archive(&[&fixed, parts].concat())
}

/// A ZIP of the parts.
pub(crate) fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, part) in parts {
        // Writing to memory fails only where a name is given twice, and then the first stands.
        if archive
            .start_file(*name, SimpleFileOptions::default())
            .is_ok()
        {
            let _written = archive.write_all(part);
        }
    }
    archive.finish().map(Cursor::into_inner).unwrap_or_default()
}
