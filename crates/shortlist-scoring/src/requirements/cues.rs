//! The wordings that express how important a requirement is, in English, German, French and Spanish.

use shortlist_domain::Importance;

use super::words::RequirementWords;
use crate::words::Word;

/// What a heading means for the text below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heading {
    /// Requirements with this importance.
    Requirements(Importance),
    /// The offer, or the company that makes it.
    Offer,
    /// Anything else.
    Other,
}

/// Reads a heading. Returns `None` for a line that is not a heading, such as a list item of two words.
pub(crate) fn read_heading(line: &str, words: &[Word], marked: bool) -> Option<Heading> {
    if !is_heading(line, words) {
        return None;
    }
    if RequirementWords::get().offer_headings.is_in(words) {
        return Some(Heading::Offer);
    }
    if let Some(importance) = importance_of_heading(words) {
        return Some(Heading::Requirements(importance));
    }
    let plain = marked
        || without_markup(line).ends_with(':')
        || RequirementWords::get().job_headings.is_in(words);
    plain.then_some(Heading::Other)
}

/// Returns whether a sentence is about the offer.
pub(crate) fn is_offer(words: &[Word]) -> bool {
    RequirementWords::get().offers.is_in(words)
}

/// Returns the importance that a sentence itself names, if any.
///
/// "A plus" takes precedence over "required" ("not required, but a plus"). What is asked for under a condition is not required of
/// everyone ("IELTS 7 if English is not your first language").
pub(crate) fn named_importance(words: &[Word]) -> Option<Importance> {
    if RequirementWords::get().conditional.is_in(words) {
        Some(Importance::Preferred)
    } else {
        importance_of_heading(words)
    }
}

/// Returns the importance that a heading names, if any. A heading is under no condition.
fn importance_of_heading(words: &[Word]) -> Option<Importance> {
    let known = RequirementWords::get();
    if known.preferred.is_in(words) {
        return Some(Importance::Preferred);
    }
    known.required.is_in(words).then_some(Importance::Required)
}

/// Returns a line without the Markdown marks around it.
fn without_markup(line: &str) -> &str {
    line.trim_matches(['*', '#', '_', ' ', '\n', '\r'])
}

/// Returns whether a line is the heading of a part of the description, such as `Nice to have:`.
fn is_heading(line: &str, words: &[Word]) -> bool {
    const MAX_WORDS: usize = 7;
    let line = without_markup(line);
    let capital = line
        .chars()
        .find(|c| c.is_alphabetic())
        .is_some_and(|c| !c.is_lowercase());
    !words.is_empty()
        && words.len() <= MAX_WORDS
        && (line.ends_with(':') || (capital && !line.ends_with(['.', ',', ';', '!'])))
}

/// Returns whether a sentence promises equal opportunity. Such a sentence names traits that must not count.
pub(crate) fn is_equal_opportunity_notice(words: &[Word]) -> bool {
    RequirementWords::get().equal_opportunity.is_in(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn importance_is_read_in_four_languages() {
        for (sentence, importance) in [
            ("You must know Rust", Some(Importance::Required)),
            ("Kafka is a plus", Some(Importance::Preferred)),
            (
                "Kafka is not required, but a plus",
                Some(Importance::Preferred),
            ),
            (
                "Kenntnisse in SAP sind von Vorteil",
                Some(Importance::Preferred),
            ),
            ("SAP zwingend erforderlich", Some(Importance::Required)),
            ("Anglais souhaité", Some(Importance::Preferred)),
            ("Python exigé", Some(Importance::Required)),
            ("Se valorará Docker", Some(Importance::Preferred)),
            ("Imprescindible Java", Some(Importance::Required)),
            ("We use Rust", None),
        ] {
            assert_eq!(named_importance(&words(sentence)), importance, "{sentence}");
        }
    }

    #[test]
    fn a_heading_says_what_follows() {
        for (line, heading) in [
            (
                "Nice to have:",
                Some(Heading::Requirements(Importance::Preferred)),
            ),
            (
                "Requirements",
                Some(Heading::Requirements(Importance::Required)),
            ),
            ("What we offer", Some(Heading::Offer)),
            ("Wir bieten:", Some(Heading::Offer)),
            ("Responsibilities", Some(Heading::Other)),
            ("Anything:", Some(Heading::Other)),
            ("Rust", None),
        ] {
            assert_eq!(read_heading(line, &words(line), false), heading, "{line}");
        }
        assert_eq!(
            read_heading("Rust", &words("Rust"), true),
            Some(Heading::Other)
        );
    }

    #[test]
    fn headings_are_short_and_end_without_a_stop() {
        assert!(is_heading("Nice to have:", &words("Nice to have:")));
        assert!(is_heading("Requirements", &words("Requirements")));
        assert!(!is_heading("We like Rust.", &words("We like Rust.")));
        assert!(!is_heading("", &[]));
    }
}
