//! Words that stand around the items of skills sections and are none themselves.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::super::headings::heading_key;

/// A list of `words.txt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Words {
    /// What a row of skills is about: `Operating systems`.
    Groups,
    /// The head of a column: `Years`.
    Columns,
    /// What leads to a skill: `knowledge of`.
    Leads,
    /// What may stand before that: `good`.
    Adjectives,
    /// How well it is known: `medium`.
    Levels,
    /// The same in front of it, where words are not parted by blanks.
    Ideographs,
    /// Labels of what is not about work: `Date of birth`.
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

    /// Whether the list holds a phrase, whatever its case and accents.
    pub(super) fn hold(self, phrase: &str) -> bool {
        phrase.len() <= MAX_BYTES && self.hold_key(&heading_key(phrase))
    }

    /// Whether the list holds a phrase as [`heading_key`] writes it.
    pub(super) fn hold_key(self, key: &str) -> bool {
        self.list().contains(key)
    }

    /// What stands behind the longest entry that a text begins with.
    pub(super) fn cut_from(self, text: &str) -> Option<&str> {
        self.list()
            .iter()
            .filter_map(|entry| text.strip_prefix(entry.as_str()))
            .min_by_key(|rest| rest.len())
    }
}

/// A longer phrase stands in no list.
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
