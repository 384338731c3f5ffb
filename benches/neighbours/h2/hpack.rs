//! Header blocks of HTTP/2 (RFC 7541): written without compression, read for the status alone.

use std::collections::VecDeque;

/// The statuses of the static table, whose first has the index 8.
const STATIC_STATUSES: [u16; 7] = [200, 204, 206, 304, 400, 404, 500];
const FIRST_STATUS: usize = 8;
/// The entries of the static table; the dynamic one follows.
const STATIC_ENTRIES: usize = 61;

/// Returns headers as a block, each a literal that nobody keeps.
pub(crate) fn block(headers: &[(&str, &str)]) -> Vec<u8> {
    let mut block = Vec::new();
    for (name, value) in headers {
        block.push(0);
        write_text(&mut block, name);
        write_text(&mut block, value);
    }
    block
}

/// Writes a text without Huffman code; its length is an integer with a prefix of seven bits.
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

/// Reads the statuses of one connection's answers.
#[derive(Default)]
pub(crate) struct Statuses {
    /// The dynamic table, newest first: the statuses in it.
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

    /// Reads a literal: its value where it is a status.
    fn literal(&self, block: &mut &[u8], prefix: u32) -> Option<Option<u16>> {
        let index = integer(block, prefix)?;
        if index == 0 {
            text(block)?;
        }
        let (value, is_coded) = text(block)?;
        let is_status = self.entry(index).is_some();
        Some(is_status.then(|| digits(value, is_coded)).flatten())
    }

    /// Returns the status that an index stands for.
    fn entry(&self, index: usize) -> Option<u16> {
        if index > STATIC_ENTRIES {
            return self.dynamic.get(index - STATIC_ENTRIES - 1).copied()?;
        }
        STATIC_STATUSES
            .get(index.checked_sub(FIRST_STATUS)?)
            .copied()
    }
}

/// Reads an integer with a prefix of so many bits.
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

/// Reads a text, and whether it is in Huffman code.
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
        // 0 to 2 have five bits and the codes 0 to 2, 3 to 9 have six and 25 to 31.
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
