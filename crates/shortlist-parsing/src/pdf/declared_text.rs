//! Compares the text that a file declares for machines with the text that it draws.

use std::collections::HashMap;

use pdfboss_text::TextSpan;
use unicode_normalization::UnicodeNormalization;

use super::characters;

/// The meaning of a difference between declared and drawn text.
pub(super) enum Substitution {
    /// The letters are the same, or only a few characters differ.
    None,
    /// The drawn text is unreadable without the declared text.
    Needed,
    /// The declared text has other words than people see.
    Different(String),
}

pub(super) fn compare_spans(declared: &[TextSpan], drawn: &[TextSpan]) -> Substitution {
    const FEW_LETTERS: usize = 12;
    let letters = |spans: &[TextSpan]| -> String {
        let text = spans.iter().flat_map(|span| span.text.nfkc());
        text.filter(|c| c.is_alphanumeric()).collect()
    };
    let undecoded = |spans: &[TextSpan]| {
        let text = spans.iter().flat_map(|span| span.text.chars());
        text.filter(|c| characters::is_undecoded(*c)).count()
    };
    let (declared_letters, seen) = (letters(declared), letters(drawn));
    if undecoded(drawn) > undecoded(declared) + FEW_LETTERS {
        return Substitution::Needed;
    }
    match left_over(declared, drawn) {
        Some(text) if declared_letters != seen && text.chars().count() >= FEW_LETTERS => {
            Substitution::Different(text)
        }
        _ => Substitution::None,
    }
}

/// Returns the text of the first spans that is missing from the others, in one line, or `None` if nothing is missing.
pub(super) fn left_over(all: &[TextSpan], others: &[TextSpan]) -> Option<String> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    for span in others {
        *known.entry(span.text.as_str()).or_default() += 1;
    }
    let mut more = Vec::new();
    for span in all {
        match known.get_mut(span.text.as_str()).filter(|left| **left > 0) {
            Some(left) => *left -= 1,
            None => more.push(span.text.trim()),
        }
    }
    (!more.is_empty()).then(|| more.join(" "))
}
