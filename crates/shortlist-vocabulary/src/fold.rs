//! Folding, which makes spellings comparable and keeps the way back to the source's bytes.
//!
//! A folded text is NFKC in lower case. One space separates words if the source has a space, a line end or one of `- _ /`.
//! One `\n` separates them if the source has punctuation that ends a phrase (comma, bracket, bullet, TAB, empty line). A dot
//! inside a token stays (`node.js`), and so do `# + & @`, which are letters of names. Diacritics stay.

use std::borrow::Cow;
use std::ops::Range;

use shortlist_domain::Span;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use crate::steps;

/// A folded text, with the bytes of the source that each of its bytes came from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Folded {
    /// The folded text.
    pub text: String,
    starts: Vec<usize>,
    ends: Vec<usize>,
}

impl Folded {
    /// Returns the source's bytes for a range of the folded text.
    ///
    /// It returns an empty span at 0 if the range is empty or out of bounds.
    pub fn source_span(&self, range: Range<usize>) -> Span {
        let last = range
            .end
            .checked_sub(1)
            .filter(|last| *last >= range.start)
            .and_then(|last| self.ends.get(last));
        match (self.starts.get(range.start), last) {
            (Some(start), Some(end)) => Span::new(*start, *end),
            _ => Span::default(),
        }
    }

    fn push(&mut self, letter: char, source: Range<usize>) {
        self.text.push(letter);
        if letter.is_ascii() {
            self.starts.push(source.start);
            self.ends.push(source.end);
            return;
        }
        self.starts.resize(self.text.len(), source.start);
        self.ends.resize(self.text.len(), source.end);
    }

    /// Adds a border. A hard border replaces a soft one, and a text never begins with a border.
    fn push_border(&mut self, border: char, source: Range<usize>) {
        match self.text.chars().next_back() {
            None | Some('\n') => {}
            Some(' ') if border == '\n' => {
                self.text.pop();
                self.starts.truncate(self.text.len());
                self.ends.truncate(self.text.len());
                self.push('\n', source);
            }
            Some(' ') => {}
            Some(_) => self.push(border, source),
        }
    }

    fn trim_end(&mut self) {
        let kept = self.text.trim_end_matches([' ', '\n']).len();
        self.text.truncate(kept);
        self.starts.truncate(kept);
        self.ends.truncate(kept);
    }
}

/// Folds a text.
pub fn fold(text: &str) -> Folded {
    steps::count(text.len());
    let mut folded = Folded {
        text: String::with_capacity(text.len()),
        starts: Vec::with_capacity(text.len()),
        ends: Vec::with_capacity(text.len()),
    };
    let mut rest = text;
    let mut at = 0;
    while let Some(first) = rest.chars().next() {
        let length = cluster_length(rest);
        let (cluster, after) = rest.split_at(length);
        let source = at..at + length;
        if first.is_ascii() && length == 1 {
            fold_letter(&mut folded, first, after, source);
        } else {
            for letter in cluster.nfkc() {
                fold_letter(&mut folded, letter, after, source.clone());
            }
        }
        at += length;
        rest = after;
    }
    folded.trim_end();
    folded
}

/// Returns a whole name folded, with all borders as spaces. Names are compared by this key.
pub fn fold_key(name: &str) -> String {
    fold(name).text.replace('\n', " ")
}

/// Does the same as [`fold_key`]. A plain word is its own key, and most words are plain.
pub(crate) fn key_of(name: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if name.bytes().all(is_plain) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(fold_key(name))
    }
}

/// Returns the number of bytes of the first character and its combining marks.
fn cluster_length(text: &str) -> usize {
    let mut letters = text.char_indices();
    let first = letters.next().map_or(0, |(_, letter)| letter.len_utf8());
    // An ASCII character is not a combining mark, so this case needs no table.
    if text.as_bytes().get(first).is_none_or(u8::is_ascii) {
        return first;
    }
    letters
        .find(|(_, letter)| canonical_combining_class(*letter) == 0)
        .map_or(text.len(), |(at, _)| at)
}

fn fold_letter(folded: &mut Folded, letter: char, after: &str, source: Range<usize>) {
    match letter {
        'a'..='z' | '0'..='9' | '+' | '@' => folded.push(letter, source),
        'A'..='Z' => folded.push(letter.to_ascii_lowercase(), source),
        ' ' | '-' | '_' | '/' | '\u{2010}' | '\u{2011}' | '\r' => folded.push_border(' ', source),
        '\n' if after.trim_start_matches([' ', '\r']).starts_with('\n') => {
            folded.push_border('\n', source);
        }
        '\n' => folded.push_border(' ', source),
        '.' if dot_is_kept(after) => folded.push('.', source),
        '\'' | '\u{2019}' => fold_apostrophe(folded, after, source),
        '#' => fold_number_sign(folded, source),
        '&' => fold_ampersand(folded, after, source),
        // Soft hyphens and zero-width characters are dropped.
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => {}
        _ if letter.is_alphanumeric() || canonical_combining_class(letter) != 0 => {
            for lower in letter.to_lowercase() {
                folded.push(lower, source.clone());
            }
        }
        _ if letter.is_whitespace() && letter != '\t' => folded.push_border(' ', source),
        _ => folded.push_border('\n', source),
    }
}

/// Returns whether a dot belongs to a token.
///
/// A dot before a capitalised word ends a sentence, even without a space. `asp.net`, `ASP.NET` and `3.8` keep their dots.
fn dot_is_kept(after: &str) -> bool {
    let mut letters = after.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if first.is_uppercase() => !second.is_lowercase(),
        (Some(first), _) => first.is_alphanumeric() && !is_ideograph(first),
        _ => false,
    }
}

/// Folds an apostrophe: `bachelor's` becomes `bachelors`, and `d'analyse` becomes two words.
fn fold_apostrophe(folded: &mut Folded, after: &str, source: Range<usize>) {
    // Two letters make a word. The rest of it does not matter.
    let letters = after.chars().take(2).take_while(|c| c.is_alphabetic());
    if letters.count() > 1 {
        folded.push_border(' ', source);
    }
}

/// Folds a number sign, which belongs to a name only after a letter: `c#`, but not `#1`.
fn fold_number_sign(folded: &mut Folded, source: Range<usize>) {
    if folded.text.ends_with(char::is_alphanumeric) {
        folded.push('#', source);
    } else {
        folded.push_border('\n', source);
    }
}

/// Folds an ampersand, which is a letter inside a token (`r&d`), and otherwise the word "and".
fn fold_ampersand(folded: &mut Folded, after: &str, source: Range<usize>) {
    let glued = folded.text.ends_with(char::is_alphanumeric)
        && after.starts_with(|next: char| next.is_alphanumeric());
    if glued {
        folded.push('&', source);
        return;
    }
    folded.push_border(' ', source.clone());
    for letter in "and".chars() {
        folded.push(letter, source.clone());
    }
    folded.push_border(' ', source);
}

/// Returns whether a letter belongs to a script without spaces between words.
pub(crate) fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// A word of a folded text: its bytes there, and whether a phrase ends after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) phrase_ends: bool,
}

/// Returns the words of a folded text. Each ideograph is a separate word.
pub(crate) fn tokens(folded: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(folded.len() / 6);
    let mut open = false;
    for (at, letter) in folded.char_indices() {
        let end = at + letter.len_utf8();
        match letter {
            ' ' | '\n' => {
                if let Some(token) = tokens.last_mut().filter(|_| letter == '\n') {
                    token.phrase_ends = true;
                }
                open = false;
            }
            _ if open && !is_ideograph(letter) => {
                if let Some(token) = tokens.last_mut() {
                    token.end = end;
                }
            }
            _ => {
                tokens.push(Token {
                    start: at,
                    end,
                    phrase_ends: false,
                });
                open = !is_ideograph(letter);
            }
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spellings_that_mean_the_same_fold_alike() {
        let pairs = [
            ("Node.JS", "node.js"),
            ("scikit-learn", "scikit learn"),
            ("CI/CD", "ci cd"),
            ("C#, C++", "c#\nc++"),
            ("ＪＡＶＡ", "java"),
            ("Cafe\u{301}  Résumé", "café résumé"),
            ("R&D & Design", "r&d and design"),
            ("using Python.Developed", "using python\ndeveloped"),
            ("Bachelor’s d’analyse", "bachelors d analyse"),
            ("using .NET.", "using .net"),
            ("(Java)\t#1", "java\n1"),
            ("熟悉Java。", "熟悉java"),
            ("machine\nlearning\n\nJava", "machine learning\njava"),
        ];
        for (source, folded) in pairs {
            assert_eq!(fold(source).text, folded);
        }
        assert_eq!(fold_key(" Spring-Boot, "), "spring boot");
    }

    #[test]
    fn places_lead_back_to_the_source() {
        let source = "Zoë’s Cafe\u{301}-Société ﬁn";
        let folded = fold(source);
        let quote = |word: &str| {
            let at = folded.text.find(word).unwrap();
            let span = folded.source_span(at..at + word.len());
            source.get(span.start..span.end).unwrap()
        };
        assert_eq!(quote("café"), "Cafe\u{301}");
        assert_eq!(quote("zoës"), "Zoë’s");
        assert_eq!(quote("fin"), "ﬁn");
        assert_eq!(folded.source_span(3..3), Span::default());
        assert_eq!(folded.source_span(0..999), Span::default());
    }

    proptest! {
        #[test]
        fn any_place_is_on_character_borders(source in "\\PC{0,40}|[a-cÉé.'#&/ \n,-]{0,40}") {
            let folded = fold(&source);
            for token in tokens(&folded.text) {
                let span = folded.source_span(token.start..token.end);
                prop_assert!(source.get(span.start..span.end).is_some_and(|words| !words.is_empty()));
            }
        }

        #[test]
        fn folding_a_key_again_changes_nothing(source in "[a-zA-ZÀ-ÿ0-9 ,/-]{0,40}") {
            let key = fold_key(&source);
            prop_assert_eq!(fold_key(&key), key);
        }
    }
}
