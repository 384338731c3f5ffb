//! Removes polite phrases around an instruction.

use shortlist_vocabulary::word_lists;

use super::tokens::{Token, tokens_of};

word_lists! {
    /// Polite phrases around an instruction.
    pub(super) struct CourtesyWords in "../../data/prompt_courtesy.txt" {
        /// Phrases before an instruction.
        openings: Vec<&'static str>,
        /// Phrases after an instruction.
        closings: Vec<&'static str>,
    }
}

/// Returns a clause without the polite phrases before and after it: `Could you please …?`, `…, thanks`.
///
/// A clause that consists only of polite phrases stays as it is.
pub(super) fn without_courtesy(clause: &str) -> &str {
    let clause = clause.trim_matches(['¿', '¡', '?', ' ']);
    let tokens = tokens_of(clause);
    let words = CourtesyWords::get();
    let from = skip_phrases(&tokens, &words.openings, starts_with);
    let mut reversed = tokens.clone();
    reversed.reverse();
    let behind = skip_phrases(&reversed, &words.closings, ends_with);
    let kept = tokens.get(from..tokens.len().saturating_sub(behind));
    let Some([first, .., last] | [first @ last]) = kept.filter(|kept| !kept.is_empty()) else {
        return clause;
    };
    clause.get(first.start..last.end).unwrap_or(clause)
}

/// Returns whether a clause consists only of polite phrases.
pub(super) fn is_courtesy(clause: &str) -> bool {
    let tokens = tokens_of(clause);
    let words = CourtesyWords::get();
    skip_phrases(&tokens, &words.openings, starts_with) == tokens.len()
        || skip_phrases(&tokens, &words.closings, starts_with) == tokens.len()
}

/// Returns the number of tokens that phrases and commas cover, from the first token on.
fn skip_phrases(
    tokens: &[Token],
    phrases: &[&str],
    matches: fn(&[Token], &str) -> Option<usize>,
) -> usize {
    let mut at = 0;
    loop {
        let rest = tokens.get(at..).unwrap_or_default();
        let longest = phrases
            .iter()
            .filter_map(|phrase| matches(rest, phrase))
            .max();
        let comma = rest.first().is_some_and(|token| token.word == ",");
        match longest {
            Some(length) => at += length,
            None if comma && at > 0 => at += 1,
            None => return at,
        }
    }
}

/// Returns the number of words of a phrase that the tokens begin with.
fn starts_with(tokens: &[Token], phrase: &str) -> Option<usize> {
    matches_words(tokens, phrase.split(' ').collect())
}

/// The same for tokens in reverse order. The comma before a closing phrase belongs to it.
fn ends_with(tokens: &[Token], phrase: &str) -> Option<usize> {
    let length = matches_words(tokens, phrase.rsplit(' ').collect())?;
    let comma = tokens.get(length).is_some_and(|token| token.word == ",");
    Some(length + usize::from(comma))
}

fn matches_words(tokens: &[Token], words: Vec<&str>) -> Option<usize> {
    let mut pairs = tokens.iter().zip(&words);
    let fits = tokens.len() >= words.len()
        && pairs.all(|(token, word)| !token.quoted && token.word == **word);
    fits.then_some(words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polite_phrases_are_removed() {
        for (clause, bare) in [
            ("Could you please skip row 5?", "skip row 5"),
            (
                "Put everything in draft mode please",
                "Put everything in draft mode",
            ),
            ("Kindly ignore closed rows, thank you", "ignore closed rows"),
            ("Please, please publish, please and thank you", "publish"),
            (
                "¿Podrías crear todo como borrador?",
                "crear todo como borrador",
            ),
            ("Pourriez-vous publier tout s'il vous plaît", "publier tout"),
            (
                "Könnten Sie bitte alles veröffentlichen?",
                "alles veröffentlichen",
            ),
            (
                "Skip rows where Note is \"please\"",
                "Skip rows where Note is \"please\"",
            ),
            ("Thanks", "Thanks"),
            ("", ""),
        ] {
            assert_eq!(without_courtesy(clause), bare, "{clause}");
        }
    }
}
