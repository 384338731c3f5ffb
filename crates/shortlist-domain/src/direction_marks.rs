//! Characters that change the direction of text.

/// Returns a text without the invisible characters that change the direction of text (Unicode's property `Bidi_Control`).
///
/// In a name they are remains of copied text, or they make it look like another name: an override shows `gpj.exe` as `exe.jpg`.
/// Right-to-left scripts are displayed correctly without them.
pub fn without_direction_marks(text: &str) -> String {
    let is_mark = |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|c| !is_mark(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_direction_marks_are_removed() {
        assert_eq!(
            without_direction_marks("\u{202e}gpj.exe\u{202c} \u{200f}דנה\u{200e}\u{2067}!\u{2069}"),
            "gpj.exe דנה!"
        );
        let joined = "می\u{200c}خواهم José";
        assert_eq!(without_direction_marks(joined), joined);
    }
}
