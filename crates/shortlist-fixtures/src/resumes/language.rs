//! Languages that resumes are written in.

/// A language, with the script and the habits of the resumes written in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// American and British.
    English,
    /// With tabular dates and personal details.
    German,
    /// With accents everywhere and blanks before colons.
    French,
    /// In simplified characters, without blanks.
    Chinese,
    /// From right to left.
    Arabic,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 5] = [
        Self::English,
        Self::German,
        Self::French,
        Self::Chinese,
        Self::Arabic,
    ];

    /// Its English name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "German",
            Self::French => "French",
            Self::Chinese => "Chinese",
            Self::Arabic => "Arabic",
        }
    }

    /// Whether it is written from right to left.
    pub(crate) fn right_to_left(self) -> bool {
        self == Self::Arabic
    }

    /// What stands between a label and its value.
    pub(crate) fn colon(self) -> &'static str {
        match self {
            Self::French => " : ",
            Self::Chinese => "：",
            _ => ": ",
        }
    }

    /// What stands between the items of a list.
    pub(crate) fn comma(self) -> &'static str {
        match self {
            Self::Chinese => "、",
            Self::Arabic => "، ",
            _ => ", ",
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::English => include_str!("words/english.txt"),
            Self::German => include_str!("words/german.txt"),
            Self::French => include_str!("words/french.txt"),
            Self::Chinese => include_str!("words/chinese.txt"),
            Self::Arabic => include_str!("words/arabic.txt"),
        }
    }
}
