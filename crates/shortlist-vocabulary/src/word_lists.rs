//! Word lists in data files of one format.
//!
//! ```text
//! # A comment is a line of its own.
//! [name_of_a_list]
//! an entry
//! an entry with a value | the value
//! \#an entry that begins with `#`, `[` or `\`
//! ```
//! [`word_lists!`](crate::word_lists) declares the lists of a file as the fields of a struct. Each list is read into the type
//! of its field: a [`PhraseList`](crate::PhraseList), or [`Pairs`] for entries with values.

use hashbrown::HashSet;

/// Describes why a data file is not a file of word lists.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordListError {
    /// The file has no list of this name, or has it twice.
    #[error("the list [{0}] must exist exactly once")]
    NotOnce(String),
    /// The file has a list that nothing uses.
    #[error("the list [{0}] is not used")]
    Unused(String),
    /// A line is an entry before the first list.
    #[error("`{0}` is not in a list")]
    OutsideList(&'static str),
    /// An entry is not written as its list requires.
    #[error("`{entry}` {problem}")]
    Entry {
        /// The entry.
        entry: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
}

/// A list that can be read from the entries of a data file.
pub trait FromEntries: Sized {
    /// Reads a list.
    ///
    /// # Errors
    /// When an entry is not written as this kind of list requires.
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError>;
}

/// The entries as they are written, in the order of the file.
impl FromEntries for Vec<&'static str> {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        Ok(entries)
    }
}

/// Entries with a value: `entry | value`.
#[derive(Debug, Clone, Default)]
pub struct Pairs {
    pairs: Vec<(&'static str, &'static str)>,
    entries: HashSet<&'static str>,
}

impl Pairs {
    /// Returns the entries with their values, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.pairs.iter().copied()
    }

    /// Returns whether a text is exactly one of the entries.
    pub fn contains(&self, entry: &str) -> bool {
        self.entries.contains(entry)
    }
}

impl FromEntries for Pairs {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        let problem = "needs a value: `entry | value`";
        let pair = |entry: &'static str| {
            let pair = entry.split_once(" | ");
            pair.ok_or(WordListError::Entry { entry, problem })
        };
        let pairs: Vec<_> = entries.into_iter().map(pair).collect::<Result<_, _>>()?;
        let entries = pairs.iter().map(|(entry, _)| *entry).collect();
        Ok(Self { pairs, entries })
    }
}

/// The lists of one data file.
#[derive(Debug, Clone)]
pub struct WordLists(Vec<(&'static str, Vec<&'static str>)>);

impl WordLists {
    /// Reads the lists of a data file.
    ///
    /// # Errors
    /// When an entry is outside a list, repeated in its list or has spaces that are not single.
    pub fn read(text: &'static str) -> Result<Self, WordListError> {
        let mut lists: Vec<(_, Vec<_>)> = Vec::new();
        let mut seen = HashSet::new();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for line in lines.filter(|line| !line.is_empty()) {
            if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                lists.push((name, Vec::new()));
                seen.clear();
                continue;
            }
            let line = line.strip_prefix('\\').unwrap_or(line);
            let list = lists.last_mut().ok_or(WordListError::OutsideList(line))?;
            check_entry(line, seen.insert(line))?;
            list.1.push(line);
        }
        Ok(Self(lists))
    }

    /// Returns the lists with their names, in the order of the file.
    pub fn into_lists(self) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        self.0.into_iter()
    }

    /// Removes a list and returns it.
    ///
    /// # Errors
    /// When there is not exactly one list of this name, or when an entry is not written as `T` requires.
    pub fn take<T: FromEntries>(&mut self, name: &str) -> Result<T, WordListError> {
        let is_it = |list: &mut (&str, Vec<_>)| list.0 == name;
        let mut found = self.0.extract_if(.., is_it);
        let (Some((_, entries)), None) = (found.next(), found.next()) else {
            return Err(WordListError::NotOnce(name.to_owned()));
        };
        T::from_entries(entries)
    }

    /// Checks that every list was taken.
    ///
    /// # Errors
    /// When a list is left.
    pub fn finish(self) -> Result<(), WordListError> {
        match self.0.first() {
            Some((name, _)) => Err(WordListError::Unused((*name).to_owned())),
            None => Ok(()),
        }
    }
}

fn check_entry(entry: &'static str, is_new: bool) -> Result<(), WordListError> {
    let problem = if !is_new {
        "is in its list twice"
    } else if entry.trim() != entry || entry.contains("  ") {
        "has spaces that are not single spaces between words"
    } else {
        return Ok(());
    };
    Err(WordListError::Entry { entry, problem })
}

/// Declares a struct whose fields are the lists of a data file, whose path is relative to the source file.
///
/// `get` returns the lists, which are read on first use. If the file were wrong, they would be empty, so a test must check
/// that `read` succeeds.
#[macro_export]
macro_rules! word_lists {
    (
        $(#[$about:meta])*
        $visibility:vis struct $Lists:ident in $file:literal {
            $($(#[$meaning:meta])* $list:ident: $Kind:ty,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Default)]
        $visibility struct $Lists {
            $($(#[$meaning])* $visibility $list: $Kind,)+
        }

        impl $Lists {
            /// Reads the lists from their file.
            $visibility fn read() -> Result<Self, $crate::WordListError> {
                let mut lists = $crate::WordLists::read(include_str!($file))?;
                let read = Self {
                    $($list: lists.take(stringify!($list))?,)+
                };
                lists.finish().map(|()| read)
            }

            /// Returns the lists, which are read on first use.
            $visibility fn get() -> &'static Self {
                static LISTS: std::sync::LazyLock<$Lists> =
                    std::sync::LazyLock::new(|| $Lists::read().unwrap_or_default());
                &LISTS
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PhraseList;

    fn phrases(text: &'static str) -> Result<PhraseList, WordListError> {
        let mut lists = WordLists::read(text)?;
        let phrases = lists.take("phrases")?;
        lists.finish().map(|()| phrases)
    }

    #[test]
    fn a_file_contains_named_lists() {
        let mut lists =
            WordLists::read("# Countries\n[codes]\nspain | es\n\n[phrases]\nhead of\nled\n")
                .unwrap();
        let codes: Pairs = lists.take("codes").unwrap();
        assert_eq!(codes.iter().collect::<Vec<_>>(), [("spain", "es")]);
        let phrases: PhraseList = lists.take("phrases").unwrap();
        assert_eq!(phrases.iter().collect::<Vec<_>>(), ["head of", "led"]);
        assert_eq!(lists.finish(), Ok(()));
    }

    #[test]
    fn a_backslash_precedes_an_entry_that_looks_like_something_else() {
        let text = "[phrases]\n\\#n/a\n\\[none]\n\\\\\nc#\n";
        let phrases = phrases(text).unwrap();
        let phrases: Vec<_> = phrases.iter().collect();
        assert_eq!(phrases, ["#n/a", "[none]", "\\", "c#"]);
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_reason() {
        for (text, reason) in [
            ("led\n", "`led` is not in a list"),
            ("[phrases]\nled\nled\n", "`led` is in its list twice"),
            (
                "[phrases]\n[phrases]\n",
                "the list [phrases] must exist exactly once",
            ),
            ("", "the list [phrases] must exist exactly once"),
            ("[phrases]\n[others]\n", "the list [others] is not used"),
            (
                "[phrases]\nhead  of\n",
                "`head  of` has spaces that are not single spaces between words",
            ),
            ("[phrases]\nLed\n", "`Led` must be in lower case"),
            (
                "[phrases]\nle*d\n",
                "`le*d` may have `*` only at the end of a word",
            ),
        ] {
            assert_eq!(phrases(text).unwrap_err().to_string(), reason);
        }
    }

    #[test]
    fn all_lists_are_read() {
        assert_eq!(crate::stems::StopWords::read().map(drop), Ok(()));
        assert_eq!(crate::idf::WordShares::read().map(drop), Ok(()));
        assert_eq!(crate::languages::LanguageWords::read().map(drop), Ok(()));
        assert_eq!(crate::sentences::Abbreviations::read().map(drop), Ok(()));
        assert_eq!(crate::degrees::DegreeWords::read().map(drop), Ok(()));
    }
}
