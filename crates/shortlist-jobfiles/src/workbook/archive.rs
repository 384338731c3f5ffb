//! Checks the archive of a workbook against limits by unpacking it once. The sizes that it declares may be false.

use std::collections::HashMap;
use std::io::{self, Cursor, Read, Write};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::facts::{FactScanner, Facts};
use super::{damaged_part, over};
use crate::error::{JobFileError, WorkbookLimit, WorkbookPart};
use crate::foreign::ForeignFormat;

/// The maximum unpacked size of all parts of a workbook.
const MAX_UNPACKED_BYTES: u64 = 160 * 1024 * 1024;

/// The maximum unpacked size of the table of shared texts, which is kept in memory.
const MAX_SHARED_TEXT_BYTES: u64 = 64 * 1024 * 1024;

/// The maximum number of parts in a workbook.
const MAX_PARTS: usize = 2_000;

/// The maximum size of the workbook part and of its relations.
const MAX_INDEX_BYTES: usize = 1 << 20;

/// The part that names the main part of the package (ECMA-376 part 2, section 9.3).
const PACKAGE_RELATIONS: &str = "_rels/.rels";

/// The main part if the package does not name it.
const WORKBOOK: &str = "xl/workbook.xml";

/// The names, in lower case, of the part that lists the sheets and of the part with their locations.
struct Index {
    workbook: String,
    relations: String,
}

impl Index {
    /// Returns the names for a main part.
    fn of(workbook: String) -> Self {
        let (folder, file) = workbook.rsplit_once('/').unwrap_or(("", &workbook));
        let relations = format!("{folder}/_rels/{file}.rels");
        Self {
            relations: relations.trim_start_matches('/').to_owned(),
            workbook,
        }
    }

    /// Returns the folder that the names of sheets are relative to.
    fn folder(&self) -> &str {
        self.workbook
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder)
    }
}

/// Facts from the parts of a workbook other than the cells.
pub(super) struct Archive {
    /// The facts by lower-case part name.
    facts: HashMap<String, Facts>,
    /// The part of each sheet.
    parts: HashMap<String, String>,
}

/// The destination of an unpacked part.
enum Sink {
    Index(Vec<u8>),
    Facts(FactScanner),
    Nothing,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Index(index) => {
                let room = MAX_INDEX_BYTES.saturating_sub(index.len()).min(bytes.len());
                index.extend_from_slice(bytes.get(..room).unwrap_or_default());
            }
            Self::Facts(scanner) => return scanner.write(bytes),
            Self::Nothing => {}
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Archive {
    /// Unpacks every relevant part and keeps its facts.
    ///
    /// # Errors
    /// Returns an error if it is not a workbook, is damaged, or exceeds a limit.
    pub(super) fn check(bytes: &[u8]) -> Result<Self, JobFileError> {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| damaged_part(WorkbookPart::Archive, &error))?;
        if archive.len() > MAX_PARTS {
            return Err(over(WorkbookLimit::Parts));
        }
        let names = Index::of(main_part(&mut archive));
        if let Some(format) = other_format(&archive, &names.workbook) {
            return Err(JobFileError::UnknownFormat(format));
        }
        let mut total: u64 = 0;
        let mut facts = HashMap::new();
        let mut index: HashMap<String, String> = HashMap::new();
        for number in 0..archive.len() {
            let mut part = archive
                .by_index(number)
                .map_err(|error| damaged_part(WorkbookPart::Unnamed, &error))?;
            let name = part
                .name()
                .map(|name| name.to_lowercase())
                .unwrap_or_default();
            if !is_read(&name) {
                continue;
            }
            let (unpacked, sink) = unpack(&name, &names, &mut part)?;
            total = total.saturating_add(unpacked);
            if total > MAX_UNPACKED_BYTES {
                return Err(over(WorkbookLimit::UnpackedBytes));
            }
            match sink {
                Sink::Index(text) => {
                    index.insert(name, String::from_utf8_lossy(&text).into_owned());
                }
                Sink::Facts(scanner) => {
                    facts.insert(name, scanner.finish());
                }
                Sink::Nothing => {}
            }
        }
        let text = |name: &str| index.get(name).map_or("", String::as_str);
        Ok(Self {
            parts: sheet_parts(
                text(&names.workbook),
                text(&names.relations),
                names.folder(),
            ),
            facts,
        })
    }

    /// Returns the facts of a sheet, if its part was found.
    pub(super) fn facts_of(&self, sheet: &str) -> Option<&Facts> {
        self.facts.get(self.parts.get(sheet)?)
    }
}

fn unpack(name: &str, names: &Index, part: &mut impl Read) -> Result<(u64, Sink), JobFileError> {
    let bound = if name.ends_with("sharedstrings.xml") {
        MAX_SHARED_TEXT_BYTES
    } else {
        MAX_UNPACKED_BYTES
    };
    let mut sink = match name {
        name if name == names.workbook || name == names.relations => Sink::Index(Vec::new()),
        name if name.contains("/worksheets/") && name.ends_with(".xml") => {
            Sink::Facts(FactScanner::default())
        }
        _ => Sink::Nothing,
    };
    let unpacked = io::copy(&mut part.take(bound + 1), &mut sink)
        .map_err(|error| damaged_part(WorkbookPart::Named(name.to_owned()), &error))?;
    if unpacked > bound {
        return Err(over(WorkbookLimit::UnpackedBytes));
    }
    Ok((unpacked, sink))
}

/// Returns the format of an archive without a workbook.
fn other_format(
    archive: &zip::ZipArchive<Cursor<&[u8]>>,
    main_part: &str,
) -> Option<ForeignFormat> {
    let names: Vec<String> = archive
        .file_names()
        .filter_map(Result::ok)
        .map(|name| name.to_lowercase())
        .collect();
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    let is_other = main_part.starts_with("word/") || main_part.starts_with("ppt/");
    if main_part.ends_with(".xml") && has(main_part) && !is_other {
        None
    } else if has("xl/workbook.bin") {
        Some(ForeignFormat::Xlsb)
    } else if has("word/document.xml") {
        Some(ForeignFormat::Word)
    } else if has("content.xml") {
        Some(ForeignFormat::OpenDocument)
    } else {
        Some(ForeignFormat::OtherZip)
    }
}

/// Returns the name of the main part, in lower case. Some exporters call it `xl/workbook2.xml`.
fn main_part(archive: &mut zip::ZipArchive<Cursor<&[u8]>>) -> String {
    let mut relations = Vec::new();
    if let Ok(part) = archive.by_name(PACKAGE_RELATIONS) {
        let bound = u64::try_from(MAX_INDEX_BYTES).unwrap_or(u64::MAX);
        // A part that cannot be read names nothing. Its damage is reported when all parts are unpacked.
        let _read = part.take(bound).read_to_end(&mut relations);
    }
    elements(
        &String::from_utf8_lossy(&relations),
        "Relationship",
        ["Type", "Target"],
    )
    .into_iter()
    .find(|[kind, _]| kind.ends_with("/officeDocument"))
    .map_or_else(
        || WORKBOOK.to_owned(),
        |[_, target]| target.trim_start_matches('/').to_lowercase(),
    )
}

/// Returns the part of each sheet, in lower case.
fn sheet_parts(workbook: &str, relations: &str, folder: &str) -> HashMap<String, String> {
    let targets: HashMap<String, String> = elements(relations, "Relationship", ["Id", "Target"])
        .into_iter()
        .map(|[id, target]| (id, part_name(&target, folder)))
        .collect();
    elements(workbook, "sheet", ["name", "id"])
        .into_iter()
        .filter_map(|[name, id]| Some((name, targets.get(&id)?.clone())))
        .collect()
}

/// Returns the part that a relation of the workbook names, from the root of the archive.
fn part_name(target: &str, folder: &str) -> String {
    let target = target.to_lowercase();
    match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None if folder.is_empty() => target,
        None => format!("{folder}/{target}"),
    }
}

/// Returns two attributes of each element with a name.
fn elements(xml: &str, wanted: &str, names: [&str; 2]) -> Vec<[String; 2]> {
    let mut reader = Reader::from_str(xml);
    let mut found = Vec::new();
    while let Ok(event) = reader.read_event() {
        let element = match event {
            Event::Eof => break,
            Event::Empty(element) | Event::Start(element) => element,
            _ => continue,
        };
        if element.local_name().as_ref() != wanted || found.len() >= MAX_PARTS {
            continue;
        }
        if let [Some(first), Some(second)] = names.map(|name| attribute(&element, name)) {
            found.push([first, second]);
        }
    }
    found
}

/// Returns the value of an attribute, ignoring its prefix.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.attributes();
    let mut attributes = attributes.with_checks(false).flatten();
    let found = attributes.find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(match quick_xml::escape::unescape(&found.value) {
        Ok(value) => value.into_owned(),
        Err(_) => found.value.into_owned(),
    })
}

/// Returns whether a part is unpacked. Pictures and similar parts are not, so they need no limit.
fn is_read(name: &str) -> bool {
    let ending = |ending: &str| name.ends_with(ending);
    ending(".xml") || ending(".rels") || ending(".bin")
}
