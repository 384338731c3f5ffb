//! Names in a row, of which all are meant or any one will do: "German and English", "PMP, PRINCE2 or IPMA".

use crate::words::Word;

/// Words between two of which one will do.
const EITHER: &[&str] = &["or", "oder", "ou", "o", "u", "bzw"];

/// Words between two that are both meant.
const BOTH: &[&str] = &[
    "and", "und", "et", "y", "e", "sowie", "as", "well", "also", "in", "both", "plus",
];

/// How two neighbours are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Join {
    /// Both are meant.
    Both,
    /// One will do.
    Either,
    /// A comma, which says what the next join says.
    Comma,
}

/// Whether a word joins names, either way.
pub(crate) fn joins(word: &str) -> bool {
    EITHER.contains(&word) || BOTH.contains(&word)
}

/// Whether a word joins names that are both meant.
pub(crate) fn joins_both(word: &str) -> bool {
    BOTH.contains(&word)
}

/// How two names are joined by the words and marks between them.
pub(crate) fn join_of(between: &[Word], marks: &str) -> Join {
    let any = |list: &[&str]| {
        between
            .iter()
            .any(|word| list.contains(&word.lower.as_str()))
    };
    if any(EITHER) || marks.trim() == "/" {
        Join::Either
    } else if !any(BOTH) && between.is_empty() && marks.trim() == "," {
        Join::Comma
    } else {
        Join::Both
    }
}

/// Which of a row of names go on with the one before as another of which one will do; the joins stand between them.
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
    fn a_comma_says_what_the_next_join_says() {
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
