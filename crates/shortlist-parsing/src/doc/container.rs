//! Reads streams of an OLE container by name, even from a damaged file.

use std::io::{Cursor, Read};

use cfb::CompoundFile;

use super::bytes::{bytes_at, offset_at, u8_at, u16_at, u32_at};
use crate::ReadError;
use shortlist_domain::{Damage, DocumentLimit, ForeignFormat};

/// The maximum size of a stream.
pub(crate) const MAX_STREAM_BYTES: u64 = 64 << 20;
/// Sector numbers from here on are special values, not sectors.
const LAST_SECTOR: u32 = 0xFFFF_FFFA;
/// The maximum number of directory entries that are read.
const MAX_ENTRIES: usize = 4_096;
/// Streams shorter than this are stored in the mini stream.
const MINI_CUTOFF: usize = 4_096;

/// An open container.
pub(crate) enum Container<'a> {
    Intact(Box<CompoundFile<Cursor<&'a [u8]>>>),
    Damaged(Salvage<'a>),
}

impl<'a> Container<'a> {
    /// Opens the container. A container that violates the format is read leniently.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        if let Ok(file) = CompoundFile::open(Cursor::new(bytes)) {
            return Ok(Self::Intact(Box::new(file)));
        }
        Salvage::open(bytes)
            .map(Self::Damaged)
            .ok_or_else(|| ReadError::damaged(Damage::OleContainer))
    }

    /// Returns whether the root has a stream with this name.
    pub(crate) fn has_stream(&self, name: &str) -> bool {
        match self {
            Self::Intact(file) => file.is_stream(name),
            Self::Damaged(salvage) => salvage.entry(name).is_some(),
        }
    }

    /// Returns a stream of the root, as much of it as is readable.
    pub(crate) fn stream(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let mut content = Vec::new();
        match self {
            Self::Damaged(salvage) => return Ok(salvage.stream(name)),
            Self::Intact(file) => {
                if !file.is_stream(name) {
                    return Ok(None);
                }
                let Ok(stream) = file.open_stream(name) else {
                    return Ok(None);
                };
                // Bytes that were read before an error are kept.
                drop(stream.take(MAX_STREAM_BYTES + 1).read_to_end(&mut content));
            }
        }
        if u64::try_from(content.len()).unwrap_or(u64::MAX) > MAX_STREAM_BYTES {
            return Err(ReadError::Limit(DocumentLimit::Stream));
        }
        Ok(Some(content))
    }

    /// Returns the name of the other format that the container has.
    pub(crate) fn other_format(&self) -> Option<ForeignFormat> {
        const MARKS: [(&str, ForeignFormat); 6] = [
            ("Workbook", ForeignFormat::Excel),
            ("Book", ForeignFormat::Excel),
            ("PowerPoint Document", ForeignFormat::PowerPoint),
            ("__properties_version1.0", ForeignFormat::Outlook),
            ("VisioDocument", ForeignFormat::Visio),
            ("Quill", ForeignFormat::Publisher),
        ];
        MARKS
            .iter()
            .find(|(mark, _)| self.has_stream(mark))
            .map(|(_, name)| *name)
    }
}

/// A container that is read without trusting it. A chain of sectors ends where it is broken.
pub(crate) struct Salvage<'a> {
    bytes: &'a [u8],
    sector_bytes: usize,
    table: Vec<u32>,
    mini_table: Vec<u32>,
    mini_stream: Vec<u8>,
    directory: Vec<u8>,
}

impl<'a> Salvage<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let sector_bytes = if u16_at(bytes, 0x1E)? == 12 {
            4_096
        } else {
            512
        };
        let mut salvage = Self {
            bytes,
            sector_bytes,
            table: Vec::new(),
            mini_table: Vec::new(),
            mini_stream: Vec::new(),
            directory: Vec::new(),
        };
        let table_sectors = salvage.table_sectors();
        salvage.table = table_sectors
            .into_iter()
            .flat_map(|sector| numbers(salvage.sector(sector)))
            .collect();
        salvage.directory = salvage.chain(u32_at(bytes, 0x30)?, usize::MAX);
        salvage.mini_table = numbers(&salvage.chain(u32_at(bytes, 0x3C)?, usize::MAX)).collect();
        let root = salvage.directory.get(..128)?.to_vec();
        salvage.mini_stream = salvage.chain(u32_at(&root, 116)?, offset_at(&root, 120)?);
        Some(salvage)
    }

    /// Returns the sectors of the allocation table. The header lists 109 of them, and a separate chain lists the rest.
    fn table_sectors(&self) -> Vec<u32> {
        let mut sectors: Vec<u32> = (0..109)
            .filter_map(|n| u32_at(self.bytes, 0x4C + n * 4))
            .collect();
        let mut next = u32_at(self.bytes, 0x44).unwrap_or(u32::MAX);
        let most = self.bytes.len() / self.sector_bytes + 1;
        for _ in 0..most {
            if next >= LAST_SECTOR {
                break;
            }
            let mut more: Vec<u32> = numbers(self.sector(next)).collect();
            next = more.pop().unwrap_or(u32::MAX);
            sectors.extend(more);
            if sectors.len() > most {
                break;
            }
        }
        sectors.retain(|sector| *sector < LAST_SECTOR);
        sectors
    }

    fn sector(&self, number: u32) -> &'a [u8] {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let start = number.saturating_add(1).saturating_mul(self.sector_bytes);
        bytes_at(self.bytes, start, self.sector_bytes)
    }

    fn chain(&self, first: u32, length: usize) -> Vec<u8> {
        let most = self.bytes.len() / self.sector_bytes + 1;
        let mut content = Vec::new();
        let mut sector = first;
        for _ in 0..most {
            if sector >= LAST_SECTOR || content.len() >= length {
                break;
            }
            content.extend_from_slice(self.sector(sector));
            // Without a table entry, the next sector on disk is the most likely one.
            sector = match usize::try_from(sector)
                .ok()
                .and_then(|at| self.table.get(at))
            {
                Some(next) => *next,
                None => sector.saturating_add(1),
            };
        }
        content.truncate(length);
        content
    }

    fn mini_chain(&self, first: u32, length: usize) -> Vec<u8> {
        let mut content = Vec::new();
        let mut sector = first;
        for _ in 0..=self.mini_table.len() {
            if sector >= LAST_SECTOR || content.len() >= length {
                break;
            }
            let start = usize::try_from(sector)
                .unwrap_or(usize::MAX)
                .saturating_mul(64);
            content.extend_from_slice(bytes_at(&self.mini_stream, start, 64));
            sector = match usize::try_from(sector)
                .ok()
                .and_then(|at| self.mini_table.get(at))
            {
                Some(next) => *next,
                None => break,
            };
        }
        content.truncate(length);
        content
    }

    fn entry(&self, name: &str) -> Option<&[u8]> {
        self.directory
            .chunks_exact(128)
            .take(MAX_ENTRIES)
            .find(|entry| {
                let units: Vec<u16> = numbers_16(entry.get(..64).unwrap_or_default())
                    .take_while(|unit| *unit != 0)
                    .collect();
                u8_at(entry, 66) == Some(2)
                    && String::from_utf16_lossy(&units).eq_ignore_ascii_case(name)
            })
    }

    fn stream(&self, name: &str) -> Option<Vec<u8>> {
        let entry = self.entry(name)?;
        let (first, length) = (u32_at(entry, 116)?, offset_at(entry, 120)?);
        let content = if length < MINI_CUTOFF {
            self.mini_chain(first, length)
        } else {
            self.chain(first, length)
        };
        (!content.is_empty()).then_some(content)
    }
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes
        .chunks_exact(4)
        .filter_map(|four| four.try_into().ok())
        .map(u32::from_le_bytes)
}

fn numbers_16(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes
        .chunks_exact(2)
        .filter_map(|two| two.try_into().ok())
        .map(u16::from_le_bytes)
}
