//! The words of a text, each with its place, folded so that spellings of a name compare equal.

use std::ops::Range;

use shortlist_domain::push_plain;

/// A word of a text.
struct Word {
    plain: String,
    /// The place of its letters in the text, in code points; the end is exclusive.
    place: Range<usize>,
    /// Whether it is written like a name: with a capital, or in a script without capitals.
    is_name_like: bool,
}

/// The words of a text.
pub(super) struct Words(Vec<Word>);

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let mut words = Vec::new();
        let mut plain = String::new();
        let (mut start, mut is_name_like) = (0, false);
        for (place, letter) in text.chars().enumerate() {
            let before = plain.len();
            push_plain(&mut plain, letter);
            let added = plain.get(before..).unwrap_or_default();
            let is_mark = added.is_empty() && before > 0;
            let is_word = !added.is_empty() && added.chars().all(char::is_alphanumeric);
            if is_mark {
                continue;
            }
            if is_word {
                if before == 0 {
                    (start, is_name_like) = (place, !letter.is_lowercase());
                }
                continue;
            }
            plain.truncate(before);
            push(&mut words, &mut plain, start..place, is_name_like);
        }
        let end = text.chars().count();
        push(&mut words, &mut plain, start..end, is_name_like);
        Self(words)
    }

    fn mask(mask: &mut [bool], place: Range<usize>) {
        if let Some(part) = mask.get_mut(place) {
            part.fill(true);
        }
    }

    /// Masks every word that is one of these.
    pub(super) fn mask_words(&self, names: &[String], mask: &mut [bool]) {
        for word in self.0.iter().filter(|word| names.contains(&word.plain)) {
            Self::mask(mask, word.place.clone());
        }
    }

    /// Masks every word that is one of these and is written like a name.
    pub(super) fn mask_capitalized(&self, names: &[String], mask: &mut [bool]) {
        let found = self.0.iter().filter(|word| word.is_name_like);
        for word in found.filter(|word| names.contains(&word.plain)) {
            Self::mask(mask, word.place.clone());
        }
    }

    /// Masks every sequence of these words, whatever is between them.
    pub(super) fn mask_phrase(&self, phrase: &[String], mask: &mut [bool]) {
        if phrase.is_empty() {
            return;
        }
        for window in self.0.windows(phrase.len()) {
            let is_same = window
                .iter()
                .zip(phrase)
                .all(|(word, part)| word.plain == *part);
            if is_same && let (Some(first), Some(last)) = (window.first(), window.last()) {
                Self::mask(mask, first.place.start..last.place.end);
            }
        }
    }
}

fn push(words: &mut Vec<Word>, plain: &mut String, place: Range<usize>, is_name_like: bool) {
    if !plain.is_empty() {
        words.push(Word {
            plain: std::mem::take(plain),
            place,
            is_name_like,
        });
    }
}

/// Returns the folded words of a text.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    Words::of(text)
        .0
        .into_iter()
        .map(|word| word.plain)
        .collect()
}

/// Masks a name wherever its letters occur, also within a longer run of letters.
pub(super) fn mask_inside(text: &str, name: &[char], mask: &mut [bool]) {
    let letters: Vec<char> = text.chars().collect();
    for (start, window) in letters.windows(name.len().max(1)).enumerate() {
        if window == name {
            Words::mask(mask, start..start + name.len());
        }
    }
}
