//! Where a resume names its spoken languages and certificates.

use hashbrown::{HashMap, HashSet};
use shortlist_domain::{SectionKind, Span};
use shortlist_vocabulary::find_language;

use super::{Sentence, within};
use crate::words::{NameTable, Word};

/// Returns where languages appear in the text, under any of their names. Languages that are not found are left out.
pub(super) fn language_places(
    names: &[String],
    sentences: &[Sentence],
    sentence_words: &[Vec<Word>],
) -> Vec<(String, Span)> {
    let in_list =
        |(sentence, _): &(&Sentence, &Vec<Word>)| sentence.section == SectionKind::Languages;
    let place_in = |name: &str, sentence: &Sentence, words: &[Word]| {
        let mut named = words
            .iter()
            .filter(|word| find_language(&word.lower) == Some(name));
        named.next().map(|word| within(sentence, word.span))
    };
    let places = names.iter().filter_map(|name| {
        let mut all = sentences.iter().zip(sentence_words);
        let mut listed = sentences.iter().zip(sentence_words).filter(in_list);
        let place = listed
            .find_map(|(sentence, words)| place_in(name, sentence, words))
            .or_else(|| all.find_map(|(sentence, words)| place_in(name, sentence, words)))?;
        Some((name.clone(), place))
    });
    places.collect()
}

/// Returns where names appear in the text. Each place is returned once, and names that are not found are left out.
pub(super) fn named_places(
    names: &[String],
    sentences: &[Sentence],
    sentence_words: &[Vec<Word>],
) -> Vec<Span> {
    let table = NameTable::of(names.iter().map(String::as_str));
    let mut first: HashMap<usize, Span> = HashMap::new();
    for (sentence, words) in sentences.iter().zip(sentence_words) {
        table.for_each_place(words, |name, span| {
            first.entry(name).or_insert_with(|| within(sentence, span));
        });
    }
    let mut seen = HashSet::new();
    let places = table.numbers().filter_map(|number| first.get(&number));
    places
        .copied()
        .filter(|place| seen.insert(*place))
        .collect()
}
