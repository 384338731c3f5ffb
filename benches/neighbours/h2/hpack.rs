//! Header blocks of HTTP/2 (RFC 7541): written without compression, and parsed only for the status.

use std::collections::VecDeque;

/// The statuses of the static table. The first one has the index 8.
const STATIC_STATUSES: [u16; 7] = [200, 204, 206, 304, 400, 404, 500];
const FIRST_STATUS: usize = 8;
/// The number of entries in the static table. The dynamic table follows.
const STATIC_ENTRIES: usize = 61;

/// Returns headers as a block of literals without indexing.
pub(crate) fn block(headers: &[(&str, &str)]) -> Vec<u8> {
    let mut block = Vec::new();
    for (name, value) in headers {
        block.push(0);
        write_text(&mut block, name);
        write_text(&mut block, value);
    }
    block
}

/// Writes a string without Huffman coding. Its length is an integer with a seven-bit prefix.
fn write_text(block: &mut Vec<u8>, text: &str) {
    let mut rest = text.len();
    if let Ok(length @ 0..127) = u8::try_from(rest) {
        block.push(length);
    } else {
        block.push(127);
        rest -= 127;
        while rest >= 128 {
            block.push(u8::try_from(rest & 127).unwrap_or(0) | 128);
            rest >>= 7;
        }
        block.push(u8::try_from(rest).unwrap_or(0));
    }
    block.extend_from_slice(text.as_bytes());
}

/// A reader of the statuses of one connection's responses.
#[derive(Default)]
pub(crate) struct Statuses {
    /// The statuses in the dynamic table, newest first.
    dynamic: VecDeque<Option<u16>>,
}

impl Statuses {
    /// Returns the status of a block.
    pub(crate) fn read(&mut self, mut block: &[u8]) -> Option<u16> {
        let mut status = None;
        while let Some(&first) = block.first() {
            let found = match first {
                128.. => {
                    let index = integer(&mut block, 7)?;
                    self.entry(index)
                }
                64..128 => {
                    let found = self.literal(&mut block, 6)?;
                    self.dynamic.push_front(found);
                    found
                }
                32..64 => {
                    integer(&mut block, 5)?;
                    None
                }
                0..32 => self.literal(&mut block, 4)?,
            };
            status = status.or(found);
        }
        status
    }

    /// Reads a literal, and returns its value if it is a status.
    fn literal(&self, block: &mut &[u8], prefix: u32) -> Option<Option<u16>> {
        let index = integer(block, prefix)?;
        if index == 0 {
            text(block)?;
        }
        let (value, is_coded) = text(block)?;
        let is_status = self.entry(index).is_some();
        Some(is_status.then(|| digits(value, is_coded)).flatten())
    }

    /// Returns the status at an index.
    fn entry(&self, index: usize) -> Option<u16> {
        if index > STATIC_ENTRIES {
            return self.dynamic.get(index - STATIC_ENTRIES - 1).copied()?;
        }
        STATIC_STATUSES
            .get(index.checked_sub(FIRST_STATUS)?)
            .copied()
    }
}

/// Reads an integer with a prefix of this many bits.
fn integer(block: &mut &[u8], prefix: u32) -> Option<usize> {
    let (&first, rest) = block.split_first()?;
    *block = rest;
    let most = (1_usize << prefix) - 1;
    let mut number = usize::from(first) & most;
    if number < most {
        return Some(number);
    }
    for shift in [0, 7, 14, 21] {
        let (&byte, rest) = block.split_first()?;
        *block = rest;
        number += usize::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// Reads a string, and whether it is Huffman-coded.
fn text<'a>(block: &mut &'a [u8]) -> Option<(&'a [u8], bool)> {
    let is_coded = *block.first()? >= 128;
    let length = integer(block, 7)?;
    let (text, rest) = block.split_at_checked(length)?;
    *block = rest;
    Some((text, is_coded))
}

/// Reads three digits.
fn digits(text: &[u8], is_coded: bool) -> Option<u16> {
    if !is_coded {
        return std::str::from_utf8(text).ok()?.parse().ok();
    }
    let bits = text
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
    let (mut status, mut code, mut length, mut count) = (0, 0, 0, 0);
    for bit in bits {
        (code, length) = (code << 1 | u16::from(bit), length + 1);
        // The digits 0 to 2 have the five-bit codes 0 to 2. The digits 3 to 9 have the six-bit codes 25 to 31.
        let digit = match (length, code) {
            (5, 0..=2) => code,
            (6, 25..=31) => code - 22,
            (7.., _) => return None,
            _ => continue,
        };
        (status, code, length, count) = (status * 10 + digit, 0, 0, count + 1);
        if count == 3 {
            return Some(status);
        }
    }
    None
}
