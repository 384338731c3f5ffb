//! What a layout puts on the page, before a format's writer gives it a place.

/// What a line is, which decides how it looks.
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
    /// The size of its type, in tenths of a point.
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
    /// A line with something at its far end: dates, mostly.
    Ends(Role, String, String),
    /// Words that are a link, and where it leads.
    Link(Role, String, String),
    /// A rule over the whole width.
    Rule,
    /// A name and how many of five.
    Rated(String, u8),
    /// Cells side by side, each with its share of the width; rows of the same shares below each other are a table.
    Row(Vec<(i32, Vec<Block>)>),
}

/// How the whole sheet is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Setting {
    /// As a word processor or a browser does.
    #[default]
    Plain,
    /// As LaTeX does: gaps instead of blanks, and ligatures.
    Tex,
    /// Names and headings in capitals set wide, as design programs do.
    Spaced,
    /// White on a dark ground in the first cell of each row.
    Dark,
}

/// A resume as it lies on the page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sheet {
    /// What each page's header says.
    pub(crate) header: Vec<Block>,
    /// What each page's footer says.
    pub(crate) footer: Vec<Block>,
    /// What stands in text boxes.
    pub(crate) boxes: Vec<Vec<Block>>,
    pub(crate) body: Vec<Block>,
    pub(crate) setting: Setting,
    pub(crate) right_to_left: bool,
}

pub(crate) fn line(role: Role, text: impl Into<String>) -> Block {
    Block::Line(role, text.into())
}
