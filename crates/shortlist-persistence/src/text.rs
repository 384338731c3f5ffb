//! Folding of text for comparisons and searches. It happens here, never in SQL, so that both databases agree.

use shortlist_domain::plain_text;

/// Folds a text: converts it to lower case and collapses whitespace.
pub(crate) fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Folds a search term like the stored texts that it is searched in.
pub(crate) fn fold_term(text: &str) -> String {
    text.trim().to_lowercase()
}

/// Returns a pattern for `LIKE … ESCAPE '\'` that finds the text anywhere, ignoring case.
pub(crate) fn like_pattern(text: &str) -> String {
    verbatim_pattern(&fold_term(text))
}

/// Returns a pattern for `LIKE … ESCAPE '\'` that finds a folded text anywhere, with the whitespace around it.
pub(crate) fn verbatim_pattern(folded: &str) -> String {
    format!("%{}%", escape_like(folded))
}

/// Returns a text as part of a pattern for `LIKE … ESCAPE '\'`, without wildcards.
pub(crate) fn escape_like(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A word of a search term.
pub(crate) struct SearchWord {
    /// The word as candidates' texts contain it: in lower case and without diacritics.
    pub(crate) plain: String,
    /// The word in lower case, if it has diacritics. Texts that an earlier version stored have them until the task that folds
    /// stored texts has reached them.
    pub(crate) with_diacritics: Option<String>,
}

/// Returns the words of a search term, each once.
pub(crate) fn search_words(term: &str) -> Vec<SearchWord> {
    let mut words: Vec<&str> = term.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    let word = |word: &str| {
        let (plain, lower) = (plain_text(word), word.to_lowercase());
        SearchWord {
            with_diacritics: Some(lower).filter(|lower| *lower != plain),
            plain,
        }
    };
    words.into_iter().map(word).collect()
}

/// How many letters of an e-mail address's domain are looked up in the index. Each further letter means walking a longer
/// list. With none, `info@` would be the whole lookup.
const DOMAIN_LETTERS: usize = 2;

/// Returns the part of a search term that a trigram index looks up. For an e-mail address, this is the name and the beginning
/// of its domain. A few domains are very common, so that their letters are in most rows. Each of them would be one more long
/// list to walk.
pub(crate) fn selective_prefix(term: &str) -> &str {
    let Some((name, domain)) = term.split_once('@') else {
        return term;
    };
    let cut = domain.char_indices().nth(DOMAIN_LETTERS);
    match cut {
        Some((end, _)) if name.chars().count() >= 3 => {
            term.get(..name.len() + 1 + end).unwrap_or(term)
        }
        _ => term,
    }
}

/// Returns the digits of a text that looks like a telephone number and nothing else.
pub(crate) fn phone_digits(text: &str) -> Option<String> {
    let written = |c: char| c.is_ascii_digit() || " +-./()".contains(c);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    (digits.len() >= 3 && text.chars().all(written)).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_escapes_wildcards() {
        assert_eq!(like_pattern(" 50%_A\\b "), "%50\\%\\_a\\\\b%");
    }

    #[test]
    fn an_address_is_searched_by_its_selective_prefix() {
        assert_eq!(
            selective_prefix("ann.example@example.org"),
            "ann.example@ex"
        );
        assert_eq!(selective_prefix("zoë@œœœœ.example"), "zoë@œœ");
        assert_eq!(selective_prefix("a@example.org"), "a@example.org");
        assert_eq!(selective_prefix("ann@ex"), "ann@ex");
        assert_eq!(selective_prefix("project management"), "project management");
    }

    #[test]
    fn only_telephone_numbers_are_searched_by_their_digits() {
        assert_eq!(
            phone_digits("+44 20 7946-0958").as_deref(),
            Some("442079460958")
        );
        assert_eq!(phone_digits("c3 2020"), None);
        assert_eq!(phone_digits("12"), None);
    }
}
