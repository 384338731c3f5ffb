//! Handles characters that print nothing, and control characters that change the printed order.

use std::borrow::Cow;

/// Returns the text as a reader sees it, and the text that it hides.
///
/// The visible text has no zero-width and no control characters, and text under a direction override is
/// reversed. The hidden text consists of three things: the spelling of Unicode tag characters, words that
/// were reversed, and words that contain zero-width characters.
///
/// Joiners stay between letters outside the Latin script, because they change how words are written there.
pub(crate) fn without_invisible(text: &str) -> (Cow<'_, str>, Option<String>) {
    if !text.chars().any(is_invisible) {
        return (Cow::Borrowed(text), None);
    }
    let mut hidden = String::new();
    let mut kept = String::with_capacity(text.len());
    for (number, part) in text.split(OVERRIDE).enumerate() {
        let (part, rest) = match (number, part.split_once(POP)) {
            (0, _) => ("", part),
            (_, Some((reversed, rest))) => (reversed, rest),
            (_, None) => (part, ""),
        };
        let reversed = visible_part(part, &mut hidden);
        if !reversed.is_empty() {
            append_hidden(&mut hidden, &reversed);
            kept.extend(reversed.chars().rev());
        }
        kept.push_str(&visible_part(rest, &mut hidden));
    }
    if splits_words(text) {
        append_hidden(&mut hidden, &kept);
    }
    let hidden = (!hidden.is_empty()).then_some(hidden);
    (Cow::Owned(kept), hidden)
}

/// The control character that reverses text, and the one that ends the reversal (UAX #9).
const OVERRIDE: char = '\u{202e}';
const POP: char = '\u{202c}';

fn append_hidden(hidden: &mut String, more: &str) {
    if !hidden.is_empty() {
        hidden.push(' ');
    }
    hidden.push_str(more);
}

fn visible_part(text: &str, hidden: &mut String) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{E0000}'..='\u{E007F}' => hidden.extend(tag_character(c)),
            '\u{200C}' | '\u{200D}' if kept.chars().next_back().is_some_and(|c| c > '\u{24F}') => {
                kept.push(c);
            }
            '\n' | '\r' | '\u{B}' | '\u{C}' => kept.push(' '),
            c if is_invisible(c) => {}
            c => kept.push(c),
        }
    }
    kept
}

/// Returns the character that a tag character encodes.
fn tag_character(tag: char) -> Option<char> {
    char::from_u32(u32::from(tag) & 0x7F).filter(|c| !c.is_control())
}

/// Returns whether zero-width characters split Latin words.
pub(crate) fn splits_words(text: &str) -> bool {
    let mut before = None;
    let mut split = false;
    for c in text.chars() {
        if is_without_width(c) {
            split = before.is_some_and(|c: char| c.is_ascii_alphabetic());
            continue;
        }
        if split && c.is_ascii_alphabetic() {
            return true;
        }
        split = false;
        before = Some(c);
    }
    false
}

/// Removes zero-width characters and returns the text with what they hide, or `None` if there are none to remove.
pub(crate) fn without_width(text: &str) -> Option<(String, Option<String>)> {
    let is_hidden = |c: char| is_without_width(c) || matches!(c, '\u{E0000}'..='\u{E007F}');
    if !text.chars().any(is_hidden) {
        return None;
    }
    let kept: String = text.chars().filter(|c| !is_hidden(*c)).collect();
    let mut hidden: String = text
        .chars()
        .filter(|c| matches!(c, '\u{E0000}'..='\u{E007F}'))
        .filter_map(tag_character)
        .collect();
    if splits_words(text) {
        append_hidden(&mut hidden, &kept);
    }
    Some((kept, (!hidden.is_empty()).then_some(hidden)))
}

fn is_without_width(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{2060}' | '\u{FEFF}' | '\u{180E}')
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}' | '\u{E0000}'..='\u{E007F}'
    ) || (c.is_control() && c != '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_width_characters_are_dropped_and_reported_inside_words() {
        let visible = |text| without_invisible(text);
        assert_eq!(
            visible("Ja\u{200B}va"),
            ("Java".into(), Some("Java".into()))
        );
        assert_eq!(visible("Java\u{FEFF} \u{200B}EE"), ("Java EE".into(), None));
        assert_eq!(visible("می\u{200C}خواهم").0, "می\u{200C}خواهم");
        let drawn = without_width("Ja\u{200B}va");
        assert_eq!(drawn, Some(("Java".into(), Some("Java".into()))));
        assert_eq!(without_width("Java"), None);
    }

    #[test]
    fn smuggled_text_is_reported() {
        let text: String = "hi"
            .chars()
            .filter_map(|c| char::from_u32(0xE0000 + u32::from(c)))
            .collect();
        let hidden = without_invisible(&format!("Ada{text}")).1;
        assert_eq!(hidden.as_deref(), Some("hi"));
        let drawn = without_width(&format!("Ada{text}"));
        assert_eq!(drawn, Some(("Ada".into(), Some("hi".into()))));
    }

    #[test]
    fn reversed_text_is_read_as_it_is_displayed() {
        let (seen, hidden) = without_invisible("a \u{202E}avaJ\u{202C} b");
        assert_eq!(
            (seen.as_ref(), hidden.as_deref()),
            ("a Java b", Some("avaJ"))
        );
    }
}
