//! A sheet as PDF: places for its lines, page by page, and fonts whose glyphs have numbers of their own as in most PDFs.

mod draw;
mod font;
mod page;
mod text;
mod write;

use super::sheet::Sheet;
use page::Typesetter;

/// The file.
pub(super) fn write(sheet: &Sheet) -> Vec<u8> {
    let mut typesetter = Typesetter::new(sheet);
    typesetter.set(sheet);
    write::write(typesetter)
}
