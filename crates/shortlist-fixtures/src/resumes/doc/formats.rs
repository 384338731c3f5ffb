//! Format pages ([MS-DOC] 2.9.33 and 2.9.175).
//!
//! A page begins with the boundaries of its stretches and the place of each stretch's properties. The properties themselves
//! fill the page from its end.

use std::ops::Range;

use super::text::{Kind, Text};
use crate::resumes::sheet::Role;

pub(super) const PAGE_BYTES: usize = 512;

/// The width of the text, in twentieths of a point.
const TEXT_WIDTH: i32 = 9_600;
/// The size of a cell's description, such as its borders. All of it is zero here.
const CELL_BYTES: usize = 20;

/// A stretch of the stream and its properties.
type Stretch = (Range<usize>, Vec<u8>);

/// Pages and their boundaries: the first byte of each page, and the end of the last.
pub(super) struct Pages {
    pub(super) bytes: Vec<[u8; PAGE_BYTES]>,
    pub(super) boundaries: Vec<usize>,
}

/// Returns the pages for the formats of characters. `place` is where the text begins in the stream.
pub(super) fn characters(text: &Text, place: usize) -> Pages {
    let looks = text.looks.iter();
    pages(
        looks
            .map(|(range, role)| (in_stream(range, place), look(*role)))
            .collect(),
        1,
    )
}

/// Returns the pages for the formats of paragraphs.
pub(super) fn paragraphs(text: &Text, place: usize) -> Pages {
    let paragraphs = text.paragraphs.iter();
    pages(
        paragraphs
            .map(|(range, kind)| (in_stream(range, place), format(kind)))
            .collect(),
        13,
    )
}

fn in_stream(range: &Range<usize>, place: usize) -> Range<usize> {
    place + 2 * range.start..place + 2 * range.end
}

/// Returns bold (`sprmCFBold`) and the size in half points (`sprmCHps`), after their length.
fn look(role: Role) -> Vec<u8> {
    let [low, high] = u16::try_from(role.size() / 5).unwrap_or(20).to_le_bytes();
    let mut properties = vec![0x43, 0x4A, low, high];
    if role.bold() {
        properties.extend([0x35, 0x08, 1]);
    }
    let length = u8::try_from(properties.len()).unwrap_or(0);
    [&[length], properties.as_slice()].concat()
}

/// Returns the normal style, then marks for a table cell, a row end or a list item, after half the length.
fn format(kind: &Kind) -> Vec<u8> {
    let mut properties = vec![0, 0];
    match kind {
        Kind::Plain => {}
        Kind::ListItem => properties.extend([0x0B, 0x46, 1, 0]),
        Kind::Cell => properties.extend([0x16, 0x24, 1]),
        Kind::RowEnd(shares) => {
            properties.extend([0x16, 0x24, 1, 0x17, 0x24, 1]);
            properties.extend(cells(shares));
        }
    }
    let words = u8::try_from(properties.len().div_ceil(2)).unwrap_or(0);
    if properties.len() % 2 == 0 {
        [&[0, words], properties.as_slice()].concat()
    } else {
        [&[words], properties.as_slice()].concat()
    }
}

/// Returns the edges of a row's cells (`sprmTDefTable`), in twentieths of a point.
fn cells(shares: &[i32]) -> Vec<u8> {
    let mut edges = vec![0_i16];
    for share in shares {
        let before = edges.last().copied().unwrap_or(0);
        edges.push(before + i16::try_from(share * TEXT_WIDTH / 100).unwrap_or(0));
    }
    let count = u8::try_from(shares.len()).unwrap_or(0);
    let length = u16::try_from(2 + 2 * edges.len() + CELL_BYTES * shares.len()).unwrap_or(0);
    let mut modifier = vec![0x08, 0xD6];
    modifier.extend(length.to_le_bytes());
    modifier.push(count);
    modifier.extend(edges.into_iter().flat_map(i16::to_le_bytes));
    modifier.resize(modifier.len() + CELL_BYTES * shares.len(), 0);
    modifier
}

fn pages(stretches: Vec<Stretch>, descriptor: usize) -> Pages {
    let mut pages = Pages {
        bytes: Vec::new(),
        boundaries: stretches
            .first()
            .map(|(range, _)| range.start)
            .into_iter()
            .collect(),
    };
    let mut rest = stretches.as_slice();
    while !rest.is_empty() {
        let (page, taken) = page(rest, descriptor);
        let (now, later) = rest.split_at(taken.clamp(1, rest.len()));
        pages.bytes.push(page);
        pages
            .boundaries
            .extend(now.last().map(|(range, _)| range.end));
        rest = later;
    }
    pages
}

/// Returns one page with as many stretches as fit, and their number.
fn page(stretches: &[Stretch], descriptor: usize) -> ([u8; PAGE_BYTES], usize) {
    let mut properties_at = PAGE_BYTES - 1;
    let mut places = Vec::new();
    for (_, properties) in stretches {
        // Properties begin at even places, because places are stored in units of two bytes.
        let at = properties_at.saturating_sub(properties.len()) & !1;
        let head = 4 * (places.len() + 2) + descriptor * (places.len() + 1);
        if head > at || places.len() == 100 {
            break;
        }
        places.push(at);
        properties_at = at;
    }
    let mut page = [0; PAGE_BYTES];
    let count = places.len();
    let starts = stretches.iter().take(count).map(|(range, _)| range.start);
    let end = stretches
        .get(count.saturating_sub(1))
        .map(|(range, _)| range.end);
    for (number, boundary) in starts.chain(end).enumerate() {
        put(
            &mut page,
            4 * number,
            &u32::try_from(boundary).unwrap_or(0).to_le_bytes(),
        );
    }
    for (number, (at, (_, properties))) in places.iter().zip(stretches).enumerate() {
        let word = u8::try_from(at / 2).unwrap_or(0);
        put(&mut page, 4 * (count + 1) + descriptor * number, &[word]);
        put(&mut page, *at, properties);
    }
    put(
        &mut page,
        PAGE_BYTES - 1,
        &[u8::try_from(count).unwrap_or(0)],
    );
    (page, count)
}

/// Overwrites bytes at a place, if the place exists.
pub(super) fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    if let Some(place) = bytes.get_mut(at..at + value.len()) {
        place.copy_from_slice(value);
    }
}
