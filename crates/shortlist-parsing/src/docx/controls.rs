//! Content controls and form fields: what a person filled in, and what the template still shows.
//!
//! ECMA-376 part 1: 17.5.2 (content controls; `showingPlcHdr` marks a placeholder), 17.16.9 to 17.16.17 (form fields).

use quick_xml::events::BytesStart;

use super::attributes::{is_on, value};
use crate::form_marks::mark;

/// The maximum number of entries of a drop-down list that are read.
const MAX_ENTRIES: usize = 1_000;

/// What a content control shows.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Control {
    /// What the person wrote or chose.
    #[default]
    Value,
    /// A placeholder of the template.
    Placeholder,
    /// A box, and whether it is ticked.
    Box(bool),
    /// A box whose mark was read.
    MarkedBox,
}

impl Control {
    /// Applies an element of the control's properties.
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match (&self, name) {
            (_, "showingPlcHdr") if is_on(element) => *self = Self::Placeholder,
            (_, "checkbox") => *self = Self::Box(false),
            (Self::Box(_), "checked") => *self = Self::Box(is_on(element)),
            _ => {}
        }
    }

    /// Returns the text that stands for a text of the control, which draws a box in any font and in several runs.
    pub(super) fn shown<'a>(&mut self, text: &'a str) -> &'a str {
        match *self {
            Self::Box(ticked) => {
                *self = Self::MarkedBox;
                mark(ticked)
            }
            Self::MarkedBox => "",
            Self::Value | Self::Placeholder => text,
        }
    }
}

/// The input of the open form field.
#[derive(Debug, Default)]
pub(super) struct FormField {
    kind: Kind,
    /// What the person chose, or what the template presets.
    chosen: Option<String>,
    preset: Option<String>,
    entries: Vec<String>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[default]
    Other,
    List,
    Box,
}

impl FormField {
    /// Applies an element of `w:ffData`. Returns false for any other element.
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) -> bool {
        let own = |element| value(element).map(std::borrow::Cow::into_owned);
        match (self.kind, name) {
            (_, "ddList") => self.kind = Kind::List,
            (_, "checkBox") => self.kind = Kind::Box,
            (Kind::List, "result") => self.chosen = own(element),
            (Kind::List, "default") => self.preset = own(element),
            (Kind::List, "listEntry") if self.entries.len() < MAX_ENTRIES => {
                self.entries.extend(own(element));
            }
            (Kind::Box, "checked") => self.chosen = Some(is_on(element).to_string()),
            (Kind::Box, "default") => self.preset = Some(is_on(element).to_string()),
            _ => return false,
        }
        true
    }

    /// Returns the text that the field shows, if its result is not text of the document.
    pub(super) fn shown(self) -> Option<String> {
        let chosen = self.chosen.or(self.preset);
        match self.kind {
            Kind::Other => None,
            Kind::Box => Some(mark(chosen.as_deref() == Some("true")).to_owned()),
            Kind::List => {
                let index = chosen.and_then(|index| index.parse::<usize>().ok());
                self.entries.into_iter().nth(index.unwrap_or(0))
            }
        }
    }
}

/// Returns the box of a symbol of the fonts Wingdings and Wingdings 2, which forms use for ticks.
pub(super) fn symbol(font: &str, code: &str) -> Option<&'static str> {
    let code = u32::from_str_radix(code, 16).ok()? & 0xff;
    match (font.to_ascii_lowercase().as_str(), code) {
        ("wingdings", 0x6f | 0x71 | 0x72 | 0xa8) | ("wingdings 2", 0x2a | 0x30 | 0xa3) => Some("☐"),
        ("wingdings", 0x78 | 0xfd | 0xfe) | ("wingdings 2", 0x51..=0x54) => Some("☒"),
        _ => None,
    }
}
