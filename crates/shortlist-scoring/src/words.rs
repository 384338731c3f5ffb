//! Words in lower case with their places, for code that looks at wording rather than at meaning.

use compact_str::CompactString;
use hashbrown::{HashMap, HashSet};
use shortlist_domain::Span;
use shortlist_vocabulary::steps;

mod names;

pub(crate) use names::NameTable;

/// A run of letters and digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// The word in lower case. Most words are stored inline, without an allocation.
    pub(crate) lower: CompactString,
    pub(crate) span: Span,
}

impl AsRef<str> for Word {
    fn as_ref(&self) -> &str {
        &self.lower
    }
}

/// Returns the words of a text: runs of letters and digits.
pub(crate) fn words(text: &str) -> Vec<Word> {
    steps::count(text.len());
    let mut words: Vec<Word> = Vec::with_capacity(text.len() / 6);
    let mut from = None;
    let mut push = |start: usize, end: usize| {
        words.push(Word {
            lower: in_lower_case(text.get(start..end).unwrap_or("")),
            span: Span::new(start, end),
        });
    };
    for (at, letter) in text.char_indices() {
        if letter.is_alphanumeric() {
            from.get_or_insert(at);
        } else if let Some(start) = from.take() {
            push(start, at);
        }
    }
    if let Some(start) = from {
        push(start, text.len());
    }
    words
}

/// Converts a word to lower case. Most words are ASCII and need no table.
fn in_lower_case(word: &str) -> CompactString {
    if word.is_ascii() {
        let mut lower = CompactString::new(word);
        lower.make_ascii_lowercase();
        return lower;
    }
    word.chars().flat_map(char::to_lowercase).collect()
}

/// Returns every place where `words` contain the words of a phrase in a row, ignoring case and punctuation.
pub(crate) fn places_of(phrase: &str, words: &[Word]) -> Vec<Span> {
    let phrase: Vec<_> = self::words(phrase).into_iter().map(|w| w.lower).collect();
    places_of_words(&phrase, words)
}

/// Returns the places of a phrase that is already split into words.
pub(crate) fn places_of_words(phrase: &[CompactString], words: &[Word]) -> Vec<Span> {
    if phrase.is_empty() {
        return Vec::new();
    }
    words
        .windows(phrase.len())
        .inspect(|_| steps::count(1))
        .filter(|window| window.iter().zip(phrase).all(|(a, b)| a.lower == *b))
        .filter_map(|window| {
            Some(Span::new(
                window.first()?.span.start,
                window.last()?.span.end,
            ))
        })
        .collect()
}

/// The places of each word in many sentences, for finding phrases without reading all sentences again.
#[derive(Debug, Clone, Default)]
pub(crate) struct WordIndex {
    places: HashMap<CompactString, Vec<(usize, usize)>>,
    /// The words by their first bytes, for finding those that begin with a part of a phrase.
    by_start: HashMap<[u8; START], Vec<CompactString>>,
}

/// The number of bytes that a word is looked up by. Every part of a phrase with `*` is at least this long.
const START: usize = 2;

impl WordIndex {
    /// Adds a sentence by its number. Sentences must be added in order.
    pub(crate) fn add(&mut self, sentence: usize, words: &[Word]) {
        for (order, word) in words.iter().enumerate() {
            if let Some(places) = self.places.get_mut(&word.lower) {
                places.push((sentence, order));
                continue;
            }
            self.places
                .insert(word.lower.clone(), vec![(sentence, order)]);
            if let Some(start) = word.lower.as_bytes().first_chunk() {
                let candidates = self.by_start.entry(*start).or_default();
                candidates.push(word.lower.clone());
            }
        }
    }

    /// Returns the numbers of the sentences that contain any of some phrases, sorted.
    pub(crate) fn sentences_with_any<'a>(
        &self,
        phrases: impl Iterator<Item = &'a str>,
    ) -> Vec<usize> {
        let mut found: Vec<usize> = phrases
            .flat_map(|phrase| self.ends_of(phrase))
            .map(|(sentence, _)| sentence)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the places of the last words of a phrase.
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
            steps::count(ends.len() + next.len());
            let next: HashSet<(usize, usize)> = next.into_iter().collect();
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
            return self.places.get(part).cloned().unwrap_or_default();
        };
        let candidates = start
            .as_bytes()
            .first_chunk()
            .and_then(|start| self.by_start.get(start));
        let words = candidates.map_or(&[][..], Vec::as_slice).iter();
        words
            .filter(|word| word.starts_with(start))
            .filter_map(|word| self.places.get(word))
            .flatten()
            .copied()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use shortlist_vocabulary::{FromEntries, PhraseList};

    use super::*;

    fn phrase(phrase: &'static str) -> PhraseList {
        PhraseList::from_entries(vec![phrase]).unwrap()
    }

    #[test]
    fn phrases_are_found_without_case_and_punctuation() {
        let text = "Ada LOVELACE\nAda Lovelace-King";
        let found = places_of("ada lovelace", &words(text));
        assert_eq!(found, [Span::new(0, 12), Span::new(13, 25)]);
        assert!(places_of(" ", &words(text)).is_empty());
        assert!(phrase("von vorteil").is_in(&words("ist von Vorteil.")));
        assert!(phrase("berufserfahrung*").is_in(&words("Berufserfahrungen")));
        assert!(!phrase("von vorteil").is_in(&words("vorteil")));
    }

    #[test]
    fn every_file_of_words_can_be_read() {
        let errors = [
            crate::certificates::CertificateWords::read().err(),
            crate::certificates::known::KnownCertificates::read().err(),
            crate::conjunctions::Conjunctions::read().err(),
            crate::durations::DurationWords::read().err(),
            crate::idioms::Idioms::read().err(),
            crate::lexicons::Criteria::read().err(),
            crate::lexicons::read().err(),
            crate::regions::CourseWords::read().err(),
            crate::requirements::education_words::EducationWords::read().err(),
            crate::requirements::words::RequirementWords::read().err(),
            crate::stemming::OwnStems::read().err(),
            crate::text_language::LanguageWords::read().err(),
            crate::titles::TitleWords::read().err(),
            crate::spoken_languages::words::SpokenLanguageWords::read().err(),
        ];
        assert_eq!(errors.into_iter().flatten().collect::<Vec<_>>(), []);
    }

    #[test]
    fn every_open_part_of_a_phrase_is_long_enough_to_be_looked_up() {
        let phrases = crate::lexicons::all().flat_map(|lexicon| lexicon.phrases.iter());
        let open = phrases
            .flat_map(|phrase| phrase.split(' '))
            .filter_map(|part| part.strip_suffix('*'));
        let lengths: Vec<usize> = open.map(str::len).collect();
        assert!(lengths.len() > 100 && lengths.iter().all(|length| *length >= START));
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
                .filter(|n| self::phrase(phrase).is_in(&words(sentences[*n])))
                .collect();
            let found = index.sentences_with_any([phrase].into_iter());
            assert_eq!(found, read, "{phrase}");
        }
    }
}
