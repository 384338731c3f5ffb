//! Reads the names of employers with their legal forms: `Acme (India) Pvt Ltd`, `Acme Ltd New Delhi`.

use std::ops::RangeInclusive;

use super::phrases::{MAX_LEGAL_FORM, MAX_PHRASE_CHARS, is_margin, is_title, names_organization};
use super::places::is_place;
use super::words::PositionWords;

/// The maximum length of a text in brackets inside a name, in characters.
const MAX_BRACKET_IN_NAME: usize = 12;
/// The maximum number of words from a bracket in a name to its legal form.
const MAX_WORDS_AFTER_BRACKET: usize = 3;

/// The maximum length of the meaning of an abbreviation, in characters.
const MAX_MEANING: usize = 60;
/// The lengths of abbreviations that are compared with the words next to them.
const ABBREVIATION: RangeInclusive<usize> = 2..=6;

/// Splits a cell after each bracket. Brackets are a part of the name before a legal form, `Acme (India) Pvt Ltd`, and around an
/// abbreviation or what it means: `Graz Institute of Technology (GIT) Leoben`, `GIT (Graz Institute of Technology)`.
pub(super) fn parts_at_brackets(cell: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while let Some(found) = cell
        .get(at..)
        .and_then(|rest| rest.find(['(', ')', '（', '）']))
    {
        let rest = cell.get(at + found..).unwrap_or("");
        at += found + rest.chars().next().map_or(1, char::len_utf8);
        let before = cell.get(begin..at).unwrap_or("");
        let is_name = |length: &usize| *length <= MAX_LEGAL_FORM || !is_title(before);
        let is_short = before.len() <= MAX_PHRASE_CHARS;
        let in_name = || bracket_in_name(rest).filter(is_name);
        if is_short && let Some(length) = in_name().or_else(|| abbreviating(before, rest)) {
            at += length - 1;
            continue;
        }
        parts.extend(cell.get(begin..at));
        begin = at;
    }
    parts.extend(cell.get(begin..).filter(|rest| !rest.is_empty()));
    parts
}

/// Returns the length of a short text in brackets that a legal form follows.
fn bracket_in_name(text: &str) -> Option<usize> {
    let text = text.strip_prefix('(')?;
    // An open bracket is not searched up to the end of the line.
    let mut near = text.char_indices().take(MAX_BRACKET_IN_NAME + 1);
    let (end, _) = near.find(|(_, c)| *c == ')')?;
    let (inner, after) = (text.get(..end)?, text.get(end + 1..)?);
    let forms = &PositionWords::get().organization_words;
    let is_form = |word: &str| word.len() <= MAX_LEGAL_FORM && forms.contains(&word.to_lowercase());
    let name = after.split([',', '(', '\t']).next()?;
    let words = name.split_whitespace().take(MAX_WORDS_AFTER_BRACKET);
    let mut words = words.take_while(|word| word.starts_with(char::is_uppercase));
    let is_form = words.any(is_form);
    (is_form && inner.starts_with(char::is_uppercase)).then_some(inner.len() + 2)
}

/// Returns the length of a text in brackets that abbreviates the words before it, if the name goes on, or whose first letters are
/// the word before it.
fn abbreviating(before: &str, text: &str) -> Option<usize> {
    let before = before.trim_end_matches('(').trim_end();
    let text = text.strip_prefix('(')?;
    let mut near = text.char_indices().take(MAX_MEANING + 1);
    let (end, _) = near.find(|(_, c)| *c == ')')?;
    let (inner, after) = (text.get(..end)?, text.get(end + 1..)?);
    // Such a text is divided later.
    if inner.contains([
        ',', '،', '，', '、', ';', ':', '：', '(', '/', '|', '\t', '-', '–', '—',
    ]) {
        return None;
    }
    let after = after.split([',', '(', '\t']).next()?;
    let goes_on = after
        .strip_prefix(' ')
        .is_some_and(|after| after.starts_with(char::is_uppercase));
    // In `Business Analyst (BA) Acme Limited`, the employer follows.
    let goes_on = goes_on && !(is_title(before) && names_organization(after.trim_start()));
    let short = before.rsplit([' ', ',']).next()?;
    let abbreviates = goes_on && is_abbreviation(inner) && initials(before).ends_with(inner);
    let explains = is_abbreviation(short) && initials(inner) == short;
    (abbreviates || explains).then_some(inner.len() + 2)
}

fn is_abbreviation(word: &str) -> bool {
    ABBREVIATION.contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// Returns the first letters of the words that begin with a capital.
fn initials(text: &str) -> String {
    let words = text.split_whitespace();
    words
        .filter_map(|word| word.chars().next().filter(|first| first.is_uppercase()))
        .collect()
}

/// Splits an employer from the title that follows its legal form without a mark: `Acme Ltd Web Developer`.
pub(super) fn split_employer(piece: &str) -> Option<(&str, &str)> {
    let (organization, title) = split_after_form(piece)?;
    (is_title(title) && title.starts_with(char::is_uppercase)).then_some((organization, title))
}

/// Splits an employer from the place that follows its legal form without a mark: `Acme Ltd New Delhi`.
pub(super) fn split_town(piece: &str) -> Option<(&str, &str)> {
    let (organization, rest) = split_after_form(piece)?;
    let place = rest.trim_matches(is_margin);
    is_place(place).then_some((organization, place))
}

/// Splits a text after its first legal form, which a name must precede.
fn split_after_form(piece: &str) -> Option<(&str, &str)> {
    let forms = &PositionWords::get().legal_forms;
    let mut at = 0;
    let mut is_form = |word: &str| {
        at += word.len();
        let folded = word.trim_matches(is_margin).to_lowercase();
        at > word.len() && forms.contains(&folded)
    };
    piece.split_inclusive(' ').find(|word| is_form(word))?;
    let (organization, rest) = piece.split_at_checked(at)?;
    Some((organization.trim_end(), rest))
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::positions;

    #[test]
    fn brackets_with_an_abbreviation_belong_to_the_name() {
        assert_eq!(
            positions(
                "Assistant Programmer, GAO (Graz Account of Office) Office, Leoben\tMar 2015 – Jun 2018\n- Wrote.\n\
             Clerk, Graz Institute of Technology (GIT) Leoben\tMar 2010 – Feb 2015\n- Sorted."
            ),
            [
                "Assistant Programmer | GAO (Graz Account of Office) Office",
                "Clerk | Graz Institute of Technology (GIT) Leoben"
            ]
        );
        assert_eq!(
            positions(
                "Example Overseas Bank Limited (EOB)\nSenior Officer\tJan 2012 – Mar 2012\n- Led.\n\
             EOB Management Associate (MA) Programme\tAug 2010 – Dec 2011\n- Learned."
            ),
            [
                "Senior Officer | Example Overseas Bank Limited",
                "EOB Management Associate (MA) Programme | Example Overseas Bank Limited"
            ]
        );
    }

    #[test]
    fn a_legal_form_shows_that_a_group_is_the_employer() {
        assert_eq!(
            positions(
                "2004–2005\tChief Scientist, Blue Group, Inc., adviser for the\nExample Hilltop Project\n- Led.\n\
             2001–2003\tClerk\nGreen Bank\n- Filed."
            ),
            ["Chief Scientist | Blue Group", "Clerk | Green Bank"]
        );
    }
}
