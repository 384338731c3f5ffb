//! The second reader, for fonts that the first cannot decode. It gives text without positions.

use super::{MAX_CHARS, MAX_PAGES, characters};
use crate::{Block, DocumentPage, Line, ReadError, Run};
use shortlist_domain::{Damage, DocumentLimit};

/// Reads the text of each page with `pdf-extract`.
///
/// # Errors
/// Returns an error if that reader cannot read the file, or if the file exceeds a limit.
pub(crate) fn read_text(bytes: &[u8]) -> Result<Vec<DocumentPage>, ReadError> {
    let pages = pdf_extract::extract_text_from_mem_by_pages(bytes)
        .map_err(|_error| ReadError::damaged(Damage::Objects))?;
    if pages.len() > MAX_PAGES {
        return Err(ReadError::Limit(DocumentLimit::Pages));
    }
    if pages.iter().map(String::len).sum::<usize>() > MAX_CHARS {
        return Err(ReadError::Limit(DocumentLimit::Characters));
    }
    Ok(pages.iter().map(|text| page_of(text)).collect())
}

/// Splits the text of a page into blocks at blank lines.
fn page_of(text: &str) -> DocumentPage {
    let mut page = DocumentPage::default();
    let mut block = Block::default();
    for line in text.lines() {
        let line = characters::normalized(line);
        if line.trim().is_empty() {
            if !block.lines.is_empty() {
                page.blocks.push(std::mem::take(&mut block));
            }
            continue;
        }
        block.lines.push(Line {
            gap_above: block.lines.is_empty(),
            list_item: line.trim_start().starts_with(characters::is_bullet),
            runs: vec![Run {
                text: line,
                ..Run::default()
            }],
            ..Line::default()
        });
    }
    if !block.lines.is_empty() {
        page.blocks.push(block);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_separate_blocks() {
        let page = page_of("Ada\nLondon\n\n \n• Rust\n");
        let sizes: Vec<usize> = page.blocks.iter().map(|block| block.lines.len()).collect();
        assert_eq!(sizes, [2, 1]);
        assert!(page.blocks[1].lines[0].list_item);
    }
}
