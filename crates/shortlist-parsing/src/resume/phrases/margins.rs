//! Removes what is around a phrase without being part of it: marks, and words before a date.

use crate::resume::words::PositionWords;

/// Returns a phrase without words at its end that a date follows: `Data Analyst from`.
pub(in crate::resume) fn without_date_words(phrase: &str) -> &str {
    let mut rest = phrase;
    while let Some((before, last)) = rest.rsplit_once(' ')
        && is_before_date(last)
    {
        rest = trimmed(before);
    }
    rest
}

pub(super) fn is_before_date(word: &str) -> bool {
    let lists = PositionWords::get();
    lists.before_date.contains(&word.to_lowercase())
}

/// Returns a text without the marks around it. A closing bracket stays if it was opened.
pub(in crate::resume) fn without_margin(text: &str) -> &str {
    let text = text.trim_start_matches(is_margin);
    let bare = text.trim_end_matches(|c: char| c != ')' && is_margin(c));
    let text = with_full_stop(text, bare);
    let brackets = |mark: char| text.matches(mark).count();
    if brackets('(') == brackets(')') {
        text
    } else {
        without_date_words(trimmed(text))
    }
}

/// Returns a text without the marks around it. The full stop of an abbreviation stays, `Example S.A.`, and so does a bracket that
/// closes one within it, `GIT (Graz Institute)`.
pub(in crate::resume) fn trimmed(text: &str) -> &str {
    let text = text.trim_start_matches(is_margin);
    let bare = with_full_stop(text, text.trim_end_matches(is_margin));
    let brackets = |mark: char| bare.matches(mark).count();
    let closed = text
        .get(..=bare.len())
        .filter(|it| it.ends_with(')') && brackets('(') > brackets(')'));
    closed.unwrap_or(bare)
}

/// Returns the bare start of a text with the full stop after it, if its last word is an abbreviation.
fn with_full_stop<'a>(text: &'a str, bare: &'a str) -> &'a str {
    let last = bare.rsplit(' ').next().unwrap_or("");
    let has_initials = last
        .rsplit_once('.')
        .is_some_and(|(_, letter)| letter.chars().count() == 1);
    let forms = &PositionWords::get().organization_words;
    let is_abbreviated = has_initials || forms.contains(&format!("{}.", last.to_lowercase()));
    let rest = text.get(bare.len()..).unwrap_or("");
    let whole = text.get(..=bare.len());
    whole
        .filter(|_| is_abbreviated && rest.starts_with('.'))
        .unwrap_or(bare)
}

/// Returns whether a character can be around a phrase without being part of it.
pub(in crate::resume) fn is_margin(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ':'
                | '-'
                | '–'
                | '—'
                | '('
                | ')'
                | '（'
                | '）'
                | '|'
                | '.'
                | ';'
                | '•'
                | '，'
                | '：'
                | '،'
                | '“'
                | '”'
                | '"'
        )
}
