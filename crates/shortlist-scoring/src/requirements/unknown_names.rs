//! Names that the vocabulary does not know, as alternatives of skills that it knows: "SAP HCM or BMD".
//!
//! Such a name is met by its exact words. It must be joined to a known skill by "or", a comma or a slash, and look like a name.
//! Without a known skill next to it, it is not a requirement.

use shortlist_domain::Span;
use shortlist_vocabulary::{SkillHit, UNKNOWN_IDF_MICROS, find_language};

use crate::conjunctions::{Join, alternatives, joins, joins_both};
use crate::stemming::{idf_of, stem};
use crate::words::Word;

/// The most words of a name.
const MAX_NAME_WORDS: usize = 3;
/// The most alternatives on one side of a skill.
const MAX_NAMES: usize = 8;
/// Abbreviations that are not names of tools.
const ABBREVIATIONS: [&str; 12] = [
    "it", "eu", "uk", "us", "usa", "hr", "pc", "cv", "edv", "ue", "rh", "rrhh",
];
/// Words for "or" in languages in which every noun has a capital.
const JOINS_OF_CAPITALIZED_NOUNS: [&str; 2] = ["oder", "bzw"];

/// A text with its words and all skills that it names.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedText<'a> {
    pub(super) text: &'a str,
    pub(super) words: &'a [Word],
    pub(super) hits: &'a [SkillHit],
}

/// How a name is joined to what comes before it.
#[derive(Debug, Clone, Copy)]
struct Joint {
    join: Join,
    /// The index of the nearest word on the other side.
    word: usize,
    /// Whether any noun here may have a capital. Then a word with one is a name only if it fills its item of the list.
    in_capitals: bool,
}

impl NamedText<'_> {
    /// Returns the unknown names that are alternatives of a group of skills, each with its place.
    pub(super) fn names_beside(&self, group: &[SkillHit]) -> Vec<(usize, String)> {
        let mut found: Vec<(usize, String)> = Vec::new();
        for hit in group {
            found.extend(self.names_after(hit.span.end));
        }
        let is_either = group.len() > 1 || !found.is_empty();
        if let Some(first) = group.first() {
            found.extend(self.names_before(first.span.start, is_either));
        }
        found
    }

    /// Returns the names after a place: "SAP HCM, BMD or Sage".
    fn names_after(&self, place: usize) -> Vec<(usize, String)> {
        let (mut end, mut chain, mut names) = (place, Vec::new(), Vec::new());
        while let Some(joint) = self.joint_after(end) {
            chain.push(joint.join);
            let Some((start, last)) = self.name_from(joint) else {
                break;
            };
            names.push((start, self.between(start, last)));
            end = last;
            if names.len() == MAX_NAMES {
                break;
            }
        }
        // A comma means the same as the next join, also if that leads to a known skill.
        let chain = alternatives(chain).into_iter().skip(1);
        let pairs = names.into_iter().zip(chain);
        pairs
            .take_while(|(_, is_alternative)| *is_alternative)
            .map(|(name, _)| name)
            .collect()
    }

    /// Returns the names before a place: "BMD or SAP HCM", and "Sage, BMD or SAP HCM". `is_either` says what a comma means.
    fn names_before(&self, place: usize, mut is_either: bool) -> Vec<(usize, String)> {
        let (mut start, mut names) = (place, Vec::new());
        let mut in_capitals = true;
        while names.len() < MAX_NAMES {
            let before = self.words.partition_point(|word| word.span.end <= start);
            let Some(last) = before.checked_sub(1) else {
                break;
            };
            let Some(joint) = self.joint_before(start, last) else {
                break;
            };
            // A comma means the same as the join after it.
            if joint.join == Join::Either {
                (is_either, in_capitals) = (true, joint.in_capitals);
            }
            let Some(from) = self
                .name_until(joint.word, in_capitals)
                .filter(|_| is_either)
            else {
                break;
            };
            let end = self
                .words
                .get(joint.word)
                .map_or(start, |word| word.span.end);
            names.push((from, self.between(from, end)));
            start = from;
        }
        names
    }

    /// Returns the join that follows a place.
    fn joint_after(&self, end: usize) -> Option<Joint> {
        let at = self.words.partition_point(|word| word.span.start < end);
        let word = self.words.get(at)?;
        let marks = self.text.get(end..word.span.start)?.trim();
        if is_or(&word.lower) && matches!(marks, "" | ",") {
            let blank = self.gap(at)?;
            return blank.trim().is_empty().then_some(Joint {
                join: Join::Either,
                word: at + 1,
                in_capitals: JOINS_OF_CAPITALIZED_NOUNS.contains(&word.lower.as_str()),
            });
        }
        let join = match marks {
            "/" => Join::Either,
            "," => Join::Comma,
            _ => return None,
        };
        Some(Joint {
            join,
            word: at,
            in_capitals: true,
        })
    }

    /// Returns the join before a place. `last` is the index of the last word before it, which may be the join itself.
    fn joint_before(&self, start: usize, last: usize) -> Option<Joint> {
        let word = self.words.get(last)?;
        let marks = self.text.get(word.span.end..start)?.trim();
        let joint = |join, word, in_capitals| Joint {
            join,
            word,
            in_capitals,
        };
        match marks {
            "" if is_or(&word.lower) => {
                let before = last.checked_sub(1)?;
                let is_joined = matches!(self.gap(before)?.trim(), "" | ",");
                let in_capitals = JOINS_OF_CAPITALIZED_NOUNS.contains(&word.lower.as_str());
                is_joined.then_some(joint(Join::Either, before, in_capitals))
            }
            "/" => Some(joint(Join::Either, last, true)),
            "," => Some(joint(Join::Comma, last, true)),
            _ => None,
        }
    }

    /// Returns the text between a word and the next one.
    fn gap(&self, at: usize) -> Option<&str> {
        let (word, next) = (self.words.get(at)?, self.words.get(at + 1)?);
        self.text.get(word.span.end..next.span.start)
    }

    /// Returns where the name after a join starts and ends.
    fn name_from(&self, joint: Joint) -> Option<(usize, usize)> {
        let mut last = None;
        for at in (joint.word..self.words.len()).take(MAX_NAME_WORDS) {
            let is_next = last.is_none() || self.is_blank(at - 1);
            if !is_next || !self.looks_like_a_name(at, joint.in_capitals) {
                break;
            }
            last = Some(at);
        }
        let (last, first) = (last?, self.words.get(joint.word)?);
        let end = self.words.get(last)?.span.end;
        let must_end = joint.in_capitals && !self.is_certain(joint.word, last);
        (!must_end || self.ends_item(last)).then_some((first.span.start, end))
    }

    /// Returns where the name that ends with a word starts.
    fn name_until(&self, last: usize, in_capitals: bool) -> Option<usize> {
        let mut first = None;
        for at in (0..=last).rev().take(MAX_NAME_WORDS) {
            let is_next = first.is_none() || self.is_blank(at);
            if !is_next || !self.looks_like_a_name(at, in_capitals) {
                break;
            }
            first = Some(at);
        }
        let first = first?;
        let begins_item = first == 0 || !self.is_blank(first - 1);
        let must_begin = in_capitals && !self.is_certain(first, last);
        let word = self.words.get(first)?;
        (!must_begin || begins_item).then_some(word.span.start)
    }

    fn is_blank(&self, at: usize) -> bool {
        self.gap(at)
            .is_some_and(|gap| gap.trim().is_empty() || gap == "-")
    }

    /// Returns whether an item of a list, or a join, ends after a word.
    fn ends_item(&self, at: usize) -> bool {
        let next = self.words.get(at + 1);
        next.is_none_or(|next| !self.is_blank(at) || joins(&next.lower))
    }

    /// Returns whether one of the words has two capitals or a digit.
    fn is_certain(&self, first: usize, last: usize) -> bool {
        (first..=last).any(|at| {
            let word = self.words.get(at);
            word.is_some_and(|word| is_written_like_a_name(self.at(word.span)))
        })
    }

    /// Returns whether a word is written like a part of a name that the vocabulary does not know.
    fn looks_like_a_name(&self, at: usize, in_capitals: bool) -> bool {
        let Some(word) = self.words.get(at) else {
            return false;
        };
        let lower = word.lower.as_str();
        let is_skill =
            |hit: &SkillHit| hit.span.start < word.span.end && word.span.start < hit.span.end;
        if self.hits.iter().any(is_skill)
            || joins(lower)
            || ABBREVIATIONS.contains(&lower)
            || find_language(lower).is_some()
        {
            return false;
        }
        let written = self.at(word.span);
        let is_rare = || idf_of(&stem(lower)) == UNKNOWN_IDF_MICROS;
        is_written_like_a_name(written)
            || written.starts_with(char::is_uppercase) && (in_capitals || is_rare())
    }

    fn at(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    fn between(&self, start: usize, end: usize) -> String {
        self.text.get(start..end).unwrap_or("").to_owned()
    }
}

/// Returns whether a word joins alternatives. Next to a known skill, a single letter does as well: "Kafka o BMD".
fn is_or(word: &str) -> bool {
    joins(word) && !joins_both(word)
}

/// Returns whether a word has two capitals, or a letter and a digit: `BMD`, `MySQL`, `D365`.
pub(super) fn is_written_like_a_name(word: &str) -> bool {
    let capitals = word.chars().filter(|letter| letter.is_uppercase()).count();
    let has_digit = word.contains(|letter: char| letter.is_ascii_digit());
    capitals >= 2 || has_digit && word.contains(char::is_alphabetic)
}
