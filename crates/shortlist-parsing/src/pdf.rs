//! Reads PDFs: takes positioned runs from the file, finds the reading order, and separates hidden text.
//!
//! The first reader is `pdfboss`, behind [`runs::read_pages`]. The second reader, `pdf-extract`, is used only for
//! text that the first cannot decode. It gives text without positions.

mod annotations;
pub(crate) mod bidi;
mod characters;
mod column_criteria;
pub(crate) mod columns;
mod covered;
mod declared_text;
mod embedding_levels;
mod fallback;
mod font_program;
mod grid;
mod half_width;
mod hidden;
mod lines;
mod opaque_fonts;
mod paint;
mod repeated_rows;
mod replacement_text;
mod rows;
pub(crate) mod runs;
mod source;
mod unread;
mod value_runs;
mod whole;

use shortlist_domain::MediaKind;

use crate::guard::isolated_call;
use crate::{Document, DocumentPage, ReadError};
use hidden::Trust;
#[cfg(test)]
pub(crate) use replacement_text::IconWords;
use runs::PdfPage;
pub(crate) use whole::Attached;

/// The maximum number of pages.
pub(crate) const MAX_PAGES: usize = 300;
/// The maximum number of text runs on a page.
pub(crate) const MAX_RUNS: usize = 200_000;
/// The maximum number of characters in a document.
pub(crate) const MAX_CHARS: usize = 8_000_000;
/// If the first reader finds fewer words than this, the second reader is tried.
const FEW_WORDS: usize = 20;

/// What a PDF contains.
#[derive(Debug)]
pub(crate) enum Content {
    /// Pages in reading order.
    Pages(Document),
    /// Files of any format, and a page that asks to open them.
    Portfolio(Vec<Attached>),
}

/// Reads a PDF.
///
/// # Errors
/// Returns an error if the file is encrypted, a scan, empty, damaged, or exceeds a limit.
pub(crate) fn read_content(bytes: &[u8]) -> Result<Content, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let mut first = isolated_call(|| first_reading(bytes));
    if let Ok(reading) = &mut first
        && let Some(files) = reading.portfolio.take()
    {
        return Ok(Content::Portfolio(files));
    }
    let images = first
        .as_ref()
        .map_or_else(|_| Vec::new(), |reading| reading.images.clone());
    let mut document = read_twice(bytes, first)?;
    let findings = unread::findings(&document.pages, &images);
    document.hidden.extend(findings);
    Ok(Content::Pages(document))
}

/// Reads a PDF with the second reader if the first found little, and returns the better reading.
fn read_twice(bytes: &[u8], first: Result<Reading, ReadError>) -> Result<Document, ReadError> {
    match &first {
        Ok(reading) if reading.quality.is_good() => return first.map(|reading| reading.document),
        Err(ReadError::Encrypted | ReadError::Limit(_) | ReadError::DynamicForm) => {
            return first.map(|reading| reading.document);
        }
        // The second reader takes the codes of such fonts for characters.
        Ok(reading) if reading.has_opaque_font => return better_of(first, Ok(Vec::new())),
        // The second reader is known to overflow the stack and to exhaust memory, which would end every fuzzing run.
        _ if cfg!(fuzzing) => return first.map(|reading| reading.document),
        _ => {}
    }
    let fallback = isolated_call(|| fallback::read_text(bytes));
    better_of(first, fallback)
}

/// The result of the first reader.
struct Reading {
    document: Document,
    quality: Quality,
    /// Which pages have images, as far as it matters for their text.
    images: Vec<bool>,
    has_opaque_font: bool,
    portfolio: Option<Vec<Attached>>,
}

/// Counts that show how much of a text consists of words.
#[derive(Debug, Clone, Copy, Default)]
struct Quality {
    words: usize,
    characters: usize,
    undecoded: usize,
}

impl Quality {
    fn add(&mut self, text: &str) {
        self.words += text
            .split_whitespace()
            .filter(|word| word.chars().any(char::is_alphanumeric))
            .count();
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            self.characters += 1;
            self.undecoded += usize::from(characters::is_undecoded(c));
        }
    }

    fn of(pages: &[DocumentPage]) -> Self {
        let mut quality = Self::default();
        for line in pages
            .iter()
            .flat_map(|page| &page.blocks)
            .flat_map(|block| &block.lines)
        {
            for run in &line.runs {
                quality.add(&run.text);
            }
        }
        quality
    }

    /// Returns whether more than a tenth of the characters could not be decoded.
    fn is_mojibake(self) -> bool {
        self.undecoded * 10 > self.characters
    }

    /// Returns whether there are few words, and more than half of the characters could not be decoded.
    fn is_unreadable(self) -> bool {
        self.words < FEW_WORDS && self.undecoded * 2 > self.characters
    }

    fn is_good(self) -> bool {
        self.words >= FEW_WORDS && !self.is_mojibake()
    }

    /// Returns the number of readable words.
    fn readable(self) -> usize {
        if self.is_mojibake() { 0 } else { self.words }
    }
}

fn first_reading(bytes: &[u8]) -> Result<Reading, ReadError> {
    let file = runs::read_pages(bytes)?;
    let mut document = Document {
        media: MediaKind::Pdf,
        pages: Vec::with_capacity(file.pages.len()),
        paged: true,
        hidden: Vec::new(),
        link_targets: file.link_targets,
    };
    let images = file.pages.iter().map(|page| page.has_images).collect();
    let painted = file.pages.iter().any(|page| !page.fills.is_empty());
    arrange(&mut document, file.pages, Trust::Painting);
    let mut quality = Quality::of(&document.pages);
    // This is rare, so the pages are read again instead of copied for every document.
    if painted && quality.words < FEW_WORDS {
        arrange(&mut document, runs::read_pages(bytes)?.pages, Trust::Text);
        quality = Quality::of(&document.pages);
    }
    Ok(Reading {
        document,
        quality,
        images,
        has_opaque_font: file.has_opaque_font,
        portfolio: file.portfolio,
    })
}

/// Fills the document with the visible text of its pages in reading order, and with the hidden text.
fn arrange(document: &mut Document, pages: Vec<PdfPage>, trust: Trust) {
    document.hidden.clear();
    document.pages.clear();
    let mut grids = Vec::with_capacity(pages.len());
    let mut texts = Vec::with_capacity(pages.len());
    for (number, mut page) in (1..).zip(pages) {
        grids.push(grid::grids_of(&std::mem::take(&mut page.rules)));
        let (visible, findings) = hidden::separate(page, number, trust);
        document.hidden.extend(findings);
        texts.push(visible);
    }
    repeated_rows::leave_out(&mut texts);
    let pages = texts.into_iter().zip(&grids);
    let pages = pages.map(|(text, grids)| DocumentPage {
        blocks: columns::arrange(text, grids),
    });
    document.pages.extend(pages);
}

/// Returns the reading with more readable words, or the error if neither has any.
fn better_of(
    first: Result<Reading, ReadError>,
    fallback: Result<Vec<DocumentPage>, ReadError>,
) -> Result<Document, ReadError> {
    let fallback = fallback.unwrap_or_default();
    let fallback_words = Quality::of(&fallback).readable();
    match first {
        // The second reader does not detect hidden text, so it is trusted only if the first found none.
        Ok(reading)
            if fallback_words > reading.quality.readable()
                && (reading.quality.is_mojibake() || reading.document.hidden.is_empty()) =>
        {
            Ok(Document {
                pages: fallback,
                ..reading.document
            })
        }
        Ok(reading) if reading.quality.is_unreadable() => Err(ReadError::Undecodable),
        Ok(reading) if reading.quality.words > 0 => Ok(reading.document),
        Ok(reading) if reading.images.contains(&true) => Err(ReadError::Scan),
        Ok(_) => Err(ReadError::NoText),
        Err(_) if fallback_words > 0 => Ok(Document {
            media: MediaKind::Pdf,
            pages: fallback,
            paged: true,
            hidden: Vec::new(),
            link_targets: Vec::new(),
        }),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
