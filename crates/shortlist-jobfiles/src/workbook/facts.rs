//! Finds the hidden rows, merged cells and uncalculated formulas of a sheet.
//!
//! The cell reader reports none of them together with values, and reading the XML of a sheet again would cost as much as reading its cells. The
//! tags are therefore scanned byte by byte while the archive is unpacked for the check of its limits.

use std::io::{self, Write};

/// The maximum number of bytes of a tag that are read.
const MAX_TAG_BYTES: usize = 1_024;

/// The maximum number of hidden rows, of merged areas, and of uncalculated formulas that are kept per sheet.
const MAX_PLACES: usize = 20_000;

/// An area of merged cells. Rows and columns count from 0, and both ends are included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) first_row: u32,
    pub(super) last_row: u32,
    pub(super) first_column: usize,
    pub(super) last_column: usize,
}

/// The facts from the tags of one part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The hidden rows, numbered from 1, in sheet order.
    pub(super) hidden_rows: Vec<u32>,
    pub(super) merged: Vec<Area>,
    /// The rows and columns, both from 0, of formulas without a stored result.
    pub(super) uncalculated: Vec<(u32, usize)>,
}

/// The cell that is being scanned.
#[derive(Debug, Default)]
struct OpenCell {
    /// Its tag.
    tag: String,
    content: Content,
}

/// What a cell contains, as far as it has been read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Content {
    #[default]
    Value,
    /// A formula, so far without its result.
    Formula,
    /// A formula in whose result the scanner is. Some exporters leave the result empty.
    OpenResult,
    /// A formula with its result.
    Calculated,
}

/// Scans the tags of XML that is written to it.
#[derive(Debug, Default)]
pub(super) struct FactScanner {
    facts: Facts,
    /// The bytes of the current tag after `<`, or `None` outside of tags.
    tag: Option<Vec<u8>>,
    row: u32,
    cell: OpenCell,
}

impl FactScanner {
    pub(super) fn finish(self) -> Facts {
        self.facts
    }

    fn end_of_tag(&mut self, tag: &[u8]) {
        let Ok(tag) = std::str::from_utf8(tag) else {
            return;
        };
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        if let Some(closed) = name.strip_prefix('/') {
            if self.cell.content == Content::OpenResult {
                self.cell.content = Content::Formula;
            }
            if closed.rsplit(':').next() == Some("c") {
                self.end_of_cell();
            }
            return;
        }
        let name = name.rsplit(':').next().unwrap_or(name);
        match name.trim_end_matches('/') {
            "c" => {
                self.cell = OpenCell::default();
                self.cell.tag.push_str(attributes);
            }
            "f" => self.cell.content = Content::Formula,
            "v" | "is" if self.cell.content == Content::Formula && !tag.ends_with('/') => {
                // The result of a text formula may be an empty text.
                self.cell.content = match attribute(&self.cell.tag, "t") {
                    Some("str") => Content::Calculated,
                    _ => Content::OpenResult,
                };
            }
            _ => {}
        }
        if name == "row" {
            // A row without a number follows the row before it.
            self.row = attribute(attributes, "r")
                .and_then(|row| row.parse().ok())
                .unwrap_or_else(|| self.row.saturating_add(1));
            let hidden = matches!(attribute(attributes, "hidden"), Some("1" | "true"));
            if hidden && self.facts.hidden_rows.len() < MAX_PLACES {
                self.facts.hidden_rows.push(self.row);
            }
        } else if name == "mergeCell" && self.facts.merged.len() < MAX_PLACES {
            let area = attribute(attributes, "ref").and_then(area);
            self.facts.merged.extend(area);
        }
    }

    fn end_of_cell(&mut self) {
        let cell = std::mem::take(&mut self.cell);
        if cell.content == Content::Formula && self.facts.uncalculated.len() < MAX_PLACES {
            let place = attribute(&cell.tag, "r").and_then(cell_position);
            self.facts
                .uncalculated
                .extend(place.map(|(column, row)| (row, column)));
        }
    }

    /// Consumes the bytes up to the next mark that begins or ends a tag, and returns the rest.
    fn take<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let mark = if self.tag.is_some() { b'>' } else { b'<' };
        let end = bytes.iter().position(|byte| *byte == mark);
        let (text, rest) = match end {
            Some(end) => (
                bytes.get(..end).unwrap_or_default(),
                bytes.get(end + 1..).unwrap_or_default(),
            ),
            None => (bytes, &[][..]),
        };
        if self.tag.is_none() && !text.is_empty() && self.cell.content == Content::OpenResult {
            self.cell.content = Content::Calculated;
        }
        if let Some(tag) = &mut self.tag {
            let room = MAX_TAG_BYTES.saturating_sub(tag.len());
            tag.extend_from_slice(text.get(..room.min(text.len())).unwrap_or_default());
        }
        if end.is_some() {
            match self.tag.take() {
                Some(tag) => self.end_of_tag(&tag),
                None => self.tag = Some(Vec::new()),
            }
        }
        rest
    }
}

impl Write for FactScanner {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            rest = self.take(rest);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the value of an attribute.
fn attribute<'t>(attributes: &'t str, name: &str) -> Option<&'t str> {
    attributes
        .split(['"', '\''])
        .collect::<Vec<_>>()
        .chunks(2)
        .find_map(|pair| match pair {
            [key, value] if key.trim().trim_end_matches('=').trim() == name => Some(*value),
            _ => None,
        })
}

/// Parses an area such as `A2:A5`.
fn area(text: &str) -> Option<Area> {
    let (first, last) = text.split_once(':')?;
    let ((first_column, first_row), (last_column, last_row)) =
        (cell_position(first)?, cell_position(last)?);
    (first_row <= last_row && first_column <= last_column).then_some(Area {
        first_row,
        last_row,
        first_column,
        last_column,
    })
}

/// Parses a cell such as `B7` to column and row, both from 0.
fn cell_position(text: &str) -> Option<(usize, u32)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = text.split_at_checked(digits)?;
    if letters.is_empty() || letters.len() > 3 || !letters.bytes().all(|c| c.is_ascii_uppercase()) {
        return None;
    }
    let column = letters.bytes().fold(0_usize, |column, letter| {
        column * 26 + usize::from(letter - b'A') + 1
    });
    Some((
        column.checked_sub(1)?,
        row.parse::<u32>().ok()?.checked_sub(1)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_however_the_bytes_arrive() {
        let xml = br#"<x:worksheet><sheetData><row r="2" hidden="1"><c r="A2"/><c r="B2"><f>1+1</f></c><x:c r="C2"><x:f>2</x:f><x:v/></x:c><c r="D2"><f>3</f><v>3</v></c><c r="E2"><f>4</f><v></v></c><c r="F2" t="str"><f>""</f><v></v></c></row><row hidden='true'/><row r="9" hidden="0"/></sheetData>
            <mergeCells count="2"><mergeCell ref="A2:B5"/><mergeCell ref="nonsense"/></mergeCells></x:worksheet>"#;
        for size in [1, 7, 1_000] {
            let mut scanner = FactScanner::default();
            for chunk in xml.chunks(size) {
                scanner.write_all(chunk).unwrap();
            }
            let facts = scanner.finish();
            assert_eq!(facts.hidden_rows, [2, 3]);
            assert_eq!(facts.uncalculated, [(1, 1), (1, 2), (1, 4)]);
            assert_eq!(
                facts.merged,
                [Area {
                    first_row: 1,
                    last_row: 4,
                    first_column: 0,
                    last_column: 1
                }]
            );
        }
    }
}
