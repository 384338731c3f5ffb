//! Finds the place where a person lives outside the contact data: after a label, or next to the signature.

use shortlist_domain::SectionKind;
use shortlist_vocabulary::PhraseList;

use super::page::Page;
use super::place::{
    FoundPlace, after_label, could_be_place, found_place, is_address_word, place_below_label,
};
use super::places::{is_place, is_town};
use super::sections::LineKind;
use super::words::{PlaceWords, SkillWords};

/// The number of lines at the end of a document that may contain the place of the signature.
const LAST_LINES: usize = 12;
/// The maximum number of words in the name of a town.
const MAX_TOWN_WORDS: usize = 3;
/// The maximum number of words in the name of a town that no list knows.
const MAX_UNKNOWN_WORDS: usize = 2;
/// The minimum length of such a name, in bytes.
const MIN_TOWN_BYTES: usize = 3;
/// The maximum length of a line with the label of an address, in bytes.
const MAX_HOME_BYTES: usize = 300;

/// The kinds of labels before a home, the most certain first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HomeLabel {
    /// Where the person is now.
    Current,
    /// Where the person lives.
    Home,
    /// Where the person comes from.
    Permanent,
}

impl HomeLabel {
    fn phrases(self) -> &'static PhraseList {
        let lists = PlaceWords::get();
        match self {
            Self::Current => &lists.current_labels,
            Self::Home => &lists.home_labels,
            Self::Permanent => &lists.permanent_labels,
        }
    }

    /// Returns whether a text ends in such a label.
    fn ends(self, text: &str) -> bool {
        let ends = |label: &str| {
            let head = text.len().checked_sub(label.len());
            let parts = head.and_then(|at| text.split_at_checked(at));
            parts.is_some_and(|(head, tail)| {
                tail.eq_ignore_ascii_case(label) && !head.ends_with(char::is_alphanumeric)
            })
        };
        // `Permanent address` ends in `address`.
        let is_other = || self == Self::Home && Self::Permanent.ends(text);
        self.phrases().iter().any(ends) && !is_other()
    }
}

/// Returns the place after a label for the place where a person lives, in any section.
pub(super) fn labelled_home(page: &Page<'_>, kinds: &[LineKind], label: HomeLabel) -> FoundPlace {
    let mut lines = page.numbered().filter(|(number, _, words)| {
        let kind = kinds.get(*number).map(|kind| kind.kind);
        words.len() <= MAX_HOME_BYTES && kind != Some(SectionKind::References)
    });
    lines.find_map(|(number, line, words)| {
        let place = after_home_label(words, label);
        let here = place.map(|place| (number, line, words, place));
        let below = || place_below_label(page, kinds, number, |text| label.ends(text));
        let (number, line, words, place) = here.or_else(below)?;
        let found = found_place(place, line, words, 85, "after its label");
        Some((number, found))
    })
}

/// Returns the place next to the signature in one of the last lines, if it is a known one: `Place: Graz`.
pub(super) fn place_of_signature(page: &Page<'_>) -> FoundPlace {
    let first = page.lines.len().saturating_sub(LAST_LINES);
    let mut lines = page.numbered().skip(first);
    lines.find_map(|(number, line, words)| {
        let place = after_label(words)?;
        let known = Some(place).filter(|place| is_place(place));
        let place = known.or_else(|| signed_place(place))?;
        let found = found_place(place, line, words, 50, "next to the signature");
        Some((number, found))
    })
}

/// Returns the town at the beginning of a text after `Place:`, which a name or a date may follow: `Graz Mina Example`. A town
/// that no list knows is alone.
fn signed_place(text: &str) -> Option<&str> {
    let words: Vec<&str> = text.split_inclusive(' ').collect();
    let start = |count: usize| {
        let length: usize = words.iter().take(count).map(|word| word.len()).sum();
        let start = text.get(..length)?;
        Some(start.trim_end_matches(|c: char| !c.is_alphabetic()))
    };
    let mut starts = (1..=words.len().min(MAX_TOWN_WORDS))
        .rev()
        .filter_map(start);
    let known = starts.find(|it| is_town(&capitalized(it)));
    let is_name = |it: &&str| {
        let is_part = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '.');
        it.len() >= MIN_TOWN_BYTES && it.chars().all(is_part) && it.starts_with(char::is_uppercase)
    };
    let alone = || Some(text.trim()).filter(|it| words.len() <= MAX_UNKNOWN_WORDS && is_name(it));
    known.or_else(alone)
}

/// Returns a text with a capital at its start.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Returns the text after a label such as `Address` or `City of residence`, which may be within a line.
fn after_home_label(words: &str, label: HomeLabel) -> Option<&str> {
    let mut from = 0;
    while let Some(at) = words.get(from..)?.find([':', '：']).map(|at| from + at) {
        let before = words.get(from..at)?.trim_end_matches(['-', ' ', '\t']);
        let after = words
            .get(at..)?
            .trim_start_matches([':', '：', '-', ' ', '\t']);
        from = at + 1;
        if !label.ends(before) {
            from += words.get(from..)?.chars().next().map_or(0, char::len_utf8);
            continue;
        }
        let place = before_next_label(after).trim_end_matches([',', '.', ' ']);
        let place = place.split(['|', ';']).next().unwrap_or("").trim();
        return could_be_place(place).then_some(place);
    }
    None
}

/// Returns the text up to the next label of a line: `Graz Date of birth: …` is `Graz`. The words of addresses are no labels:
/// `Post: Graz`.
pub(super) fn before_next_label(text: &str) -> &str {
    let is_label = |at: &usize| {
        let before = text.get(..*at).unwrap_or_default();
        let last = before.split_whitespace().next_back();
        !last.is_some_and(is_address_word)
    };
    let mut colons = text.match_indices([':', '：']).map(|(at, _)| at);
    let Some(before) = colons.find(is_label).and_then(|at| text.get(..at)) else {
        return text;
    };
    let label = (1..before.len()).find(|at| {
        let tail = before.get(*at..).unwrap_or_default();
        let begins = before
            .get(..*at)
            .is_some_and(|it| it.ends_with([' ', '\t', ',']));
        begins && SkillWords::get().personal.contains(tail)
    });
    let label = label.or_else(|| before.trim_end().rfind([' ', '\t']));
    label
        .and_then(|at| before.get(..at))
        .unwrap_or("")
        .trim_end()
}
