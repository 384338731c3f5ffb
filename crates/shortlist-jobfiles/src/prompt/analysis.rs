//! Analyzes the words of a clause: which roles each may have, and where elements of a pattern may begin.

use super::lexicon::{Class, WordRole, roles_of};
use super::tokens::{Token, tokens_of};

/// The maximum number of words in a clause. A longer one is prose.
const MAX_WORDS: usize = 60;

/// A clause with its words and their possible roles.
pub(super) struct AnalyzedClause<'c> {
    pub(super) text: &'c str,
    pub(super) tokens: Vec<Token>,
    pub(super) roles: Vec<Vec<(WordRole, usize)>>,
}

impl<'c> AnalyzedClause<'c> {
    /// Analyzes a clause. It returns `None` if the clause is empty or too long.
    pub(super) fn of(text: &'c str) -> Option<Self> {
        let mut tokens = tokens_of(text);
        if tokens.is_empty() || tokens.len() > MAX_WORDS {
            return None;
        }
        let mut all = roles_of(&tokens);
        if put_verb_first(&mut tokens, &all) {
            all = roles_of(&tokens);
        }
        Some(Self {
            roles: all,
            text,
            tokens,
        })
    }

    pub(super) fn starts_with(&self, classes: &[Class]) -> bool {
        let is = |found: &(WordRole, usize)| {
            classes
                .iter()
                .any(|class| found.0 == WordRole::Class(*class))
        };
        self.roles.first().is_some_and(|first| first.iter().any(is))
    }

    /// Returns whether a clause begins here, after articles and fillers: with one of these classes, or with all jobs
    /// as its subject.
    pub(super) fn starts_a_clause(&self, classes: &[Class]) -> bool {
        self.begins(0).into_iter().any(|position| {
            let subject = self.lengths(position, WordRole::Subject).any(|length| {
                self.is(position + length, Class::IS)
                    || self.is(position + length, Class::REQUIRE)
                    || self.is(position + length, Class::BELONG)
            });
            subject || classes.iter().any(|class| self.is(position, *class))
        })
    }

    pub(super) fn lengths(&self, position: usize, wanted: WordRole) -> impl Iterator<Item = usize> {
        let all = self.roles.get(position).into_iter().flatten();
        all.filter(move |(role, _)| *role == wanted)
            .map(|(_, length)| *length)
    }

    pub(super) fn is(&self, position: usize, class: Class) -> bool {
        self.lengths(position, WordRole::Class(class))
            .next()
            .is_some()
    }

    /// Returns the positions where an element may begin: here, and after articles and fillers.
    pub(super) fn begins(&self, position: usize) -> Vec<usize> {
        let mut begins = vec![position];
        let mut at = position;
        while self.is_article(at) || self.is(at, Class::FILLER) {
            at += 1;
            begins.push(at);
        }
        begins
    }

    /// Returns whether a word is an article. With a capital inside a sentence, it belongs to a name: El Paso, Le Mans.
    fn is_article(&self, position: usize) -> bool {
        let is_name = self.tokens.get(position).is_some_and(|token| {
            let text = self.text.get(token.start..token.end).unwrap_or_default();
            token.start > 0 && text.starts_with(char::is_uppercase)
        });
        self.is(position, Class::THE) && !is_name
    }

    /// Returns whether only words without meaning are left.
    pub(super) fn is_over(&self, mut position: usize) -> bool {
        while position < self.tokens.len() {
            let tail = self.lengths(position, WordRole::Class(Class::TAIL)).max();
            let filler = self.lengths(position, WordRole::Class(Class::FILLER)).max();
            match tail.max(filler) {
                Some(length) => position += length,
                None => return false,
            }
        }
        true
    }
}

/// Moves a German verb to the front: "Zeilen ohne Titel überspringen" becomes "überspringen Zeilen ohne Titel".
fn put_verb_first(tokens: &mut Vec<Token>, roles: &[Vec<(WordRole, usize)>]) -> bool {
    const VERBS: [Class; 3] = [Class::SKIP, Class::IMPORT, Class::CREATE];
    let is_verb = |position: usize| {
        roles.get(position).is_some_and(|all| {
            all.iter().any(|(found, length)| {
                *length == 1 && VERBS.iter().any(|verb| *found == WordRole::Class(*verb))
            })
        })
    };
    let last = tokens.len().saturating_sub(1);
    let infinitive = tokens
        .last()
        .is_some_and(|token| token.word.ends_with("en") && token.word.len() > 5);
    if last == 0 || !infinitive || !is_verb(last) || is_verb(0) {
        return false;
    }
    let only = roles.first().is_some_and(|all| {
        all.iter()
            .any(|(found, _)| *found == WordRole::Class(Class::ONLY))
    });
    if only {
        tokens.pop();
    } else {
        tokens.rotate_right(1);
    }
    true
}
