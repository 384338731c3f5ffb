//! Matches patterns over the words of a clause.
//!
//! A pattern is a sequence of elements: `SKIP ALL? ROWS? WHERE <c> IS NOT? <v>`.
//!
//! - A name in capitals is a class of the lexicon.
//! - `SUBJECT` means all the jobs of a file.
//! - `A|B` matches either of two elements.
//! - `<c>` matches one or more words, `<n>` a number and `<o>` an ordinal.
//! - A question mark makes an element optional.
//!
//! Articles and fillers may precede each element.

use super::super::instruction::Instruction;
use super::analysis::AnalyzedClause;
use super::lexicon::{Class, WordRole};
use super::numbers::{number, ordinal};
use super::tokens::Token;

/// The maximum number of steps to match one pattern. A clause that is too ambiguous is not understood.
const MAX_STEPS: u32 = 20_000;

/// Builds the instruction from the parts of a match, or returns `None` if they make no sense together.
pub(super) type Builder = fn(&ClauseMatch<'_>) -> Option<Instruction>;

/// A pattern and the builder of its instruction.
pub(super) type Form = (&'static str, Builder);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    OneOf(Vec<WordRole>),
    Slot(char),
    Number,
    Ordinal,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Element {
    kind: Kind,
    optional: bool,
}

/// A pattern that can be matched against clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern(Vec<Element>);

impl Pattern {
    /// Parses a pattern. It returns `None` if the pattern has an unknown name.
    pub(super) fn read(text: &str) -> Option<Self> {
        text.split(' ')
            .map(element)
            .collect::<Option<_>>()
            .map(Self)
    }

    /// Returns the instruction of the first match of the clause that the builder accepts.
    pub(super) fn read_clause(
        &self,
        clause: &AnalyzedClause<'_>,
        build: Builder,
    ) -> Option<Instruction> {
        let mut search = Search {
            clause,
            build,
            steps: 0,
            slots: Vec::new(),
            classes: Vec::new(),
        };
        search.elements(&self.0, 0)
    }
}

fn element(text: &str) -> Option<Element> {
    let optional = text.ends_with('?');
    let text = text.trim_end_matches('?');
    let kind = match text {
        "<n>" => Kind::Number,
        "<o>" => Kind::Ordinal,
        _ if text.starts_with('<') => Kind::Slot(text.chars().nth(1)?),
        names => Kind::OneOf(names.split('|').map(named).collect::<Option<_>>()?),
    };
    Some(Element { kind, optional })
}

fn named(name: &str) -> Option<WordRole> {
    match name {
        "SUBJECT" => Some(WordRole::Subject),
        name => Class::named(name).map(WordRole::Class),
    }
}

/// A search for a match of a pattern.
struct Search<'s, 'c> {
    clause: &'s AnalyzedClause<'c>,
    build: Builder,
    steps: u32,
    /// The word range of each slot: name, start, end.
    slots: Vec<(char, usize, usize)>,
    classes: Vec<WordRole>,
}

impl Search<'_, '_> {
    fn elements(&mut self, elements: &[Element], position: usize) -> Option<Instruction> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        let Some((element, rest)) = elements.split_first() else {
            return self.finish(position);
        };
        let mut begins = self.clause.begins(position);
        if matches!(element.kind, Kind::Slot(_)) {
            // An article before a name or value does not belong to it.
            begins.reverse();
        }
        for begin in begins {
            let found = match &element.kind {
                Kind::OneOf(roles) => self.one_of(roles, rest, begin),
                Kind::Slot(name) => self.slot(*name, rest, begin),
                Kind::Number => self.word(number, rest, begin),
                Kind::Ordinal => self.word(ordinal, rest, begin),
            };
            if found.is_some() {
                return found;
            }
        }
        if element.optional {
            return self.elements(rest, position);
        }
        None
    }

    fn finish(&self, position: usize) -> Option<Instruction> {
        if !self.clause.is_over(position) {
            return None;
        }
        (self.build)(&ClauseMatch {
            clause: self.clause,
            slots: &self.slots,
            classes: &self.classes,
        })
    }

    fn one_of(
        &mut self,
        roles: &[WordRole],
        rest: &[Element],
        position: usize,
    ) -> Option<Instruction> {
        for role in roles {
            let lengths: Vec<usize> = self.clause.lengths(position, *role).collect();
            for length in lengths {
                self.classes.push(*role);
                let found = self.elements(rest, position + length);
                if found.is_some() {
                    return found;
                }
                self.classes.pop();
            }
        }
        None
    }

    fn slot(&mut self, name: char, rest: &[Element], position: usize) -> Option<Instruction> {
        for end in position + 1..=self.clause.tokens.len() {
            if self.is_forbidden(end - 1) || self.breaks(end - 1) {
                return None;
            }
            self.slots.push((name, position, end));
            let found = self.elements(rest, end);
            if found.is_some() {
                return found;
            }
            self.slots.pop();
        }
        None
    }

    /// Returns whether a word begins an exception or another clause. No name and no value continues there.
    fn breaks(&self, position: usize) -> bool {
        self.clause.is(position, Class::BREAK) || self.clause.is(position, Class::EXCEPT)
    }

    /// Returns whether a word makes a clause mean more than patterns can express.
    fn is_forbidden(&self, position: usize) -> bool {
        self.clause.is(position, Class::FORBIDDEN)
    }

    fn word(
        &mut self,
        value: fn(&str) -> Option<u32>,
        rest: &[Element],
        position: usize,
    ) -> Option<Instruction> {
        let token = self.clause.tokens.get(position)?;
        value(&token.word)?;
        self.slots.push(('n', position, position + 1));
        let found = self.elements(rest, position + 1);
        if found.is_none() {
            self.slots.pop();
        }
        found
    }
}

/// A match of a clause: the words in each part of a pattern.
pub(super) struct ClauseMatch<'s> {
    clause: &'s AnalyzedClause<'s>,
    slots: &'s [(char, usize, usize)],
    classes: &'s [WordRole],
}

impl<'s> ClauseMatch<'s> {
    fn slot(&self, name: char) -> Option<&'s [Token]> {
        let (_, from, to) = self.slots.iter().find(|slot| slot.0 == name)?;
        self.clause.tokens.get(*from..*to)
    }

    /// Returns the words of a slot as written, including quotes. It is empty if the pattern matched without the slot.
    pub(super) fn text(&self, name: char) -> &'s str {
        let tokens = self.slot(name).unwrap_or_default();
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return "";
        };
        let text = self.clause.text.get(first.start..last.end);
        text.unwrap_or_default().trim_end_matches(',')
    }

    /// Returns the number of words in a slot. Quoted text counts as one word.
    pub(super) fn words(&self, name: char) -> usize {
        self.slot(name).map_or(0, <[Token]>::len)
    }

    /// Returns whether a slot is quoted as a whole.
    pub(super) fn is_quoted(&self, name: char) -> bool {
        matches!(self.slot(name), Some([one]) if one.quoted)
    }

    /// Returns whether a word of the slot after its first, outside quotes, has a class.
    pub(super) fn continues_with(&self, name: char, class: Class) -> bool {
        let slot = self.slots.iter().find(|slot| slot.0 == name);
        slot.is_some_and(|(_, from, to)| {
            (from + 1..*to).any(|position| self.clause.is(position, class))
        })
    }

    /// Returns whether a word of the slot, outside quotes, has a class.
    pub(super) fn mentions(&self, name: char, class: Class) -> bool {
        let slot = self.slots.iter().find(|slot| slot.0 == name);
        slot.is_some_and(|(_, from, to)| {
            (*from..*to).any(|position| self.clause.is(position, class))
        })
    }

    /// Returns the number of words of a slot, outside quotes, that have a class.
    pub(super) fn count(&self, name: char, class: Class) -> usize {
        let slot = self.slots.iter().find(|slot| slot.0 == name);
        slot.map_or(0, |(_, from, to)| {
            let is = |position: &usize| self.clause.is(*position, class);
            (*from..*to).filter(is).count()
        })
    }

    /// Returns whether a slot, outside quotes, contains a comma.
    pub(super) fn has_comma(&self, name: char) -> bool {
        let tokens = self.slot(name).unwrap_or_default();
        tokens.iter().any(|token| token.word == ",")
    }

    /// Returns whether a word of the slot links its value to something else: "Berlin for nurses", "full-time or part-time".
    pub(super) fn is_linked(&self, name: char) -> bool {
        [
            Class::LINK,
            Class::OR,
            Class::WITHOUT,
            Class::LESS,
            Class::GREATER,
        ]
        .into_iter()
        .any(|class| self.mentions(name, class))
    }

    /// Returns whether a slot contains a sign or several words that compare amounts. Single words such as "under" can be
    /// a part of a value.
    pub(super) fn has_comparison(&self, name: char) -> bool {
        let classes = [Class::GREATER, Class::LESS, Class::ATLEAST, Class::ATMOST];
        let slot = self.slots.iter().find(|slot| slot.0 == name);
        slot.is_some_and(|(_, from, to)| {
            let compares = |position: usize| {
                let sign = self.clause.tokens.get(position).is_some_and(|token| {
                    !token.quoted && token.word.starts_with(['<', '>', '≤', '≥'])
                });
                let longest = classes
                    .iter()
                    .filter_map(|class| self.clause.longest(position, *class));
                sign || longest.max().is_some_and(|words| words > 1)
            };
            (*from..*to).any(compares)
        })
    }

    /// Returns the number in the clause.
    pub(super) fn number(&self) -> Option<u32> {
        let [token] = self.slot('n')? else {
            return None;
        };
        number(&token.word).or_else(|| ordinal(&token.word))
    }

    /// Returns the words of all numbers and ordinals in the clause.
    pub(super) fn numbers(&self) -> Vec<&'s str> {
        let slots = self.slots.iter().filter(|slot| slot.0 == 'n');
        slots
            .filter_map(|(_, from, _)| self.clause.tokens.get(*from))
            .map(|token| token.word.as_str())
            .collect()
    }

    /// Returns whether an element matched this class.
    pub(super) fn has(&self, class: Class) -> bool {
        self.classes.contains(&WordRole::Class(class))
    }
}
