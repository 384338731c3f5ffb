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
pub enum RequirementNotice {
    /// The language of the posting is not supported. This is its code (ISO 639-1), if it was recognized.
    UnknownLanguage(Option<&'static str>),
    /// A skill is required by one passage, which counts, and not by another one.
    RequiredAndDenied {
        /// The skill.
        skill: String,
        /// The passage that requires it.
        demand: String,
        /// The passage that says it is not required.
        denial: String,
    },
    /// Two passages ask for different lengths of experience. The first one counts.
    DifferentYears {
        /// The first one.
        first: RequiredExperience,
        /// The other one.
        other: RequiredExperience,
    },
    /// Two passages ask for different levels of a language.
    DifferentLevels {
        /// The language.
        language: String,
        /// The level that counts.
        level: String,
        /// The other level.
        other: String,
        /// The passage with the other level.
        quote: String,
    },
    /// The posting has this number of requirements, which are more than people can set.
    TooManyRequirements(usize),
    /// No requirement was found.
    NothingRead,
}

/// A length of experience that a passage of a posting requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequiredExperience {
    /// The length in months.
    pub months: u32,
    /// The passage.
    pub quote: String,
}

impl RequirementNotice {
    /// Returns the kind.
    pub fn code(&self) -> NoticeCode {
        match self {
            Self::UnknownLanguage(_) => NoticeCode::UnknownLanguage,
            Self::RequiredAndDenied { .. } => NoticeCode::RequiredAndDenied,
            Self::DifferentYears { .. } => NoticeCode::DifferentYears,
            Self::DifferentLevels { .. } => NoticeCode::DifferentLevels,
            Self::TooManyRequirements(_) => NoticeCode::TooManyRequirements,
            Self::NothingRead => NoticeCode::NothingRead,
        }
    }

    /// Returns the skill or the language that the notice is about.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::RequiredAndDenied { skill: name, .. }
            | Self::DifferentLevels { language: name, .. } => Some(name),
            _ => None,
        }
    }

    /// Returns the code of the posting's language (ISO 639-1).
    pub fn language(&self) -> Option<&'static str> {
        match self {
            Self::UnknownLanguage(language) => *language,
            _ => None,
        }
    }

    /// Returns the passages of the posting. If one of two counts, it is the first one.
    pub fn quotes(&self) -> Vec<&str> {
        match self {
            Self::RequiredAndDenied { demand, denial, .. } => vec![demand, denial],
            Self::DifferentYears { first, other } => vec![&first.quote, &other.quote],
            Self::DifferentLevels { quote, .. } => vec![quote],
            _ => Vec::new(),
        }
    }

    /// Returns the lengths of experience in months. The first one counts.
    pub fn months(&self) -> Vec<u32> {
        match self {
            Self::DifferentYears { first, other } => vec![first.months, other.months],
            _ => Vec::new(),
        }
    }

    /// Returns the levels of the language. The first one counts.
    pub fn levels(&self) -> Vec<&str> {
        match self {
            Self::DifferentLevels { level, other, .. } => vec![level, other],
            _ => Vec::new(),
        }
    }

    /// Returns the number of requirements.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::TooManyRequirements(count) => Some(*count),
            _ => None,
        }
    }
}
