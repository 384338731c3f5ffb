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
    /// Of Spain and America.
    Spanish,
    /// Of Brazil and Portugal.
    Portuguese,
    /// With apostrophes in names and words.
    Italian,
    /// With small words in names.
    Dutch,
    /// With months that are inflected and names beyond Latin-1.
    Polish,
    /// In Cyrillic, the family name often first.
    Russian,
    /// In its own script, which casts accents off in capitals.
    Greek,
    /// With an i that has its own capital.
    Turkish,
    /// From right to left.
    Arabic,
    /// In simplified characters, without blanks.
    Chinese,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 13] = [
        Self::English,
        Self::German,
        Self::French,
        Self::Spanish,
        Self::Portuguese,
        Self::Italian,
        Self::Dutch,
        Self::Polish,
        Self::Russian,
        Self::Greek,
        Self::Turkish,
        Self::Arabic,
        Self::Chinese,
    ];

    /// Its English name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "German",
            Self::French => "French",
            Self::Spanish => "Spanish",
            Self::Portuguese => "Portuguese",
            Self::Italian => "Italian",
            Self::Dutch => "Dutch",
            Self::Polish => "Polish",
            Self::Russian => "Russian",
            Self::Greek => "Greek",
            Self::Turkish => "Turkish",
            Self::Arabic => "Arabic",
            Self::Chinese => "Chinese",
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
            Self::Spanish => include_str!("words/spanish.txt"),
            Self::Portuguese => include_str!("words/portuguese.txt"),
            Self::Italian => include_str!("words/italian.txt"),
            Self::Dutch => include_str!("words/dutch.txt"),
            Self::Polish => include_str!("words/polish.txt"),
            Self::Russian => include_str!("words/russian.txt"),
            Self::Greek => include_str!("words/greek.txt"),
            Self::Turkish => include_str!("words/turkish.txt"),
            Self::Arabic => include_str!("words/arabic.txt"),
            Self::Chinese => include_str!("words/chinese.txt"),
        }
    }
}
