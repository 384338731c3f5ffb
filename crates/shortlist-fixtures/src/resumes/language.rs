//! The languages of the resumes.

/// A language, with its script and the conventions of its resumes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// American and British English.
    English,
    /// German, with tabular dates and personal details.
    German,
    /// French, with many accents and with spaces before colons.
    French,
    /// Spanish, of Spain and the Americas.
    Spanish,
    /// Portuguese, of Brazil and Portugal.
    Portuguese,
    /// Italian, with apostrophes in names and words.
    Italian,
    /// Dutch, with particles in names.
    Dutch,
    /// Polish, with inflected months and names beyond Latin-1.
    Polish,
    /// Russian, in Cyrillic and often with the family name first.
    Russian,
    /// Greek, in its own script, which drops accents in capitals.
    Greek,
    /// Turkish, whose dotted i has a dotted capital.
    Turkish,
    /// Arabic, written from right to left.
    Arabic,
    /// Chinese, in simplified characters and without spaces.
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

    /// Returns the English name.
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

    /// Returns whether the language is written from right to left.
    pub(crate) fn right_to_left(self) -> bool {
        self == Self::Arabic
    }

    /// Returns the text between a label and its value.
    pub(crate) fn colon(self) -> &'static str {
        match self {
            Self::French => " : ",
            Self::Chinese => "：",
            _ => ": ",
        }
    }

    /// Returns the text between the items of a list.
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
