//! Says what the words of a phrase look like: a title, an employer, a school, a place or none of them.
//!
//! The classifier is linear over hashed parts of words and whole words. It was trained on public lists of names and on a public set of
//! anonymized resumes (`training/README.md`). All arithmetic is in integers.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// The number of classes.
pub(super) const CLASSES: usize = 5;
/// The scores of a phrase: of a title, an employer, a school, a place and anything else. One unit is a sixteenth of a natural logarithm.
pub(super) type Scores = [i32; CLASSES];

/// The multiplier of the hash.
const MULTIPLIER: u32 = 0x0100_0193;
/// The multiplier that mixes the bits of a hash.
const MIXER: u32 = 0x9E37_79B1;
/// The hash of no letters.
const SEED: u32 = 7;
/// The factor between the hashes of two words in a row.
const PAIR: u32 = 31;
/// The shortest parts of words, in letters.
const LEAST: u32 = 2;
/// The longest ones.
const MOST: usize = 5;
/// The length of the head of the file, in bytes.
const HEAD: usize = 32;
/// The number of units in a natural logarithm.
const UNITS: i64 = 16;
/// The fraction of the scale and of the lengths of vectors.
const FRACTION: i64 = 65_536;

/// The weights of the classifier.
pub(super) struct PhraseModel {
    part_bits: u32,
    word_bits: u32,
    /// The value of a weight of one, in parts of [`FRACTION`].
    scale: i64,
    /// The score without any word, in 1,024ths.
    base: [i64; CLASSES],
    weights: &'static [u8],
}

impl PhraseModel {
    /// Reads the file of a classifier.
    pub(super) fn read(file: &'static [u8]) -> Option<Self> {
        let (head, weights) = file.split_at_checked(HEAD)?;
        let number = |at: usize| {
            let bytes = head.get(at * 4..at * 4 + 4)?;
            Some(i32::from_le_bytes(bytes.try_into().ok()?))
        };
        let bits = |at: usize| u32::try_from(number(at)?).ok();
        let mut base = [0; CLASSES];
        for (at, value) in base.iter_mut().enumerate() {
            *value = i64::from(number(3 + at)?);
        }
        let (part_bits, word_bits) = (bits(0)?, bits(1)?);
        let rows =
            (1_usize.checked_shl(part_bits)?).checked_add(1_usize.checked_shl(word_bits)?)?;
        (Some(weights.len()) == rows.checked_mul(CLASSES)).then_some(())?;
        Some(Self {
            part_bits,
            word_bits,
            scale: i64::from(number(2)?),
            base,
            weights,
        })
    }

    /// Returns the scores of a phrase.
    pub(super) fn scores(&self, phrase: &str) -> Scores {
        let text = plain(phrase);
        let parts = counted(parts_of(&text), self.part_bits);
        let words = counted(words_of(&text), self.word_bits);
        let first_word = 1_usize.checked_shl(self.part_bits).unwrap_or(0);
        let parts = self.sums(&parts, 0);
        let words = self.sums(&words, first_word);
        let mut scores = [0; CLASSES];
        let sums = parts.iter().zip(&words).zip(&self.base);
        for (score, ((part, word), base)) in scores.iter_mut().zip(sums) {
            let units = (part + word) * UNITS / FRACTION + base * UNITS / 1_024;
            *score = i32::try_from(units).unwrap_or(0);
        }
        scores
    }

    /// Returns the weights of features, divided by the length of their vector, in parts of [`FRACTION`].
    fn sums(&self, counts: &[(usize, i64)], first: usize) -> [i64; CLASSES] {
        let squares: i64 = counts.iter().map(|(_, count)| count * count).sum();
        let length = (squares * 65_536).isqrt().max(1);
        let mut sums = [0; CLASSES];
        for (index, count) in counts {
            let row = (first + index) * CLASSES;
            let row = self.weights.get(row..row + CLASSES).unwrap_or_default();
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += i64::from(weight.cast_signed()) * count;
            }
        }
        sums.map(|sum| sum * 256 * self.scale / length)
    }
}

/// Returns a text in small letters without accents, with a zero for each digit and one space between words.
fn plain(text: &str) -> String {
    if text.is_ascii() {
        return spaced(text.chars().map(|c| c.to_ascii_lowercase()), text.len());
    }
    let lower = text.to_lowercase();
    let letters = lower.nfkd().filter(|c| canonical_combining_class(*c) == 0);
    spaced(letters, lower.len())
}

fn spaced(letters: impl Iterator<Item = char>, length: usize) -> String {
    let mut plain = String::with_capacity(length + 2);
    plain.push(' ');
    for c in letters {
        let c = if c.is_numeric() { '0' } else { c };
        if !c.is_whitespace() {
            plain.push(c);
        } else if !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}

/// Returns the hashes of the parts of words. A part may have a space at its start or end, and none within it.
fn parts_of(text: &str) -> Vec<u32> {
    let letters: Vec<char> = text.chars().collect();
    let mut hashes = Vec::with_capacity(letters.len() * 4);
    for start in 0..letters.len() {
        let part = letters.iter().skip(start).take(MOST);
        let mut hash = 0_u32;
        for (c, size) in part.zip(1_u32..) {
            hash = hash.wrapping_mul(MULTIPLIER).wrapping_add(u32::from(*c));
            if size >= LEAST {
                hashes.push(mixed(hash.wrapping_add(size)));
            }
            if *c == ' ' && size > 1 {
                break;
            }
        }
    }
    hashes
}

/// Returns the hashes of words and signs, and of two in a row.
fn words_of(text: &str) -> Vec<u32> {
    let mut words: Vec<u32> = Vec::new();
    let mut word: Option<u32> = None;
    for c in text.chars() {
        let next = |hash: u32| hash.wrapping_mul(MULTIPLIER).wrapping_add(u32::from(c));
        if c.is_alphanumeric() {
            word = Some(next(word.unwrap_or(SEED)));
            continue;
        }
        words.extend(word.take());
        if !c.is_whitespace() && c != '_' {
            words.push(next(SEED));
        }
    }
    words.extend(word);
    let pairs = words.iter().zip(words.iter().skip(1));
    let pairs = pairs.map(|(first, second)| first.wrapping_mul(PAIR).wrapping_add(*second));
    let all = words.iter().copied().chain(pairs);
    all.map(mixed).collect()
}

fn mixed(hash: u32) -> u32 {
    (hash ^ (hash >> 15)).wrapping_mul(MIXER)
}

/// Returns the features of hashes, each with the number of times that it occurs.
fn counted(mut hashes: Vec<u32>, bits: u32) -> Vec<(usize, i64)> {
    for hash in &mut hashes {
        *hash = hash.checked_shr(32 - bits).unwrap_or(0);
    }
    hashes.sort_unstable();
    let same = hashes.chunk_by(|first, second| first == second);
    let counts = same.filter_map(|same| {
        let index = usize::try_from(*same.first()?).ok()?;
        Some((index, i64::try_from(same.len()).ok()?))
    });
    counts.collect()
}
