//! Writes the two streams of the file.
//!
//! One contains the information block, the text and the format pages. The other contains the tables.

use std::io::{Cursor, Write};

use cfb::{CompoundFile, Version};

use super::formats::{PAGE_BYTES, Pages, characters, paragraphs, put};
use super::styles;
use super::text::Text;

/// The place where the text begins.
const TEXT_PLACE: usize = 0x800;

pub(super) fn write(text: &Text) -> Vec<u8> {
    let mut word = vec![0; TEXT_PLACE];
    word.extend(text.units.iter().flat_map(|unit| unit.to_le_bytes()));
    word.resize(word.len().next_multiple_of(PAGE_BYTES), 0);
    let mut table = Vec::new();
    let formats = [
        (0xFA, characters(text, TEXT_PLACE)),
        (0x102, paragraphs(text, TEXT_PLACE)),
    ];
    let mut head = head(text);
    for (field, pages) in formats {
        let first = word.len() / PAGE_BYTES;
        word.extend(pages.bytes.as_flattened());
        append_table(&mut head, field, &mut table, &bin_table(&pages, first));
    }
    let tables = [
        (0xA2, styles::sheet()),
        (0xCA, styles::section(text.body)),
        (0xF2, styles::stories(text.edges)),
        (0x112, styles::fonts()),
        (0x192, vec![0; 594]),
        (0x1A2, pieces(text)),
    ];
    for (field, bytes) in tables {
        append_table(&mut head, field, &mut table, &bytes);
    }
    put(&mut word, 0, &head);
    // Shorter streams are stored in the mini stream, but Word never stores these two there.
    word.resize(word.len().max(4_608), 0);
    table.resize(table.len().max(4_608), 0);
    container(&[("WordDocument", &word), ("1Table", &table)])
}

/// Returns the information block.
///
/// It contains the version of Word 97, a flag for 16-bit text, the name of the table stream, and the lengths of the parts.
fn head(text: &Text) -> Vec<u8> {
    let mut head = vec![0; TEXT_PLACE];
    put(&mut head, 0, &[0xEC, 0xA5, 0xC1, 0x00]);
    put(&mut head, 6, &[0x09, 0x04]);
    put(&mut head, 0x0A, &[0xF0, 0x12, 0xBF, 0x00]);
    put(&mut head, 0x18, &number(TEXT_PLACE));
    put(&mut head, 0x1C, &number(TEXT_PLACE + 2 * text.units.len()));
    // The numbers of 16-bit values, 32-bit values and pairs in the block.
    put(&mut head, 0x20, &[14, 0]);
    put(&mut head, 0x3E, &[22, 0]);
    put(&mut head, 0x98, &[0x5D, 0]);
    put(&mut head, 0x40, &number(TEXT_PLACE + 2 * text.units.len()));
    for (at, length) in [
        (0x4C, text.body),
        (0x54, text.headers()),
        (0x64, text.boxes),
    ] {
        put(&mut head, at, &number(length));
    }
    head
}

/// Appends bytes to the table stream, and records their place in the information block.
fn append_table(head: &mut [u8], field: usize, table: &mut Vec<u8>, bytes: &[u8]) {
    put(head, field, &number(table.len()));
    put(head, field + 4, &number(bytes.len()));
    table.extend_from_slice(bytes);
}

/// Returns the boundaries in the stream, then the numbers of the pages.
fn bin_table(pages: &Pages, first: usize) -> Vec<u8> {
    let boundaries = pages.boundaries.iter().copied();
    let numbers = first..first + pages.bytes.len();
    boundaries.chain(numbers).flat_map(number).collect()
}

/// Returns the table of one piece with 16-bit characters.
fn pieces(text: &Text) -> Vec<u8> {
    let parts = [
        &[2][..],
        &number(16),
        &number(0),
        &number(text.units.len()),
        &[0, 0],
        &number(TEXT_PLACE),
        &[0, 0],
    ];
    parts.concat()
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(0).to_le_bytes()
}

fn container(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let Ok(mut file) = CompoundFile::create_with_version(Version::V3, Cursor::new(Vec::new()))
    else {
        return Vec::new();
    };
    for (name, bytes) in streams {
        if let Ok(mut stream) = file.create_stream(name) {
            // Writing to memory does not fail.
            let _written = stream.write_all(bytes);
        }
    }
    file.into_inner().into_inner()
}
