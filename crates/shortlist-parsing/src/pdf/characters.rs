//! Normalizes the characters of PDF fonts to the characters that people type.

/// What marks the place where a line may break a word.
const SOFT_HYPHEN: char = '\u{ad}';

/// Returns whether a character represents a glyph that the reader could not identify.
pub(crate) fn is_undecoded(c: char) -> bool {
    matches!(c, '\u{fffd}' | '\u{e000}'..='\u{f8ff}' | '\u{80}'..='\u{9f}')
        || (c.is_control() && !c.is_whitespace())
}

/// Returns whether a character begins a list item.
pub(crate) fn is_bullet(c: char) -> bool {
    matches!(
        c,
        '•' | '◦'
            | '▪'
            | '▫'
            | '■'
            | '□'
            | '●'
            | '○'
            | '‣'
            | '⁃'
            | '∙'
            | '·'
            | '➢'
            | '➤'
            | '►'
            | '▶'
            | '✓'
            | '✔'
            | '❖'
            | '◆'
            | '◇'
            | '*'
            | '-'
            | '–'
            | '—'
            | 'o'
            | '»'
    )
}

/// Returns whether a text is plain ASCII that [`normalized`] would not change.
pub(crate) fn is_normalized(text: &str) -> bool {
    let is_typed = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    let mut pairs = text.as_bytes().windows(2);
    text.bytes().all(is_typed) && !pairs.any(|pair| pair == b"  ")
}

/// Normalizes a text.
///
/// Ligatures are split into letters. NUL, zero-width characters and soft hyphens are dropped, except a soft hyphen at the end. Bullets of symbol fonts
/// become `•`. Four or more spaces are as wide as a cell, so they become a TAB.
pub(crate) fn normalized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blanks = 0_usize;
    for c in text.chars() {
        if c == ' ' || c == '\u{a0}' {
            blanks += 1;
            continue;
        }
        push_blanks(&mut out, blanks);
        blanks = 0;
        push_character(&mut out, c);
    }
    // At the end of a line, it says that the word goes on.
    if text.trim_end().ends_with(SOFT_HYPHEN) {
        out.push(SOFT_HYPHEN);
    }
    push_blanks(&mut out, blanks.min(1));
    out
}

fn push_blanks(out: &mut String, blanks: usize) {
    match blanks {
        0 => {}
        1..=3 => out.push(' '),
        _ => out.push('\t'),
    }
}

fn push_character(out: &mut String, c: char) {
    match c {
        '\u{fb00}' => out.push_str("ff"),
        '\u{fb01}' => out.push_str("fi"),
        '\u{fb02}' => out.push_str("fl"),
        '\u{fb03}' => out.push_str("ffi"),
        '\u{fb04}' => out.push_str("ffl"),
        '\u{fb05}' | '\u{fb06}' => out.push_str("st"),
        '\u{f0b7}' | '\u{f0a7}' | '\u{f076}' | '\u{f0d8}' | '\u{f0a8}' | '\u{f0fc}' => {
            out.push('•');
        }
        // Old-style digits and small capitals of Adobe's expert fonts end in the code of the character that they show.
        '\u{f721}'..='\u{f77e}' | '\u{f7a1}'..='\u{f7ff}' => {
            out.extend(char::from_u32(u32::from(c) - 0xf700));
        }
        SOFT_HYPHEN | '\0' | '\u{200b}' | '\u{200c}' | '\u{2060}' | '\u{feff}' => {}
        // Vowel points of Hebrew and Arabic are drawn separately from their letters, so their positions are unknown.
        // Nearly all texts omit them.
        '\u{591}'..='\u{5bd}'
        | '\u{5bf}'
        | '\u{5c1}'
        | '\u{5c2}'
        | '\u{5c4}'
        | '\u{5c5}'
        | '\u{5c7}' => {}
        '\u{64b}'..='\u{652}' | '\u{656}'..='\u{65f}' | '\u{670}' => {}
        '\u{2010}' | '\u{2011}' => out.push('-'),
        c if c.is_whitespace() => out.push(' '),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typographic_forms_become_typed_ones() {
        for (given, wanted) in [
            ("e\u{fb03}cient", "efficient"),
            ("soft\u{ad}ware\0", "software"),
            ("\u{f0b7} Rust", "• Rust"),
            (
                "\u{f732}\u{f730}\u{f731}\u{f739}, M\u{f772} Zo\u{f7eb}",
                "2019, Mr Zoë",
            ),
            ("2019\u{2010}2020", "2019-2020"),
            ("Baker     2019", "Baker\t2019"),
            ("two  words ", "two words "),
            ("שָׁלוֹם", "שלום"),
            ("مُهَنْدِسَةٌ", "مهندسة"),
        ] {
            assert_eq!(normalized(given), wanted);
        }
    }

    #[test]
    fn typed_text_is_normalized() {
        for text in ["", " ", " Data Analyst, 2019 ", "C++/C#"] {
            assert!(is_normalized(text) && normalized(text) == text, "{text:?}");
        }
        for text in ["two  words", "a\tb", "a\u{a0}b", "e\u{fb03}cient"] {
            assert!(!is_normalized(text), "{text:?}");
        }
    }
}
