//! PDF: positioned runs from the file, our own reading order, hidden text kept apart.
//!
//! The first reader is `pdfboss`, behind [`runs::read_pages`]. The second, `pdf-extract`, is asked
//! only for what the first cannot decode, and gives text without places.

mod bidi;
mod characters;
mod columns;
mod covered;
mod hidden;
mod lines;
mod paint;
mod rows;
mod runs;
mod said;
mod second;
mod sides;
mod source;
mod substitutes;

use shortlist_domain::MediaKind;

use crate::guard::isolated_call;
use crate::{Document, DocumentPage, ReadError};
use hidden::Trust;
use runs::PdfPage;

/// The most pages that are read.
pub(crate) const MAX_PAGES: usize = 300;
/// The most runs of text on one page.
pub(crate) const MAX_RUNS: usize = 200_000;
/// The most characters of a document.
pub(crate) const MAX_CHARS: usize = 8_000_000;
/// With fewer words than this the second reader is asked.
const FEW_WORDS: usize = 20;

/// Reads a PDF into pages in reading order.
///
/// # Errors
/// When it is encrypted, a scan, empty, over a limit, or cannot be made sense of.
pub(crate) fn read_pdf(bytes: &[u8]) -> Result<Document, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let first = isolated_call(|| first_reading(bytes));
    match &first {
        Ok(reading) if reading.quality.is_good() => return first.map(|reading| reading.document),
        Err(ReadError::Encrypted | ReadError::Limit(_)) => {
            return first.map(|reading| reading.document);
        }
        // Its overflows of the stack and wants of memory are known, and would end every run of a fuzzer.
        _ if cfg!(fuzzing) => return first.map(|reading| reading.document),
        _ => {}
    }
    let second = isolated_call(|| second::read_text(bytes));
    better_of(first, second)
}

/// What the first reader made of the file.
struct Reading {
    document: Document,
    quality: Quality,
    has_images: bool,
}

/// How much of a text can be words.
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

    /// Whether more than a tenth of it could not be decoded to characters.
    fn is_mojibake(self) -> bool {
        self.undecoded * 10 > self.characters
    }

    fn is_good(self) -> bool {
        self.words >= FEW_WORDS && !self.is_mojibake()
    }

    /// Words that can be read.
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
    let has_images = file.pages.iter().any(|page| page.has_images);
    let painted = file.pages.iter().any(|page| !page.fills.is_empty());
    let kept = painted.then(|| file.pages.clone());
    arrange(&mut document, file.pages, Trust::Painting);
    let mut quality = Quality::of(&document.pages);
    if let Some(pages) = kept.filter(|_| quality.words < FEW_WORDS) {
        arrange(&mut document, pages, Trust::Text);
        quality = Quality::of(&document.pages);
    }
    Ok(Reading {
        document,
        quality,
        has_images,
    })
}

/// Fills the document with its pages' visible text in reading order, and with what is hidden in them.
fn arrange(document: &mut Document, pages: Vec<PdfPage>, trust: Trust) {
    document.hidden.clear();
    document.pages.clear();
    for (number, page) in (1..).zip(pages) {
        let (visible, findings) = hidden::part(page, number, trust);
        document.hidden.extend(findings);
        document.pages.push(DocumentPage {
            blocks: columns::arrange(visible),
        });
    }
}

/// Takes the reading with more readable words, or says why there is none.
fn better_of(
    first: Result<Reading, ReadError>,
    second: Result<Vec<DocumentPage>, ReadError>,
) -> Result<Document, ReadError> {
    let second = second.unwrap_or_default();
    let second_words = Quality::of(&second).readable();
    match first {
        // The second reader does not tell what is hidden, so that it is believed only where nothing is.
        Ok(reading)
            if second_words > reading.quality.readable()
                && (reading.quality.is_mojibake() || reading.document.hidden.is_empty()) =>
        {
            Ok(Document {
                pages: second,
                ..reading.document
            })
        }
        Ok(reading) if reading.quality.words > 0 => Ok(reading.document),
        Ok(reading) if reading.has_images => Err(ReadError::Scan),
        Ok(_) => Err(ReadError::NoText),
        Err(_) if second_words > 0 => Ok(Document {
            media: MediaKind::Pdf,
            pages: second,
            paged: true,
            hidden: Vec::new(),
            link_targets: Vec::new(),
        }),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
