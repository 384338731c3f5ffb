//! Words in lower case with their places, for the readers that look at wording rather than at meaning.

use std::collections::BTreeMap;

use shortlist_domain::Span;

/// A run of letters and digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) lower: String,
    pub(crate) span: Span,
}

/// The words of a text: runs of letters and digits.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::with_capacity(text.len() / 6);
    for (at, letter) in text.char_indices() {
        if !letter.is_alphanumeric() {
            continue;
        }
        let end = at + letter.len_utf8();
        match words.last_mut().filter(|word| word.span.end == at) {
            Some(word) => {
                push_lower(&mut word.lower, letter);
                word.span.end = end;
            }
            None => {
                let mut lower = String::with_capacity(USUAL_BYTES);
                push_lower(&mut lower, letter);
                words.push(Word {
                    lower,
                    span: Span::new(at, end),
                });
            }
        }
    }
    words
}

/// Few words are longer.
const USUAL_BYTES: usize = 16;

/// Nearly all letters of most texts need no table.
fn push_lower(word: &mut String, letter: char) {
    if letter.is_ascii() {
        word.push(letter.to_ascii_lowercase());
    } else {
        word.extend(letter.to_lowercase());
    }
}

/// Every place where `words` hold the words of a phrase one after the other, letter case and punctuation aside.
pub(crate) fn places_of(phrase: &str, words: &[Word]) -> Vec<Span> {
    let phrase: Vec<String> = self::words(phrase).into_iter().map(|w| w.lower).collect();
    places_of_words(&phrase, words)
}

/// The same of a phrase whose words are known.
pub(crate) fn places_of_words(phrase: &[String], words: &[Word]) -> Vec<Span> {
    if phrase.is_empty() {
        return Vec::new();
    }
    words
        .windows(phrase.len())
        .filter(|window| window.iter().zip(phrase).all(|(a, b)| a.lower == *b))
        .filter_map(|window| {
            Some(Span::new(
                window.first()?.span.start,
                window.last()?.span.end,
            ))
        })
        .collect()
}

/// Whether the words hold any of some phrases, given in lower case with single blanks.
pub(crate) fn hold_any(words: &[Word], phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| holds(words, phrase))
}

/// Whether the words hold a phrase; a phrase that ends in `*` may go on within its last word.
fn holds(words: &[Word], phrase: &str) -> bool {
    let (first, rest) = match phrase.split_once(' ') {
        None => (phrase, None),
        Some((first, rest)) => (first, Some(rest)),
    };
    words.iter().enumerate().any(|(at, word)| {
        is_part(&word.lower, first)
            && rest.is_none_or(|rest| goes_on(words.get(at + 1..).unwrap_or(&[]), rest))
    })
}

/// Whether the words begin with the rest of a phrase.
fn goes_on(words: &[Word], rest: &str) -> bool {
    let mut words = words.iter();
    rest.split(' ')
        .all(|part| words.next().is_some_and(|word| is_part(&word.lower, part)))
}

/// Whether a word is a part of a phrase.
fn is_part(word: &str, part: &str) -> bool {
    match part.strip_suffix('*') {
        Some(start) => word.starts_with(start),
        None => word == part,
    }
}

/// Where each word of many sentences stands, to find phrases without reading all sentences again.
#[derive(Debug, Clone, Default)]
pub(crate) struct WordIndex(BTreeMap<String, Vec<(usize, usize)>>);

impl WordIndex {
    /// Adds a sentence by its number; sentences are added in their order.
    pub(crate) fn add(&mut self, sentence: usize, words: &[Word]) {
        for (order, word) in words.iter().enumerate() {
            match self.0.get_mut(&word.lower) {
                Some(places) => places.push((sentence, order)),
                None => {
                    let first = vec![(sentence, order)];
                    self.0.insert(word.lower.clone(), first);
                }
            }
        }
    }

    /// The numbers of the sentences that hold any of some phrases, sorted.
    pub(crate) fn sentences_with_any(&self, phrases: &[&str]) -> Vec<usize> {
        let mut found: Vec<usize> = phrases
            .iter()
            .flat_map(|phrase| self.ends_of(phrase))
            .map(|(sentence, _)| sentence)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Where the last words of a phrase stand.
    fn ends_of(&self, phrase: &str) -> Vec<(usize, usize)> {
        let mut parts = phrase.split(' ');
        let mut ends = parts
            .next()
            .map(|part| self.places_of_part(part))
            .unwrap_or_default();
        for part in parts {
            if ends.is_empty() {
                break;
            }
            let next = self.places_of_part(part);
            ends = ends
                .into_iter()
                .map(|(sentence, order)| (sentence, order + 1))
                .filter(|place| next.contains(place))
                .collect();
        }
        ends
    }

    fn places_of_part(&self, part: &str) -> Vec<(usize, usize)> {
        let Some(start) = part.strip_suffix('*') else {
            return self.0.get(part).cloned().unwrap_or_default();
        };
        self.0
            .range(start.to_owned()..)
            .take_while(|(word, _)| word.starts_with(start))
            .flat_map(|(_, places)| places.iter().copied())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_without_case_and_punctuation() {
        let text = "Ada LOVELACE\nAda Lovelace-King";
        let found = places_of("ada lovelace", &words(text));
        assert_eq!(found, [Span::new(0, 12), Span::new(13, 25)]);
        assert!(places_of(" ", &words(text)).is_empty());
        assert!(hold_any(&words("ist von Vorteil."), &["von vorteil"]));
        assert!(hold_any(&words("Berufserfahrungen"), &["berufserfahrung*"]));
        assert!(!hold_any(&words("vorteil"), &["von vorteil"]));
    }

    #[test]
    fn an_index_finds_what_reading_finds() {
        let sentences = [
            "Led a team",
            "head of the team",
            "Headed teams",
            "a head, of course",
        ];
        let mut index = WordIndex::default();
        for (number, sentence) in sentences.iter().enumerate() {
            index.add(number, &words(sentence));
        }
        for phrase in [
            "head of",
            "head*",
            "team*",
            "led",
            "head of the team",
            "of x",
        ] {
            let read: Vec<usize> = (0..sentences.len())
                .filter(|n| hold_any(&words(sentences[*n]), &[phrase]))
                .collect();
            assert_eq!(index.sentences_with_any(&[phrase]), read, "{phrase}");
        }
    }
}
