//! Invented resumes, made as the test runs.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A resume of an invented backend engineer as DOCX; the e-mail address follows from the name.
pub(crate) fn docx(name: &str) -> Vec<u8> {
    let address = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
    let lines = [
        name,
        &address,
        "Experience",
        "Backend Engineer, Orchard Software",
        "January 2019 - December 2023",
        "Built services in Rust on PostgreSQL and ran them on Kubernetes.",
        "Education",
        "Bachelor of Science in Computer Science, Hilltop University, 2018",
        "Skills",
        "Rust, PostgreSQL, Kubernetes, Docker",
    ];
    docx_of(&lines)
}

/// A DOCX with one paragraph for each line.
pub(crate) fn docx_of(lines: &[&str]) -> Vec<u8> {
    let paragraphs: String = lines
        .iter()
        .map(|line| format!("<w:p><w:r><w:t xml:space=\"preserve\">{line}</w:t></w:r></w:p>"))
        .collect();
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document \
         xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{paragraphs}</w:body></w:document>"
    );
    let types = "<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
        <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
        <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
        <Override PartName=\"/word/document.xml\" ContentType=\
        \"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    let relationships = "<?xml version=\"1.0\"?><Relationships \
        xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" Type=\
        \"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" \
        Target=\"word/document.xml\"/></Relationships>";
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, part) in [
        ("[Content_Types].xml", types),
        ("_rels/.rels", relationships),
        ("word/document.xml", &document),
    ] {
        archive
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(part.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
