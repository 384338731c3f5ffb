//! Words, numbers and signs of a text, with their places.

use shortlist_vocabulary::steps;

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// A word in lower case; each ideograph is a word.
    Word(String),
    /// A number and how many digits it has.
    Number(i32, usize),
    /// Any other character.
    Sign(char),
}

/// A token and its bytes in the text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// More digits are no year, and would not fit.
const MAX_DIGITS: usize = 9;

/// The tokens of a text; `offset` is added to their places.
pub(super) fn lex(text: &str, offset: usize) -> Vec<Token> {
    steps::count(text.len());
    let mut tokens: Vec<Token> = Vec::new();
    for (at, c) in text.char_indices() {
        let (start, end) = (offset + at, offset + at + c.len_utf8());
        let joined = tokens.last_mut().filter(|token| token.end == start);
        let kind = if let Some(digit) = digit(c) {
            if joined.is_some_and(|token| append_digit(token, digit, end)) {
                continue;
            }
            Kind::Number(digit, 1)
        } else if is_ideograph(c) {
            Kind::Word(c.into())
        } else if c.is_alphabetic() {
            if joined.is_some_and(|token| append_letter(token, c, end)) {
                continue;
            }
            Kind::Word(c.to_lowercase().collect())
        } else if is_ignored(c) {
            if let Some(token) = joined {
                token.end = end;
            }
            continue;
        } else if c.is_whitespace() {
            continue;
        } else {
            Kind::Sign(c)
        };
        tokens.push(Token { kind, start, end });
    }
    tokens
}

/// Digits of the scripts that resumes are dated in: Latin, Arabic, Persian and full width.
fn digit(c: char) -> Option<i32> {
    let zero = match c {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    i32::try_from(u32::from(c) - u32::from(zero)).ok()
}

fn is_ideograph(c: char) -> bool {
    ('\u{2e80}'..='\u{9fff}').contains(&c)
}

/// Soft hyphens, and the marks and vowel signs that Arabic is written with or without.
fn is_ignored(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{640}' | '\u{64b}'..='\u{652}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
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

fn append_letter(token: &mut Token, c: char, end: usize) -> bool {
    match &mut token.kind {
        Kind::Word(word) if !word.starts_with(is_ideograph) && !ends_ordinal(word, c) => {
            word.extend(c.to_lowercase());
            token.end = end;
            true
        }
        _ => false,
    }
}

/// Whether a capital letter begins a new word though no blank parts it: `3rdMarch`.
fn ends_ordinal(word: &str, next: char) -> bool {
    next.is_uppercase() && matches!(word, "st" | "nd" | "rd" | "th")
}
