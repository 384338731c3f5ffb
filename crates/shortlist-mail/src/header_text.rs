//! Names and subjects: texts of one line.

use std::fmt;

use shortlist_domain::without_direction_marks;

/// The most characters of a name or a subject. The rest is cut off.
const MAX_HEADER_CHARS: usize = 300;

/// A text of one line, for a name or a subject.
///
/// It contains no control characters and no characters that change the direction of text, so it can neither end a header
/// nor pretend to be another text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderText(String);

impl HeaderText {
    /// Makes one line of a text. Line breaks become spaces, and a long text is cut off.
    pub fn new(text: &str) -> Self {
        let line = one_line(text);
        if line.chars().count() <= MAX_HEADER_CHARS {
            return Self(line);
        }
        let mut cut: String = line.chars().take(MAX_HEADER_CHARS - 1).collect();
        cut.truncate(cut.trim_end().len());
        cut.push('…');
        Self(cut)
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether nothing is left of the text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for HeaderText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns a text without line breaks and other control characters, and with single spaces.
pub(crate) fn one_line(text: &str) -> String {
    let text = without_direction_marks(text);
    let parts = text.split(|c: char| c.is_whitespace() || c.is_control() || is_private(c));
    let words: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    words.join(" ")
}

/// Returns whether a character has no meaning outside one program. Templates mark their placeholders with such characters.
pub(crate) fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn line_breaks_become_spaces() {
        for (text, line) in [
            ("Ada\r\nBcc: eve@example.org", "Ada Bcc: eve@example.org"),
            ("  a\t b\u{85}c\u{2028}d\0 ", "a b c d"),
            ("\u{202e}gpj.exe", "gpj.exe"),
            ("\n", ""),
        ] {
            assert_eq!(HeaderText::new(text).as_str(), line);
        }
    }

    #[test]
    fn long_texts_are_cut_off_between_characters() {
        let text = HeaderText::new(&"老虎 ".repeat(200));
        assert_eq!(text.as_str().chars().count(), MAX_HEADER_CHARS);
        assert!(text.as_str().ends_with('…'));
        let exact = "n".repeat(MAX_HEADER_CHARS);
        assert_eq!(HeaderText::new(&exact).as_str(), exact);
    }

    proptest! {
        #[test]
        fn no_text_has_two_lines(text in any::<String>()) {
            let line = HeaderText::new(&text);
            prop_assert!(!line.as_str().chars().any(char::is_control));
            prop_assert!(line.as_str().chars().count() <= MAX_HEADER_CHARS);
            prop_assert_eq!(HeaderText::new(line.as_str()), line);
        }
    }
}
