//! Reduces words to their stems, so that "managed", "managing" and "management" are equal.
//!
//! A word is stemmed without knowing the language of its text, so that a term has the same stem in every document. The
//! Russian Snowball stemmer handles Cyrillic words. The English one handles all others, without their diacritics. It keeps
//! the endings of other languages, but both sides of a comparison are treated in the same way.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::fold::{fold, tokens};
use crate::phrase_list::PhraseList;

crate::word_lists! {
    /// Stop words.
    pub(crate) struct StopWords in "../data/stop_words.txt" {
        /// Stop words in English, German, French, Spanish, Portuguese, Italian and Dutch.
        stop_words: PhraseList,
    }
}

/// Returns whether a folded word is a stop word in any of the seven languages.
pub fn is_stop_word(word: &str) -> bool {
    StopWords::get().stop_words.contains(word)
}

/// Returns the stem of a word, in lower case and without diacritics.
pub fn stem(word: &str) -> String {
    let plain = without_diacritics(word);
    if plain.contains(is_cyrillic) {
        return Stemmer::create(Algorithm::Russian)
            .stem(&plain)
            .into_owned();
    }
    // Names such as c++ and node.js are not stemmed.
    if !plain.chars().all(char::is_alphabetic) {
        return plain;
    }
    Stemmer::create(Algorithm::English)
        .stem(&plain)
        .into_owned()
}

/// Returns the word in lower case without diacritics.
fn without_diacritics(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let plain: String = word
        .nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .collect();
    plain.replace('ß', "ss")
}

/// Returns the stems of a text's words in order, without stop words and bare numbers.
pub fn stems(text: &str) -> Vec<String> {
    let folded = fold(text);
    tokens(&folded.text)
        .into_iter()
        .filter_map(|token| folded.text.get(token.start..token.end))
        .filter(|word| !is_stop_word(word) && word.contains(char::is_alphabetic))
        .map(stem)
        .collect()
}

fn is_cyrillic(letter: char) -> bool {
    matches!(letter, '\u{400}'..='\u{52f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (one, other) in [
            ("managed", "Managing"),
            ("Résumés", "resume"),
            ("разработка", "разработки"),
            ("Straße", "strasse"),
        ] {
            assert_eq!(stem(one), stem(other));
        }
        assert_eq!(stem("node.js"), "node.js");
    }

    #[test]
    fn stop_words_are_left_out() {
        assert_eq!(
            stems("The design of the systems, and 5 in C++"),
            ["design", "system", "c++"]
        );
        assert_eq!(
            stems("Die Entwicklung der Software für den Kunden"),
            ["entwicklung", "softwar", "kunden"]
        );
        assert_eq!(stems("la gestion de l’équipe"), ["gestion", "equip"]);
    }

    proptest! {
        #[test]
        fn any_text_has_stems(text in "\\PC{0,60}") {
            prop_assert!(stems(&text).iter().all(|stem| stem.chars().all(|c| !c.is_whitespace())));
        }
    }
}
