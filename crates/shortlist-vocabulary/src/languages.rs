//! Spoken languages by their names in many languages, and the words for how well someone speaks one.

use std::sync::LazyLock;

use crate::fold::{fold_key, key_of};
use crate::phrase_list::PhraseList;
use crate::word_lists::Pairs;
use hashbrown::HashMap;

/// How well someone speaks a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proficiency {
    /// A beginner's level: A1, A2.
    Basic,
    /// Enough for everyday use: B1, B2.
    Intermediate,
    /// Enough for work: C1, C2, fluent.
    Fluent,
    /// The level of a native speaker.
    Native,
}

crate::word_lists! {
    /// Words of spoken languages.
    pub(crate) struct LanguageWords in "../data/languages.txt" {
        /// Names of languages with their English names.
        names: Pairs,
        /// Words for a beginner's level.
        basic: PhraseList,
        /// Words for everyday use.
        intermediate: PhraseList,
        /// Words for use at work.
        fluent: PhraseList,
        /// Words for the level of a native speaker.
        native: PhraseList,
    }
}

/// Returns the English name of a spoken language, for its name in any listed language.
pub fn find_language(word: &str) -> Option<&'static str> {
    static NAMES: LazyLock<HashMap<String, &'static str>> = LazyLock::new(language_names);
    NAMES.get(key_of(word).as_ref()).copied()
}

/// Returns the English names of the languages that are known. A name may occur several times.
pub fn spoken_languages() -> impl Iterator<Item = &'static str> {
    LanguageWords::get()
        .names
        .iter()
        .map(|(_, english)| english)
}

/// Returns how well a language is spoken, for a whole phrase such as `C1`, `fluent` or `Muttersprache`.
pub fn find_proficiency(phrase: &str) -> Option<Proficiency> {
    let key = key_of(phrase);
    let words = LanguageWords::get();
    [
        (Proficiency::Basic, &words.basic),
        (Proficiency::Intermediate, &words.intermediate),
        (Proficiency::Fluent, &words.fluent),
        (Proficiency::Native, &words.native),
    ]
    .into_iter()
    .find(|(_, words)| words.contains(&key))
    .map(|(proficiency, _)| proficiency)
}

fn language_names() -> HashMap<String, &'static str> {
    let mut names = HashMap::new();
    for (name, english) in LanguageWords::get().names.iter() {
        let key = fold_key(name);
        if !key.is_empty() {
            names.entry(key).or_insert(english);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_their_names_in_many_languages() {
        for (name, english) in [
            ("ENGLISH", "English"),
            ("Französisch", "French"),
            ("español", "Spanish"),
            ("português", "Portuguese"),
            ("Nederlands", "Dutch"),
            ("英语", "English"),
            ("Русский язык", "Russian"),
            ("हिन्दी", "Hindi"),
        ] {
            assert_eq!(find_language(name), Some(english), "{name}");
        }
        assert_eq!(find_language("Java"), None);
        assert_eq!(find_language(""), None);
    }

    #[test]
    fn proficiency_is_read_from_words_and_levels() {
        assert_eq!(find_proficiency("C1"), Some(Proficiency::Fluent));
        assert_eq!(
            find_proficiency("Native or Bilingual"),
            Some(Proficiency::Native)
        );
        assert_eq!(
            find_proficiency("Verhandlungssicher"),
            Some(Proficiency::Fluent)
        );
        assert_eq!(find_proficiency("B1"), Some(Proficiency::Intermediate));
        assert_eq!(
            find_proficiency("Grundkenntnisse"),
            Some(Proficiency::Basic)
        );
        assert_eq!(find_proficiency("Java"), None);
    }
}
