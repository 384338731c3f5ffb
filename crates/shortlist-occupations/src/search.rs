//! Finds occupations for people who choose one.

use crate::coding::{Coding, code};
use crate::lexicon::{Lexicon, Occupation};

/// The most occupations that a search returns.
pub const MAX_FOUND: usize = 20;

/// Returns the occupation with a code such as `15-1252.00`.
pub fn find_occupation(code: &str) -> Option<Occupation> {
    Coding::of_code(code)?.main()
}

/// Finds occupations by a code or its beginning, by a job title in one of the languages of the lexicon, and by words of their English
/// names, at most [`MAX_FOUND`].
///
/// What a title names comes first, the largest share first. Then come those whose names contain all words, by code. A word may be the
/// beginning of a longer one.
pub fn search_occupations(query: &str) -> Vec<Occupation> {
    let query = query.trim().to_lowercase();
    let mut found: Vec<Occupation> = code(&query)
        .shares()
        .map(|share| share.occupation)
        .collect();
    let words: Vec<&str> = split(&query).collect();
    let is_named = |occupation: &Occupation| {
        let name = occupation.name.to_lowercase();
        let has = |word: &&str| split(&name).any(|other| other.starts_with(word));
        !words.is_empty() && words.iter().all(has)
    };
    let is_code = query.starts_with(|c: char| c.is_ascii_digit());
    for occupation in Lexicon::built_in().occupations() {
        let is_found = if is_code {
            occupation.code.starts_with(&query)
        } else {
            is_named(&occupation)
        };
        if found.len() >= MAX_FOUND {
            break;
        }
        if is_found && !found.contains(&occupation) {
            found.push(occupation);
        }
    }
    found.truncate(MAX_FOUND);
    found
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(query: &str) -> Vec<&'static str> {
        let found = search_occupations(query).into_iter();
        found.map(|occupation| occupation.code).collect()
    }

    #[test]
    fn titles_words_and_codes_find_occupations() {
        assert_eq!(codes("Krankenpflegerin").first(), Some(&"29-1141.00"));
        assert!(codes("registered nurse").contains(&"29-1141.00"));
        // A beginning of a word, in another order than in the name.
        assert!(codes("softw devel").contains(&"15-1252.00"));
        assert_eq!(codes("15-1252.00"), ["15-1252.00"]);
        assert!(
            codes("29-114")
                .iter()
                .all(|code| code.starts_with("29-114"))
        );
        assert!(codes("29-114").len() > 1);
        for query in ["", "  ", "zorbing quibbler", "99", "!?"] {
            assert!(codes(query).is_empty(), "{query}");
        }
    }

    #[test]
    fn a_search_returns_few_and_each_once() {
        for query in ["a", "1", "engineer", "manager"] {
            let found = codes(query);
            assert!(found.len() <= MAX_FOUND, "{query}");
            let mut distinct = found.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), found.len(), "{query}");
        }
        assert_eq!(codes("manager").len(), MAX_FOUND);
    }

    #[test]
    fn only_a_whole_code_is_an_occupation() {
        let found = find_occupation("29-1141.00").map(|occupation| occupation.name);
        assert_eq!(found, Some("Registered Nurses"));
        assert_eq!(find_occupation("29-1141"), None);
        assert_eq!(find_occupation(""), None);
    }
}
