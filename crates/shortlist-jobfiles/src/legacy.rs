//! Decides between the single-byte encodings of western languages, which a detector of web pages does not know.
//!
//! Old programs write Mac Roman, the DOS code page 850 or ISO-8859-15 instead of windows-1252. A wrong choice puts symbols
//! and capitals into words, so the decoding with the most plausible letters wins.

use std::sync::LazyLock;

use encoding_rs::{Encoding, ISO_8859_15, MACINTOSH, WINDOWS_1252};

/// The upper half of the DOS code page 850, from the mapping table of the Unicode Consortium
/// (`MAPPINGS/VENDORS/MICSFT/PC/CP850.TXT`). It is the only code page here that `encoding_rs` lacks, and 128 characters
/// do not justify a dependency.
const CP850: &str = "\
    ÇüéâäàåçêëèïîìÄÅ\
    ÉæÆôöòûùÿÖÜø£Ø×ƒ\
    áíóúñÑªº¿®¬½¼¡«»\
    ░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤\
    ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
    ÓßÔÒõÕµþÞÚÛÙýÝ¯´\
    \u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}\
";

/// The number of bytes that are compared.
const COMPARED_BYTES: usize = 64 * 1024;

/// The points of a letter that fits its word, and of a character that does not.
const FITS: i64 = 2;
const ODD: i64 = -2;
const WRONG: i64 = -4;

/// A single-byte encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodePage {
    Known(&'static Encoding),
    Cp850,
}

impl CodePage {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Known(encoding) => encoding.name(),
            Self::Cp850 => "cp850",
        }
    }

    pub(crate) fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Known(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Self::Cp850 => bytes.iter().map(|byte| cp850(*byte)).collect(),
        }
    }
}

fn cp850(byte: u8) -> char {
    static UPPER: LazyLock<Vec<char>> = LazyLock::new(|| CP850.chars().collect());
    match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(index) => UPPER
            .get(usize::from(index))
            .copied()
            .unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// Returns the most plausible code page for a text. The guess of the detector wins if no other is better.
pub(crate) fn most_plausible(bytes: &[u8], guess: &'static Encoding) -> CodePage {
    let bytes = bytes.get(..COMPARED_BYTES).unwrap_or(bytes);
    let others = [WINDOWS_1252, ISO_8859_15, MACINTOSH].map(CodePage::Known);
    let guess = CodePage::Known(guess);
    let mut best = (plausibility(&guess.decode(bytes)), guess);
    for page in others.into_iter().chain([CodePage::Cp850]) {
        let points = plausibility(&page.decode(bytes));
        if points > best.0 {
            best = (points, page);
        }
    }
    best.1
}

/// Returns how plausible the letters and signs beyond ASCII are.
fn plausibility(text: &str) -> i64 {
    let mut points = 0;
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        if !c.is_ascii() {
            points += points_of(before, c, after);
        }
        before = c;
    }
    points
}

fn points_of(before: char, c: char, after: char) -> i64 {
    if c.is_control() || c == char::REPLACEMENT_CHARACTER {
        return WRONG;
    }
    if matches!(c, 'ª' | 'º' | 'ƒ' | 'ı' | 'ˆ' | 'ˇ' | 'Ð' | 'ð' | 'Þ' | 'þ') {
        return ODD;
    }
    if c.is_alphabetic() {
        return letter_points(before, c, after);
    }
    let in_word = before.is_alphabetic() && after.is_alphabetic();
    match c {
        '’' | '·' if in_word => FITS,
        _ if in_word => WRONG,
        '€' | '£' | '°' => FITS,
        '–' | '—' | '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '…' | '•' | '\u{a0}' | '§' | '®'
        | '™' => 1,
        '¤' | '¦' | '¨' | '´' | '¸' | '\u{2500}'..='\u{25ff}' => ODD,
        _ => 0,
    }
}

/// Returns the points of a letter. A capital among small letters is odd, and so is a small letter among capitals.
fn letter_points(before: char, c: char, after: char) -> i64 {
    let joins_scripts = |other: char| other.is_ascii_alphabetic() && !is_latin(c);
    if joins_scripts(before) || joins_scripts(after) {
        return ODD;
    }
    let capital = c.is_uppercase()
        && (before.is_lowercase() || (before.is_alphabetic() && after.is_lowercase()));
    let small = c.is_lowercase() && before.is_uppercase() && after.is_uppercase();
    let misplaced = capital || small;
    let alone = !before.is_alphabetic() && !after.is_alphabetic();
    match (misplaced, alone) {
        (true, _) => ODD,
        (_, true) => 0,
        _ => FITS,
    }
}

fn is_latin(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes a text in a code page.
    fn encode(text: &str, page: CodePage) -> Vec<u8> {
        let byte = |c: char| (0..=u8::MAX).find(|byte| page.decode(&[*byte]) == c.to_string());
        text.chars().map(|c| byte(c).unwrap()).collect()
    }

    const PAGES: [CodePage; 4] = [
        CodePage::Known(WINDOWS_1252),
        CodePage::Known(ISO_8859_15),
        CodePage::Known(MACINTOSH),
        CodePage::Cp850,
    ];

    #[test]
    fn the_code_page_has_the_characters_of_its_standard() {
        assert_eq!(CP850.chars().count(), 128);
        for (byte, c) in [
            (0x80, 'Ç'),
            (0x81, 'ü'),
            (0x84, 'ä'),
            (0xa4, 'ñ'),
            (0xe1, 'ß'),
            (0xd5, 'ı'),
            (0xb5, 'Á'),
        ] {
            assert_eq!(cp850(byte), c);
        }
        assert_eq!(CodePage::Cp850.decode(b"a,\xff"), "a,\u{a0}");
    }

    #[test]
    fn every_code_page_is_told_from_the_others() {
        for text in [
            "Titel;Ort\nPflegekräfte für München;Köln\nMaßschneider;Düsseldorf\n",
            "Titre;Lieu\nIngénieur d'études à Genève;Besançon\nChef de chœur;Nîmes\n",
            "Título,Lugar\nDiseñador gráfico,Córdoba\nMédico,León\n",
            "Título,Local\nEngenheiro de produção,São Paulo\nPadeiro,Brasília\n",
            "TITEL;ORT\nMÜLLER;KÖLN\nGÄRTNER;LÜBECK\n",
        ] {
            for page in PAGES {
                if text.contains('œ')
                    && page != CodePage::Known(ISO_8859_15)
                    && page != CodePage::Known(MACINTOSH)
                {
                    continue;
                }
                let bytes = encode(text, page);
                let found = crate::text::decode(&bytes);
                assert_eq!(found.text, text, "{page:?}: {}", found.encoding);
                let found = most_plausible(&bytes, encoding_rs::IBM866);
                assert_eq!(found.decode(&bytes), text, "{page:?}: {found:?}");
            }
        }
    }

    #[test]
    fn a_euro_sign_shows_the_encoding() {
        let text = "Titel;Gehalt\nKöchin;50.000 €\n";
        let bytes = encode(text, CodePage::Known(ISO_8859_15));
        assert_eq!(most_plausible(&bytes, WINDOWS_1252).name(), "ISO-8859-15");
        let bytes = encode(text, CodePage::Known(WINDOWS_1252));
        assert_eq!(most_plausible(&bytes, WINDOWS_1252).name(), "windows-1252");
    }

    #[test]
    fn other_scripts_keep_the_guess_of_the_detector() {
        for (text, guess) in [
            (
                "Вакансия;Город\nМедсестра;Казань\n",
                encoding_rs::WINDOWS_1251,
            ),
            ("Вакансия;Город\nМедсестра;Казань\n", encoding_rs::KOI8_R),
            (
                "Stanowisko;Miasto\nKsięgowość;Łódź\n",
                encoding_rs::WINDOWS_1250,
            ),
            ("Θέση;Πόλη\nΝοσοκόμα;Αθήνα\n", encoding_rs::WINDOWS_1253),
            ("İş;Şehir\nHemşire;İstanbul\n", encoding_rs::WINDOWS_1254),
            ("משרה;עיר\nאחות;חיפה\n", encoding_rs::WINDOWS_1255),
            ("وظيفة;مدينة\nممرضة;القاهرة\n", encoding_rs::WINDOWS_1256),
        ] {
            let bytes = guess.encode(text).0;
            assert_eq!(
                most_plausible(&bytes, guess),
                CodePage::Known(guess),
                "{text}"
            );
        }
    }
}
