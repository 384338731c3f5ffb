//! Hidden text, and text for machines.

use crate::InvalidValue;

/// The kind of a text that was excluded from the score and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// Drawn in a text rendering mode that paints nothing.
    Invisible,
    /// In the same colour as its background.
    SameColour,
    /// Too small to read.
    Tiny,
    /// Outside the page.
    OffPage,
    /// Covered by something else.
    Covered,
    /// In a layer that is switched off.
    LayerOff,
    /// Text whose characters differ from the letters drawn on the page.
    Substituted,
    /// Marked as hidden in the word processor.
    Vanish,
    /// Zero-width characters, tag characters or direction controls.
    ZeroWidth,
    /// A sentence that instructs a machine.
    Instruction,
    /// A list of keywords that is too long to be meant for people.
    KeywordList,
    /// Text recognized in the image of a page. It is not hidden, and counts like other text.
    Recognized,
}

impl FindingKind {
    /// Every kind.
    pub const ALL: [Self; 12] = [
        Self::Invisible,
        Self::SameColour,
        Self::Tiny,
        Self::OffPage,
        Self::Covered,
        Self::LayerOff,
        Self::Substituted,
        Self::Vanish,
        Self::ZeroWidth,
        Self::Instruction,
        Self::KeywordList,
        Self::Recognized,
    ];

    /// Returns the kind's name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Invisible => "invisible",
            Self::SameColour => "same_colour",
            Self::Tiny => "tiny",
            Self::OffPage => "off_page",
            Self::Covered => "covered",
            Self::LayerOff => "layer_off",
            Self::Substituted => "substituted",
            Self::Vanish => "vanish",
            Self::ZeroWidth => "zero_width",
            Self::Instruction => "instruction",
            Self::KeywordList => "keyword_list",
            Self::Recognized => "recognized",
        }
    }

    /// Parses a kind's name.
    ///
    /// # Errors
    /// Returns an error if no kind has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, "is not a kind of finding"))
    }
}

/// Hidden or machine-directed text. It is excluded from the score and reported, but lowers no score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegrityFinding {
    /// The kind of finding.
    pub kind: FindingKind,
    /// The text, shortened if it is long.
    pub quote: String,
    /// The 1-based page, if the format has pages.
    pub page: Option<u32>,
}
