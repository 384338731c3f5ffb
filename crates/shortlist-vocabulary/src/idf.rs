//! How informative a word is: a background inverse document frequency for lexical relevance.
//!
//! The table is this project's own estimate, not a count. Its three classes contain words that occur in about one half, one
//! fifth or one twentieth of job advertisements and resumes. The value of a class is the natural logarithm of one over that
//! share. A word that is not listed counts as occurring in one of a hundred documents.

use std::sync::LazyLock;

use crate::phrase_list::PhraseList;
use crate::stems::stem;
use hashbrown::HashMap;

/// The value of a word that is not listed: ln 100.
pub const UNKNOWN_IDF_MICROS: i64 = 4_605_170;

crate::word_lists! {
    /// Words by the share of documents that contain them.
    pub(crate) struct WordShares in "../data/word_shares.txt" {
        /// Words in about half of the documents, or in more.
        half: PhraseList,
        /// Words in about a fifth of the documents.
        fifth: PhraseList,
        /// Words in about a twentieth of the documents.
        twentieth: PhraseList,
    }
}

/// Returns the inverse document frequency of a stem, in millionths.
pub fn idf_micros(stem: &str) -> i64 {
    static TABLE: LazyLock<HashMap<String, i64>> = LazyLock::new(table);
    TABLE.get(stem).copied().unwrap_or(UNKNOWN_IDF_MICROS)
}

fn table() -> HashMap<String, i64> {
    let mut table = HashMap::new();
    let shares = WordShares::get();
    // The order is from rare to common, so that a stem keeps its most common class. Each value is the logarithm of one over
    // the share.
    for (micros, words) in [
        (2_995_732, &shares.twentieth),
        (1_609_438, &shares.fifth),
        (693_147, &shares.half),
    ] {
        table.extend(words.iter().map(|word| (stem(word), micros)));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rarer_word_is_more_informative() {
        let of = |word: &str| idf_micros(&stem(word));
        assert!(of("experience") < of("customer"));
        assert!(of("customer") < of("warehouse"));
        assert!(of("warehouse") < of("kubernetes"));
        assert_eq!(of("kubernetes"), UNKNOWN_IDF_MICROS);
        assert_eq!(of("Experienced"), of("experience"));
        assert_eq!(idf_micros(""), UNKNOWN_IDF_MICROS);
    }
}
