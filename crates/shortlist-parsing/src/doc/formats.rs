//! Reads character and paragraph formats. Pages of 512 bytes store the formats of ranges of the stream.

use shortlist_domain::FindingKind;

use super::bytes::{bytes_at, offset_at, u8_at, u16_at, u32_at};
use super::information::Information;
use crate::frame::Look;

/// The size of a format page.
const PAGE_BYTES: usize = 512;
/// The maximum number of pages of one kind.
const MAX_PAGES: usize = 20_000;

/// The format of a paragraph.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct ParagraphFormat {
    pub(crate) heading: bool,
    pub(crate) list_item: bool,
    pub(crate) in_table: bool,
    pub(crate) ends_row: bool,
}

/// A range of the stream with its format.
#[derive(Debug, Clone)]
struct FormatRange<T> {
    start: usize,
    end: usize,
    format: T,
}

/// All formats of a document, by offset in the stream.
#[derive(Debug, Default)]
pub(crate) struct Formats {
    characters: Vec<FormatRange<Look>>,
    paragraphs: Vec<FormatRange<ParagraphFormat>>,
}

impl Formats {
    /// Reads the formats and skips damaged ones.
    pub(crate) fn read(word: &[u8], table: &[u8], information: &Information) -> Self {
        let mut characters = Vec::new();
        for page in pages(word, table, information.characters_table) {
            read_page(page, 1, &mut characters, |page, at| {
                let length = usize::from(u8_at(page, at).unwrap_or(0));
                character_look(bytes_at(page, at + 1, length))
            });
        }
        let mut paragraphs = Vec::new();
        for page in pages(word, table, information.paragraphs_table) {
            read_page(page, 13, &mut paragraphs, paragraph_format);
        }
        characters.sort_by_key(|range| range.start);
        paragraphs.sort_by_key(|range| range.start);
        Self {
            characters,
            paragraphs,
        }
    }

    /// Returns whether the formats of paragraphs are known.
    pub(crate) fn knows_paragraphs(&self) -> bool {
        !self.paragraphs.is_empty()
    }

    /// Returns the style of the character at an offset, and the offset where the style ends.
    pub(crate) fn look(&self, offset: usize) -> (Look, usize) {
        find(&self.characters, offset)
            .map_or((Look::default(), offset), |found| (found.format, found.end))
    }

    /// Returns the format of the paragraph whose end mark is at an offset.
    pub(crate) fn paragraph(&self, offset: usize) -> ParagraphFormat {
        find(&self.paragraphs, offset).map_or_else(ParagraphFormat::default, |found| found.format)
    }
}

fn find<T>(ranges: &[FormatRange<T>], offset: usize) -> Option<&FormatRange<T>> {
    let after = ranges.partition_point(|range| range.start <= offset);
    let found = ranges.get(after.checked_sub(1)?)?;
    (offset < found.end).then_some(found)
}

/// Returns the format pages that a table lists.
fn pages<'a>(word: &'a [u8], table: &[u8], (start, length): (usize, usize)) -> Vec<&'a [u8]> {
    let list = bytes_at(table, start, length);
    let count = (list.len().saturating_sub(4) / 8)
        .min(MAX_PAGES)
        .min(word.len() / PAGE_BYTES + 1);
    (0..count)
        .filter_map(|number| {
            let page =
                usize::try_from(u32_at(list, (count + 1) * 4 + number * 4)? & 0x003F_FFFF).ok()?;
            word.get(page * PAGE_BYTES..(page + 1) * PAGE_BYTES)
        })
        .collect()
}

/// Reads the ranges of a page. `width` is the size of one descriptor in bytes.
fn read_page<T>(
    page: &[u8],
    width: usize,
    found: &mut Vec<FormatRange<T>>,
    format: impl Fn(&[u8], usize) -> T,
) where
    T: Default,
{
    let count = usize::from(u8_at(page, PAGE_BYTES - 1).unwrap_or(0));
    for number in 0..count {
        let (Some(start), Some(end)) = (
            offset_at(page, number * 4),
            offset_at(page, (number + 1) * 4),
        ) else {
            return;
        };
        let at = usize::from(u8_at(page, (count + 1) * 4 + number * width).unwrap_or(0)) * 2;
        if start < end {
            let format = if at == 0 {
                T::default()
            } else {
                format(page, at)
            };
            found.push(FormatRange { start, end, format });
        }
    }
}

/// Returns the code and the operand of each single property modifier ([MS-DOC] 2.6).
fn modifiers(mut bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let code = u16_at(bytes, 0)?;
        let (skip, length) = match code >> 13 {
            0 | 1 => (2, 1),
            2 | 4 | 5 => (2, 2),
            3 => (2, 4),
            7 => (2, 3),
            _ if code == 0xD608 => (2, usize::from(u16_at(bytes, 2)?) + 1),
            _ => (3, usize::from(u8_at(bytes, 2)?)),
        };
        let operand = bytes.get(skip..skip + length)?;
        bytes = bytes.get(skip + length..)?;
        Some((code, operand))
    })
}

fn character_look(properties: &[u8]) -> Look {
    let mut look = Look::default();
    let (mut white, mut shaded, mut vanish) = (false, false, false);
    for (code, operand) in modifiers(properties) {
        let first = operand.first().copied().unwrap_or(0);
        match code {
            0x0835 => look.bold = matches!(first, 1 | 0x81),
            0x083C => vanish = matches!(first, 1 | 0x81),
            0x4A43 => look.size = f32::from(u16_at(operand, 0).unwrap_or(0).min(3_276)) / 2.0,
            0x2A42 => white = first == 8,
            0x6870 => {
                white =
                    matches!(operand, [red, green, blue, 0] if *red.min(green).min(blue) >= 0xF8);
            }
            0x2A0C => shaded |= !matches!(first, 0 | 8),
            0x4866 | 0xCA71 => shaded = true,
            _ => {}
        }
    }
    look.hidden = if vanish {
        Some(FindingKind::Vanish)
    } else if look.size > 0.0 && look.size <= 1.0 {
        Some(FindingKind::Tiny)
    } else {
        (white && !shaded).then_some(FindingKind::SameColour)
    };
    look
}

fn paragraph_format(page: &[u8], at: usize) -> ParagraphFormat {
    let (start, length) = match u8_at(page, at) {
        Some(0) => (at + 2, usize::from(u8_at(page, at + 1).unwrap_or(0)) * 2),
        Some(words) => (at + 1, usize::from(words) * 2 - 1),
        None => return ParagraphFormat::default(),
    };
    let properties = bytes_at(page, start, length);
    let style = u16_at(properties, 0).unwrap_or(0);
    let mut format = ParagraphFormat {
        heading: (1..=9).contains(&style),
        ..ParagraphFormat::default()
    };
    for (code, operand) in modifiers(properties.get(2..).unwrap_or_default()) {
        let first = operand.first().copied().unwrap_or(0);
        match code {
            0x2416 => format.in_table = first != 0,
            0x2417 => format.ends_row = first != 0,
            0x244B | 0x244C if first != 0 => {
                format.in_table = true;
                format.ends_row |= code == 0x244C;
            }
            0x2640 => format.heading = first < 9,
            0x460B => format.list_item = !matches!(u16_at(operand, 0), None | Some(0 | 0xF801)),
            _ => {}
        }
    }
    format
}
