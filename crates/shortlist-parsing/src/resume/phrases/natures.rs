//! Recognizes titles and employers by their words.

use super::words;
use crate::resume::places::is_place;
use crate::resume::words::{EmployerNames, PositionWords};

/// The maximum length of the name of a large employer with its place, in bytes.
const MAX_EMPLOYER_BYTES: usize = 48;

/// The abbreviation of `Company`, which may precede a legal form or be one.
const COMPANY: &str = "co";

/// Returns whether a phrase is a job title, by one of its words or by the end of a long word (`Bauleiter`, `软件工程师`).
pub(in crate::resume) fn is_title(phrase: &str) -> bool {
    let lists = PositionWords::get();
    let words: Vec<String> = words(phrase).collect();
    let organization = words
        .last()
        .is_some_and(|word| lists.organization_words.contains(word))
        && !leads_something(&words);
    let is_noun = |word: &String| lists.title_nouns.contains(word);
    let ends_in_noun = words.last().is_some_and(is_noun);
    let mut words = words.iter();
    let mut has_title_word = || {
        words.any(|word| lists.title_words.contains(word) || lists.title_endings.match_end_of(word))
    };
    !organization && (ends_in_noun || has_title_word())
}

/// Returns whether a title comes before `of` or the name of a trade: `Director of Technology`, `Architetto software`.
fn leads_something(words: &[String]) -> bool {
    let lists = PositionWords::get();
    let is_title =
        |word: &String| lists.title_words.contains(word) || lists.title_nouns.contains(word);
    let of = words
        .iter()
        .position(|word| lists.title_prepositions.contains(word));
    let before = of.and_then(|of| words.get(of.checked_sub(1)?));
    let is_trade = words.last().is_some_and(|word| lists.trades.contains(word));
    before.is_some_and(is_title) || is_trade && words.first().is_some_and(is_title)
}

/// Returns whether a phrase ends in a word that makes the words before it an employer: `Example Motors`.
fn ends_as_organization(phrase: &str) -> bool {
    let lists = PositionWords::get();
    let last = phrase.rsplit(' ').next().unwrap_or("");
    let first = phrase.split(' ').next().unwrap_or("").to_lowercase();
    let is_name = phrase.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        // `Corporate Communications` is a department.
        && !lists.departments.contains(&first);
    is_name && last.len() < phrase.len() && lists.organization_ends.contains(&last.to_lowercase())
}

/// Returns whether a phrase contains a word that is typical of employer names.
pub(in crate::resume) fn names_organization(phrase: &str) -> bool {
    let lists = PositionWords::get();
    let is_form = |word: &String| word == COMPANY || lists.legal_forms.contains(word);
    let mut words = words(phrase).enumerate();
    words.any(|(at, word)| {
        // `Group Compliance` is a department, and `Co. for Acme Cars` lacks the name.
        let is_name = at > 0 || !lists.departments.contains(&word) && !is_form(&word);
        lists.organization_words.contains(&word) && is_name
            || lists.organization_endings.match_end_of(&word)
    }) || ends_as_organization(phrase)
        || is_known_employer(phrase)
}

/// Returns whether a phrase is the name of a large employer, perhaps with a place after it: `Infosys`, `IBM India`.
pub(in crate::resume) fn is_known_employer(phrase: &str) -> bool {
    let names = EmployerNames::get();
    let is_name = |name: &str| {
        let folded = name.to_lowercase();
        names.well_known.contains(&folded) || names.listed.contains(&folded)
    };
    if phrase.len() > MAX_EMPLOYER_BYTES || !phrase.starts_with(|c: char| !c.is_lowercase()) {
        return false;
    }
    let with_place = || {
        let (name, place) = phrase.rsplit_once(' ')?;
        Some(is_place(place) && is_name(name))
    };
    is_name(phrase) || with_place() == Some(true)
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::positions;

    #[test]
    fn departments_and_legal_forms_alone_are_no_employers() {
        assert_eq!(
            positions(
                "ACME CORPORATION, Graz\t1986 to 2013\n- A maker of labels.\n\
             Marketing Manager\t1986 to 1997\nBlue Division, Corporate Communications\n- Led."
            ),
            ["Marketing Manager | ACME CORPORATION"]
        );
        assert_eq!(
            positions(
                "Sr Executive- Finance-\tExample Mobiles( Dealer of GLOBEX)\n\
             (July. 2002 to may 2007) (ISO 9001: 2000, Co. for Globex Cars)\n- Filed."
            ),
            ["Sr Executive- Finance | Example Mobiles"]
        );
    }
}
