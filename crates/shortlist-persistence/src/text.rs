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
}

/// Returns the words of a search term, each once.
pub(crate) fn search_words(term: &str) -> Vec<SearchWord> {
    let mut words: Vec<&str> = term.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    let word = |word: &str| SearchWord {
        plain: plain_text(word),
    };
    words.into_iter().map(word).collect()
}

/// The most letters and digits of a short word. It matches only the beginning of a word, because an index of three letters
/// finds it only together with the character before it.
const SHORT_WORD_LETTERS: usize = 2;
/// What comes before a word in the texts of candidates, except for the first one.
pub(crate) const WORD_SEPARATORS: [char; 7] = ['\n', ' ', '-', '.', '@', '/', '('];

impl SearchWord {
    /// Whether the word is found only at the beginning of words, such as `go` and `c++`. PostgreSQL's index skips punctuation.
    /// A word with punctuation that does not begin with a letter, such as `.5` or `0%`, is found anywhere.
    pub(crate) fn is_short(&self) -> bool {
        let letters = self.plain.chars().filter(|c| c.is_alphanumeric()).count();
        let is_plain = || self.plain.chars().all(char::is_alphanumeric);
        letters <= SHORT_WORD_LETTERS && (self.plain.starts_with(char::is_alphabetic) || is_plain())
    }
}

/// Returns the first two letters of a text that has as many.
pub(crate) fn first_letters(text: &str) -> Option<&str> {
    let (last, letter) = text.char_indices().nth(1)?;
    text.get(..last + letter.len_utf8())
}

/// Returns the patterns for `LIKE … ESCAPE '\'` that find a folded text at the beginning of words.
pub(crate) fn word_start_patterns(folded: &str) -> impl Iterator<Item = String> {
    let escaped = escape_like(folded);
    let after = WORD_SEPARATORS.map(|separator| format!("%{separator}{escaped}%"));
    std::iter::once(format!("{escaped}%")).chain(after)
}

/// Returns a regular expression of PostgreSQL that finds a folded text at the beginning of words.
pub(crate) fn word_start_regex(folded: &str) -> String {
    let separators: String = WORD_SEPARATORS.iter().collect();
    format!(
        "(^|[{}]){}",
        escape_regex(&separators),
        escape_regex(folded)
    )
}

/// Returns a text as part of a regular expression of PostgreSQL, in which a letter after a backslash has a meaning of its own.
fn escape_regex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// How many letters of an e-mail address's domain are looked up in the index. Each further letter means walking a longer
/// list. With none, `info@` would be the whole lookup.
const DOMAIN_LETTERS: usize = 2;
/// How many letters of each end of a long name in an e-mail address are looked up. Each group of three letters is one more
/// list to walk, and the ends of a name rarely occur together in another one.
const NAME_END_LETTERS: usize = 6;

/// Returns the parts of a search term that a trigram index looks up. For an e-mail address, these are the ends of a long name,
/// or a short name with the beginning of its domain. A few domains are very common, so that their letters are in most rows.
/// Any other term is looked up as a whole: it may be common, and only its own frequency says how to search for it.
pub(crate) fn selective_parts(term: &str) -> Vec<&str> {
    let Some((name, domain)) = term.split_once('@') else {
        return vec![term];
    };
    if let Some(ends) = ends_of(name) {
        return ends.to_vec();
    }
    match domain.char_indices().nth(DOMAIN_LETTERS) {
        Some((cut, _)) if name.chars().count() >= 3 => {
            vec![term.get(..name.len() + 1 + cut).unwrap_or(term)]
        }
        _ => vec![term],
    }
}

/// Returns the ends of a name that is long enough for both.
fn ends_of(name: &str) -> Option<[&str; 2]> {
    let starts: Vec<usize> = name.char_indices().map(|(start, _)| start).collect();
    let first = *starts.get(NAME_END_LETTERS)?;
    let last = *starts.get(starts.len().checked_sub(NAME_END_LETTERS)?)?;
    (first <= last)
        .then(|| Some([name.get(..first)?, name.get(last..)?]))
        .flatten()
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
    fn an_address_is_searched_by_its_selective_parts() {
        for (term, parts) in [
            ("tobias.example@example.org", &["tobias", "xample"][..]),
            ("zoëzoëexampl@example.org", &["zoëzoë", "exampl"]),
            ("ann.example@example.org", &["ann.example@ex"]),
            ("zoë@œœœœ.example", &["zoë@œœ"]),
            ("a@example.org", &["a@example.org"]),
            ("ann@ex", &["ann@ex"]),
            ("project-management", &["project-management"]),
        ] {
            assert_eq!(selective_parts(term), parts);
        }
    }

    #[test]
    fn a_short_word_begins_a_word() {
        let patterns: Vec<String> = word_start_patterns("r_").collect();
        assert_eq!(patterns[0], "r\\_%");
        assert_eq!(patterns[3], "%-r\\_%");
        let regex = word_start_regex("c++");
        assert_eq!(regex, "(^|[\n \\-\\.\\@\\/\\(])c\\+\\+");
        let short = |term: &str| search_words(term)[0].is_short();
        for word in ["go", "42", "É", "ß", "c++", "f#", "r&d", "a.b"] {
            assert!(short(word), "{word}");
        }
        for word in ["ada", "%_", "+c", ".go", "0%", "a.bo"] {
            assert!(!short(word), "{word}");
        }
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
