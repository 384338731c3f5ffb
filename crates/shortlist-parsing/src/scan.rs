//! Scans: the images of pages without text, and the documents that recognition makes of them.
//!
//! Another program recognizes the text. This module finds the images for it and reads its result. Like all readers, it uses
//! no network and no disk.

mod headers;
mod office;
mod pdf;
mod recognized;
mod samples;
#[cfg(test)]
mod tests;

use shortlist_domain::{DocumentLimit, MediaKind};

use crate::media::{Container, container_of};
use crate::{Document, ReadError};

pub use recognized::{RecognizedPage, read_recognized};

/// The maximum number of pages that are recognized.
pub const MAX_SCANNED_PAGES: usize = 20;
/// The maximum number of pixels of an image: an A4 page at 600 dpi has 35 million.
pub const MAX_PIXELS: u64 = 40_000_000;
/// The minimum width and height of an image of a page. Smaller images are icons and portraits.
const MIN_SIDE: u32 = 400;
/// The minimum number of pixels of an image in a document that has some text: a page at 100 dpi. Smaller images are
/// portraits and logos.
const MIN_PIXELS_BESIDE_TEXT: u64 = 900_000;
/// A document with fewer words may be a scan. Programs add lines such as `Scanned by` to each page.
const FEW_WORDS: usize = 20;

/// The images of a scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// The format of the file.
    pub media: MediaKind,
    /// The images of pages, in order.
    pub images: Vec<PageImage>,
}

/// The image of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageImage {
    /// The index of the page, from 0.
    pub page: u32,
    /// The image as a JPEG, JPEG 2000, PNG, PBM or PGM file.
    pub bytes: Vec<u8>,
    pixels: u64,
}

/// Returns the images of a file whose text must be recognized. Returns `None` if its text was read, or if it has no images
/// of pages.
///
/// `read` is the result of [`read_document`](crate::read_document) for the file.
///
/// # Errors
/// Returns an error if the images exceed a limit.
pub fn find_scan(
    bytes: &[u8],
    read: Result<&Document, &ReadError>,
) -> Result<Option<Scan>, ReadError> {
    let min_pixels = match read {
        Ok(document) if has_few_words(document) => MIN_PIXELS_BESIDE_TEXT,
        Err(ReadError::Scan | ReadError::NoText | ReadError::Undecodable) => 0,
        _ => return Ok(None),
    };
    let (media, found) = match container_of(bytes)? {
        Container::Pdf => (MediaKind::Pdf, pdf::page_images(bytes)?),
        Container::Zip => (MediaKind::Docx, office::page_images(bytes)?),
        _ => return Ok(None),
    };
    let images: Vec<PageImage> = found
        .into_iter()
        .filter(|image| image.pixels >= min_pixels)
        .collect();
    Ok((!images.is_empty()).then_some(Scan { media, images }))
}

fn has_few_words(document: &Document) -> bool {
    let blocks = document.pages.iter().flat_map(|page| &page.blocks);
    let lines = blocks.flat_map(|block| &block.lines);
    let runs = lines.flat_map(|line| &line.runs);
    let words = runs.flat_map(|run| run.text.split_whitespace());
    let words = words.filter(|word| word.chars().any(char::is_alphanumeric));
    words.take(FEW_WORDS).count() < FEW_WORDS
}

/// Returns whether an image may be a page.
///
/// # Errors
/// Returns an error if the image is too large.
fn is_page(width: u32, height: u32) -> Result<bool, ReadError> {
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ReadError::Limit(DocumentLimit::Pixels));
    }
    Ok(width >= MIN_SIDE && height >= MIN_SIDE)
}
