//! Reads DOC files: the binary formats of Word 97 to 2003 and of the older versions 2, 6 and 95.
//!
//! [MS-DOC] specifies Word 97 and later, and [MS-CFB] the container. Older versions are read by their own
//! file information block. The piece table decides which text is read. Scanning the stream would also find
//! deleted text, because a fast save leaves it in the file.

mod bytes;
mod container;
mod formats;
mod information;
mod paragraphs;
mod pieces;

#[cfg(test)]
mod tests;

use shortlist_domain::{Damage, MediaKind};

use crate::flow::Flow;
use crate::{Document, ReadError, Region};
use container::Container;
use formats::Formats;
use information::{Information, Part};
use pieces::StoredText;

/// The parts to read, in output order. Headers come first because they often contain contact data.
const PARTS: [(Part, Region); 6] = [
    (Part::Headers, Region::Header),
    (Part::Body, Region::Body),
    (Part::TextBoxes, Region::TextBox),
    (Part::HeaderTextBoxes, Region::TextBox),
    (Part::Footnotes, Region::Note),
    (Part::Endnotes, Region::Note),
];

/// Reads an OLE compound file that should contain a Word document.
pub(crate) fn read_ole(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut container = Container::open(bytes)?;
    if container.has_stream("EncryptedPackage") || container.has_stream("EncryptionInfo") {
        return Err(ReadError::Encrypted);
    }
    let Some(word) = container.stream("WordDocument")? else {
        return match container.other_format() {
            Some(name) => Err(ReadError::OtherFormat(name)),
            None => Err(ReadError::damaged(Damage::NoWordStream)),
        };
    };
    let information = Information::parse(&word)?;
    let table = match information.table_names() {
        None => Vec::new(),
        Some([first, second]) => match container.stream(first)? {
            Some(table) => table,
            None => container.stream(second)?.unwrap_or_default(),
        },
    };
    read_word(&word, &table, &information)
}

/// Reads a Word 2 or 6 file without a container.
pub(crate) fn read_raw_word(bytes: &[u8]) -> Result<Document, ReadError> {
    let information = Information::parse(bytes)?;
    if information.table_names().is_some() {
        return Err(ReadError::damaged(Damage::NoContainer));
    }
    read_word(bytes, &[], &information)
}

fn read_word(word: &[u8], table: &[u8], information: &Information) -> Result<Document, ReadError> {
    let text = StoredText::read(word, table, information)?;
    let formats = Formats::read(word, table, information);
    let mut flow = Flow::default();
    for (part, region) in PARTS {
        let range = information.range(part);
        if !range.is_empty() {
            flow.begin(region);
            paragraphs::read_part(&text, &formats, range, &mut flow);
        }
    }
    flow.finish(MediaKind::Doc)
}
