//! Plain text: lower case and without diacritics, so that spellings of a name or a word compare equal.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns a text in lower case without diacritics.
pub fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        push_plain(&mut plain, letter);
    }
    plain
}

/// Appends a character in lower case without diacritics, and appends nothing for a combining mark alone.
///
/// Compatibility forms are decomposed (NFKD): `ﬁ` becomes `fi`, a syllable of Hangul its letters. Letters that Unicode does
/// not decompose are written with others: `ß` as `ss`, `ø` as `o`, `ł` as `l`, `đ` and `ð` as `d`, `þ` as `th`, `æ` as `ae`, `œ`
/// as `oe` and `ı` as `i`.
pub fn push_plain(plain: &mut String, letter: char) {
    if letter.is_ascii() {
        plain.push(letter.to_ascii_lowercase());
        return;
    }
    for lower in letter.to_lowercase() {
        match lower {
            'ß' => plain.push_str("ss"),
            'ø' => plain.push('o'),
            'ł' => plain.push('l'),
            'đ' | 'ð' => plain.push('d'),
            'þ' => plain.push_str("th"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'ı' => plain.push('i'),
            lower => {
                let decomposed = std::iter::once(lower).nfkd();
                plain.extend(decomposed.filter(|part| !is_combining_mark(*part)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_letters_have_no_case_and_no_diacritics() {
        for (source, plain) in [
            ("JOB_Title 1", "job_title 1"),
            ("Título", "titulo"),
            ("Cafe\u{301}", "cafe"),
            ("STRAẞE Straße", "strasse strasse"),
            ("Œuvre, SØR, Æra", "oeuvre, sor, aera"),
            ("ИЙ Ёлка", "ии елка"),
            ("İstanbul ılık", "istanbul ilik"),
            ("ﬁn Ａ½", "fin a1⁄2"),
            ("Łukasz Đorđe Þór", "lukasz dorde thor"),
            ("职位 のガ", "职位 のカ"),
        ] {
            assert_eq!(plain_text(source), plain);
        }
    }
}
