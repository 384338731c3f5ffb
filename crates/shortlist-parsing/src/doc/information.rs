//! Reads the file information block: the version of Word that wrote the file, and the offsets of its parts.

use std::ops::Range;

use super::bytes::{offset_at, u16_at};
use crate::ReadError;
use crate::flow::MAX_CHARACTERS;
use shortlist_domain::Damage;

/// The highest version number that is older than Word 97.
const LAST_OLD_VERSION: u16 = 0x69;

/// A part of a document. The file stores their texts in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Body,
    Footnotes,
    Headers,
    Macros,
    Annotations,
    Endnotes,
    TextBoxes,
    HeaderTextBoxes,
}

/// The fields of the block.
#[derive(Debug)]
pub(crate) struct Information {
    /// Whether the file is older than Word 97.
    pub(crate) old: bool,
    /// Whether the text has a piece table.
    pub(crate) pieced: bool,
    /// The start and end of the text, if it has no piece table.
    pub(crate) text: Range<usize>,
    /// The start and length of the piece table.
    pub(crate) piece_table: (usize, usize),
    /// The table of character formats.
    pub(crate) characters_table: (usize, usize),
    /// The table of paragraph formats.
    pub(crate) paragraphs_table: (usize, usize),
    /// The language of the program that wrote the file, which can differ from the language of the text.
    pub(crate) language: u16,
    first_table: bool,
    lengths: [usize; 8],
}

impl Information {
    /// Reads the block at the start of the `WordDocument` stream.
    pub(crate) fn parse(word: &[u8]) -> Result<Self, ReadError> {
        Self::fields(word).ok_or_else(|| ReadError::damaged(Damage::WordHeader))?
    }

    fn fields(word: &[u8]) -> Option<Result<Self, ReadError>> {
        let version = u16_at(word, 2)?;
        let flags = u16_at(word, 0x0A)?;
        if flags & 0x0100 != 0 {
            return Some(Err(ReadError::Encrypted));
        }
        let old = version <= LAST_OLD_VERSION;
        let (first, size) = if old { (0x34, 4) } else { (0x4C, 4) };
        let mut lengths = [0; 8];
        for (number, length) in lengths.iter_mut().enumerate() {
            *length = offset_at(word, first + number * size)
                .unwrap_or(0)
                .min(MAX_CHARACTERS * 2);
        }
        let pair = |at: usize| Some((offset_at(word, at)?, offset_at(word, at + 4)?));
        let absent = (0, 0);
        let text = offset_at(word, 0x18)?..offset_at(word, 0x1C)?;
        Some(Ok(Self {
            old,
            pieced: !old || flags & 0x0004 != 0,
            text,
            piece_table: pair(if old { 0x160 } else { 0x1A2 }).unwrap_or(absent),
            characters_table: if old {
                absent
            } else {
                pair(0xFA).unwrap_or(absent)
            },
            paragraphs_table: if old {
                absent
            } else {
                pair(0x102).unwrap_or(absent)
            },
            language: u16_at(word, 6)?,
            first_table: flags & 0x0200 != 0,
            lengths,
        }))
    }

    /// Returns the names of the table streams, the more likely one first. Old documents have none.
    pub(crate) fn table_names(&self) -> Option<[&'static str; 2]> {
        match (self.old, self.first_table) {
            (true, _) => None,
            (false, true) => Some(["1Table", "0Table"]),
            (false, false) => Some(["0Table", "1Table"]),
        }
    }

    /// Returns the character range of a part.
    pub(crate) fn range(&self, part: Part) -> Range<usize> {
        const ORDER: [Part; 8] = [
            Part::Body,
            Part::Footnotes,
            Part::Headers,
            Part::Macros,
            Part::Annotations,
            Part::Endnotes,
            Part::TextBoxes,
            Part::HeaderTextBoxes,
        ];
        let mut start = 0_usize;
        for (kind, length) in ORDER.into_iter().zip(self.lengths) {
            let end = start.saturating_add(length);
            if kind == part {
                return start..end;
            }
            start = end;
        }
        start..start
    }

    /// Returns the number of characters in all parts.
    pub(crate) fn characters(&self) -> usize {
        self.lengths.iter().sum()
    }
}
