//! Replaces letters that look like Latin ones with the Latin ones, so the text is read as people see it.
//!
//! A word with both Latin and Cyrillic or Greek letters is a disguised Latin word. A word that consists only of
//! look-alikes is also disguised, if the document has no other Cyrillic or Greek letters. Full-width, mathematical
//! and circled letters and digits are forms of the Latin ones according to Unicode (UAX #15). The pairs are from
//! Unicode's `confusables.txt` (UTS #39), limited to letters that look the same in common fonts.

use unicode_normalization::UnicodeNormalization;

const PAIRS: [(char, char); 45] = [
    ('а', 'a'),
    ('с', 'c'),
    ('е', 'e'),
    ('о', 'o'),
    ('р', 'p'),
    ('х', 'x'),
    ('у', 'y'),
    ('і', 'i'),
    ('ј', 'j'),
    ('ѕ', 's'),
    ('һ', 'h'),
    ('ԁ', 'd'),
    ('ԛ', 'q'),
    ('ԝ', 'w'),
    ('ӏ', 'l'),
    ('А', 'A'),
    ('В', 'B'),
    ('С', 'C'),
    ('Е', 'E'),
    ('Н', 'H'),
    ('І', 'I'),
    ('Ј', 'J'),
    ('К', 'K'),
    ('М', 'M'),
    ('О', 'O'),
    ('Р', 'P'),
    ('Ѕ', 'S'),
    ('Т', 'T'),
    ('Х', 'X'),
    ('У', 'Y'),
    ('Ү', 'Y'),
    ('ο', 'o'),
    ('ν', 'v'),
    ('ρ', 'p'),
    ('Α', 'A'),
    ('Β', 'B'),
    ('Ε', 'E'),
    ('Ζ', 'Z'),
    ('Η', 'H'),
    ('Ι', 'I'),
    ('Κ', 'K'),
    ('Μ', 'M'),
    ('Ο', 'O'),
    ('Ρ', 'P'),
    ('Τ', 'T'),
];

/// Returns whether a character may look like a Latin letter or digit.
pub(super) fn is_suspect(c: char) -> bool {
    is_foreign(c) || is_form(c)
}

/// Returns whether a text has Cyrillic or Greek letters that do not look like any Latin letter.
pub(super) fn has_own_letters(text: &str) -> bool {
    text.chars().any(|c| is_foreign(c) && latin(c).is_none())
}

fn is_foreign(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}') && c.is_alphabetic()
}

fn is_form(c: char) -> bool {
    matches!(c, '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d7ff}' | '\u{24b6}'..='\u{24e9}')
}

fn latin(c: char) -> Option<char> {
    let pair = PAIRS.iter().find(|(other, _)| *other == c);
    pair.map(|(_, latin)| *latin)
}

/// Returns a text with its look-alikes replaced. `foreign` means that the document has genuine Cyrillic or Greek words.
pub(super) fn without_look_alikes(text: &str, foreign: bool) -> String {
    let plain: String = text
        .chars()
        .flat_map(|c| {
            let form = is_form(c).then(|| c.nfkc());
            let same = form.is_none().then_some(c);
            form.into_iter().flatten().chain(same)
        })
        .collect();
    let mut out = String::with_capacity(plain.len());
    for word in plain.split_inclusive(|c: char| !c.is_alphabetic()) {
        if is_disguised(word, foreign) {
            out.extend(word.chars().map(|c| latin(c).unwrap_or(c)));
        } else {
            out.push_str(word);
        }
    }
    out
}

fn is_disguised(word: &str, foreign: bool) -> bool {
    let look_alikes = word.chars().filter(|c| latin(*c).is_some()).count();
    if look_alikes == 0 || has_own_letters(word) {
        return false;
    }
    let is_mixed = word.chars().any(|c| c.is_ascii_alphabetic());
    is_mixed || (look_alikes > 1 && !foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguised_latin_words_are_distinguished_from_foreign_words() {
        for (text, foreign, plain) in [
            ("Pуthоn, Dосkеr", true, "Python, Docker"),
            ("СОВОК", false, "COBOK"),
            ("СОВОК", true, "СОВОК"),
            ("Москва", true, "Москва"),
            ("Αθήνα", true, "Αθήνα"),
            ("Ｐｙｔｈｏｎ ３", false, "Python 3"),
            ("𝐑𝐮𝐬𝐭 Ⓖⓞ", false, "Rust Go"),
            ("Ω and µ", false, "Ω and µ"),
        ] {
            assert_eq!(without_look_alikes(text, foreign), plain);
        }
    }
}
