//! A sheet as a Word 97 document ([MS-DOC]): text in pieces, formats of characters and paragraphs in pages of 512 bytes.

mod formats;
mod styles;
mod text;
mod write;

use super::sheet::Sheet;
use text::Text;

/// The file.
pub(super) fn write(sheet: &Sheet) -> Vec<u8> {
    write::write(&Text::of(sheet))
}
