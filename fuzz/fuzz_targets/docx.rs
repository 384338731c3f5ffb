//! The XML of a DOCX: the archive around it is made, so that what is changed is what the reader reads.
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
