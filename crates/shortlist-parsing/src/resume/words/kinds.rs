//! Kinds of word lists, besides those of the vocabulary.

use hashbrown::HashMap;
use shortlist_vocabulary::{FromEntries, Pairs, WordListError};

/// Words with a number.
#[derive(Debug, Default)]
pub(in crate::resume) struct Numbered(Vec<(&'static str, u8)>);

impl Numbered {
    /// Returns the words with their numbers, in the order of the file.
    pub(in crate::resume) fn iter(&self) -> impl Iterator<Item = (&'static str, u8)> + '_ {
        self.0.iter().copied()
    }
}

impl FromEntries for Numbered {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        let problem = "needs a number";
        let pairs = Pairs::from_entries(entries)?;
        let numbered = pairs.iter().map(|(entry, number)| {
            let number = number.parse();
            let number = number.map_err(|_not_a_number| WordListError::Entry { entry, problem })?;
            Ok((entry, number))
        });
        numbered.collect::<Result<_, _>>().map(Self)
    }
}

/// Names with the codes of one or more countries, or with none: `porto | PT BR`.
#[derive(Debug, Default)]
pub(in crate::resume) struct Located(HashMap<&'static str, &'static str>);

impl Located {
    /// Returns the codes of a name, separated by spaces. A name without any has an empty text.
    pub(in crate::resume) fn get(&self, name: &str) -> Option<&'static str> {
        self.0.get(name).copied()
    }
}

impl FromEntries for Located {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        let located = entries
            .into_iter()
            .map(|entry| entry.split_once(" | ").unwrap_or((entry, "")));
        Ok(Self(located.collect()))
    }
}

/// Endings of words, by their last bytes.
#[derive(Debug, Default)]
pub(in crate::resume) struct Endings(HashMap<u8, Vec<&'static str>>);

impl Endings {
    /// Returns whether a word has one of the endings.
    pub(in crate::resume) fn match_end_of(&self, word: &str) -> bool {
        let last = word.as_bytes().last();
        let near = last.and_then(|last| self.0.get(last));
        near.is_some_and(|near| near.iter().any(|ending| word.ends_with(ending)))
    }
}

impl FromEntries for Endings {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        let mut by_last: HashMap<u8, Vec<&'static str>> = HashMap::new();
        for entry in entries {
            let last = entry.bytes().last().unwrap_or_default();
            by_last.entry(last).or_default().push(entry);
        }
        Ok(Self(by_last))
    }
}

/// Words between two phrases, with the space before and after each.
#[derive(Debug, Default)]
pub(in crate::resume) struct SpacedWords(Vec<String>);

impl SpacedWords {
    /// Returns the words with their spaces, in the order of the file.
    pub(in crate::resume) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl FromEntries for SpacedWords {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        let spaced = |word: &str| format!(" {word} ");
        Ok(Self(entries.into_iter().map(spaced).collect()))
    }
}
