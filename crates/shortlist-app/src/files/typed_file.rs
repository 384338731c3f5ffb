//! Writes a typed resume as Rich Text Format, which word processors open and save as `.doc` (Rich Text Format specification 1.9).

use std::fmt::Write as _;

/// The beginning: one font, and no replacement characters after the number of a Unicode character.
const BEGINNING: &str =
    "{\\rtf1\\ansi\\ansicpg1252\\uc0\\deff0{\\fonttbl{\\f0 Helvetica;}}\\f0\\fs22\n";

/// Returns a file with one paragraph for each line of the text.
pub(crate) fn typed_file(text: &str) -> Vec<u8> {
    let mut file = String::from(BEGINNING);
    for line in text.lines() {
        for c in line.chars() {
            push(&mut file, c);
        }
        file.push_str("\\par\n");
    }
    file.push('}');
    file.into_bytes()
}

/// Returns whether a file was written by [`typed_file`].
pub(crate) fn is_typed(file: &[u8]) -> bool {
    file.starts_with(BEGINNING.as_bytes())
}

fn push(file: &mut String, c: char) {
    match c {
        '{' | '}' | '\\' => file.extend(['\\', c]),
        '\t' => file.push_str("\\tab "),
        ' '..='~' => file.push(c),
        _ => {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // The format knows only signed numbers. Writing to a string cannot fail.
                let _ = write!(file, "\\u{} ", unit.cast_signed());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shortlist_parsing::{ReadOptions, read_resume};
    use shortlist_vocabulary::Vocabulary;

    use super::*;

    #[test]
    fn every_character_is_read_back() {
        let lines = [
            "Zoë Brontë {née \\ Łuk}",
            "naïve – “quoted” 日本語 🙂",
            "C# \\par \\u65 100 %",
        ];
        let file = typed_file(&lines.join("\n"));
        assert!(file.is_ascii() && is_typed(&file));
        assert!(!is_typed(b"{\\rtf1\\ansi Zo\\'eb}"));
        let read = read_resume(&file, &ReadOptions::default(), Vocabulary::built_in()).unwrap();
        for line in lines {
            assert!(read.text.as_str().contains(line), "{}", read.text.as_str());
        }
    }
}
