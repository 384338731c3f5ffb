//! The compiled lexicon: where it is, and what it answers.
//!
//! All numbers are little-endian:
//!
//! | part | contents |
//! |---|---|
//! | mark | the 8 bytes `SLTITLE1` |
//! | sizes | five `u32`: occupations, bytes of texts, lists, titles, relations |
//! | occupations | by code: code as a number (`u32`), where its text ends (`u32`); then the texts (`15-1252.00 Software Developers`) |
//! | ends of lists | for each list, the number of entries up to its end (`u32`); then the entries: occupation (`u16`), weight (`u8`) |
//! | titles | by key: 40 bits of its key, its list (`u16`) |
//! | relations | by occupation: two occupations (`u16`), tier (`u8`) |

use std::sync::LazyLock;

pub(crate) const MARK: &[u8; 8] = b"SLTITLE1";
pub(crate) const OCCUPATION_BYTES: usize = 8;
pub(crate) const ENTRY_BYTES: usize = 3;
pub(crate) const TITLE_BYTES: usize = 7;
pub(crate) const RELATION_BYTES: usize = 5;

static BYTES: &[u8] = include_bytes!("../data/lexicon.bin");

/// The number of an occupation in the lexicon, in the order of the codes.
pub(crate) type OccupationId = u16;

/// An occupation of O*NET-SOC 2019.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occupation {
    /// Its code, such as `15-1252.00`.
    pub code: &'static str,
    /// Its English name, such as `Software Developers`.
    pub name: &'static str,
}

/// An occupation of a title, with its weight among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) id: OccupationId,
    pub(crate) weight: u8,
}

/// How closely O*NET relates two occupations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    PrimaryShort,
    PrimaryLong,
    Supplemental,
}

/// Why bytes are no lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LexiconError {
    /// The bytes begin with another mark.
    #[error("the lexicon of titles has another format; generate it again")]
    Format,
    /// The parts are shorter or longer than their sizes say.
    #[error(
        "the lexicon of titles is damaged: its parts do not have the sizes that it states; generate it again"
    )]
    Sizes,
    /// A number points outside of its table.
    #[error(
        "the lexicon of titles is damaged: a number points outside of its table; generate it again"
    )]
    Contents,
}

/// A lexicon that was checked when it was read, so that all its numbers are valid.
#[derive(Debug)]
pub struct Lexicon<'a> {
    occupations: &'a [u8],
    texts: &'a str,
    list_ends: &'a [u8],
    entries: &'a [u8],
    titles: &'a [u8],
    relations: &'a [u8],
}

impl Lexicon<'static> {
    /// Returns the lexicon of this crate. It is read once.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Lexicon<'static>> = LazyLock::new(|| {
            #[expect(
                clippy::expect_used,
                reason = "the file is part of the program, and a test reads it"
            )]
            Lexicon::read(BYTES).expect("the lexicon of this crate")
        });
        &BUILT_IN
    }

    /// Returns the code and the name of an occupation.
    pub(crate) fn occupation(&self, id: OccupationId) -> Option<Occupation> {
        let (code, name) = self.text(id)?.split_once(' ')?;
        Some(Occupation { code, name })
    }

    /// Returns all occupations, sorted by code.
    pub(crate) fn occupations(&self) -> impl Iterator<Item = Occupation> {
        (0..self.size()).filter_map(|id| self.occupation(id))
    }
}

impl<'a> Lexicon<'a> {
    /// Reads a compiled lexicon.
    ///
    /// # Errors
    /// The bytes have another format, or are damaged.
    pub fn read(bytes: &'a [u8]) -> Result<Self, LexiconError> {
        let mut rest = bytes.strip_prefix(MARK).ok_or(LexiconError::Format)?;
        let mut sizes = [0_usize; 5];
        for size in &mut sizes {
            *size = take_u32(&mut rest)?;
        }
        let [occupations, texts, lists, titles, relations] = sizes;
        let occupations = take(&mut rest, occupations, OCCUPATION_BYTES)?;
        let texts = take(&mut rest, texts, 1)?;
        let list_ends = take(&mut rest, lists, 4)?;
        let entries = number(list_ends, 4, lists.wrapping_sub(1)).unwrap_or(0);
        let lexicon = Self {
            occupations,
            texts: std::str::from_utf8(texts).map_err(|_not_utf8| LexiconError::Contents)?,
            list_ends,
            entries: take(&mut rest, entries, ENTRY_BYTES)?,
            titles: take(&mut rest, titles, TITLE_BYTES)?,
            relations: take(&mut rest, relations, RELATION_BYTES)?,
        };
        if !rest.is_empty() {
            return Err(LexiconError::Sizes);
        }
        if lexicon.is_consistent() {
            Ok(lexicon)
        } else {
            Err(LexiconError::Contents)
        }
    }

    /// Returns how many different titles are known.
    pub fn titles(&self) -> usize {
        self.titles.len().div_euclid(TITLE_BYTES)
    }

    /// Returns the occupations of a title by its key.
    pub(crate) fn find(&self, key: u64) -> Option<Vec<Entry>> {
        let at = find(self.titles, TITLE_BYTES, |title| key_of(title).cmp(&key))?;
        self.list(list_of(at)?)
    }

    /// Returns the code of an occupation as a number: `15-1252.01` is 15,125,201. An unknown occupation is 0.
    pub(crate) fn soc(&self, id: OccupationId) -> u32 {
        let code = number(self.occupations, OCCUPATION_BYTES, usize::from(id)).unwrap_or(0);
        u32::try_from(code).unwrap_or(0)
    }

    /// Returns the occupation with a code such as `15-1252.00`.
    pub(crate) fn find_code(&self, code: &str) -> Option<OccupationId> {
        (0..self.size()).find(|id| {
            self.text(*id)
                .is_some_and(|text| text.split(' ').next() == Some(code))
        })
    }

    /// Returns how closely O*NET relates the second occupation to the first.
    pub(crate) fn tier(&self, first: OccupationId, second: OccupationId) -> Option<Tier> {
        let found = find(self.relations, RELATION_BYTES, |relation| {
            pair_of(relation).cmp(&(first, second))
        })?;
        tier_of(found)
    }

    fn size(&self) -> OccupationId {
        OccupationId::try_from(self.occupations.len().div_euclid(OCCUPATION_BYTES)).unwrap_or(0)
    }

    fn text(&self, id: OccupationId) -> Option<&'a str> {
        let id = usize::from(id);
        let end_at = |id: usize| number(self.occupations.get(4..)?, OCCUPATION_BYTES, id);
        let start = id.checked_sub(1).map_or(Some(0), end_at)?;
        self.texts.get(start..end_at(id)?)
    }

    fn list(&self, list: u16) -> Option<Vec<Entry>> {
        let list = usize::from(list);
        let end = number(self.list_ends, 4, list)?;
        let start = list
            .checked_sub(1)
            .map_or(Some(0), |before| number(self.list_ends, 4, before))?;
        let bytes = self
            .entries
            .get(start.checked_mul(ENTRY_BYTES)?..end.checked_mul(ENTRY_BYTES)?)?;
        Some(
            bytes
                .chunks_exact(ENTRY_BYTES)
                .filter_map(entry_of)
                .collect(),
        )
    }

    fn is_consistent(&self) -> bool {
        let size = self.size();
        let occupations = (0..size).all(|id| self.text(id).is_some_and(|text| text.contains(' ')));
        let entries = self
            .entries
            .chunks_exact(ENTRY_BYTES)
            .all(|entry| entry_of(entry).is_some_and(|entry| entry.id < size));
        let titles = self.titles.chunks_exact(TITLE_BYTES);
        let lists = titles.clone().all(|title| {
            list_of(title).is_some_and(|list| self.list(list).is_some_and(|list| !list.is_empty()))
        });
        let relations = self.relations.chunks_exact(RELATION_BYTES);
        let tiers = relations.clone().all(|relation| {
            tier_of(relation).is_some() && pair_of(relation).0.max(pair_of(relation).1) < size
        });
        occupations
            && entries
            && lists
            && tiers
            && titles.map(key_of).is_sorted()
            && relations.map(pair_of).is_sorted()
    }
}

fn take_u32(rest: &mut &[u8]) -> Result<usize, LexiconError> {
    let bytes = take(rest, 1, 4)?;
    number(bytes, 4, 0).ok_or(LexiconError::Sizes)
}

/// Takes the bytes of a table from the front.
fn take<'a>(
    rest: &mut &'a [u8],
    items: usize,
    bytes_of_item: usize,
) -> Result<&'a [u8], LexiconError> {
    let length = items
        .checked_mul(bytes_of_item)
        .ok_or(LexiconError::Sizes)?;
    let (table, after) = rest.split_at_checked(length).ok_or(LexiconError::Sizes)?;
    *rest = after;
    Ok(table)
}

/// Returns the `u32` at the start of an item of a table.
fn number(table: &[u8], bytes_of_item: usize, item: usize) -> Option<usize> {
    let bytes = table
        .get(item.checked_mul(bytes_of_item)?..)?
        .first_chunk::<4>()?;
    usize::try_from(u32::from_le_bytes(*bytes)).ok()
}

/// Finds an item of a sorted table.
fn find(
    table: &[u8],
    bytes_of_item: usize,
    compare: impl Fn(&[u8]) -> std::cmp::Ordering,
) -> Option<&[u8]> {
    let (mut low, mut high) = (0, table.len().checked_div(bytes_of_item)?);
    while low < high {
        let middle = low.midpoint(high);
        let item = table
            .get(middle.checked_mul(bytes_of_item)?..)?
            .get(..bytes_of_item)?;
        match compare(item) {
            std::cmp::Ordering::Equal => return Some(item),
            std::cmp::Ordering::Less => low = middle.checked_add(1)?,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

fn key_of(title: &[u8]) -> u64 {
    title
        .iter()
        .take(5)
        .rev()
        .fold(0, |key, byte| (key << 8) | u64::from(*byte))
}

fn list_of(title: &[u8]) -> Option<u16> {
    title.last_chunk().map(|bytes| u16::from_le_bytes(*bytes))
}

fn entry_of(entry: &[u8]) -> Option<Entry> {
    let id = OccupationId::from_le_bytes(*entry.first_chunk()?);
    Some(Entry {
        id,
        weight: *entry.last()?,
    })
}

fn pair_of(relation: &[u8]) -> (OccupationId, OccupationId) {
    let half = |at: usize| {
        relation
            .get(at..)
            .and_then(|bytes| bytes.first_chunk())
            .map_or(0, |bytes| u16::from_le_bytes(*bytes))
    };
    (half(0), half(2))
}

fn tier_of(relation: &[u8]) -> Option<Tier> {
    match relation.last()? {
        1 => Some(Tier::PrimaryShort),
        2 => Some(Tier::PrimaryLong),
        3 => Some(Tier::Supplemental),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lexicon_of_this_crate_is_small_and_valid() {
        let lexicon = Lexicon::read(BYTES).unwrap();
        assert_eq!(lexicon.size(), 1016);
        assert!(lexicon.titles() > 90_000, "{} titles", lexicon.titles());
        assert!(BYTES.len() < 3_000_000, "{} bytes", BYTES.len());
    }

    #[test]
    fn the_lexicon_is_compiled_from_its_source() {
        let mut text = String::new();
        let packed = include_bytes!("../data/source.tsv.gz");
        std::io::Read::read_to_string(
            &mut flate2::read::GzDecoder::new(packed.as_slice()),
            &mut text,
        )
        .unwrap();
        text.push_str(include_str!("../data/additions.tsv"));
        assert!(
            crate::source::compile(&text).unwrap() == BYTES,
            "run the example `lexicon compile`"
        );
    }

    #[test]
    fn damaged_bytes_are_refused_with_the_reason() {
        assert_eq!(Lexicon::read(b"").unwrap_err(), LexiconError::Format);
        assert_eq!(
            Lexicon::read(b"SLTITLE0rest").unwrap_err(),
            LexiconError::Format
        );
        for length in [8, 20, 1000, BYTES.len() - 1] {
            assert_eq!(
                Lexicon::read(&BYTES[..length]).unwrap_err(),
                LexiconError::Sizes,
                "{length}"
            );
        }
        let mut longer = BYTES.to_vec();
        longer.push(0);
        assert_eq!(Lexicon::read(&longer).unwrap_err(), LexiconError::Sizes);
    }

    #[test]
    fn numbers_outside_of_their_table_are_refused() {
        let mut tier = BYTES.to_vec();
        *tier.last_mut().unwrap() = 9;
        assert_eq!(Lexicon::read(&tier).unwrap_err(), LexiconError::Contents);
        let mut occupation = BYTES.to_vec();
        let at = occupation.len() - 2;
        occupation[at] = 0xff;
        assert_eq!(
            Lexicon::read(&occupation).unwrap_err(),
            LexiconError::Contents
        );
    }
}
