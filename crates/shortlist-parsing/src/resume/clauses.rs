//! Splits sentences about positions: `worked as … with …`, and titles from the employers that follow them.

use shortlist_vocabulary::steps;

use super::education::names_school;
use super::phrases::{is_known_employer, is_margin, is_title, words};
use super::words::{DateWords, ExperienceWords, PositionWords};

/// The maximum number of words before the verb of a sentence about a position.
const MAX_OPENING_WORDS: usize = 6;

/// The next position of each mark in a text. A mark is searched again only after its last position, so the total cost
/// is one pass per mark.
pub(super) struct Marks {
    text: String,
    next: Vec<(&'static str, Option<usize>)>,
}

impl Marks {
    /// Prepares a search. Capitals of English words count like small letters.
    pub(super) fn new(text: &str, marks: impl Iterator<Item = &'static str>) -> Self {
        let text = text.to_ascii_lowercase();
        let next = marks.map(|mark| (mark, find_from(&text, 0, mark)));
        let next = next.collect();
        Self { text, next }
    }

    /// Returns the first mark at or after a position.
    pub(super) fn next_from(&mut self, from: usize) -> Option<(usize, &'static str)> {
        for (mark, next) in &mut self.next {
            if next.is_some_and(|at| at < from) {
                *next = find_from(&self.text, from, mark);
            }
        }
        let known = self.next.iter();
        known.filter_map(|(mark, at)| Some(((*at)?, *mark))).min()
    }
}

fn find_from(text: &str, from: usize, mark: &str) -> Option<usize> {
    let rest = text.get(from..)?;
    let at = rest.find(mark);
    steps::count(at.unwrap_or(rest.len()));
    Some(from + at?)
}

/// A cell after words such as `Currently working as the`.
pub(super) struct Opening<'a> {
    /// The text after the words.
    pub(super) rest: &'a str,
    /// Whether it is such a sentence.
    pub(super) sentence: bool,
    /// Whether an employer follows.
    pub(super) employed: bool,
}

/// Returns where a verb such as `working` begins whose next word is `as`, `with` or `at`, if text precedes it.
pub(super) fn employment_at(text: &str) -> Option<usize> {
    let lists = PositionWords::get();
    let mut verb: Option<usize> = None;
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let folded = word.trim_matches(is_margin).to_lowercase();
        if let Some(verb) = verb
            && (folded == "as" || lists.after_verbs.contains(&folded))
        {
            return Some(verb).filter(|verb| *verb > 0);
        }
        verb = lists.verbs.contains(&folded).then_some(at);
        at += word.len();
    }
    None
}

/// Returns whether a title follows a word such as `as`: `Acme, Graz as an Engineer`.
pub(super) fn names_title_after(text: &str) -> bool {
    let lists = PositionWords::get();
    let lower = text.to_ascii_lowercase();
    let after = |mark: &str| text.get(lower.find(mark)? + mark.len()..);
    let mut found = lists.before_title.iter().filter_map(after);
    found.any(|after| is_title(after.split(',').next().unwrap_or(after)))
}

/// Returns whether a title precedes a word such as `with`, and a name follows it: `Manager with Acme`.
pub(super) fn names_title_before(text: &str, mark: &str) -> bool {
    let Some((before, after)) = text.split_once(mark) else {
        return false;
    };
    let last = words(before).last();
    let is_named = after.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    is_named && last.is_some_and(|last| is_person(&last))
}

/// Splits a title from the employer that follows it without a mark: `Web Developer Acme Ltd`, `Teaching assistant in the
/// Example University`.
pub(super) fn split_title(piece: &str) -> Option<(&str, &str)> {
    let lists = PositionWords::get();
    let mut at = 0;
    let mut split = None;
    for word in piece.split_inclusive(' ') {
        at += word.len();
        let folded = word.trim_matches(is_margin).to_lowercase();
        if is_person(&folded) {
            split = Some(at);
        } else if split.is_some() && lists.organization_words.contains(&folded) {
            break;
        }
    }
    let (title, rest) = piece.split_at_checked(split?)?;
    // In `member of Acme Group`, the words are one phrase.
    if rest.trim_start().starts_with("of ") {
        return None;
    }
    let mut organization = rest.trim_start();
    let begin = organization.len();
    while let Some((word, after)) = organization.split_once(' ') {
        let folded = word.to_lowercase();
        if !lists.after_verbs.contains(&folded) && !lists.articles.contains(&folded) {
            break;
        }
        organization = after;
    }
    let is_named = |word: &str| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let mut names = words(organization);
    let last = organization.rsplit(' ').next()?.trim_matches(is_margin);
    let last = last.to_lowercase();
    let is_joined = organization.len() < begin;
    let is_school_of = organization
        .split_once(" of ")
        .is_some_and(|(first, _)| names_school(first) && !first.contains(' '));
    let ends_named = lists.organization_words.contains(&last)
        || is_school_of
        || is_joined && lists.organization_ends.contains(&last)
        || is_known_employer(organization);
    let has_name = names.any(|word| !lists.organization_words.contains(&word));
    let all_named = organization
        .split(' ')
        .all(|word| is_named(word) || word.len() <= 3);
    (ends_named && has_name && all_named).then(|| (title.trim_matches(is_margin), organization))
}

/// Returns whether a word is a title of a person and not of a department: `developer`, but not `sales`.
fn is_person(word: &str) -> bool {
    let lists = PositionWords::get();
    lists.person_endings.match_end_of(word)
        && (lists.title_words.contains(word) || lists.title_nouns.contains(word))
}

/// Returns whether a line begins like `Currently working as` or contains such words.
pub(super) fn is_employment(line: &str) -> bool {
    begins_with_employment(line) || employment_at(line).is_some()
}

/// Returns whether a line begins like `Currently working as`.
pub(super) fn begins_with_employment(line: &str) -> bool {
    without_openers(line).sentence
}

/// Returns whether the words of a sentence up to its verb say that the position lasts: `Currently working as`, or `Working as`
/// at its start.
pub(super) fn is_in_present(sentence: &str) -> bool {
    let lists = PositionWords::get();
    let words: Vec<String> = words(sentence).take(MAX_OPENING_WORDS).collect();
    let present = &DateWords::get().present;
    let joins = |word: &String| word == "as" || lists.after_verbs.contains(word);
    // `Working Student` is a title.
    let begins = words
        .first()
        .is_some_and(|word| lists.present_verbs.contains(word))
        && words.get(1).is_some_and(joins);
    let is_end = |word: &&String| lists.verbs.contains(word) || present.contains(word);
    begins
        || words
            .iter()
            .find(is_end)
            .is_some_and(|word| present.contains(word))
}

/// Returns whether neither a title nor an employer follows the verb at the start of a line: `Worked on the reports`.
pub(super) fn begins_with_task(line: &str) -> bool {
    let opening = without_openers(line);
    let is_low = opening.rest.starts_with(char::is_lowercase);
    let names_title = opening.rest.split(',').next().is_some_and(is_title);
    opening.sentence && !opening.employed && is_low && !names_title
}

/// Returns the text after words such as `2 years of experience`, unless it does not go on with a title or an employer.
fn after_years(text: &str) -> Option<&str> {
    let lists = PositionWords::get();
    let begin = text.find(|c: char| c.is_ascii_digit())?;
    let mut words = text.get(..begin)?.split_whitespace();
    if !words.all(|word| lists.opening_words.contains(&word.to_lowercase())) {
        return None;
    }
    let mut rest = text.get(begin..)?;
    let mut has_unit = false;
    while let Some((word, after)) = rest.split_once(' ') {
        let folded = word.to_lowercase();
        let unit = folded.trim_start_matches(|c: char| c.is_ascii_digit() || "+.-".contains(c));
        let unit = unit.trim_matches(is_margin);
        if !unit.is_empty() && unit != "of" && !lists.durations.contains(unit) {
            break;
        }
        has_unit |= lists.durations.contains(unit);
        rest = after;
    }
    let (word, after) = rest.split_once(' ')?;
    let experience = &ExperienceWords::get().experience;
    let word = word.to_lowercase();
    if !has_unit {
        return None;
    }
    if lists.verbs.contains(&word) {
        return Some(rest);
    }
    if !experience.is_in(&[&word]) {
        return None;
    }
    // In `experience in sales at Acme`, the employer is after the second word.
    if let Some(at) = after.find(" at ").filter(|_| after.starts_with("in ")) {
        return after.get(at + 1..);
    }
    let next = after.split(' ').next()?.to_lowercase();
    (next == "as" || lists.after_verbs.contains(&next)).then_some(after)
}

pub(super) fn without_openers(cell: &str) -> Opening<'_> {
    let lists = PositionWords::get();
    let mut rest = cell;
    let mut sentence = false;
    // `with Acme Ltd as an Engineer` follows a date.
    if let Some((with, rest)) = cell.split_once(' ')
        && with == "with"
    {
        return Opening {
            rest,
            sentence: true,
            employed: true,
        };
    }
    if let Some(after) = after_years(rest) {
        (rest, sentence) = (after, true);
    }
    while let Some((word, after)) = rest.split_once(' ') {
        let folded = word.to_lowercase();
        sentence |= lists.verbs.contains(&folded);
        let employed = sentence && lists.after_verbs.contains(&folded);
        if !employed && !lists.opening_words.contains(&folded) {
            break;
        }
        rest = after;
        if employed {
            return Opening {
                rest,
                sentence,
                employed,
            };
        }
    }
    Opening {
        rest: if sentence { rest } else { cell },
        sentence,
        employed: false,
    }
}
