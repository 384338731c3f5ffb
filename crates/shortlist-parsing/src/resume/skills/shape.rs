//! Decides by the shape of a line or an item: prose or list, one skill or several.

use shortlist_domain::Span;
use shortlist_vocabulary::{SkillId, Vocabulary, is_stop_word};

use super::super::words::SkillWords;
use super::items::Piece;

/// The maximum number of words in an item. A longer one is prose.
pub(super) const MAX_ITEM_WORDS: usize = 7;
/// A line with more words per comma than this is prose.
const MAX_WORDS_PER_ITEM: usize = 4;
/// The maximum number of words on each side of an `and` that separates two skills.
const MAX_PART_WORDS: usize = 4;
/// The minimum number of items of a list whose last two a conjunction joins.
const MIN_PAIR_LIST: usize = 3;
/// The maximum number of words on each side of that conjunction.
const MAX_PAIR_WORDS: usize = 3;
/// In a list of at least this many items, one long item does not make the list prose.
const LONG_LIST: usize = 5;

/// Returns whether a line is prose and not a list.
pub(super) fn is_prose(items: &[Piece<'_>]) -> bool {
    let lengths = items.iter().map(|item| item.open_words());
    let lengths: Vec<usize> = lengths.filter(|words| *words > 0).collect();
    let words: usize = lengths.iter().sum();
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let short = lengths.iter().filter(|words| **words <= MAX_WORDS_PER_ITEM);
    let (short_items, short_words) = (short.clone().count(), short.sum::<usize>());
    let long_list = lengths.len() >= LONG_LIST && short_items * 3 > lengths.len() * 2;
    let stops = items
        .iter()
        .flat_map(|item| item.text.split_whitespace())
        .filter(|word| is_stop_word(&word.to_lowercase()))
        .count();
    let is_long = longest > MAX_ITEM_WORDS && short_words * 2 < words && !long_list;
    let has_stop_words = words > MAX_ITEM_WORDS && stops * 4 >= words && words > lengths.len() * 3;
    is_long || has_stop_words
}

/// Splits `A and B` in a list, if the vocabulary knows one of them and not the whole.
pub(super) fn parts<'a>(item: Piece<'a>, listed: bool, vocabulary: &Vocabulary) -> Vec<Piece<'a>> {
    let known = |text: &str| vocabulary.find(text).is_some();
    if item.text.contains('(') || known(item.text) {
        return vec![item];
    }
    let named = |part: &Piece<'_>| known(part.tidy().without_lead().without_level().text);
    let slashed = item.split_at("/");
    if slashed.len() > 2 && slashed.iter().filter(|part| named(part)).count() * 2 > slashed.len() {
        return slashed;
    }
    let conjunctions = SkillWords::get().conjunctions.iter();
    let joined = conjunctions.map(|and| item.split_at(and));
    let joined = joined.chain([unspaced(item)]).find(|parts| {
        let short = parts.iter().all(|part| part.words() <= MAX_PART_WORDS);
        let names = parts.iter().filter(|part| named(part)).count();
        parts.len() > 1 && short && (listed && names > 0 || names == parts.len())
    });
    joined.unwrap_or_else(|| vec![item])
}

/// Splits `Excel &Word` and `HTML&CSS`, but not `R&D`.
fn unspaced(item: Piece<'_>) -> Vec<Piece<'_>> {
    const SHORTEST: usize = 3;
    let parts = item.split_at("&");
    let is_word = |part: &Piece<'_>| part.text.trim().len() >= SHORTEST;
    if parts.iter().all(is_word) {
        parts
    } else {
        vec![item]
    }
}

/// Splits the last item of a list with commas at its conjunction: `XML, File Layout and Report Writer`.
pub(super) fn with_last_pair_split(mut items: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let Some(last) = items.pop() else {
        return items;
    };
    let joins = items.len() + 1 >= MIN_PAIR_LIST && items.iter().all(|item| !is_joined(*item));
    let pair = joins.then(|| pair(last)).flatten();
    match pair {
        Some(pair) => items.extend(pair),
        None => items.push(last),
    }
    items
}

/// Returns both sides of the only conjunction of an item, if both begin with a capital like names.
fn pair(item: Piece<'_>) -> Option<Vec<Piece<'_>>> {
    let is_name = |part: &Piece<'_>| {
        let part = part.tidy();
        part.words() <= MAX_PAIR_WORDS && part.text.starts_with(char::is_uppercase)
    };
    let words = SkillWords::get().conjunctions.iter();
    let words = words.filter(|word| *word != " & ");
    let mut pairs = words.map(|and| item.split_at(and));
    pairs.find(|parts| parts.len() == 2 && parts.iter().all(is_name))
}

/// Returns whether an item consists of two joined words itself: `Health and Safety`.
fn is_joined(item: Piece<'_>) -> bool {
    let mut words = SkillWords::get().conjunctions.iter();
    words.any(|and| item.tidy().text.contains(and))
}

/// Returns the known skills in the brackets of an item, with their positions.
pub(super) fn bracketed(item: Piece<'_>, vocabulary: &Vocabulary) -> Vec<(SkillId, Span)> {
    let inner = item.in_brackets().map(Piece::items).unwrap_or_default();
    inner
        .into_iter()
        .flat_map(|part| parts(part, true, vocabulary))
        .map(|part| part.tidy().without_lead())
        .filter_map(|part| Some((vocabulary.find(part.text)?, part.span())))
        .collect()
}

/// Returns whether a letter belongs to a script without spaces between words.
pub(in crate::resume) fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}
