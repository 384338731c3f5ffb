//! Random damage to files. The same number always gives the same damage.

use crate::random::Random;

/// Bytes that format readers base decisions on. Damage inserts them in the wrong places.
const TOKENS: [&[u8]; 16] = [
    b"endobj",
    b"stream\r\n",
    b"endstream",
    b"/Length 2147483647",
    b"/Kids [1 0 R]",
    b"/Filter [/FlateDecode /FlateDecode]",
    b"xref\n0 9999999\n",
    b" 0 R",
    b"PK\x03\x04",
    b"PK\x01\x02",
    b"\xFF\xFF\xFF\xFF",
    b"\xFE\xFF\xFF\xFF",
    b"\x00\x00\x00\x00",
    b"<w:tbl><w:tr><w:tc>",
    b"{\\rtf1{\\bin999999999 ",
    b"-1",
];

/// Returns one of the files, damaged in one to eight places.
///
/// Damage flips bits, replaces bytes, removes or repeats pieces, inserts tokens or pieces of another file, or cuts off the
/// end.
pub fn mutate(number: u64, files: &[&[u8]]) -> Vec<u8> {
    let mut chance = Random::of_seed(number);
    let mut file = chance.of(files).unwrap_or_default().to_vec();
    for _ in 0..=chance.below(8) {
        damage(&mut file, &mut chance, files);
    }
    file
}

fn damage(file: &mut Vec<u8>, chance: &mut Random, files: &[&[u8]]) {
    let at = chance.below(file.len());
    let piece = at..(at + 1 + chance.below(64)).min(file.len());
    match chance.below(7) {
        0 => {
            let bit = chance.below(8);
            if let Some(byte) = file.get_mut(at) {
                *byte ^= 1 << bit;
            }
        }
        1 => {
            let byte = chance.number().to_le_bytes();
            if let (Some(place), [new, ..]) = (file.get_mut(at), byte) {
                *place = new;
            }
        }
        2 => drop(file.drain(piece)),
        3 => {
            let repeated = file
                .get(piece)
                .unwrap_or_default()
                .repeat(1 + chance.below(64));
            file.splice(at..at, repeated);
        }
        4 => {
            let other = chance.of(files).unwrap_or_default();
            let from = chance.below(other.len());
            let taken = other.get(from..(from + 256).min(other.len()));
            file.splice(piece, taken.unwrap_or_default().iter().copied());
        }
        5 => {
            let token = chance.of(&TOKENS).unwrap_or_default();
            file.splice(piece, token.iter().copied());
        }
        _ => file.truncate(file.len() / 2 + chance.below(file.len() / 2)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_same_number_does_the_same_damage() {
        let files: [&[u8]; 2] = [&[7; 4_000], b"%PDF-1.4 and so on, and so on, and so on"];
        let made: HashSet<_> = (0..500).map(|number| mutate(number, &files)).collect();
        assert!(made.len() > 490, "{}", made.len());
        assert_eq!(mutate(7, &files), mutate(7, &files));
        assert_eq!(mutate(7, &[]).len(), mutate(7, &[]).len());
    }
}
