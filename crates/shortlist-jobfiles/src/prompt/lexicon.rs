//! The words of the controlled language in English, German, French and Spanish.
//!
//! A class contains all words with the same role in any language. One pattern therefore works for all four languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use shortlist_vocabulary::{WordListError, WordLists, word_lists};

use super::super::lists::by_name;
use super::tokens::Token;

macro_rules! classes {
    ($($class:ident),+ $(,)?) => {
        /// The role of a word in a clause.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(clippy::upper_case_acronyms, reason = "patterns name classes in capitals")]
        pub(super) enum Class { $($class),+ }

        impl Class {
            /// Every class with the name that patterns and the data file use.
            const NAMED: &[(&str, Self)] = &[$((stringify!($class), Self::$class)),+];
        }
    };
}

classes! {
    THE, FILLER, TAIL, COLON, ALL, IS, NOT, EITHER, IN, OF, AS, TO, WITH, AND, PLUS,

    ROWS, LINES, COLUMN, SHEET, HEADER, TABLE, DATA, START, FOR, FILE, BANNER,

    SKIP, ONLY, IMPORT, WHERE, THAT, WITHOUT, MARKED, BLANK, FILLED, CONTAIN, HAVE,

    USE, MAP, TAKE, FROM, HOLD, LISTED, STAND, ARROW,

    SET, FILL, ASSUME, DEFAULT, LOCATED, BELONG, DEPT, ALWAYS,

    TREAT, REPLACE, BY, MEAN,

    DATE, WRITTEN, READ,

    SKILLS, SPLIT, SEPARATED, BETWEEN, SEPARATOR, OWNLINE, HASSKILLS,

    EXTRACT, COMBINE, BUILD, INTO, MADEOF, PREFIX, PUT, BEFORE, STARTWITH, CODE, ADD, SKILL,
    REQUIRE,

    CREATE, DRAFT, NOTPUBLISH, PUBLISH, LIVE, WRITE,

    PARSE, LISTOF,

    GREATER, LESS, ATLEAST, ATMOST, ORMORE, ORLESS, RANGE, RANGEEND, BEGINWITH, ENDWITH, TOBE,

    EXCEPT, BUT, RELATIVE, BREAK, OR, LINK, FORBIDDEN,
}

impl Class {
    /// Returns the class with a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let mut all = Self::NAMED.iter();
        all.find(|(known, _)| *known == name)
            .map(|(_, class)| *class)
    }

    /// Reads the phrases of each class.
    pub(super) fn read_phrases() -> Result<Vec<(Self, Vec<&'static str>)>, WordListError> {
        let lists = WordLists::read(include_str!("../../data/prompt_classes.txt"))?;
        by_name(lists, Self::named)
    }
}

word_lists! {
    /// Words for all the jobs of a file.
    pub(super) struct SubjectWords in "../../data/prompt_subjects.txt" {
        /// Words before nouns that make them refer to all jobs of a file.
        determiners: Vec<&'static str>,
        /// Nouns for the jobs of a file.
        nouns: Vec<&'static str>,
        /// Words for all jobs of a file.
        pronouns: Vec<&'static str>,
    }
}

impl SubjectWords {
    /// Returns the words of each phrase for all jobs: pronouns, and nouns with and without a determiner.
    fn phrases(&self) -> impl Iterator<Item = Vec<&'static str>> + '_ {
        let pronouns = self.pronouns.iter().map(|words| words.split(' ').collect());
        let nouns = self.nouns.iter().map(|noun| vec![*noun]);
        let determined = self.determiners.iter().flat_map(|determiner| {
            let phrase = |noun: &&'static str| determiner.split(' ').chain([*noun]).collect();
            self.nouns.iter().map(phrase)
        });
        pronouns.chain(nouns).chain(determined)
    }
}

/// Phrases by their first word, each with its class and its other words.
type Phrases = HashMap<&'static str, Vec<(WordRole, Vec<&'static str>)>>;

/// A class, or all the jobs of a file as the subject or object of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum WordRole {
    Class(Class),
    Subject,
}

static LEXICON: LazyLock<Phrases> = LazyLock::new(|| {
    let mut lexicon = Phrases::new();
    let mut add = |role: WordRole, words: Vec<&'static str>| {
        if let Some((first, rest)) = words.split_first() {
            let phrases = lexicon.entry(first).or_default();
            let phrase = (role, rest.to_vec());
            if !phrases.contains(&phrase) {
                phrases.push(phrase);
            }
        }
    };
    for (class, phrases) in Class::read_phrases().unwrap_or_default() {
        for phrase in phrases {
            add(WordRole::Class(class), phrase.split(' ').collect());
        }
    }
    for phrase in SubjectWords::get().phrases() {
        add(WordRole::Subject, phrase);
    }
    lexicon
});

/// Returns the possible roles of each word of a clause, with the number of words that each role covers.
pub(super) fn roles_of(tokens: &[Token]) -> Vec<Vec<(WordRole, usize)>> {
    (0..tokens.len())
        .map(|index| {
            let rest = tokens.get(index + 1..).unwrap_or_default();
            let phrases = tokens
                .get(index)
                .filter(|token| !token.quoted)
                .and_then(|token| LEXICON.get(token.word.as_str()));
            let mut found: Vec<(WordRole, usize)> = phrases
                .into_iter()
                .flatten()
                .filter(|(_, words)| follows(rest, words))
                .map(|(role, words)| (*role, words.len() + 1))
                .collect();
            found.sort_by_key(|(_, words)| std::cmp::Reverse(*words));
            found
        })
        .collect()
}

fn follows(rest: &[Token], words: &[&str]) -> bool {
    rest.len() >= words.len()
        && rest
            .iter()
            .zip(words)
            .all(|(token, word)| !token.quoted && token.word == *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_phrases() {
        let phrases = Class::read_phrases().unwrap();
        for (name, class) in Class::NAMED {
            assert!(phrases.iter().any(|(known, _)| known == class), "{name}");
        }
    }
}
