//! The content that a layout puts on the page, before the writer of a format places it.

/// The role of a line, which decides how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Name,
    Title,
    Heading,
    /// The first line of a job or a degree.
    Entry,
    Body,
    Bullet,
    /// Small print: contacts, page headers.
    Small,
}

impl Role {
    /// Returns the size of the type, in tenths of a point.
    pub(crate) fn size(self) -> i32 {
        match self {
            Self::Name => 220,
            Self::Heading => 130,
            Self::Title => 120,
            Self::Entry | Self::Body | Self::Bullet => 100,
            Self::Small => 90,
        }
    }

    pub(crate) fn bold(self) -> bool {
        matches!(self, Self::Name | Self::Heading | Self::Entry)
    }
}

/// A piece of a page.
#[derive(Debug, Clone)]
pub(crate) enum Block {
    /// A paragraph.
    Line(Role, String),
    /// A line with something at its far end, usually dates.
    Ends(Role, String, String),
    /// The text of a link, and its target.
    Link(Role, String, String),
    /// A rule across the whole width.
    Rule,
    /// A name and a rating from 0 to 5.
    Rated(String, u8),
    /// Cells side by side, each with its share of the width. Adjacent rows with the same shares form a table.
    Row(Vec<(i32, Vec<Block>)>),
}

/// The typographic style of the whole sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Setting {
    /// The style of a word processor or a browser.
    #[default]
    Plain,
    /// The style of LaTeX, with gaps instead of spaces and with ligatures.
    Tex,
    /// The style of design programs, with widely spaced capitals in names and headings.
    Spaced,
    /// White on a dark ground in the first cell of each row.
    Dark,
}

/// A resume as laid out on the page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    /// The header of each page.
    pub(crate) header: Vec<Block>,
    /// The footer of each page.
    pub(crate) footer: Vec<Block>,
    /// The contents of the text boxes.
    pub(crate) boxes: Vec<Vec<Block>>,
    pub(crate) body: Vec<Block>,
    pub(crate) setting: Setting,
    pub(crate) right_to_left: bool,
}

impl Sheet {
    /// Returns every text on the page.
    pub(crate) fn texts(&self) -> Vec<&str> {
        let boxes = self.boxes.iter().flatten();
        let blocks = self.header.iter().chain(boxes).chain(&self.body);
        blocks.chain(&self.footer).flat_map(Block::texts).collect()
    }
}

impl Block {
    fn texts(&self) -> Vec<&str> {
        match self {
            Self::Line(_, text) | Self::Link(_, text, _) | Self::Rated(text, _) => vec![text],
            Self::Ends(_, text, end) => vec![text, end],
            Self::Rule => Vec::new(),
            Self::Row(cells) => {
                let blocks = cells.iter().flat_map(|(_, blocks)| blocks);
                blocks.flat_map(Self::texts).collect()
            }
        }
    }
}

pub(crate) fn line(role: Role, text: impl Into<String>) -> Block {
    Block::Line(role, text.into())
}
