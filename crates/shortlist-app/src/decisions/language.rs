//! The languages of the candidate packet.

use shortlist_domain::{ChoiceProblem, InvalidValue};
use shortlist_mail::Language;

/// A language of the packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PacketLanguage {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
}

impl From<Language> for PacketLanguage {
    fn from(language: Language) -> Self {
        match language {
            Language::English => Self::English,
            Language::German => Self::German,
            Language::French => Self::French,
            Language::Spanish => Self::Spanish,
        }
    }
}

impl PacketLanguage {
    /// Every language.
    pub const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// Returns the code of the language (ISO 639-1).
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
        }
    }

    /// Returns the language's own name.
    pub fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::French => "Français",
            Self::Spanish => "Español",
        }
    }

    /// Parses a code. English is the default.
    ///
    /// # Errors
    /// Returns an error if there is no packet in that language.
    pub fn parse(field: &str, code: Option<&str>) -> Result<Self, InvalidValue> {
        let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else {
            return Ok(Self::English);
        };
        let mut all = Self::ALL.into_iter();
        all.find(|language| language.code().eq_ignore_ascii_case(code))
            .ok_or_else(|| {
                InvalidValue::new(field, ChoiceProblem::not_one_of(["en", "de", "fr", "es"]))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_has_a_code() {
        for language in PacketLanguage::ALL {
            let parsed = PacketLanguage::parse("language", Some(language.code()));
            assert_eq!(parsed.unwrap(), language);
        }
        assert_eq!(
            PacketLanguage::parse("language", None).unwrap(),
            PacketLanguage::English
        );
        assert!(PacketLanguage::parse("language", Some("it")).is_err());
    }
}
