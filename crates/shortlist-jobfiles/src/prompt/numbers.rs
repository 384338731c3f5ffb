//! Parses numbers in words and in digits.

use shortlist_vocabulary::{Pairs, word_lists};

word_lists! {
    /// Words for numbers with their values.
    pub(super) struct NumberWords in "../../data/prompt_numbers.txt" {
        numbers: Pairs,
        ordinals: Pairs,
    }
}

/// Returns a number of up to a million in digits, or up to ten as a word.
pub(super) fn number(word: &str) -> Option<u32> {
    value(&NumberWords::get().numbers, word)
        .or_else(|| word.parse().ok().filter(|number| *number <= 1_000_000))
}

/// Returns an ordinal number, up to the tenth.
pub(super) fn ordinal(word: &str) -> Option<u32> {
    value(&NumberWords::get().ordinals, word)
}

fn value(words: &Pairs, wanted: &str) -> Option<u32> {
    let (_, value) = words.iter().find(|(word, _)| *word == wanted)?;
    value.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_a_number() {
        let words = NumberWords::get();
        for (word, value) in words.numbers.iter().chain(words.ordinals.iter()) {
            assert!(value.parse::<u32>().is_ok(), "{word}");
        }
    }
}
