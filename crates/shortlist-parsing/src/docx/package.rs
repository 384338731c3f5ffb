//! Reads the ZIP container within limits. The sizes that it declares are never trusted.

use std::collections::HashMap;
use std::io::{Cursor, ErrorKind, Read};

use zip::ZipArchive;
use zip::read::read_zipfile_from_stream;
use zip::result::ZipError;

use crate::ReadError;
use shortlist_domain::{Damage, DocumentLimit, ForeignFormat};

/// The maximum inflated size of all parts of a package.
pub(crate) const MAX_PACKAGE_BYTES: u64 = 96 << 20;
/// The maximum inflated size of one part.
pub(crate) const MAX_PART_BYTES: u64 = 48 << 20;
/// The maximum number of members in a package.
pub(crate) const MAX_ENTRIES: usize = 20_000;
/// The minimum number of bytes that an entry of the central directory takes.
const MIN_ENTRY_BYTES: usize = 46;

/// A ZIP archive with the remaining budget of inflated bytes.
pub(crate) struct Package<'a> {
    members: Members<'a>,
    budget: u64,
}

enum Members<'a> {
    /// An archive with a central directory. The map contains the index of each member by its lower-case name.
    Listed(Box<ZipArchive<Cursor<&'a [u8]>>>, HashMap<String, usize>),
    /// An archive without a central directory: the members that could be inflated from the front.
    Salvaged(HashMap<String, Vec<u8>>),
}

impl<'a> Package<'a> {
    /// Opens a package. A package without a directory is read from the front.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let Ok(archive) = ZipArchive::new(Cursor::new(bytes)) else {
            return Self::salvage(bytes);
        };
        if archive.len() > MAX_ENTRIES || archive.len() > bytes.len() / MIN_ENTRY_BYTES + 1 {
            return Err(ReadError::Limit(DocumentLimit::Parts));
        }
        let numbers = archive
            .file_names_raw()
            .enumerate()
            .map(|(number, name)| (part_name(&String::from_utf8_lossy(name)), number))
            .collect();
        Ok(Self {
            members: Members::Listed(Box::new(archive), numbers),
            budget: MAX_PACKAGE_BYTES,
        })
    }

    /// Reads members from the front until the first unreadable one.
    fn salvage(bytes: &[u8]) -> Result<Self, ReadError> {
        let mut rest = Cursor::new(bytes);
        let mut found = HashMap::new();
        let mut budget = MAX_PACKAGE_BYTES;
        while let Ok(Some(mut member)) = read_zipfile_from_stream(&mut rest) {
            let name = part_name(&String::from_utf8_lossy(member.name_raw()));
            let mut content = Vec::new();
            let whole = member
                .by_ref()
                .take(budget.min(MAX_PART_BYTES) + 1)
                .read_to_end(&mut content);
            budget = budget.saturating_sub(u64::try_from(content.len()).unwrap_or(u64::MAX));
            if budget == 0 || found.len() >= MAX_ENTRIES {
                return Err(ReadError::Limit(DocumentLimit::Unpacked));
            }
            let is_part = name.ends_with(".xml") || name.ends_with(".rels");
            if is_part && !content.is_empty() {
                found.entry(name).or_insert(content);
            }
            if whole.is_err() {
                break;
            }
        }
        if found.is_empty() {
            return Err(ReadError::damaged(Damage::ZipDirectory));
        }
        Ok(Self {
            members: Members::Salvaged(found),
            budget: MAX_PACKAGE_BYTES,
        })
    }

    /// Returns whether the package contains a part.
    pub(crate) fn has_part(&self, name: &str) -> bool {
        let name = part_name(name);
        match &self.members {
            Members::Listed(_, numbers) => numbers.contains_key(&name),
            Members::Salvaged(found) => found.contains_key(&name),
        }
    }

    /// Returns the text of a part, or `None` if the package does not contain it.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<String>, ReadError> {
        let name = part_name(name);
        let content = match &mut self.members {
            Members::Salvaged(found) => found.get(&name).cloned(),
            Members::Listed(archive, numbers) => match numbers.get(&name) {
                Some(number) => Some(inflate(archive, *number, self.budget)?),
                None => None,
            },
        };
        let Some(content) = content else {
            return Ok(None);
        };
        self.budget = self
            .budget
            .saturating_sub(u64::try_from(content.len()).unwrap_or(u64::MAX));
        Ok(Some(xml_text(content)))
    }

    /// Returns the name of the other format, if the ZIP contains no word processing document.
    pub(crate) fn other_format(&self, main: &str) -> Option<ForeignFormat> {
        const MARKS: [(&str, ForeignFormat); 6] = [
            ("xl/workbook.xml", ForeignFormat::Excel),
            ("xl/workbook.bin", ForeignFormat::Excel),
            ("ppt/presentation.xml", ForeignFormat::PowerPoint),
            ("content.xml", ForeignFormat::OpenDocument),
            ("index/document.iwa", ForeignFormat::Pages),
            ("index.zip", ForeignFormat::Pages),
        ];
        let word = main.starts_with("word/") || !main.contains('/');
        if word && self.has_part(main) {
            return None;
        }
        let known = MARKS
            .iter()
            .find(|(mark, _)| self.has_part(mark))
            .map(|(_, name)| *name);
        known.or(
            (!self.has_part(main) && !self.has_part("[Content_Types].xml"))
                .then_some(ForeignFormat::Zip),
        )
    }
}

/// Inflates a member within the budget and verifies its checksum.
fn inflate(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    number: usize,
    budget: u64,
) -> Result<Vec<u8>, ReadError> {
    let limit = budget.min(MAX_PART_BYTES);
    let mut member = archive
        .by_index(number)
        .map_err(|error| zip_error(&error))?;
    let mut content = Vec::new();
    member
        .by_ref()
        .take(limit + 1)
        .read_to_end(&mut content)
        .map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => ReadError::Limit(DocumentLimit::Memory),
            _ => ReadError::damaged(Damage::PackedPart),
        })?;
    if u64::try_from(content.len()).unwrap_or(u64::MAX) > limit {
        return Err(ReadError::Limit(DocumentLimit::UnpackedPart));
    }
    Ok(content)
}

fn zip_error(error: &ZipError) -> ReadError {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            ReadError::Encrypted
        }
        _ => ReadError::damaged(Damage::PackedPart),
    }
}

/// Normalizes a part name for lookup. Names are compared without case, and some writers use backslashes.
fn part_name(name: &str) -> String {
    name.trim_start_matches(['/', '\\'])
        .replace('\\', "/")
        .to_ascii_lowercase()
}

/// Decodes the text of a part. XML is UTF-8 or UTF-16 according to its first bytes, or names its encoding.
fn xml_text(content: Vec<u8>) -> String {
    match String::from_utf8(content) {
        Ok(text) if !text.contains('\0') => text
            .strip_prefix('\u{FEFF}')
            .map(str::to_owned)
            .unwrap_or(text),
        Ok(text) => crate::text_encoding::decode_text(text.as_bytes()),
        Err(error) => {
            let bytes = error.as_bytes();
            let label = declared_encoding(bytes).unwrap_or_else(|| "utf-8".into());
            crate::text_encoding::decode_declared(bytes, Some(&label))
        }
    }
}

/// Returns the encoding that the XML declaration names.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(bytes.get(..200).unwrap_or(bytes)).into_owned();
    let (declaration, _) = head.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding=")?;
    let quote = value.chars().next()?;
    value.get(1..)?.split(quote).next().map(str::to_owned)
}
