//! Decides from the status of a posting whether it is a draft.

use shortlist_vocabulary::{PhraseList, word_lists};

use super::fold::fold;

word_lists! {
    /// Words for the status of a posting, and for yes and no.
    pub(crate) struct StatusWords in "../data/status.txt" {
        draft: PhraseList,
        published: PhraseList,
        yes: PhraseList,
        no: PhraseList,
        /// Endings of number and gender.
        endings: Vec<&'static str>,
    }
}

/// Returns whether a status is that of a draft, or `None` for unknown words. A closed posting counts as unpublished.
pub(crate) fn is_draft(text: &str) -> Option<bool> {
    let folded = fold(text);
    let words = StatusWords::get();
    if words.draft.contains(&folded) {
        Some(true)
    } else if words.published.contains(&folded) {
        Some(false)
    } else {
        None
    }
}

/// Returns whether a text is the status of a posting.
pub(crate) fn is_status(text: &str) -> bool {
    is_draft(text).is_some()
}

/// Returns whether a word is a status in any of its forms: `offene`, `ouvertes`, `cerradas`.
pub(crate) fn is_state_word(text: &str) -> bool {
    let words = StatusWords::get();
    let mut all = words.draft.iter().chain(words.published.iter());
    is_status(text) || all.any(|word| is_same_word(word, text))
}

/// Returns whether two single words differ only in their endings.
pub(crate) fn is_same_word(one: &str, other: &str) -> bool {
    let (one, other) = (fold(one), fold(other));
    one == other
        || (!one.contains(' ') && stems(&one).iter().any(|stem| stems(&other).contains(stem)))
}

/// Returns a word and its stems without the endings of number and gender.
fn stems(word: &str) -> Vec<&str> {
    const MIN_STEM_BYTES: usize = 5;
    let endings = &StatusWords::get().endings;
    let stripped = endings
        .iter()
        .filter_map(|ending| word.strip_suffix(ending));
    std::iter::once(word)
        .chain(stripped)
        .filter(|stem| stem.len() >= MIN_STEM_BYTES)
        .collect()
}

/// Parses a yes or no. Blank text is a no.
pub(crate) fn yes_or_no(text: &str) -> Option<bool> {
    let lower = text.trim().to_lowercase();
    let words = StatusWords::get();
    if words.yes.contains(&lower) {
        Some(true)
    } else if lower.is_empty() || words.no.contains(&lower) {
        Some(false)
    } else {
        None
    }
}

pub(crate) fn is_yes_or_no(text: &str) -> bool {
    yes_or_no(text).is_some()
}
