//! Rich Text Format, by the specification 1.9.1.
//!
//! Groups are a stack, so any depth of nesting is read; unknown destinations are left out.

use encoding_rs::{Encoding, WINDOWS_1252};
use shortlist_domain::{FindingKind, MediaKind};

use crate::fields::link_of;
use crate::flow::{Flow, Look, ParagraphKind};
use crate::{Document, ReadError, Region};

/// The most open groups that are told apart.
const MAX_GROUPS: usize = 4_096;
/// The longest control word, in bytes.
const MAX_WORD_BYTES: usize = 32;
/// The longest field instruction that is kept, in bytes.
const MAX_INSTRUCTION_BYTES: usize = 4_096;

/// Reads an RTF document.
pub(crate) fn read_rtf(bytes: &[u8]) -> Result<Document, ReadError> {
    let mut reader = RtfReader::new(bytes);
    reader.read();
    if reader.flow.is_full() {
        return Err(ReadError::Limit("8 million characters"));
    }
    reader.flow.finish(MediaKind::Doc)
}

/// Where text of a group goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Destination {
    Text,
    Fonts,
    Instruction,
    Nothing,
}

/// What a group's end restores.
#[derive(Debug, Clone)]
struct Group {
    destination: Destination,
    half_points: u16,
    bold: bool,
    hidden: bool,
    font: i32,
    /// Bytes that stand for a Unicode character where it cannot be shown.
    fallback_bytes: usize,
    /// The region to go back to when the group was a header or a note.
    opened_box: bool,
}

struct RtfReader<'a> {
    bytes: &'a [u8],
    at: usize,
    flow: Flow,
    group: Group,
    stack: Vec<Group>,
    too_deep: usize,
    /// Bytes in the current code page that are not decoded yet.
    pending: Vec<u8>,
    /// Fallback bytes still to be left out.
    to_skip: usize,
    code_page: &'static Encoding,
    font_pages: Vec<(i32, &'static Encoding)>,
    high_surrogate: Option<u16>,
    instruction: String,
    paragraph: ParagraphKind,
    in_table: bool,
    in_row: bool,
    /// Whether `\*` stands before the next control word.
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
                font: 0,
                fallback_bytes: 1,
                opened_box: false,
            },
            stack: Vec::new(),
            too_deep: 0,
            pending: Vec::new(),
            to_skip: 0,
            code_page: WINDOWS_1252,
            font_pages: Vec::new(),
            high_surrogate: None,
            instruction: String::new(),
            paragraph: ParagraphKind::default(),
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
        self.give_pending();
        self.leave_row();
    }

    fn open_group(&mut self) {
        self.give_pending();
        if self.stack.len() >= MAX_GROUPS {
            self.too_deep += 1;
            return;
        }
        self.stack.push(self.group.clone());
        self.group.opened_box = false;
    }

    fn close_group(&mut self) {
        self.give_pending();
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        if self.group.destination == Destination::Instruction {
            let instruction = std::mem::take(&mut self.instruction);
            link_of(&instruction, &mut self.flow);
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

    /// A byte of text in the code page of its font.
    fn byte(&mut self, byte: u8) {
        if self.to_skip > 0 {
            self.to_skip -= 1;
            return;
        }
        match self.group.destination {
            Destination::Text => self.pending.push(byte),
            Destination::Instruction if self.instruction.len() < MAX_INSTRUCTION_BYTES => {
                self.instruction.push(char::from(byte));
            }
            _ => {}
        }
    }

    /// Decodes what is pending and gives it.
    fn give_pending(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let font = self.group.font;
        let known = self.font_pages.iter().find(|(number, _)| *number == font);
        let page = known.map_or(self.code_page, |(_, page)| *page);
        let pending = std::mem::take(&mut self.pending);
        let (text, _) = page.decode_without_bom_handling(&pending);
        self.give(&text);
    }

    fn text(&mut self, text: &str) {
        self.give_pending();
        self.give(text);
    }

    fn give(&mut self, text: &str) {
        if self.group.destination != Destination::Text {
            return;
        }
        if self.in_table && !self.in_row {
            self.flow.open_row();
            self.flow.open_cell();
            self.in_row = true;
        }
        let hidden = if self.group.hidden {
            Some(FindingKind::Vanish)
        } else {
            (self.group.half_points <= 2).then_some(FindingKind::Tiny)
        };
        let look = Look {
            size: f32::from(self.group.half_points) / 2.0,
            bold: self.group.bold,
            hidden,
        };
        self.flow.text(text, look);
    }

    /// A control word with its number.
    fn word(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or_default();
        let length = rest
            .iter()
            .take(MAX_WORD_BYTES)
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let name = rest
            .get(..length)
            .and_then(|name| std::str::from_utf8(name).ok())
            .unwrap_or_default();
        let after = rest.get(length..).unwrap_or_default();
        let sign = usize::from(after.first() == Some(&b'-'));
        let digits = after
            .iter()
            .skip(sign)
            .take(10)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (number, used) = if digits == 0 {
            (None, 0)
        } else {
            (after.get(..sign + digits), sign + digits)
        };
        let number =
            number.and_then(|number| std::str::from_utf8(number).ok()?.parse::<i32>().ok());
        let blank = usize::from(after.get(used) == Some(&b' '));
        self.at = start + length + used + blank;
        let optional = std::mem::take(&mut self.optional);
        if name == "bin" {
            self.give_pending();
            self.at = self.at.saturating_add(
                number
                    .and_then(|number| usize::try_from(number).ok())
                    .unwrap_or(0),
            );
            return;
        }
        if name != "u" {
            self.give_pending();
        }
        let known =
            self.destination(name) || self.format(name, number) || self.content(name, number);
        if !known && optional {
            self.group.destination = Destination::Nothing;
        }
    }

    /// Takes a word that sends the group's text elsewhere.
    fn destination(&mut self, name: &str) -> bool {
        match name {
            "fonttbl" => self.group.destination = Destination::Fonts,
            "fldinst" => self.group.destination = Destination::Instruction,
            "colortbl" | "stylesheet" | "info" | "pict" | "object" | "listtable"
            | "listoverridetable" | "revtbl" | "rsidtbl" | "generator" | "themedata"
            | "colorschememapping" | "datastore" | "latentstyles" | "xmlnstbl" | "annotation"
            | "atnid" | "atnauthor" | "bkmkstart" | "bkmkend" | "filetbl" | "pntext"
            | "listtext" | "nonshppict" | "deleted" | "sp" | "mmathPr" | "background" => {
                self.group.destination = Destination::Nothing;
            }
            "header" | "headerl" | "headerr" | "headerf" | "footer" | "footerl" | "footerr"
            | "footerf" | "footnote" | "shptxt" | "dptxbxtext" => {
                if self.group.destination == Destination::Text || name == "shptxt" {
                    self.group.destination = Destination::Text;
                    self.flow.open_box();
                    self.group.opened_box = true;
                }
            }
            "shpinst" | "shppict" | "shp" | "ud" | "upr" | "fldrslt" => {}
            _ => return false,
        }
        true
    }

    /// Takes a word that changes how text looks.
    fn format(&mut self, name: &str, number: Option<i32>) -> bool {
        let on = number != Some(0);
        match name {
            "b" => self.group.bold = on,
            "v" => self.group.hidden = on,
            "fs" => {
                self.group.half_points = number
                    .and_then(|size| u16::try_from(size).ok())
                    .unwrap_or(24);
            }
            "plain" => {
                self.group.bold = false;
                self.group.hidden = false;
                self.group.half_points = 24;
            }
            "f" => self.group.font = number.unwrap_or(0),
            "fcharset" => self.font_charset(number.unwrap_or(0)),
            "uc" => {
                self.group.fallback_bytes = number
                    .and_then(|count| usize::try_from(count).ok())
                    .unwrap_or(1);
            }
            "ansicpg" => self.code_page = windows_page(number.unwrap_or(1252)),
            "mac" => self.code_page = encoding_rs::MACINTOSH,
            "pard" => {
                self.paragraph = ParagraphKind::default();
                self.in_table = false;
            }
            "intbl" => self.in_table = true,
            "outlinelevel" => {
                self.paragraph.heading = number.is_some_and(|level| (0..9).contains(&level));
            }
            "ls" => self.paragraph.list_item = number.is_some_and(|list| list > 0),
            _ => return false,
        }
        true
    }

    fn font_charset(&mut self, charset: i32) {
        let page = match charset {
            77 => encoding_rs::MACINTOSH,
            128 => encoding_rs::SHIFT_JIS,
            129 => encoding_rs::EUC_KR,
            134 => encoding_rs::GBK,
            136 => encoding_rs::BIG5,
            161 => encoding_rs::WINDOWS_1253,
            162 => encoding_rs::WINDOWS_1254,
            163 => encoding_rs::WINDOWS_1258,
            177 => encoding_rs::WINDOWS_1255,
            178 => encoding_rs::WINDOWS_1256,
            186 => encoding_rs::WINDOWS_1257,
            204 => encoding_rs::WINDOWS_1251,
            222 => encoding_rs::WINDOWS_874,
            238 => encoding_rs::WINDOWS_1250,
            _ => return,
        };
        if self.group.destination == Destination::Fonts && self.font_pages.len() < MAX_GROUPS {
            self.font_pages.push((self.group.font, page));
        }
    }

    /// Takes a word that is text or ends a line, a cell or a row.
    fn content(&mut self, name: &str, number: Option<i32>) -> bool {
        match name {
            "u" => self.unicode(number.unwrap_or(0)),
            "par" | "sect" | "page" => self.end_paragraph(),
            "line" | "column" => self.end_line(),
            "cell" | "nestcell" => self.end_cell(),
            "row" | "nestrow" => self.leave_row(),
            "tab" => self.text("\t"),
            "emdash" => self.text("\u{2014}"),
            "endash" => self.text("\u{2013}"),
            "bullet" => self.text("\u{2022}"),
            "lquote" => self.text("\u{2018}"),
            "rquote" => self.text("\u{2019}"),
            "ldblquote" => self.text("\u{201C}"),
            "rdblquote" => self.text("\u{201D}"),
            "emspace" | "enspace" | "qmspace" => self.text(" "),
            _ => return false,
        }
        true
    }

    fn is_text(&self) -> bool {
        self.group.destination == Destination::Text
    }

    fn unicode(&mut self, number: i32) {
        if self.group.destination == Destination::Text {
            self.give_pending();
            // Numbers over 32,767 are written as negative ones.
            let unit = u16::try_from(number & 0xFFFF).unwrap_or(0x20);
            match (self.high_surrogate.take(), unit) {
                (_, 0xD800..=0xDBFF) => self.high_surrogate = Some(unit),
                (Some(high), 0xDC00..=0xDFFF) => {
                    self.give(&String::from_utf16_lossy(&[high, unit]));
                }
                (_, 0xF000..=0xF0FF) => self.give(" "),
                (_, unit) => self.give(&String::from_utf16_lossy(&[unit])),
            }
        }
        self.to_skip = self.group.fallback_bytes;
    }

    fn end_paragraph(&mut self) {
        self.give_pending();
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

fn windows_page(number: i32) -> &'static Encoding {
    match number {
        65001 => encoding_rs::UTF_8,
        932 => encoding_rs::SHIFT_JIS,
        936 => encoding_rs::GBK,
        949 => encoding_rs::EUC_KR,
        950 => encoding_rs::BIG5,
        874 => encoding_rs::WINDOWS_874,
        10000 => encoding_rs::MACINTOSH,
        number => {
            Encoding::for_label(format!("windows-{number}").as_bytes()).unwrap_or(WINDOWS_1252)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rtf: &[u8]) -> Document {
        read_rtf(rtf).unwrap()
    }

    fn text(rtf: &[u8]) -> String {
        read(rtf).flatten().text.as_str().to_owned()
    }

    #[test]
    fn characters_come_by_code_page_and_by_number() {
        assert_eq!(
            text(br"{\rtf1\ansi\ansicpg1252 Jos\'e9\par Zo\u235?\par}"),
            "José\nZoë\n\n"
        );
        let russian =
            br"{\rtf1\ansi{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial Cyr;}}\f1 \'c0\'e4\'e0\par}";
        assert_eq!(text(russian), "Ада\n\n");
        assert_eq!(
            text(br"{\rtf1\uc2\u-10179??\u-8704?? a\~b}"),
            "\u{1F600} a b\n\n"
        );
    }

    #[test]
    fn pictures_and_unknown_destinations_are_left_out() {
        let rtf = br"{\rtf1 Ada{\pict\wmetafile8 0102ff}{\*\unknown secret} L{\bin3 }}x{\object\b data}ovelace}";
        assert_eq!(
            text(b"{\\rtf1 Ada{\\pict 01ff}{\\*\\unknown secret} Lovelace}"),
            "Ada Lovelace\n\n"
        );
        assert!(!text(rtf).contains("data"));
    }

    #[test]
    fn hidden_text_stands_apart() {
        let document = read(br"{\rtf1 Ada {\v rust expert}Lovelace}");
        assert_eq!(document.flatten().text.as_str(), "Ada Lovelace\n\n");
        assert_eq!(document.hidden[0].kind, FindingKind::Vanish);
        assert_eq!(document.hidden[0].quote, "rust expert");
    }

    #[test]
    fn fields_give_their_result_and_target() {
        let document = read(
            br#"{\rtf1{\field{\*\fldinst HYPERLINK "mailto:ada@example.org"}{\fldrslt Write me}}}"#,
        );
        assert_eq!(document.flatten().text.as_str(), "Write me\n\n");
        assert_eq!(document.link_targets, ["mailto:ada@example.org"]);
    }

    #[test]
    fn rows_are_lines() {
        let rtf = br"{\rtf1\trowd\intbl Rust\cell 5 years\cell\row\pard after\par}";
        assert_eq!(text(rtf), "Rust\t5 years\n\nafter\n\n");
    }

    #[test]
    fn unbalanced_and_deep_groups_are_read() {
        let deep = [b"{\\rtf1 ".as_slice(), &b"{".repeat(100_000), b"Ada"].concat();
        assert_eq!(text(&deep), "Ada\n\n");
        assert_eq!(text(b"{\\rtf1 Ada}}}}"), "Ada\n\n");
    }
}
