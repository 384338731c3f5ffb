//! Characters that print nothing.

use std::borrow::Cow;

/// Drops zero-width characters and control characters; gives back what Unicode tag characters spell.
///
/// Joiners stay between letters beyond Latin script, where they change how words are written.
pub(crate) fn without_invisible(text: &str) -> (Cow<'_, str>, Option<String>) {
    if !text.chars().any(is_invisible) {
        return (Cow::Borrowed(text), None);
    }
    let mut kept = String::with_capacity(text.len());
    let mut smuggled = String::new();
    for c in text.chars() {
        match c {
            '\u{E0000}'..='\u{E007F}' => {
                smuggled.extend(char::from_u32(u32::from(c) & 0x7F).filter(|c| !c.is_control()));
            }
            '\u{200C}' | '\u{200D}' if kept.chars().next_back().is_some_and(|c| c > '\u{24F}') => {
                kept.push(c);
            }
            '\n' | '\r' | '\u{B}' | '\u{C}' => kept.push(' '),
            c if is_invisible(c) => {}
            c => kept.push(c),
        }
    }
    let smuggled = (!smuggled.is_empty()).then_some(smuggled);
    (Cow::Owned(kept), smuggled)
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}' | '\u{E0000}'..='\u{E007F}'
    ) || (c.is_control() && c != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_width_characters_are_dropped() {
        assert_eq!(without_invisible("Ja\u{200B}va\u{FEFF}").0, "Java");
        assert_eq!(without_invisible("می\u{200C}خواهم").0, "می\u{200C}خواهم");
    }

    #[test]
    fn smuggled_text_is_told() {
        let text: String = "hi"
            .chars()
            .filter_map(|c| char::from_u32(0xE0000 + u32::from(c)))
            .collect();
        assert_eq!(
            without_invisible(&format!("Ada{text}")).1.as_deref(),
            Some("hi")
        );
    }
}
