//! Text as it is compared and searched: folded here, never in SQL, so that both databases agree.

/// The form that two spellings share: lower case, blanks collapsed.
pub(crate) fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// A term as stored texts are folded for searches.
pub(crate) fn searched(text: &str) -> String {
    text.trim().to_lowercase()
}

/// A pattern for `LIKE … ESCAPE '\'` that finds the text anywhere, letter case aside.
pub(crate) fn containing(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for c in searched(text).chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

/// How many letters of an address's server are looked for: with each further one a longer list is walked, and without any
/// `info@` would be all that is asked for.
const SERVER_LETTERS: usize = 2;

/// What an index of three letters at a time is asked for, of a term as it is searched for: of an address only the name and the
/// beginning of its server. The letters of the few servers that everybody uses are in most rows, so that each would be one
/// more long list to walk.
pub(crate) fn telling(term: &str) -> &str {
    let Some((name, server)) = term.split_once('@') else {
        return term;
    };
    let begun = server.char_indices().nth(SERVER_LETTERS);
    match begun {
        Some((end, _)) if name.chars().count() >= 3 => {
            term.get(..name.len() + 1 + end).unwrap_or(term)
        }
        _ => term,
    }
}

/// The digits of what looks like a telephone number and nothing else.
pub(crate) fn phone_digits(text: &str) -> Option<String> {
    let written = |c: char| c.is_ascii_digit() || " +-./()".contains(c);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    (digits.len() >= 3 && text.chars().all(written)).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_takes_wildcards_literally() {
        assert_eq!(containing(" 50%_A\\b "), "%50\\%\\_a\\\\b%");
    }

    #[test]
    fn an_address_is_looked_for_by_what_few_share() {
        assert_eq!(telling("ann.example@example.org"), "ann.example@ex");
        assert_eq!(telling("zoë@œœœœ.example"), "zoë@œœ");
        assert_eq!(telling("a@example.org"), "a@example.org");
        assert_eq!(telling("ann@ex"), "ann@ex");
        assert_eq!(telling("project management"), "project management");
    }

    #[test]
    fn only_what_looks_like_a_number_is_searched_by_its_digits() {
        assert_eq!(
            phone_digits("+44 20 7946-0958").as_deref(),
            Some("442079460958")
        );
        assert_eq!(phone_digits("c3 2020"), None);
        assert_eq!(phone_digits("12"), None);
    }
}
