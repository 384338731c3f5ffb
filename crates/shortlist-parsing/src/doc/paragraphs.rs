//! Splits the characters of a part into paragraphs, cells and rows.

use std::ops::Range;

use super::formats::{Formats, ParagraphFormat};
use super::pieces::{Piece, StoredText};
use crate::fields::Fields;
use crate::flow::Flow;
use crate::frame::{Look, ParagraphKind};

/// The character that ends a cell or a row.
const CELL_MARK: u16 = 0x07;

/// Reads a part.
pub(crate) fn read_part(
    text: &StoredText,
    formats: &Formats,
    range: Range<usize>,
    flow: &mut Flow,
) {
    let end = range.end.min(text.units.len());
    let mut reader = PartReader {
        text,
        formats,
        flow,
        fields: Fields::default(),
        in_row: false,
    };
    let mut start = range.start;
    while start < end && !reader.flow.is_full() {
        let rest = text.units.get(start..end).unwrap_or_default();
        let length = rest
            .iter()
            .position(|unit| ends_paragraph(*unit))
            .unwrap_or(rest.len());
        reader.paragraph(start..start + length, rest.get(length).copied());
        start += length + 1;
    }
    reader.leave_row();
}

fn ends_paragraph(unit: u16) -> bool {
    matches!(unit, 0x0D | 0x0C | CELL_MARK)
}

struct PartReader<'a, 'f> {
    text: &'a StoredText,
    formats: &'a Formats,
    flow: &'f mut Flow,
    fields: Fields,
    /// Whether a row and a cell in it are open.
    in_row: bool,
}

impl PartReader<'_, '_> {
    fn paragraph(&mut self, range: Range<usize>, mark: Option<u16>) {
        let is_cell = mark == Some(CELL_MARK);
        let mut format = self.format(range.end);
        if !self.formats.knows_paragraphs() {
            format.in_table = is_cell || self.in_row;
            format.ends_row = is_cell && range.is_empty() && self.in_row;
        }
        if format.ends_row && is_cell {
            self.leave_row();
            return;
        }
        if !format.in_table && !is_cell {
            self.leave_row();
        } else if !self.in_row {
            self.flow.open_row();
            self.flow.open_cell();
            self.in_row = true;
        }
        let kind = ParagraphKind {
            heading: format.heading,
            list_item: format.list_item,
        };
        self.runs(range, kind);
        self.flow.end_paragraph(kind);
        if is_cell {
            self.flow.close_cell();
            self.flow.open_cell();
        }
    }

    fn leave_row(&mut self) {
        if std::mem::take(&mut self.in_row) {
            self.flow.close_cell();
            self.flow.close_row();
        }
    }

    /// Returns the format of the paragraph whose mark is at a position.
    fn format(&self, mark: usize) -> ParagraphFormat {
        match piece_at(&self.text.pieces, mark) {
            Some(piece) => self.formats.paragraph(stream_offset_of(piece, mark)),
            None => ParagraphFormat::default(),
        }
    }

    /// Passes on the text of the paragraph, one range of the same style at a time.
    fn runs(&mut self, range: Range<usize>, kind: ParagraphKind) {
        let mut at = range.start;
        while at < range.end {
            let Some(piece) = piece_at(&self.text.pieces, at) else {
                return;
            };
            let offset = stream_offset_of(piece, at);
            let (look, look_end) = self.formats.look(offset);
            let same = look_end.saturating_sub(offset) / piece.width;
            let reach = if same == 0 {
                range.end
            } else {
                at.saturating_add(same)
            };
            let end = reach.min(piece.characters.end).min(range.end).max(at + 1);
            self.text_range(at..end, look, kind);
            at = end;
        }
    }

    fn text_range(&mut self, range: Range<usize>, look: Look, kind: ParagraphKind) {
        let mut units = Vec::with_capacity(range.len());
        for unit in self.text.units.get(range).unwrap_or_default() {
            match unit {
                0x13 => {
                    self.flush_text(&mut units, look);
                    self.fields.begin();
                }
                0x14 => {
                    self.flush_text(&mut units, look);
                    self.fields.separate(self.flow);
                }
                0x15 => {
                    self.flush_text(&mut units, look);
                    self.fields.end(self.flow);
                }
                0x0B | 0x0E => {
                    self.flush_text(&mut units, look);
                    self.flow.end_line(kind);
                }
                0x1E => units.push(0x2D),
                0x09 | 0x0A => units.push(*unit),
                // These are the marks of pictures, notes and soft hyphens, and the private characters of symbol fonts.
                0x00..=0x1F => {}
                0xF000..=0xF0FF => units.push(0x20),
                unit => units.push(*unit),
            }
        }
        self.flush_text(&mut units, look);
    }

    fn flush_text(&mut self, units: &mut Vec<u16>, look: Look) {
        if units.is_empty() {
            return;
        }
        let text = String::from_utf16_lossy(units);
        units.clear();
        if self.fields.in_instruction() {
            self.fields.push_instruction(&text);
        } else {
            self.flow.text(&text, look);
        }
    }
}

fn piece_at(pieces: &[Piece], position: usize) -> Option<&Piece> {
    let number = pieces.partition_point(|piece| piece.characters.end <= position);
    pieces
        .get(number)
        .filter(|piece| piece.characters.start <= position)
}

fn stream_offset_of(piece: &Piece, position: usize) -> usize {
    let offset = position.saturating_sub(piece.characters.start);
    piece
        .stream_offset
        .saturating_add(offset.saturating_mul(piece.width))
}
