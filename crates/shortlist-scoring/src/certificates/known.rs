//! Certificates and licences that postings ask for by name, and their wordings in sentences.

use std::sync::LazyLock;

use hashbrown::HashMap;
use shortlist_vocabulary::{WordListError, WordLists, matches_word, steps};

use crate::words::Word;

/// The certificate whose classes are also read, such as class B.
pub(crate) const DRIVING_LICENCE: &str = "driving licence";

/// A known certificate in one of its wordings.
struct Wording {
    name: &'static str,
    parts: Vec<&'static str>,
}

/// All certificates with their wordings, in the order of the file, with an index of their first words.
#[derive(Default)]
pub(crate) struct KnownCertificates {
    wordings: HashMap<&'static str, Vec<&'static str>>,
    all: Vec<Wording>,
    whole: HashMap<String, Vec<usize>>,
    /// Wordings whose first word may continue, by their first byte.
    open: HashMap<u8, Vec<usize>>,
}

static KNOWN: LazyLock<KnownCertificates> =
    LazyLock::new(|| KnownCertificates::read().unwrap_or_default());

impl KnownCertificates {
    /// Reads the certificates from their file, whose lists have the names of the certificates.
    pub(crate) fn read() -> Result<Self, WordListError> {
        let mut known = Self::default();
        let lists = WordLists::read(include_str!("../../data/certificates.txt"))?;
        for (name, wordings) in lists.into_lists() {
            wordings.iter().for_each(|wording| known.add(name, wording));
            if known.wordings.insert(name, wordings).is_some() {
                return Err(WordListError::NotOnce(name.to_owned()));
            }
        }
        Ok(known)
    }

    fn add(&mut self, name: &'static str, wording: &'static str) {
        let parts: Vec<&str> = wording.split(' ').collect();
        let first = parts.first().copied().unwrap_or_default();
        let number = self.all.len();
        let slot = match first.strip_suffix('*') {
            Some(start) => {
                let byte = start.bytes().next().unwrap_or_default();
                self.open.entry(byte).or_default()
            }
            None => {
                let plain = first.trim_end_matches('+').to_lowercase();
                self.whole.entry(plain).or_default()
            }
        };
        slot.push(number);
        self.all.push(Wording { name, parts });
    }

    /// Returns the numbers of the wordings that may begin with a word.
    fn beginning_with(&self, word: &Word) -> impl Iterator<Item = usize> {
        let whole = self.whole.get(word.lower.as_str());
        let open = word.lower.bytes().next().and_then(|b| self.open.get(&b));
        whole.into_iter().chain(open).flatten().copied()
    }
}

/// The first place of a wording, as the indexes of its first and last word.
pub(super) struct FirstPlace {
    pub(super) name: &'static str,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Returns the first place of each wording that the words contain, in the order of the list.
pub(super) fn first_places(text: &str, words: &[Word]) -> Vec<FirstPlace> {
    let mut found: HashMap<usize, usize> = HashMap::new();
    for (at, word) in words.iter().enumerate() {
        for number in KNOWN.beginning_with(word) {
            steps::count(1);
            let begins = |wording: &Wording| begins_at(&wording.parts, text, words, at);
            if !found.contains_key(&number) && KNOWN.all.get(number).is_some_and(begins) {
                found.insert(number, at);
            }
        }
    }
    let mut found: Vec<(usize, usize)> = found.into_iter().collect();
    found.sort_unstable();
    let places = found.into_iter().filter_map(|(number, from)| {
        let Wording { name, parts } = KNOWN.all.get(number)?;
        let to = from + parts.len() - 1;
        Some(FirstPlace { name, from, to })
    });
    places.collect()
}

/// Returns the wordings of a certificate by its name.
pub(super) fn wordings_of(name: &str) -> Option<&'static [&'static str]> {
    KNOWN.wordings.get(name).map(Vec::as_slice)
}

/// Returns the first place of a wording.
pub(super) fn place_of(wording: &str, text: &str, words: &[Word]) -> Option<(usize, usize)> {
    let parts: Vec<&str> = wording.split(' ').collect();
    let at = (0..words.len()).find(|at| begins_at(&parts, text, words, *at))?;
    Some((at, at + parts.len() - 1))
}

/// Returns whether a wording begins at a word. A part with capitals must match exactly.
fn begins_at(parts: &[&str], text: &str, words: &[Word], at: usize) -> bool {
    let Some(words) = words.get(at..at + parts.len()) else {
        return false;
    };
    words.iter().zip(parts).all(|(word, part)| {
        if part.contains(char::is_uppercase) {
            text.get(word.span.start..word.span.end) == Some(*part)
        } else if let Some(plain) = part.strip_suffix('+') {
            let after = text.get(word.span.end..).unwrap_or("");
            word.lower == plain && after.starts_with('+')
        } else {
            matches_word(&word.lower, part)
        }
    })
}
