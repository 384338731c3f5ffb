//! Writes a sheet as a Word 97 document ([MS-DOC]).
//!
//! The text is stored in pieces. The formats of characters and paragraphs are stored in pages of 512 bytes.

mod formats;
mod styles;
mod text;
mod write;

use super::sheet::Sheet;
use text::Text;

/// Returns the file.
pub(super) fn write(sheet: &Sheet) -> Vec<u8> {
    write::write(&Text::of(sheet))
}
