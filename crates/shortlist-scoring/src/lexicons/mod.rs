//! The words that show a criterion which is neither skills, experience nor education.
//!
//! English, German, French and Spanish; this project's own writing. A phrase that ends in `*` may go on within its last word.

mod achievements;
mod credentials;
mod methods;
mod people;

use shortlist_domain::SectionKind;

/// The words for one criterion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lexicon {
    /// What callers name the criterion, in lower case.
    pub(crate) names: &'static [&'static str],
    /// What a sentence holds that shows it.
    pub(crate) phrases: &'static [&'static str],
    /// Sections whose every item shows it.
    pub(crate) sections: &'static [SectionKind],
}

/// The lexicon of a criterion's name without filler words, where there is one.
pub(crate) fn find(name: &str) -> Option<&'static Lexicon> {
    all().find(|lexicon| lexicon.names.contains(&name))
}

/// Every lexicon.
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
