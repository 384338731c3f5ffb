//! Finds words of a role in a clause, and the offsets where they begin and end.

use super::analysis::AnalyzedClause;
use super::lexicon::{Class, WordRole};

impl<'c> AnalyzedClause<'c> {
    /// Returns the offsets of the phrases of a class, the longest at each position. A comparison such as "menos de" is not
    /// an exception.
    pub(super) fn offsets_of(&self, class: Class) -> Vec<(usize, usize)> {
        let found = (0..self.tokens.len()).filter_map(|position| {
            let length = self.longest(position, class)?;
            let compares = self
                .longest(position, Class::LESS)
                .is_some_and(|other| other > length);
            (!compares).then(|| self.offsets(position, length))?
        });
        found.collect()
    }

    /// Returns the offsets of the phrases of a class right after all jobs as the subject.
    pub(super) fn offsets_after_subject(&self, class: Class) -> Vec<(usize, usize)> {
        let subjects = self.begins(0).into_iter().flat_map(|position| {
            let lengths = self.lengths(position, WordRole::Subject);
            lengths.map(move |length| position + length)
        });
        let found = subjects.filter_map(|position| {
            let length = self.longest(position, class)?;
            self.offsets(position, length)
        });
        found.collect()
    }

    /// Returns the offsets where phrases of these classes begin, after an offset.
    pub(super) fn starts_after(&self, offset: usize, classes: &[Class]) -> Vec<usize> {
        let is = |position: &usize| classes.iter().any(|class| self.is(*position, *class));
        let positions = (0..self.tokens.len()).filter(is);
        positions
            .filter_map(|position| self.tokens.get(position))
            .map(|token| token.start)
            .filter(|start| *start > offset)
            .collect()
    }

    /// Returns the end of the first phrase of these classes.
    pub(super) fn end_of_first(&self, classes: &[Class]) -> Option<usize> {
        (0..self.tokens.len()).find_map(|position| {
            let mut classes = classes.iter();
            let length = classes.find_map(|class| self.longest(position, *class))?;
            self.offsets(position, length).map(|(_, end)| end)
        })
    }

    /// Returns the end of phrases of these classes at the beginning of the clause, one after the other.
    pub(super) fn end_of_beginning(&self, classes: &[Class]) -> Option<usize> {
        self.begins(0).into_iter().find_map(|begin| {
            let mut position = begin;
            for class in classes {
                position += self.longest(position, *class)?;
            }
            let last = self.tokens.get(position.checked_sub(1)?)?;
            Some(last.end)
        })
    }

    /// Returns the offsets of the word that begins a relative clause, such as "who" in "who are part-time".
    pub(super) fn offsets_of_relative_clause(&self) -> Option<(usize, usize)> {
        (1..self.tokens.len())
            .filter(|position| self.is(position + 1, Class::IS))
            .find_map(|position| {
                let length = self.longest(position, Class::RELATIVE)?;
                self.offsets(position, length)
            })
    }

    /// Returns whether a word outside quotes has one of these classes.
    pub(super) fn contains(&self, classes: &[Class]) -> bool {
        let has = |position| classes.iter().any(|class| self.is(position, *class));
        (0..self.tokens.len()).any(has)
    }

    /// Returns whether the text is a name or a noun: no word links it to something else.
    pub(super) fn is_plain(&self) -> bool {
        !self.contains(&[
            Class::BREAK,
            Class::EXCEPT,
            Class::FORBIDDEN,
            Class::IS,
            Class::LINK,
            Class::WHERE,
            Class::WITHOUT,
        ])
    }

    /// Returns the text without words of these classes at its beginning and its end. It is `None` if nothing is left.
    pub(super) fn without_edges(&self, front: &[Class], back: &[Class]) -> Option<&'c str> {
        let is_one_of = |position: usize, classes: &[Class]| {
            classes.iter().any(|class| self.is(position, *class))
        };
        let count = self.tokens.len();
        let first = (0..count).find(|position| !is_one_of(*position, front))?;
        let last = (first..count)
            .rev()
            .find(|position| !is_one_of(*position, back))?;
        let (first, last) = (self.tokens.get(first)?, self.tokens.get(last)?);
        self.text.get(first.start..last.end)
    }

    /// Returns whether the clause is a word of a class, followed only by all jobs.
    pub(super) fn is_all_jobs_after(&self, class: Class) -> bool {
        self.lengths(0, WordRole::Class(class)).any(|length| {
            self.lengths(length, WordRole::Subject)
                .any(|subject| self.is_over(length + subject))
        })
    }

    pub(super) fn longest(&self, position: usize, class: Class) -> Option<usize> {
        self.lengths(position, WordRole::Class(class)).max()
    }

    fn offsets(&self, position: usize, length: usize) -> Option<(usize, usize)> {
        let first = self.tokens.get(position)?;
        let last = self.tokens.get((position + length).checked_sub(1)?)?;
        Some((first.start, last.end))
    }
}
