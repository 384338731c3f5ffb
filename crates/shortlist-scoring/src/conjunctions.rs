//! Names in a row: either all of them are meant, or any one of them is enough.
//!
//! Examples are "German and English" and "PMP, PRINCE2 or IPMA".

use shortlist_vocabulary::{PhraseList, word_lists};

use crate::words::Word;

word_lists! {
    /// The words that join names.
    pub(crate) struct Conjunctions in "../data/conjunctions.txt" {
        /// Words between two names of which one is enough.
        either: PhraseList,
        /// Words between two names that are both meant.
        both: PhraseList,
    }
}

/// How two neighbouring names are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// Both names are meant.
    Both,
    /// One of the names is enough.
    Either,
    /// A comma, which means the same as the next join.
    Comma,
}

/// Returns whether a word joins names.
pub(crate) fn joins(word: &str) -> bool {
    Conjunctions::get().either.contains(word) || joins_both(word)
}

/// Returns whether a word joins names of which one is enough.
pub(crate) fn is_alternative(word: &str) -> bool {
    // A single letter may be the name of a skill.
    word.len() > 1 && Conjunctions::get().either.contains(word)
}

/// Returns whether a word joins names that are both meant.
pub(crate) fn joins_both(word: &str) -> bool {
    Conjunctions::get().both.contains(word)
}

/// Returns how two names are joined by the words and marks between them.
pub(crate) fn join_of(between: &[Word], marks: &str) -> Join {
    let Conjunctions { either, both } = Conjunctions::get();
    if either.is_in(between) || marks.trim() == "/" {
        Join::Either
    } else if !both.is_in(between) && between.is_empty() && marks.trim() == "," {
        Join::Comma
    } else {
        Join::Both
    }
}

/// Returns for each name in a row whether it is an alternative to the name before it.
///
/// `joins` contains the joins between the names.
pub(crate) fn alternatives(mut joins: Vec<Join>) -> Vec<bool> {
    let mut next = Join::Both;
    for join in joins.iter_mut().rev() {
        if *join == Join::Comma {
            *join = next;
        }
        next = *join;
    }
    std::iter::once(false)
        .chain(joins.into_iter().map(|join| join == Join::Either))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn a_comma_means_the_same_as_the_next_join() {
        for (between, wanted) in [
            (&[", ", " or "][..], &[false, true, true][..]),
            (&[", ", " and "], &[false, false, false]),
            (&[" / ", " and "], &[false, true, false]),
            (&[", ", ", "], &[false, false, false]),
            (&[", oder "], &[false, true]),
        ] {
            let joins = between.iter().map(|marks| join_of(&words(marks), marks));
            assert_eq!(alternatives(joins.collect()), wanted, "{between:?}");
        }
    }
}
