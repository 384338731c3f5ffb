//! What could not be read from a posting, or contradicts itself.

/// The kind of a notice about a posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoticeCode {
    /// The posting is in a language other than those that are supported, or its language was not recognized.
    UnknownLanguage,
    /// One passage requires a skill, and another one says that it is not required.
    RequiredAndDenied,
    /// Two passages ask for different lengths of experience.
    DifferentYears,
    /// Two passages ask for different levels of one language.
    DifferentLevels,
    /// The posting has more requirements than people can set.
    TooManyRequirements,
    /// No requirement was found.
    NothingRead,
}

impl NoticeCode {
    /// All codes.
    pub const ALL: [Self; 6] = [
        Self::UnknownLanguage,
        Self::RequiredAndDenied,
        Self::DifferentYears,
        Self::DifferentLevels,
        Self::TooManyRequirements,
        Self::NothingRead,
    ];

    /// Returns the code's name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownLanguage => "unknownLanguage",
            Self::RequiredAndDenied => "requiredAndDenied",
            Self::DifferentYears => "differentYears",
            Self::DifferentLevels => "differentLevels",
            Self::TooManyRequirements => "tooManyRequirements",
            Self::NothingRead => "nothingRead",
        }
    }
}

/// Something about a posting that its author should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequirementNotice {
    /// Its kind.
    pub code: NoticeCode,
    /// What it is and what counts, for people.
    pub text: String,
}
