//! Hidden text, text for machines, and text that repeats the posting.

use crate::{ChoiceProblem, InvalidValue};

/// The kind of a text that is reported. Most kinds are excluded from the score.
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
    /// Passages of the posting, word for word. They count like other text.
    CopiedPosting,
    /// The job's title outside of a dated position, although no dated position has it. It counts like other text.
    CopiedTitle,
    /// Text or an image on a page that cannot be read. It is not hidden.
    Unread,
}

impl FindingKind {
    /// Every kind.
    pub const ALL: [Self; 15] = [
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
        Self::CopiedPosting,
        Self::CopiedTitle,
        Self::Unread,
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
            Self::CopiedPosting => "copied_posting",
            Self::CopiedTitle => "copied_title",
            Self::Unread => "unread",
        }
    }

    /// Returns whether the text repeats the posting.
    pub fn is_copied(self) -> bool {
        matches!(self, Self::CopiedPosting | Self::CopiedTitle)
    }

    /// Returns whether the text was excluded from the score.
    pub fn is_excluded(self) -> bool {
        !matches!(self, Self::Recognized | Self::Unread) && !self.is_copied()
    }

    /// Parses a kind's name.
    ///
    /// # Errors
    /// Returns an error if no kind has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, ChoiceProblem::NotFindingKind))
    }
}

/// What is known about a finding besides its text. Percentages are from 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingMeasure {
    /// The part of the posting that the resume repeats, in percent.
    PostingShare(u32),
    /// The confidence with which text was recognized in an image, in percent.
    Confidence(u32),
    /// The page has only images, whose text was not read.
    OnlyImages,
    /// Most text of the page has no character map.
    PageWithoutMap,
    /// This number of characters of the page has no character map.
    CharactersWithoutMap(u32),
}

impl FindingMeasure {
    /// Returns the name in the API and in storage.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PostingShare(_) => "posting_share",
            Self::Confidence(_) => "confidence",
            Self::OnlyImages => "only_images",
            Self::PageWithoutMap => "page_without_map",
            Self::CharactersWithoutMap(_) => "characters_without_map",
        }
    }

    /// Returns the percentage or the number of characters.
    pub fn number(self) -> Option<u32> {
        match self {
            Self::PostingShare(number)
            | Self::Confidence(number)
            | Self::CharactersWithoutMap(number) => Some(number),
            Self::OnlyImages | Self::PageWithoutMap => None,
        }
    }

    /// Parses a name with its number.
    ///
    /// # Errors
    /// Returns an error for an unknown name, or if its number is missing.
    pub fn parse(field: &str, name: &str, number: Option<u32>) -> Result<Self, InvalidValue> {
        match (name, number) {
            ("posting_share", Some(number)) => Ok(Self::PostingShare(number)),
            ("confidence", Some(number)) => Ok(Self::Confidence(number)),
            ("only_images", None) => Ok(Self::OnlyImages),
            ("page_without_map", None) => Ok(Self::PageWithoutMap),
            ("characters_without_map", Some(number)) => Ok(Self::CharactersWithoutMap(number)),
            _ => Err(InvalidValue::new(field, ChoiceProblem::NotFindingMeasure)),
        }
    }
}

/// Text that is reported: hidden, for machines, recognized in an image, or repeated from the posting. It lowers no score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegrityFinding {
    /// The kind of finding.
    pub kind: FindingKind,
    /// The text, shortened if it is long. Empty if the finding is about no text of the resume.
    pub quote: String,
    /// What else is known about the finding, of some kinds.
    pub measure: Option<FindingMeasure>,
    /// The 1-based page, if the format has pages.
    pub page: Option<u32>,
}
