//! Names of files that strangers chose.

use crate::without_direction_marks;

/// The longest name of a file, in characters.
const MAX_CHARS: usize = 255;
/// The name of a file without one.
const UNNAMED: &str = "file";

/// Returns a file's name with the ending of its detected format, so that nobody opens `cv.hta` by its name. `endings` are
/// those of the format, the usual one first.
///
/// Nothing visible of the name is lost: another ending becomes a part of it. Control characters, and invisible ones that
/// make a name look like another, are removed.
pub(crate) fn with_ending(name: &str, endings: &[&str]) -> String {
    let visible = without_direction_marks(name);
    let visible: String = visible.chars().filter(|c| !is_hidden(*c)).collect();
    // Windows ignores these at the end of a name.
    let visible = visible.trim_end_matches(['.', ' ']).trim_start();
    let ends_with = |ending: &&str| {
        let parts = visible.rsplit_once('.');
        parts.is_some_and(|(stem, last)| !stem.is_empty() && last.eq_ignore_ascii_case(ending))
    };
    if endings.iter().any(ends_with) && visible.chars().count() <= MAX_CHARS {
        return visible.to_owned();
    }
    let ending = endings.first().copied().unwrap_or_default();
    let stem = match visible {
        "" => UNNAMED,
        visible => visible,
    };
    let most = MAX_CHARS.saturating_sub(ending.len() + 1);
    let stem: String = stem.chars().take(most).collect();
    format!("{stem}.{ending}")
}

/// Returns whether a character of a name is not shown, or breaks the line.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{2060}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    const PDF: [&str; 1] = ["pdf"];

    #[test]
    fn a_name_ends_as_its_format_does() {
        for (name, expected) in [
            ("Ada Example.pdf", "Ada Example.pdf"),
            ("ADA.PDF", "ADA.PDF"),
            ("cv.hta", "cv.hta.pdf"),
            ("run.bat", "run.bat.pdf"),
            ("run.bat. . ", "run.bat.pdf"),
            ("cv\u{202e}fdp.hta", "cvfdp.hta.pdf"),
            ("cv.pdf\u{200b}.exe\u{200b}", "cv.pdf.exe.pdf"),
            ("cv.\u{2066}pdf", "cv.pdf"),
            ("cv.p\u{7}df", "cv.pdf"),
            ("Ada Example", "Ada Example.pdf"),
            (".pdf", ".pdf.pdf"),
            ("", "file.pdf"),
            (" \u{200f}. ", "file.pdf"),
            ("دنا.pdf", "دنا.pdf"),
        ] {
            assert_eq!(with_ending(name, &PDF), expected, "{name:?}");
        }
        assert_eq!(with_ending("photo.jpeg", &["jpg", "jpeg"]), "photo.jpeg");
        assert_eq!(with_ending("letter.html", &["txt"]), "letter.html.txt");
    }

    #[test]
    fn a_long_name_keeps_its_ending() {
        for long in ["é".repeat(300), format!("{}.pdf", "é".repeat(252))] {
            let name = with_ending(&long, &PDF);
            assert_eq!(name.chars().count(), MAX_CHARS);
            assert!(name.ends_with(".pdf"), "{name}");
        }
    }
}
