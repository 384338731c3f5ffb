//! Splits a text into words, numbers and signs with their positions.

use shortlist_vocabulary::steps;

/// The kind of a token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// A word in lower case. Each ideograph is a separate word.
    Word(String),
    /// A number and its count of digits.
    Number(i32, usize),
    /// Any other character.
    Sign(char),
}

/// A token and its byte positions in the text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it is the first of the text, of a line or of a cell of a table.
    pub(super) begins_cell: bool,
    /// Whether it is the first of the text or of a line.
    pub(super) begins_line: bool,
}

impl Token {
    /// Returns the word, or `None` if it is a number or a sign.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            Kind::Number(..) | Kind::Sign(_) => None,
        }
    }
}

/// The maximum number of digits. A longer number is not a year and would overflow.
const MAX_DIGITS: usize = 9;
/// The number of digits of a year.
const YEAR_DIGITS: usize = 4;

/// Returns the tokens of a text. `offset` is added to their positions.
pub(super) fn lex(text: &str, offset: usize) -> Vec<Token> {
    steps::count(text.len());
    let mut tokens: Vec<Token> = Vec::new();
    let (mut begins_cell, mut begins_line) = (true, true);
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let (start, mut end) = (offset + at, offset + at + c.len_utf8());
        let joined = tokens.last_mut().filter(|token| token.end == start);
        let kind = if let Some(digit) = digit(c) {
            if joined.is_some_and(|token| append_digit(token, digit, end)) {
                continue;
            }
            Kind::Number(digit, 1)
        } else if is_ideograph(c) {
            Kind::Word(c.into())
        } else if c.is_alphabetic() {
            // Most letters continue a word in lower case.
            let more = lower_case(chars.as_str());
            if !more.is_empty() {
                chars.nth(more.len() - 1);
            }
            end += more.len();
            if joined.is_some_and(|token| append_letters(token, c, more, end)) {
                continue;
            }
            let mut word = String::with_capacity(c.len_utf8() + more.len());
            word.extend(c.to_lowercase());
            word.push_str(more);
            Kind::Word(word)
        } else if is_ignored(c) {
            if let Some(token) = joined {
                token.end = end;
            }
            continue;
        } else if c.is_whitespace() || is_quote(c) || encloses_year(text, at) {
            begins_line |= c == '\n';
            begins_cell |= matches!(c, '\t' | '\n');
            continue;
        } else {
            Kind::Sign(c)
        };
        tokens.push(Token {
            kind,
            start,
            end,
            begins_cell,
            begins_line,
        });
        (begins_cell, begins_line) = (false, false);
    }
    tokens
}

/// Returns whether a character may be around each date of a range: `“May 2017” to “June 2018”`.
fn is_quote(c: char) -> bool {
    matches!(c, '“' | '”' | '"')
}

/// Returns whether a position is a bracket around a year: `[2017]`. A shorter number in brackets is a footnote.
fn encloses_year(text: &str, at: usize) -> bool {
    let is_year = |part: Option<&str>| {
        part.is_some_and(|part| {
            part.len() == YEAR_DIGITS && part.bytes().all(|it| it.is_ascii_digit())
        })
    };
    match text.as_bytes().get(at) {
        Some(b'[') => is_year(text.get(at + 1..at + 1 + YEAR_DIGITS)),
        Some(b']') => is_year(
            at.checked_sub(YEAR_DIGITS)
                .and_then(|from| text.get(from..at)),
        ),
        _ => false,
    }
}

/// Returns the value of a digit in Latin, Arabic, Persian, Thai or full-width script.
pub(super) fn digit(c: char) -> Option<i32> {
    let zero = match c {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        '\u{e50}'..='\u{e59}' => '\u{e50}',
        _ => return None,
    };
    i32::try_from(u32::from(c) - u32::from(zero)).ok()
}

fn is_ideograph(c: char) -> bool {
    ('\u{2e80}'..='\u{9fff}').contains(&c)
}

/// Returns whether a character is a soft hyphen, an optional mark or vowel sign of Arabic, or a mark of tone of Thai.
fn is_ignored(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{640}' | '\u{e47}'..='\u{e4e}' | '\u{64b}'..='\u{652}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

fn append_digit(token: &mut Token, digit: i32, end: usize) -> bool {
    match &mut token.kind {
        Kind::Number(value, digits) if *digits < MAX_DIGITS => {
            *value = *value * 10 + digit;
            *digits += 1;
            token.end = end;
            true
        }
        _ => false,
    }
}

/// Returns the lower-case ASCII letters that a text begins with.
fn lower_case(text: &str) -> &str {
    let mut bytes = text.bytes();
    let end = bytes.position(|byte| !byte.is_ascii_lowercase());
    text.get(..end.unwrap_or(text.len())).unwrap_or("")
}

/// Appends a letter and the lower-case letters after it, which end at a position, to a word.
fn append_letters(token: &mut Token, c: char, more: &str, end: usize) -> bool {
    match &mut token.kind {
        Kind::Word(word) if !word.starts_with(is_ideograph) && !ends_ordinal(word, c) => {
            word.extend(c.to_lowercase());
            word.push_str(more);
            token.end = end;
            true
        }
        _ => false,
    }
}

/// Returns whether a capital letter begins a new word without a space, as in `3rdMarch`.
fn ends_ordinal(word: &str, next: char) -> bool {
    next.is_uppercase() && matches!(word, "st" | "nd" | "rd" | "th")
}
