//! The words that show a criterion other than skills, experience and education.
//!
//! The lists are this project's own work, in English, German, French and Spanish. A phrase that ends in `*` matches any
//! continuation of its last word.

mod achievements;
mod credentials;
mod methods;
mod people;

use shortlist_domain::SectionKind;

/// The words for one criterion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lexicon {
    /// The names that callers use for the criterion, in lower case.
    pub(crate) names: &'static [&'static str],
    /// Phrases that show the criterion if a sentence contains one of them.
    pub(crate) phrases: &'static [&'static str],
    /// Sections in which every item shows the criterion.
    pub(crate) sections: &'static [SectionKind],
}

/// Returns the lexicon for a criterion's name, which is given without filler words.
pub(crate) fn find(name: &str) -> Option<&'static Lexicon> {
    all().find(|lexicon| lexicon.names.contains(&name))
}

/// Returns every lexicon.
pub(crate) fn all() -> impl Iterator<Item = &'static Lexicon> {
    [
        credentials::LEXICONS,
        people::LEXICONS,
        methods::LEXICONS,
        achievements::LEXICONS,
    ]
    .into_iter()
    .flatten()
}
