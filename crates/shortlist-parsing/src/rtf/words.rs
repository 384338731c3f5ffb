//! Applies control words.

use super::code_pages::{page_of_charset, windows_page};
use super::{Destination, MAX_GROUPS, RtfReader};
use crate::frame::ParagraphKind;

impl RtfReader<'_> {
    /// Handles a word that changes the destination of the group's text.
    pub(super) fn destination(&mut self, name: &str) -> bool {
        match name {
            "fonttbl" => self.group.destination = Destination::Fonts,
            "colortbl" => self.group.destination = Destination::Colours,
            "fldinst" => self.group.destination = Destination::Instruction,
            "stylesheet" | "info" | "pict" | "object" | "listtable" | "listoverridetable"
            | "revtbl" | "rsidtbl" | "generator" | "themedata" | "colorschememapping"
            | "datastore" | "latentstyles" | "xmlnstbl" | "annotation" | "atnid" | "atnauthor"
            | "bkmkstart" | "bkmkend" | "filetbl" | "pntext" | "listtext" | "nonshppict"
            | "deleted" | "sp" | "mmathPr" | "background" => {
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

    /// Handles a word that changes the style of text.
    pub(super) fn format(&mut self, name: &str, number: Option<i32>) -> bool {
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
                self.group.colour = 0;
                self.group.backgrounds = [0; 3];
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
                self.paragraph_background = 0;
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

    /// Handles a word that changes a colour.
    pub(super) fn colour(&mut self, name: &str, number: Option<i32>) -> bool {
        let index = number
            .and_then(|index| usize::try_from(index).ok())
            .unwrap_or(0);
        let [background, highlight, shading] = &mut self.group.backgrounds;
        let place = match name {
            "cf" => &mut self.group.colour,
            "cb" => background,
            "highlight" => highlight,
            "chcbpat" => shading,
            "cbpat" | "clcbpat" => &mut self.paragraph_background,
            _ => {
                return self.group.destination == Destination::Colours
                    && self.colours.word(name, number);
            }
        };
        *place = index;
        true
    }

    fn font_charset(&mut self, charset: i32) {
        if let Some(page) = page_of_charset(charset)
            && self.group.destination == Destination::Fonts
            && self.font_pages.len() < MAX_GROUPS
        {
            self.font_pages.entry(self.group.font).or_insert(page);
        }
    }

    /// Handles a word that is text or ends a line, a cell or a row.
    pub(super) fn content(&mut self, name: &str, number: Option<i32>) -> bool {
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
}
