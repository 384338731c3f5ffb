//! Searches folded texts for phrases, also in scripts without spaces.

use shortlist_vocabulary::{FromEntries, PhraseList, WordListError};

use super::fold::fold;

/// A list of folded phrases.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    all: Vec<&'static str>,
    spaced: PhraseList,
    unspaced: Vec<&'static str>,
}

impl Phrases {
    /// Returns whether a folded text contains any of the phrases as whole words.
    pub(crate) fn is_in(&self, folded: &str) -> bool {
        let spaced = |text: &str| self.spaced.is_in(&text.split(' ').collect::<Vec<_>>());
        folded.split(is_ideograph).any(spaced)
            || self.unspaced.iter().any(|phrase| folded.contains(phrase))
    }

    /// Returns the index of the first phrase of the list that a folded text contains.
    pub(crate) fn first_in(&self, folded: &str) -> Option<usize> {
        let mut all = self.all.iter();
        self.is_in(folded)
            .then(|| all.position(|phrase| contains_words(folded, phrase)))?
    }
}

impl FromEntries for Phrases {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        if let Some(entry) = entries.iter().find(|entry| fold(entry) != **entry) {
            let problem = "must be in lower case without accents and punctuation";
            return Err(WordListError::Entry { entry, problem });
        }
        let is_unspaced = |entry: &&str| entry.contains(is_ideograph);
        let (unspaced, spaced) = entries.iter().copied().partition(is_unspaced);
        Ok(Self {
            spaced: PhraseList::from_entries(spaced)?,
            unspaced,
            all: entries,
        })
    }
}

/// Returns whether a folded text contains folded words as whole words. In scripts without spaces, any position counts.
fn contains_words(folded: &str, words: &str) -> bool {
    if words.contains(is_ideograph) {
        return folded.contains(words);
    }
    folded.match_indices(words).any(|(start, found)| {
        let edge = |c: Option<char>| c.is_none_or(|c| c == ' ' || is_ideograph(c));
        let before = folded.get(..start).unwrap_or_default();
        let after = folded.get(start + found.len()..).unwrap_or_default();
        edge(before.chars().next_back()) && edge(after.chars().next())
    })
}

/// Returns whether a character belongs to a script without spaces.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> Phrases {
        Phrases::from_entries(vec!["job title", "title", "实习", "part time"]).unwrap()
    }

    #[test]
    fn words_are_found_whole() {
        for (text, first) in [
            ("job title primary", Some(0)),
            ("the title", Some(1)),
            ("untitled", None),
            ("实习生", Some(2)),
            ("title实习", Some(1)),
            ("part time职", Some(3)),
            ("part职time", None),
            ("", None),
        ] {
            assert_eq!(list().first_in(text), first, "{text}");
            assert_eq!(list().is_in(text), first.is_some(), "{text}");
        }
    }

    #[test]
    fn an_entry_that_is_never_found_is_refused() {
        let error = Phrases::from_entries(vec!["Título"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`Título` must be in lower case without accents and punctuation"
        );
    }
}
