//! Reads Rich Text Format according to specification 1.9.1.
//!
//! Groups are kept on a stack, so any nesting depth is read. Unknown destinations are skipped.

mod code_pages;
mod colours;
mod control_word;
#[cfg(test)]
mod tests;
mod words;

use std::collections::HashMap;

use encoding_rs::{Encoding, WINDOWS_1252};
use shortlist_domain::{DocumentLimit, FindingKind, MediaKind};

use crate::fields::record_hyperlink;
use crate::flow::Flow;
use crate::frame::{Look, ParagraphKind};
use crate::{Document, ReadError, Region};
use colours::Colours;
use control_word::ControlWord;

/// The maximum number of open groups that are tracked.
const MAX_GROUPS: usize = 4_096;
/// The longest field instruction that is kept, in bytes.
const MAX_INSTRUCTION_BYTES: usize = 4_096;

/// Reads an RTF document.
pub(crate) fn read_rtf(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut reader = RtfReader::new(bytes);
    reader.read();
    if reader.flow.is_full() {
        return Err(ReadError::Limit(DocumentLimit::Characters));
    }
    reader.flow.finish(MediaKind::Doc)
}

/// The destination of a group's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Destination {
    Text,
    Fonts,
    Colours,
    Instruction,
    Nothing,
}

/// The state that the end of a group restores.
#[derive(Debug, Clone)]
struct Group {
    destination: Destination,
    half_points: u16,
    bold: bool,
    hidden: bool,
    /// The colour number of the text. 0 is automatic.
    colour: usize,
    /// The colour numbers of the character background, highlight and shading.
    backgrounds: [usize; 3],
    font: i32,
    /// The number of bytes that replace a Unicode character in programs that cannot show it.
    fallback_bytes: usize,
    /// Whether the group opened a text box, as headers and notes do. The end of the group closes it.
    opened_box: bool,
}

struct RtfReader<'a> {
    bytes: &'a [u8],
    at: usize,
    flow: Flow,
    group: Group,
    stack: Vec<Group>,
    too_deep: usize,
    /// Bytes in the current code page that are not yet decoded.
    pending: Vec<u8>,
    /// The number of fallback bytes still to skip.
    to_skip: usize,
    code_page: &'static Encoding,
    font_pages: HashMap<i32, &'static Encoding>,
    high_surrogate: Option<u16>,
    instruction: String,
    paragraph: ParagraphKind,
    /// The colour number of the background of the paragraph or its cell.
    paragraph_background: usize,
    colours: Colours,
    in_table: bool,
    in_row: bool,
    /// Whether `\*` precedes the next control word.
    optional: bool,
}

impl<'a> RtfReader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut flow = Flow::default();
        flow.begin(Region::Body);
        Self {
            bytes,
            at: bytes
                .windows(5)
                .position(|window| window == b"{\\rtf")
                .unwrap_or(0),
            flow,
            group: Group {
                destination: Destination::Text,
                half_points: 24,
                bold: false,
                hidden: false,
                colour: 0,
                backgrounds: [0; 3],
                font: 0,
                fallback_bytes: 1,
                opened_box: false,
            },
            stack: Vec::new(),
            too_deep: 0,
            pending: Vec::new(),
            to_skip: 0,
            code_page: WINDOWS_1252,
            font_pages: HashMap::new(),
            high_surrogate: None,
            instruction: String::new(),
            paragraph: ParagraphKind::default(),
            paragraph_background: 0,
            colours: Colours::default(),
            in_table: false,
            in_row: false,
            optional: false,
        }
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte
    }

    fn read(&mut self) {
        while let Some(byte) = self.next() {
            match byte {
                b'{' => self.open_group(),
                b'}' => self.close_group(),
                b'\\' => self.control(),
                b'\r' | b'\n' | 0 => {}
                byte => self.byte(byte),
            }
            if self.flow.is_full() {
                return;
            }
        }
        self.flush_pending();
        self.leave_row();
    }

    fn open_group(&mut self) {
        self.flush_pending();
        if self.stack.len() >= MAX_GROUPS {
            self.too_deep += 1;
            return;
        }
        self.stack.push(self.group.clone());
        self.group.opened_box = false;
    }

    fn close_group(&mut self) {
        self.flush_pending();
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        if self.group.destination == Destination::Instruction {
            let instruction = std::mem::take(&mut self.instruction);
            record_hyperlink(&instruction, &mut self.flow);
        }
        if self.group.opened_box {
            self.flow.end_paragraph(self.paragraph);
            self.flow.close_box();
        }
        if let Some(group) = self.stack.pop() {
            self.group = group;
        }
        self.to_skip = 0;
    }

    fn control(&mut self) {
        let Some(byte) = self.next() else {
            return;
        };
        match byte {
            b'\'' => self.hex(),
            b'*' => self.optional = true,
            b'~' => self.text("\u{A0}"),
            b'_' => self.text("-"),
            b'-' | b':' | b'|' => {}
            b'\\' | b'{' | b'}' => self.byte(byte),
            b'\r' | b'\n' => self.end_paragraph(),
            byte if byte.is_ascii_alphabetic() => {
                self.at -= 1;
                self.word();
            }
            _ => {}
        }
    }

    fn hex(&mut self) {
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        let (high, low) = (digit(self.next()), digit(self.next()));
        if let (Some(high), Some(low)) = (high, low)
            && let Ok(byte) = u8::try_from(high * 16 + low)
        {
            self.byte(byte);
        }
    }

    /// Handles a byte of text in the code page of its font.
    fn byte(&mut self, byte: u8) {
        if self.to_skip > 0 {
            self.to_skip -= 1;
            return;
        }
        match self.group.destination {
            Destination::Text => self.pending.push(byte),
            Destination::Colours if byte == b';' => self.colours.end_entry(),
            Destination::Instruction if self.instruction.len() < MAX_INSTRUCTION_BYTES => {
                self.instruction.push(char::from(byte));
            }
            _ => {}
        }
    }

    /// Decodes the pending bytes and passes their text on.
    fn flush_pending(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let font = self.group.font;
        let known = self.font_pages.get(&font).copied();
        let page = known.unwrap_or(self.code_page);
        let pending = std::mem::take(&mut self.pending);
        let (text, _) = page.decode_without_bom_handling(&pending);
        self.emit(&text);
    }

    fn text(&mut self, text: &str) {
        self.flush_pending();
        self.emit(text);
    }

    fn emit(&mut self, text: &str) {
        if self.group.destination != Destination::Text {
            return;
        }
        if self.in_table && !self.in_row {
            self.flow.open_row();
            self.flow.open_cell();
            self.in_row = true;
        }
        let look = Look {
            size: f32::from(self.group.half_points) / 2.0,
            bold: self.group.bold,
            hidden: self.hidden(),
        };
        self.flow.text(text, look);
    }

    /// Returns why the text of the group is invisible, if it is.
    fn hidden(&self) -> Option<FindingKind> {
        let backgrounds = self
            .group
            .backgrounds
            .iter()
            .chain([&self.paragraph_background]);
        let shaded = || {
            backgrounds
                .into_iter()
                .any(|number| self.colours.is_shade(*number))
        };
        if self.group.hidden {
            Some(FindingKind::Vanish)
        } else if self.group.half_points <= 2 {
            Some(FindingKind::Tiny)
        } else if self.colours.is_white(self.group.colour) && !shaded() {
            Some(FindingKind::SameColour)
        } else {
            None
        }
    }

    /// Reads the next control word and applies it.
    fn word(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let ControlWord {
            name,
            number,
            length,
        } = ControlWord::at_start_of(rest);
        self.at += length;
        let optional = std::mem::take(&mut self.optional);
        if name == "bin" {
            self.flush_pending();
            self.at = self.at.saturating_add(
                number
                    .and_then(|number| usize::try_from(number).ok())
                    .unwrap_or(0),
            );
            return;
        }
        if name != "u" {
            self.flush_pending();
        }
        let known = self.destination(name)
            || self.format(name, number)
            || self.colour(name, number)
            || self.content(name, number);
        if !known && optional {
            self.group.destination = Destination::Nothing;
        }
    }

    fn is_text(&self) -> bool {
        self.group.destination == Destination::Text
    }

    fn unicode(&mut self, number: i32) {
        if self.group.destination == Destination::Text {
            self.flush_pending();
            // Numbers over 32,767 are written as negative numbers.
            let unit = u16::try_from(number & 0xFFFF).unwrap_or(0x20);
            match (self.high_surrogate.take(), unit) {
                (_, 0xD800..=0xDBFF) => self.high_surrogate = Some(unit),
                (Some(high), 0xDC00..=0xDFFF) => {
                    self.emit(&String::from_utf16_lossy(&[high, unit]));
                }
                (_, 0xF000..=0xF0FF) => self.emit(" "),
                (_, unit) => self.emit(&String::from_utf16_lossy(&[unit])),
            }
        }
        self.to_skip = self.group.fallback_bytes;
    }

    fn end_paragraph(&mut self) {
        self.flush_pending();
        if !self.is_text() {
            return;
        }
        if !self.in_table {
            self.leave_row();
        }
        self.flow.end_paragraph(self.paragraph);
    }

    fn end_line(&mut self) {
        if self.is_text() {
            self.flow.end_line(self.paragraph);
        }
    }

    fn end_cell(&mut self) {
        if !self.is_text() {
            return;
        }
        if !self.in_row {
            self.flow.open_row();
            self.flow.open_cell();
            self.in_row = true;
        }
        self.flow.end_paragraph(self.paragraph);
        self.flow.close_cell();
        self.flow.open_cell();
    }

    fn leave_row(&mut self) {
        if self.is_text() && std::mem::take(&mut self.in_row) {
            self.flow.close_cell();
            self.flow.close_row();
        }
    }
}
