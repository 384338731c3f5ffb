//! The one way in: a resume's bytes to its document.

use std::panic::catch_unwind;

use crate::media::{Container, container_of};
use crate::pdf::read_pdf;
use crate::{Document, ReadError, doc, docx, html, rtf};

/// Reads a resume; what it is, its bytes decide.
///
/// # Errors
/// [`ReadError`] says why the file cannot be read.
pub fn read_document(bytes: &[u8]) -> Result<Document, ReadError> {
    let document = match container_of(bytes)? {
        // Guards itself, and tells a scan from a page without text.
        Container::Pdf => return read_pdf(bytes),
        Container::Zip => guarded(docx::read_docx, bytes),
        Container::Ole => guarded(doc::read_ole, bytes),
        Container::RawWord => guarded(doc::read_raw_word, bytes),
        Container::Rtf => guarded(rtf::read_rtf, bytes),
        Container::Html => guarded(html::read_html, bytes),
        Container::Mhtml => guarded(html::read_mhtml, bytes),
    }?;
    if has_text(&document) {
        Ok(document)
    } else {
        Err(ReadError::NoText)
    }
}

/// Takes a panic of a container's reader as an error. These readers do not recurse and need no deep stack.
fn guarded(
    read: fn(&[u8]) -> Result<Document, ReadError>,
    bytes: &[u8],
) -> Result<Document, ReadError> {
    catch_unwind(|| read(bytes)).unwrap_or_else(|_panic| {
        Err(ReadError::Damaged(
            "its structure cannot be followed".into(),
        ))
    })
}

fn has_text(document: &Document) -> bool {
    document
        .pages
        .iter()
        .flat_map(|page| &page.blocks)
        .flat_map(|block| &block.lines)
        .flat_map(|line| &line.runs)
        .any(|run| run.text.chars().any(char::is_alphanumeric))
}
