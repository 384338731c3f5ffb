//! Detects the language of a text from its common words.
//!
//! Each distinct common word of a language counts once, so that repeating a text changes nothing. A text without enough of them,
//! or in two languages, has no language.

use hashbrown::HashSet;
use shortlist_vocabulary::{PhraseList, word_lists};

word_lists! {
    /// Common words of languages.
    pub(crate) struct LanguageWords in "../data/text_languages.txt" {
        /// Words of English.
        english: PhraseList,
        /// Words of German.
        german: PhraseList,
        /// Words of French.
        french: PhraseList,
        /// Words of Spanish.
        spanish: PhraseList,
        /// Words of Italian.
        italian: PhraseList,
        /// Words of Portuguese.
        portuguese: PhraseList,
        /// Words of Dutch.
        dutch: PhraseList,
        /// Words of Polish.
        polish: PhraseList,
    }
}

/// The fewest distinct words that show a language.
const MIN_WORDS: usize = 3;
/// How many times more words the language must have than any other.
const MIN_RATIO: usize = 2;

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextLanguage {
    English,
    German,
    French,
    Spanish,
    Italian,
    Portuguese,
    Dutch,
    Polish,
}

impl TextLanguage {
    /// Returns the language of a text from its words in lower case.
    pub(crate) fn of<'a>(words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let distinct: HashSet<&str> = words.collect();
        let mut counts = Self::lists().map(|(language, list)| {
            let found = distinct.iter().filter(|word| list.contains(word)).count();
            (found, language)
        });
        counts.sort_by_key(|(found, _)| usize::MAX - found);
        let [(most, language), (second, _), ..] = counts;
        (most >= MIN_WORDS && most >= MIN_RATIO * second).then_some(language)
    }

    /// Returns whether the requirements of postings are read in the language.
    pub(crate) fn is_read_in_postings(self) -> bool {
        matches!(
            self,
            Self::English | Self::German | Self::French | Self::Spanish
        )
    }

    /// Returns whether a text has enough words of a language in which the requirements of postings are read, whatever else it has.
    pub(crate) fn has_words_of_postings(distinct: &HashSet<&str>) -> bool {
        let count = |list: &PhraseList| distinct.iter().filter(|word| list.contains(word)).count();
        Self::lists()
            .into_iter()
            .any(|(language, list)| language.is_read_in_postings() && count(list) >= MIN_WORDS)
    }

    fn lists() -> [(Self, &'static PhraseList); 8] {
        let known = LanguageWords::get();
        [
            (Self::English, &known.english),
            (Self::German, &known.german),
            (Self::French, &known.french),
            (Self::Spanish, &known.spanish),
            (Self::Italian, &known.italian),
            (Self::Portuguese, &known.portuguese),
            (Self::Dutch, &known.dutch),
            (Self::Polish, &known.polish),
        ]
    }
}

impl TextLanguage {
    /// Returns the code of the language (ISO 639-1).
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
            Self::Italian => "it",
            Self::Portuguese => "pt",
            Self::Dutch => "nl",
            Self::Polish => "pl",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    fn language_of(text: &str) -> Option<TextLanguage> {
        let words = words(text);
        TextLanguage::of(words.iter().map(|word| word.lower.as_str()))
    }

    #[test]
    fn a_few_sentences_show_their_language() {
        for (text, language) in [
            (
                "Care for patients of the ward and work with doctors",
                TextLanguage::English,
            ),
            (
                "Pflege der Patienten und Arbeit mit den Ärzten",
                TextLanguage::German,
            ),
            (
                "Soins aux patients et travail avec les médecins",
                TextLanguage::French,
            ),
            (
                "Atención al paciente y trabajo con los médicos",
                TextLanguage::Spanish,
            ),
            (
                "Cura dei pazienti nel reparto, presso il comune",
                TextLanguage::Italian,
            ),
            (
                "Atendimento aos pacientes em uma equipe",
                TextLanguage::Portuguese,
            ),
            (
                "Zorg voor het team bij een ziekenhuis met artsen",
                TextLanguage::Dutch,
            ),
            (
                "Obsługa klientów oraz prowadzenie dokumentacji",
                TextLanguage::Polish,
            ),
        ] {
            assert_eq!(language_of(text), Some(language), "{text}");
        }
    }

    #[test]
    fn a_text_in_two_languages_or_of_names_has_none() {
        for text in [
            "",
            "Python, SQL, Docker, SAP",
            "the team and the work; und der die mit von",
            "von der Heide",
        ] {
            assert_eq!(language_of(text), None, "{text}");
        }
    }

    #[test]
    fn repeating_a_text_changes_nothing() {
        let text = "Care for patients of the ward and work with doctors. Pflege mit Herz und";
        assert_eq!(language_of(text), language_of(&text.repeat(3)));
    }
}
