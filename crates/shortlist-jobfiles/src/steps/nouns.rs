//! Compares nouns of a prompt with titles and employment types.

use std::sync::LazyLock;

use shortlist_domain::EmploymentKind;
use shortlist_vocabulary::word_lists;

use crate::employment::{employment_kind, is_employment_type};
use crate::fold::fold;

word_lists! {
    /// Words for people with one kind of employment.
    pub(crate) struct RowNouns in "../../data/row_nouns.txt" {
        internship: Vec<&'static str>,
        apprenticeship: Vec<&'static str>,
        volunteer: Vec<&'static str>,
        contract: Vec<&'static str>,
        part_time: Vec<&'static str>,
        full_time: Vec<&'static str>,
    }
}

/// The words of each kind.
static KINDS: LazyLock<[(EmploymentKind, &'static [&'static str]); 6]> = LazyLock::new(|| {
    let words = RowNouns::get();
    [
        (EmploymentKind::Internship, &words.internship),
        (EmploymentKind::Apprenticeship, &words.apprenticeship),
        (EmploymentKind::Volunteer, &words.volunteer),
        (EmploymentKind::Contract, &words.contract),
        (EmploymentKind::PartTime, &words.part_time),
        (EmploymentKind::FullTime, &words.full_time),
    ]
});

/// Returns whether a text contains the words of a noun one after the other, in the singular or the plural.
pub(super) fn mentions(text: &str, noun: &str) -> bool {
    let (text, noun) = (fold(text), fold(noun));
    let wanted: Vec<&str> = noun.split(' ').filter(|word| !word.is_empty()).collect();
    if wanted.is_empty() {
        return false;
    }
    if !noun.is_ascii() && noun.chars().any(|c| c >= '\u{3040}') {
        return text.contains(&noun);
    }
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(wanted.len()).any(|words| {
        let mut pairs = words.iter().zip(&wanted);
        pairs.all(|(word, wanted)| is_same_noun(word, wanted))
    })
}

/// Returns whether two folded words are equal except for the number or the gender.
fn is_same_noun(one: &str, other: &str) -> bool {
    one == other || singulars(one).any(|form| form == other) || {
        let mut forms = singulars(other);
        forms.any(|form| form == one || singulars(one).any(|known| known == form))
    }
}

/// Returns the possible singular forms of a plural. Short words have none, because `ns` is not the plural of `n`.
fn singulars(word: &str) -> impl Iterator<Item = String> {
    const ENDINGS: [(&str, &str); 8] = [
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("en", ""),
        ("n", ""),
        ("e", ""),
        ("innen", ""),
        ("in", ""),
    ];
    const MIN_STEM_CHARS: usize = 3;
    let word = word.to_owned();
    ENDINGS.into_iter().filter_map(move |(ending, singular)| {
        let stem = word.strip_suffix(ending)?;
        (stem.chars().count() >= MIN_STEM_CHARS).then(|| format!("{stem}{singular}"))
    })
}

/// Returns whether a title names the kind of employment that a noun means: `Trainee sales` is an internship.
pub(super) fn has_kind_of(title: &str, noun: &str) -> bool {
    kind_of_noun(noun).is_some_and(|(_, words)| words.iter().any(|word| mentions(title, word)))
}

/// Returns the kind that a noun means, with its words.
fn kind_of_noun(noun: &str) -> Option<(EmploymentKind, &'static [&'static str])> {
    let noun = fold(noun);
    let count = noun.split(' ').count();
    let is_noun = |word: &&str| word.split(' ').count() == count && mentions(&noun, word);
    let mut kinds = KINDS.iter();
    kinds.find(|(_, words)| words.iter().any(&is_noun)).copied()
}

/// Returns whether an employment type has the kind that a noun means.
pub(super) fn is_same_kind(text: &str, noun: &str) -> bool {
    let meant = match kind_of_noun(noun) {
        Some((kind, _)) => Some(kind),
        None if is_employment_type(noun) => {
            employment_kind(noun).filter(|kind| *kind != EmploymentKind::Other)
        }
        None => None,
    };
    meant.is_some() && is_employment_type(text) && employment_kind(text) == meant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_are_found_in_any_number() {
        for (title, noun) in [
            ("Senior Nurse (m/w/d)", "nurses"),
            ("Nurses, night shift", "nurse"),
            ("Secretary", "secretaries"),
            ("Head chef", "chefs"),
            ("Software Engineer Backend", "software engineers"),
            ("Pfleger", "Pflegerinnen"),
            ("看護師 正社員", "看護師"),
        ] {
            assert!(mentions(title, noun), "{title}: {noun}");
        }
        for (title, noun) in [
            ("Internal Auditor", "intern"),
            ("Software Tester, Engineer", "software engineer"),
            ("Nursery Teacher", "nurse"),
            ("Nurse", ""),
        ] {
            assert!(!mentions(title, noun), "{title}: {noun}");
        }
    }

    #[test]
    fn titles_name_kinds_of_employment() {
        for (title, noun) in [
            ("Marketing Intern", "internships"),
            ("Praktikant Einkauf", "Praktikanten"),
            ("Trainee sales", "interns"),
            ("Azubi Elektroniker", "Auszubildende"),
        ] {
            assert!(has_kind_of(title, noun), "{title}: {noun}");
        }
        assert!(!has_kind_of("Stage Manager", "interns"));
        assert!(!has_kind_of("Nurse", "nurses"));
        assert!(is_same_kind("Stage", "interns"));
        assert!(is_same_kind("Teilzeit 50 %", "part-time"));
        assert!(!is_same_kind("Full-time", "part-time"));
        assert!(!is_same_kind("External", "nurses"));
    }
}
