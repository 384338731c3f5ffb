//! Recognizes phrases near the dates of an entry that name neither a title nor an employer.

use shortlist_vocabulary::is_stop_word;

use super::dates::is_date_word;
use super::headings::exact_kind;
use super::words::PositionWords;

/// Returns whether a phrase is never a title or an employer: an address in the web, a part of a date, or a kind of employment.
pub(super) fn is_filler(phrase: &str) -> bool {
    let folded = phrase.to_lowercase();
    let is_address = folded.contains('@') || folded.contains("www.") || folded.contains("://");
    is_address
        || PositionWords::get().employment_kinds.contains(&folded)
        || has_only_small_words(&folded)
}

/// Returns whether an unknown phrase is the heading of a section.
pub(super) fn is_heading(phrase: &str) -> bool {
    exact_kind(phrase).is_some()
}

/// Returns whether all words are stop words, words of dates or numbers: `june.30`, `as`.
fn has_only_small_words(folded: &str) -> bool {
    let is_small = |word: &str| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        is_number || is_stop_word(word) || is_date_word(word)
    };
    folded.split(|c: char| !c.is_alphanumeric()).all(is_small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_are_no_names() {
        for phrase in [
            "as",
            "june.30",
            "Part time",
            "mina@example.org",
            "to the",
            "Vollzeit",
        ] {
            assert!(is_filler(phrase), "{phrase}");
        }
        for phrase in ["Acme", "The Acme", "3M", "Data Analyst", "Full Moon"] {
            assert!(!is_filler(phrase), "{phrase}");
        }
        assert!(is_heading("Experience") && !is_heading("Acme"));
    }
}
