//! The XML of a DOCX. The target builds the archive, so that mutations reach the XML reader.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shortlist_fixtures::docx_of_parts;

fuzz_target!(|bytes: &[u8]| {
    let [document, styles, relations] = shortlist_fuzz::pieces(bytes);
    shortlist_fuzz::read(&docx_of_parts(&[
        ("word/document.xml", document),
        ("word/styles.xml", styles),
        ("word/_rels/document.xml.rels", relations),
    ]));
});
