//! Splits a clause into words. Quoted text is one word, and marks are separate words.

use shortlist_vocabulary::push_plain;

use super::words::PromptWords;

/// A word of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// The word in lower case, without accents and surrounding marks. It is empty if the word is quoted.
    pub(super) word: String,
    /// The start offset in the clause, including quotes.
    pub(super) start: usize,
    /// The end offset.
    pub(super) end: usize,
    pub(super) quoted: bool,
}

/// Returns the mark that closes the quotes which a mark opens, or `None` if the mark opens none.
pub(super) fn closing_quote(before: char, c: char) -> Option<char> {
    match c {
        '"' => Some('"'),
        '“' => Some('”'),
        '„' => Some('“'),
        '«' => Some('»'),
        '`' => Some('`'),
        '‘' => Some('’'),
        '\'' if !before.is_alphanumeric() => Some('\''),
        _ => None,
    }
}

/// Splits a clause into its words.
pub(super) fn tokens_of(clause: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut offset = 0;
    let mut before = ' ';
    while let Some(rest) = clause.get(offset..).filter(|rest| !rest.is_empty()) {
        let Some(c) = rest.chars().next() else { break };
        let length = quoted_length(before, c, rest).unwrap_or_else(|| plain_length(c, rest));
        let quoted = quoted_length(before, c, rest).is_some();
        if !c.is_whitespace() {
            let text = rest.get(..length).unwrap_or(rest);
            let word = if quoted { String::new() } else { word_of(text) };
            tokens.push(Token {
                word,
                start: offset,
                end: offset + length,
                quoted,
            });
        }
        before = rest
            .get(..length)
            .and_then(|text| text.chars().next_back())
            .unwrap_or(' ');
        offset += length;
    }
    tokens
}

/// Returns the length of the quoted text that begins here, including quotes.
fn quoted_length(before: char, c: char, rest: &str) -> Option<usize> {
    let closing = closing_quote(before, c)?;
    let inner = rest.get(c.len_utf8()..)?;
    let mut ends = inner.match_indices(closing).map(|(offset, _)| offset);
    let end = ends.find(|end| {
        let after = inner.get(end + closing.len_utf8()..).unwrap_or_default();
        closing != '\'' || !after.starts_with(char::is_alphanumeric)
    })?;
    Some(c.len_utf8() + end + closing.len_utf8())
}

/// Returns the length of the word or mark that begins here.
fn plain_length(c: char, rest: &str) -> usize {
    const ARROWS: [&str; 8] = ["->", "=>", "==", "!=", ">=", "<=", ">", "<"];
    if let Some(arrow) = ARROWS.iter().find(|arrow| rest.starts_with(**arrow)) {
        return arrow.len();
    }
    if c.is_whitespace() || is_mark(c, rest) {
        return c.len_utf8();
    }
    let mut before = c;
    for (offset, next) in rest.char_indices().skip(1) {
        let after = rest.get(offset..).unwrap_or_default();
        let hyphenated = || {
            let endings = &PromptWords::get().hyphenated_endings;
            endings.iter().any(|ending| ends_with_word(after, ending))
        };
        if next.is_whitespace()
            || is_mark(next, after)
            || ARROWS.iter().any(|arrow| after.starts_with(arrow))
            || (next == '-' && hyphenated())
        {
            return offset;
        }
        if matches!(next, '\'' | '’') && is_elided(rest.get(..offset).unwrap_or_default()) {
            return offset + next.len_utf8();
        }
        if closing_quote(before, next).is_some() && !before.is_alphanumeric() {
            return offset;
        }
        before = next;
    }
    rest.len()
}

fn ends_with_word(text: &str, ending: &str) -> bool {
    text.strip_prefix(ending)
        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

fn is_elided(text: &str) -> bool {
    let elided = &PromptWords::get().elided;
    elided
        .iter()
        .any(|elided| text.eq_ignore_ascii_case(elided))
}

/// Returns whether a mark is a separate word: commas and colons that end a word, and isolated signs.
fn is_mark(c: char, rest: &str) -> bool {
    let after = rest.chars().nth(1).unwrap_or(' ');
    match c {
        ',' | ':' => after.is_whitespace() || closing_quote(' ', after).is_some(),
        '=' | '→' | '⇒' | '(' | ')' | '+' => c != '+' || after.is_whitespace(),
        _ => false,
    }
}

/// Returns a word in lower case without accents. Marks around it are removed, unless it consists only of marks.
fn word_of(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !matches!(c, '\'' | '’')) {
        push_plain(&mut word, c);
    }
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    if bare.is_empty() || bare.len() == word.len() {
        return word;
    }
    bare.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(clause: &str) -> Vec<String> {
        tokens_of(clause)
            .into_iter()
            .map(|token| {
                if token.quoted {
                    clause.get(token.start..token.end).unwrap().to_owned()
                } else {
                    token.word
                }
            })
            .collect()
    }

    #[test]
    fn clauses_become_words() {
        assert_eq!(
            words("Use \"Req ID\", l'en-tête (Dept.): don't -> x"),
            [
                "use",
                "\"Req ID\"",
                ",",
                "l",
                "en-tete",
                "(",
                "dept",
                ")",
                ":",
                "dont",
                "->",
                "x"
            ]
        );
        assert_eq!(words("comma-separated"), ["comma", "separated"]);
        assert_eq!(
            words("Don't say 'a b' or „c d“"),
            ["dont", "say", "'a b'", "or", "„c d“"]
        );
        assert_eq!(words("split on ; or |"), ["split", "on", ";", "or", "|"]);
    }
}
