//! Word lists for the text around the items of skills sections, which is not a skill.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::super::headings::heading_key;

/// A list in `words.txt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Words {
    /// Subjects of a row of skills: `Operating systems`.
    Groups,
    /// Heads of columns: `Years`.
    Columns,
    /// Lead-ins to a skill: `knowledge of`.
    Leads,
    /// Adjectives before lead-ins: `good`.
    Adjectives,
    /// Levels: `medium`.
    Levels,
    /// Lead-ins in scripts without spaces between words.
    Ideographs,
    /// Labels of personal data: `Date of birth`.
    Personal,
}

impl Words {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "groups" => Self::Groups,
            "columns" => Self::Columns,
            "leads" => Self::Leads,
            "adjectives" => Self::Adjectives,
            "levels" => Self::Levels,
            "ideographs" => Self::Ideographs,
            "personal" => Self::Personal,
            _ => return None,
        })
    }

    fn list(self) -> &'static HashSet<String> {
        static EMPTY: LazyLock<HashSet<String>> = LazyLock::new(HashSet::new);
        LISTS.get(&self).unwrap_or(&EMPTY)
    }

    /// Returns whether the list contains a phrase, ignoring case and accents.
    pub(super) fn contains(self, phrase: &str) -> bool {
        phrase.len() <= MAX_BYTES && self.contains_key(&heading_key(phrase))
    }

    /// Returns whether the list contains a key of [`heading_key`].
    pub(super) fn contains_key(self, key: &str) -> bool {
        self.list().contains(key)
    }

    /// Returns the text after the longest entry that the text begins with.
    pub(super) fn strip_longest(self, text: &str) -> Option<&str> {
        self.list()
            .iter()
            .filter_map(|entry| text.strip_prefix(entry.as_str()))
            .min_by_key(|rest| rest.len())
    }
}

/// The maximum length of a listed phrase.
const MAX_BYTES: usize = 80;

static LISTS: LazyLock<HashMap<Words, HashSet<String>>> = LazyLock::new(|| {
    include_str!("words.txt")
        .lines()
        .filter_map(|line| {
            let (name, entries) = line.split_once('|')?;
            let words = Words::named(name.trim())?;
            Some((words, entries.split(',').map(heading_key).collect()))
        })
        .collect()
});
