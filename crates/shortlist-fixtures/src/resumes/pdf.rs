//! Writes a sheet as PDF: places its lines page by page, with fonts that number their own glyphs like those in most PDFs.

mod draw;
mod font;
mod page;
mod text;
mod write;

use super::sheet::Sheet;
use page::Typesetter;

/// Returns the file.
pub(super) fn write(sheet: &Sheet) -> Vec<u8> {
    let mut typesetter = Typesetter::new(sheet);
    typesetter.set(sheet);
    write::write(typesetter)
}
