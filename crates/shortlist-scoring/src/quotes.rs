//! Finds words that someone else quotes from a resume, in the text that may be scored.
//!
//! A quote must match letter by letter, except for runs of whitespace, and it must begin and end at word borders. It never
//! extends over blanked-out text, and it must contain a word other than stop words.

use shortlist_domain::Span;

use crate::excerpt::ScorableText;
use crate::stemming::stems_of;

/// The longest quote that is accepted. A longer one is a copy of the text, not a quote.
const MAX_GIVEN_CHARS: usize = 2_000;

/// A text in which each run of whitespace is one space, with the source of each byte.
pub(crate) struct NormalizedText<'a> {
    source: &'a ScorableText,
    text: String,
    /// The byte of the source for each byte of `text`, and one more for the end.
    places: Vec<usize>,
}

impl<'a> NormalizedText<'a> {
    pub(crate) fn of(source: &'a ScorableText) -> Self {
        let whole = source.whole();
        let (text, mut places) = normalized(whole);
        places.push(whole.len());
        Self {
            source,
            text,
            places,
        }
    }

    /// Returns where a quote first appears, cut to the length that a receipt stores.
    pub(crate) fn find(&self, quote: &str) -> Option<Span> {
        if quote.chars().nth(MAX_GIVEN_CHARS).is_some() || ScorableText::has_placeholders(quote) {
            return None;
        }
        let (wanted, _) = normalized(quote.trim());
        if stems_of(&wanted).is_empty() {
            return None;
        }
        let mut found = self.text.match_indices(&wanted);
        let (at, _) = found.find(|(at, _)| self.is_whole(*at, at + wanted.len()))?;
        let start = *self.places.get(at)?;
        // One byte after the last letter, because the whitespace that follows is not quoted.
        let last = *self.places.get(at + wanted.len() - 1)?;
        Some(self.source.cut(Span::new(start, last + 1)))
    }

    /// Returns whether no word extends beyond the ends of a place.
    fn is_whole(&self, start: usize, end: usize) -> bool {
        let before = self.text.get(..start).and_then(|text| text.chars().last());
        let after = self.text.get(end..).and_then(|text| text.chars().next());
        let within = self.text.get(start..end).unwrap_or("");
        let joined = |a: Option<char>, b: Option<char>| {
            a.is_some_and(char::is_alphanumeric) && b.is_some_and(char::is_alphanumeric)
        };
        !joined(before, within.chars().next()) && !joined(within.chars().last(), after)
    }
}

/// Returns a text with each run of whitespace as one space, and for each of its bytes the byte of the source.
fn normalized(text: &str) -> (String, Vec<usize>) {
    let mut normalized = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(text.len() + 1);
    for (at, letter) in text.char_indices() {
        let is_space = letter.is_whitespace();
        if is_space && normalized.ends_with(' ') {
            continue;
        }
        normalized.push(if is_space { ' ' } else { letter });
        if is_space {
            places.push(at);
        } else {
            places.extend(at..at + letter.len_utf8());
        }
    }
    (normalized, places)
}

#[cfg(test)]
mod tests {
    use shortlist_domain::ResumeText;

    use super::*;

    const TEXT: &str =
        "Ada Example\nBuilt  payment\n services in C++.\nWhat is in between\nSee Zoë, Göteborg.\n";

    fn find(quote: &str) -> Option<String> {
        let between = TEXT.find("What").unwrap();
        let kept = [
            Span::new(12, between),
            Span::new(TEXT.find("See").unwrap(), TEXT.len()),
        ];
        let text = ScorableText::keeping(&ResumeText::new(TEXT.to_owned(), vec![0]), &kept);
        let normalized = NormalizedText::of(&text);
        normalized.find(quote).map(|span| text.at(span).to_owned())
    }

    #[test]
    fn a_quote_matches_letter_by_letter_except_whitespace() {
        assert_eq!(
            find(" payment services\n in C++. ").unwrap(),
            "payment\n services in C++."
        );
        assert_eq!(find("Zoë, Göteborg").unwrap(), "Zoë, Göteborg");
        for other in [
            "Payment services",
            "payment service",
            "ayment services",
            "payments services",
        ] {
            assert_eq!(find(other), None, "{other}");
        }
    }

    #[test]
    fn excluded_text_cannot_be_quoted() {
        for out in [
            "Ada Example",
            "What is in between",
            "C++. See",
            "\u{1}\u{1}\u{1}",
            "\u{1} See",
        ] {
            assert_eq!(find(out), None, "{out}");
        }
    }

    #[test]
    fn a_quote_must_contain_a_meaningful_word() {
        for nothing in ["", " ", ".", "in", "++"] {
            assert_eq!(find(nothing), None, "{nothing}");
        }
        assert_eq!(find(&"payment ".repeat(500)), None);
    }

    #[test]
    fn a_long_quote_is_cut_to_the_longest_of_a_receipt() {
        let long = "word ".repeat(100);
        let text = ScorableText::keeping(
            &ResumeText::new(long.clone(), vec![0]),
            &[Span::new(0, long.len())],
        );
        let span = NormalizedText::of(&text).find(&long).unwrap();
        assert!(text.at(span).chars().count() <= crate::excerpt::MAX_QUOTE_CHARS);
    }
}
