//! The words that show a criterion other than skills, experience and education.

use std::sync::LazyLock;

use shortlist_domain::SectionKind;
use shortlist_vocabulary::{FromEntries, Pairs, PhraseList, WordListError, WordLists, word_lists};

word_lists! {
    /// The names of criteria, in lower case.
    pub(crate) struct Criteria in "../data/criteria.txt" {
        /// Words in a criterion's name that do not identify the criterion.
        fillers: PhraseList,
        /// The names that callers use, and the criteria that they mean.
        names: Pairs,
        /// Criteria, and the section in which every item shows the criterion.
        sections: Pairs,
    }
}

/// The words for one criterion.
#[derive(Debug)]
pub(crate) struct Lexicon {
    pub(crate) criterion: &'static str,
    /// Phrases that show the criterion if a sentence contains one of them.
    pub(crate) phrases: PhraseList,
    /// The section in which every item shows the criterion.
    pub(crate) section: Option<SectionKind>,
}

static LEXICONS: LazyLock<Vec<Lexicon>> = LazyLock::new(|| read().unwrap_or_default());

/// Reads the lexicons from their file, whose lists have the names of the criteria.
pub(crate) fn read() -> Result<Vec<Lexicon>, WordListError> {
    let lists = WordLists::read(include_str!("../data/criterion_phrases.txt"))?;
    let lexicon = |(criterion, phrases)| {
        Ok(Lexicon {
            criterion,
            phrases: PhraseList::from_entries(phrases)?,
            section: section_of(criterion),
        })
    };
    lists.into_lists().map(lexicon).collect()
}

fn section_of(criterion: &str) -> Option<SectionKind> {
    let mut sections = Criteria::get().sections.iter();
    let (_, name) = sections.find(|(of, _)| *of == criterion)?;
    let mut kinds = SectionKind::ALL.into_iter();
    kinds.find(|kind| kind.as_str() == name)
}

/// Returns the lexicon for a criterion's name, which is given without filler words.
pub(crate) fn find(name: &str) -> Option<&'static Lexicon> {
    let mut names = Criteria::get().names.iter();
    let (_, criterion) = names.find(|(known, _)| *known == name)?;
    all().find(|lexicon| lexicon.criterion == criterion)
}

/// Returns every lexicon.
pub(crate) fn all() -> impl Iterator<Item = &'static Lexicon> {
    LEXICONS.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_lexicon_and_every_section_exists() {
        let lexicons = read().unwrap();
        let criteria: Vec<&str> = lexicons.iter().map(|lexicon| lexicon.criterion).collect();
        let lists = Criteria::read().unwrap();
        let named: Vec<&str> = lists.names.iter().map(|(_, criterion)| criterion).collect();
        assert!(criteria.iter().all(|criterion| named.contains(criterion)));
        assert!(named.iter().all(|criterion| criteria.contains(criterion)));
        let with_section = lexicons.iter().filter(|lexicon| lexicon.section.is_some());
        assert_eq!(with_section.count(), lists.sections.iter().count());
    }
}
