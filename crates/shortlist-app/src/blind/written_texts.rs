//! What others write about a candidate of a blind job, such as notes and reviews.
//!
//! Redaction by what is known about the person would confirm a guess: whoever writes a name would see whether it is masked. So
//! these texts show only common words, short numbers and the candidate's skills, whoever the candidate is.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::blind::redaction::masked;

/// Common words of the languages of the service that are no names.
static SHOWN_WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("shown_words.txt").split_whitespace().collect());

/// Words that are also names. They are shown where they are written in small letters.
const ALSO_NAMES: [&str; 18] = [
    "al", "april", "bill", "dom", "elle", "grace", "hope", "jean", "long", "mark", "may", "more",
    "see", "so", "son", "summer", "will", "young",
];
/// The most digits of a number that is shown. Longer ones may be telephone numbers, years of birth or identifiers.
const MAX_DIGITS: usize = 3;

/// Returns a text with everything masked that could say who somebody is.
pub(super) fn shown_text(text: &str, skills: &HashSet<String>) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut mask = vec![false; letters.len()];
    let mut place = 0;
    while let Some(rest) = letters.get(place..).filter(|rest| !rest.is_empty()) {
        let length = rest.iter().take_while(|c| c.is_alphanumeric()).count();
        let word: String = rest.iter().take(length).collect();
        if length > 0 && !is_shown(&word, skills) {
            for marked in mask.iter_mut().skip(place).take(length) {
                *marked = true;
            }
        }
        place += length.max(1);
    }
    masked(text, &mask)
}

fn is_shown(word: &str, skills: &HashSet<String>) -> bool {
    if word.chars().all(|letter| letter.is_ascii_digit()) {
        return word.len() <= MAX_DIGITS;
    }
    let folded = word.to_lowercase();
    if folded.chars().count() == 1 || skills.contains(&folded) {
        return true;
    }
    let is_written_like_a_name = folded != word;
    SHOWN_WORDS.contains(folded.as_str())
        && !(is_written_like_a_name && ALSO_NAMES.contains(&folded.as_str()))
}

/// Returns the words of the skills that are shown with a candidate.
pub(super) fn words_of<'a>(skills: impl IntoIterator<Item = &'a String>) -> HashSet<String> {
    let words = skills.into_iter().flat_map(|skill| {
        let words = skill.split(|letter: char| !letter.is_alphanumeric());
        words.map(str::to_lowercase)
    });
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_words_and_skills_are_shown_and_names_are_not() {
        let skills = words_of(&["Rust".to_owned(), "CI/CD".to_owned()]);
        for (text, shown) in [
            (
                "Strong in Rust and CI/CD, 5 years. Will join!",
                "Strong in Rust and CI/CD, 5 years. **** join!",
            ),
            (
                "Quillon said: I am Zephyrine",
                "******* said: I am *********",
            ),
            ("see zephyrine@example.org", "see *********@example.***"),
            ("born 1990, call 5550142", "**** ****, call *******"),
            ("für Zoë", "für **·"),
        ] {
            assert_eq!(shown_text(text, &skills), shown);
        }
    }
}
