//! Words in lower case with their places, for the readers that look at wording rather than at meaning.

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
                word.lower.extend(letter.to_lowercase());
                word.span.end = end;
            }
            None => words.push(Word {
                lower: letter.to_lowercase().collect(),
                span: Span::new(at, end),
            }),
        }
    }
    words
}

/// Every place where `words` hold the words of a phrase one after the other, letter case and punctuation aside.
pub(crate) fn places_of(phrase: &str, words: &[Word]) -> Vec<Span> {
    let phrase: Vec<String> = self::words(phrase).into_iter().map(|w| w.lower).collect();
    if phrase.is_empty() {
        return Vec::new();
    }
    words
        .windows(phrase.len())
        .filter(|window| window.iter().zip(&phrase).all(|(a, b)| a.lower == *b))
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
    let parts = phrase.split(' ').count();
    words.windows(parts).any(|window| {
        window
            .iter()
            .zip(phrase.split(' '))
            .all(|(word, part)| match part.strip_suffix('*') {
                Some(start) => word.lower.starts_with(start),
                None => word.lower == part,
            })
    })
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
}
