//! How well a language is spoken, on one scale for all wordings.

use shortlist_vocabulary::{Proficiency, find_proficiency};

/// A level of a language: 1 to 6 for A1 to C2, and 7 for a native speaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(u8);

impl Level {
    /// Reads the words for a level, such as `C1`, `fluent` or `gute`. A level that is not understood is `None`.
    pub(crate) fn of(words: &str) -> Option<Self> {
        let words = words.to_lowercase();
        let named = words
            .split(|letter: char| !letter.is_alphanumeric())
            .find_map(|word| match word {
                "a1" => Some(1),
                "a2" => Some(2),
                "b1" => Some(3),
                "b2" => Some(4),
                "c1" => Some(5),
                "c2" => Some(6),
                _ => None,
            });
        if let Some(level) = named {
            return Some(Self(level));
        }
        // German adjectives are inflected: "verhandlungssicheres Englisch".
        let endings = ["", "e", "es", "er", "en", "em"].iter();
        let mut plain = endings.filter_map(|ending| words.trim().strip_suffix(ending));
        plain.find_map(find_proficiency).map(|proficiency| {
            Self(match proficiency {
                Proficiency::Basic => 2,
                Proficiency::Intermediate => 3,
                Proficiency::Fluent => 5,
                Proficiency::Native => 7,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_compared_across_wordings() {
        let in_order = ["A1", "A2", "B1", "B2", "C1", "C2", "Muttersprache"];
        for pair in in_order.windows(2) {
            assert!(Level::of(pair[0]) < Level::of(pair[1]), "{pair:?}");
        }
        assert_eq!(Level::of("Fluent"), Level::of("C1"));
        assert_eq!(Level::of("level C1 or better"), Level::of("C1"));
        assert_eq!(Level::of("Verhandlungssicheres"), Level::of("C1"));
        assert!(Level::of("Gute") < Level::of("Sehr gute"));
        assert!(Level::of("Grundkenntnisse") < Level::of("fließend"));
        assert_eq!(Level::of("some words"), None);
    }
}
