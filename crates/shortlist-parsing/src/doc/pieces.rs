//! Reads the stored text: pieces of 8-bit or UTF-16 characters in document order.

use std::ops::Range;

use encoding_rs::{Encoding, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254};

use super::bytes::{bytes_at, offset_at, u8_at, u16_at, u32_at};
use super::information::Information;
use crate::ReadError;
use crate::flow::MAX_CHARACTERS;
use shortlist_domain::DocumentLimit;

/// The bit of a piece's offset that marks 8-bit characters.
const EIGHT_BIT: u32 = 1 << 30;
/// The maximum number of pieces in a document.
const MAX_PIECES: usize = 1_000_000;

/// A contiguous range of the text in the file.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    /// The character range of the piece in the document.
    pub(crate) characters: Range<usize>,
    /// The offset of its first byte in the `WordDocument` stream.
    pub(crate) stream_offset: usize,
    /// The number of bytes per character, 1 or 2.
    pub(crate) width: usize,
}

/// The text in UTF-16, with one unit per character position, and the pieces that it consists of.
#[derive(Debug)]
pub(crate) struct StoredText {
    pub(crate) units: Vec<u16>,
    pub(crate) pieces: Vec<Piece>,
}

impl StoredText {
    /// Reads the text from the stream.
    pub(crate) fn read(
        word: &[u8],
        table: &[u8],
        information: &Information,
    ) -> Result<Self, ReadError> {
        let holder = if information.old { word } else { table };
        let (start, length) = information.piece_table;
        let mut pieces = Vec::new();
        if information.pieced {
            pieces =
                parse_pieces(bytes_at(holder, start, length), information.old).unwrap_or_default();
        }
        if pieces.is_empty() {
            pieces = vec![whole_text(information)];
        }
        let mut text = Self {
            units: Vec::new(),
            pieces: Vec::new(),
        };
        let page = if information.old {
            old_code_page(word, information)
        } else {
            WINDOWS_1252
        };
        let end = information.characters();
        for piece in pieces {
            if piece.characters.start >= end {
                break;
            }
            text.take(word, piece, page);
            if text.units.len() > MAX_CHARACTERS {
                return Err(ReadError::Limit(DocumentLimit::Characters));
            }
        }
        Ok(text)
    }

    /// Decodes a piece. If the piece exceeds the stream, its text is cut.
    fn take(&mut self, word: &[u8], mut piece: Piece, page: &'static Encoding) {
        let length = piece.characters.len().min(MAX_CHARACTERS + 1);
        let bytes = bytes_at(
            word,
            piece.stream_offset,
            length.saturating_mul(piece.width),
        );
        let start = self.units.len();
        if piece.width == 2 {
            self.units.extend(
                bytes
                    .chunks_exact(2)
                    .filter_map(|two| two.try_into().ok())
                    .map(u16::from_le_bytes),
            );
        } else {
            self.units
                .extend(bytes.iter().map(|byte| eight_bit(*byte, page)));
        }
        piece.characters = start..self.units.len();
        self.pieces.push(piece);
    }
}

/// Decodes one character of a single-byte code page. Control characters are marks of Word.
fn eight_bit(byte: u8, page: &'static Encoding) -> u16 {
    if byte < 0x80 {
        return u16::from(byte);
    }
    let one = [byte];
    let (text, _) = page.decode_without_bom_handling(&one);
    text.encode_utf16().next().unwrap_or(0x20)
}

/// Reads the piece table. Property modifiers (01) come first and are skipped. The positions and pieces (02) follow.
fn parse_pieces(clx: &[u8], old: bool) -> Option<Vec<Piece>> {
    let mut at = 0;
    while u8_at(clx, at)? == 1 {
        at += 3 + usize::from(u16_at(clx, at + 1)?);
    }
    if u8_at(clx, at)? != 2 {
        return None;
    }
    let length = offset_at(clx, at + 1)?;
    let table = bytes_at(clx, at + 5, length);
    let count = (table.len().checked_sub(4)? / 12).min(MAX_PIECES);
    let mut pieces = Vec::new();
    for number in 0..count {
        let start = offset_at(table, number * 4)?;
        let end = offset_at(table, (number + 1) * 4)?;
        let stored = u32_at(table, (count + 1) * 4 + number * 8 + 2)?;
        if end <= start {
            continue;
        }
        let narrow = old || stored & EIGHT_BIT != 0;
        let stream_offset = usize::try_from(stored & !EIGHT_BIT).ok()?;
        pieces.push(Piece {
            characters: start..end,
            stream_offset: if narrow && !old {
                stream_offset / 2
            } else {
                stream_offset
            },
            width: if narrow { 1 } else { 2 },
        });
    }
    Some(pieces)
}

/// Returns the only piece of a document that stores its text contiguously.
fn whole_text(information: &Information) -> Piece {
    let stored = information.text.end.saturating_sub(information.text.start);
    let characters = information.characters();
    let wide = !information.old && stored >= characters.saturating_mul(2);
    Piece {
        characters: 0..characters,
        stream_offset: information.text.start,
        width: if wide { 2 } else { 1 },
    }
}

/// Returns the code page of a document older than Word 97.
///
/// The language field is often wrong. Another script is assumed only if a fifth of the text is not ASCII.
fn old_code_page(word: &[u8], information: &Information) -> &'static Encoding {
    let stored = information.text.end.saturating_sub(information.text.start);
    let text = bytes_at(word, information.text.start, stored);
    let high = text.iter().filter(|byte| **byte >= 0xC0).count();
    let letters = text
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic() || **byte >= 0xC0)
        .count();
    let other_script = high * 5 > letters;
    match information.language & 0x3FF {
        0x19 | 0x22 | 0x23 | 0x02 if other_script => WINDOWS_1251,
        0x08 if other_script => WINDOWS_1253,
        0x05 | 0x0E | 0x15 | 0x18 | 0x1A | 0x1B | 0x24 => WINDOWS_1250,
        0x1F => WINDOWS_1254,
        _ if other_script => WINDOWS_1251,
        _ => WINDOWS_1252,
    }
}
