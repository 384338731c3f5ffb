//! The entry point of the readers: turns the bytes of a resume into a document.

use std::panic::catch_unwind;

use crate::media::{Container, container_of};
use crate::pdf::{Content, read_content};
use crate::{Document, ReadError, doc, docx, html, portfolio, rtf};

/// Reads a resume. Its bytes decide which format it has.
///
/// # Errors
/// Returns a [`ReadError`] that says why the file cannot be read.
pub fn read_document(bytes: &[u8]) -> Result<Document, ReadError> {
    let files = match read_file(bytes)? {
        Content::Pages(document) => return Ok(document),
        Content::Portfolio(files) => files,
    };
    match read_file(&portfolio::resume_among(&files)?.bytes)? {
        Content::Pages(document) => Ok(document),
        Content::Portfolio(_) => Err(ReadError::Portfolio),
    }
}

fn read_file(bytes: &[u8]) -> Result<Content, ReadError> {
    let document = match container_of(bytes)? {
        // This reader catches its own panics and distinguishes a scan from a page without text.
        Container::Pdf => return read_content(bytes),
        Container::Zip => guarded(docx::read_docx, bytes),
        Container::Ole => guarded(doc::read_ole, bytes),
        Container::RawWord => guarded(doc::read_raw_word, bytes),
        Container::Rtf => guarded(rtf::read_rtf, bytes),
        Container::Html => guarded(html::read_html, bytes),
        Container::Mhtml => guarded(html::read_mhtml, bytes),
    }?;
    if has_text(&document) {
        Ok(Content::Pages(document))
    } else {
        Err(ReadError::NoText)
    }
}

/// Turns a panic of a reader into an error. These readers do not recurse, so they need no deep stack.
fn guarded(
    read: fn(&[u8]) -> Result<Document, ReadError>,
    bytes: &[u8],
) -> Result<Document, ReadError> {
    catch_unwind(|| read(bytes)).unwrap_or_else(|_panic| Err(ReadError::panicked()))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads every Word file in the folder that `SHORTLIST_CORPUS` names and in its subfolders.
    #[test]
    fn a_corpus_is_read_without_a_panic() {
        let panicked = guarded(|_| panic!("a reader's panic"), b"");
        let mut folders: Vec<std::path::PathBuf> = std::env::var_os("SHORTLIST_CORPUS")
            .into_iter()
            .map(Into::into)
            .collect();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let ending = path.extension().and_then(|ending| ending.to_str());
                if path.is_dir() {
                    folders.push(path);
                } else if matches!(ending, Some("doc" | "docx" | "docm")) {
                    let bytes = std::fs::read(&path).unwrap();
                    assert_ne!(read_document(&bytes), panicked, "{}", path.display());
                }
            }
        }
        assert!(panicked.is_err());
    }

    #[test]
    fn a_file_without_words_has_no_text() {
        assert_eq!(
            read_document(b"{\\rtf1 \\bullet\\par}"),
            Err(ReadError::NoText)
        );
    }
}
