//! Finds the text that a file declares for machines instead of the letters that it draws.
//!
//! Such text comes from maps of fonts to characters and from replacement text. A font that is not embedded is drawn
//! by its encoding, so its map can only repeat the encoding or be false. For an embedded font, only the outlines
//! could show what is drawn.

use memchr::memmem;
use pdfboss_core::object::decode_text_string;
use pdfboss_core::{Dict, Document, Object, Stream};
use shortlist_vocabulary::{PhraseList, word_lists};

word_lists! {
    /// Names of icons.
    pub(crate) struct IconWords in "../../data/icons.txt" {
        /// The usual names of contact icons.
        contact_icons: PhraseList,
        /// Parts of the names of symbol fonts, whose letters draw symbols.
        symbol_fonts: PhraseList,
    }
}

/// The marked content property that replaces drawn text (ISO 32000-1, 14.9.4), and a meaningless one of the same length.
const REPLACEMENT: &[u8] = b"/ActualText";
const DISABLED_REPLACEMENT: &[u8] = b"/Act_alText";
/// The same property as an entry of a dictionary.
const PROPERTY: &str = "ActualText";
/// The depth of properties in a form: its resources contain a dictionary of named properties.
const MAX_DEPTH: usize = 4;

/// Returns a font as it is drawn, or `None` if its map to characters is trustworthy.
pub(super) fn without_unicode_map(object: &Object, document: &Document) -> Option<Object> {
    let Object::Dict(font) = object else {
        return None;
    };
    let named = |key: &str| font.get_name(key).map(|name| name.0.as_str());
    let simple = matches!(named("Subtype"), Some("Type1" | "TrueType" | "MMType1"));
    let encoded = matches!(
        named("Encoding"),
        Some("WinAnsiEncoding" | "MacRomanEncoding" | "StandardEncoding")
    );
    let name = named("BaseFont").unwrap_or("").to_lowercase();
    let mut symbol_fonts = IconWords::get().symbol_fonts.iter();
    let is_text_font = !symbol_fonts.any(|sign| name.contains(sign));
    let mapped = font.get("ToUnicode").is_some();
    if !(simple && encoded && is_text_font && mapped) || is_embedded(font, document) {
        return None;
    }
    let mut drawn = font.clone();
    drawn.remove("ToUnicode");
    Some(Object::Dict(drawn))
}

fn is_embedded(font: &Dict, document: &Document) -> bool {
    let descriptor = match font.get("FontDescriptor") {
        None => return false,
        Some(Object::Ref(reference)) => document.get(*reference).ok(),
        Some(other) => Some(other.clone()),
    };
    // An unreadable descriptor may contain a font.
    descriptor
        .as_ref()
        .and_then(Object::as_dict)
        .is_none_or(|descriptor| {
            ["FontFile", "FontFile2", "FontFile3"]
                .iter()
                .any(|file| descriptor.get(file).is_some())
        })
}

/// Removes replacement text that has other words than are drawn from the content of a page. Returns whether it removed any.
///
/// Replacement text stays if it helps to read the page: ligatures, symbols, and the names of contact icons.
pub(super) fn remove_replacement_text(content: &mut [u8]) -> bool {
    let offsets: Vec<usize> = memmem::find_iter(content, REPLACEMENT)
        .filter(|at| {
            let operand = content.get(at + REPLACEMENT.len()..).unwrap_or(&[]);
            !text_of(operand).is_some_and(|text| is_harmless(&text))
        })
        .collect();
    for at in &offsets {
        if let Some(found) = content.get_mut(*at..*at + DISABLED_REPLACEMENT.len()) {
            found.copy_from_slice(DISABLED_REPLACEMENT);
        }
    }
    !offsets.is_empty()
}

/// Returns an object without replacement text, or `None` if it has none with other words.
pub(super) fn without_replacement_text(object: &Object, document: &Document) -> Option<Object> {
    match object {
        Object::Dict(dict) => properties_as_drawn(dict, document).map(Object::Dict),
        Object::Stream(form) => {
            let dict = properties_as_drawn(&form.dict, document)?;
            let data = form.data.clone();
            Some(Object::Stream(Stream { dict, data }))
        }
        _ => None,
    }
}

/// Returns a dictionary of properties without replacement text, or `None` if it has none with other words. The resources of a
/// page or a form may contain such dictionaries.
pub(super) fn properties_as_drawn(dict: &Dict, document: &Document) -> Option<Dict> {
    within(dict, document, MAX_DEPTH)
}

fn within(dict: &Dict, document: &Document, depth: usize) -> Option<Dict> {
    let mut drawn = None;
    if replaces_words(dict, document) {
        drawn.get_or_insert_with(|| dict.clone()).remove(PROPERTY);
    }
    for (key, value) in dict.iter().filter(|_| depth > 0) {
        if let Object::Dict(inner) = value
            && let Some(inner) = within(inner, document, depth - 1)
        {
            let drawn = drawn.get_or_insert_with(|| dict.clone());
            drawn.insert(key.clone(), Object::Dict(inner));
        }
    }
    drawn
}

/// Returns whether properties replace drawn text by other words.
fn replaces_words(properties: &Dict, document: &Document) -> bool {
    let text = match properties.get(PROPERTY) {
        None => return false,
        Some(Object::Ref(reference)) => document.get(*reference).ok(),
        Some(text) => Some(text.clone()),
    };
    match text {
        Some(Object::String(text)) => !is_harmless(&decode_text_string(&text)),
        // What it leads to is not followed.
        Some(Object::Ref(_)) => true,
        _ => false,
    }
}

/// Parses the string at the start of the content (ISO 32000-1, 7.3.4).
fn text_of(content: &[u8]) -> Option<String> {
    let content = content.trim_ascii_start();
    let (open, rest) = content.split_first()?;
    let bytes: Vec<u8> = match open {
        b'(' => {
            let end = rest.iter().position(|byte| *byte == b')')?;
            rest.get(..end)?.to_vec()
        }
        b'<' => {
            let end = rest.iter().position(|byte| *byte == b'>')?;
            let digits = std::str::from_utf8(rest.get(..end)?).ok()?;
            let digits: String = digits.split_ascii_whitespace().collect();
            let pairs = (0..digits.len() / 2).map(|pair| digits.get(2 * pair..2 * pair + 2));
            pairs
                .map(|pair| u8::from_str_radix(pair?, 16).ok())
                .collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some(decode_text_string(&bytes))
}

/// Returns whether replacement text adds no words.
fn is_harmless(text: &str) -> bool {
    const SHORT: usize = 3;
    let icons = &IconWords::get().contact_icons;
    let is_address = |word: &str| word.contains(['@', '\\']) || word.contains("://");
    let words = text
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '|' | '+'))
        .filter(|word| word.chars().filter(char::is_ascii_alphabetic).count() > SHORT);
    words
        .filter(|word| !is_address(word))
        .all(|word| icons.contains(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacement_text_with_other_words_is_removed() {
        for (content, struck) in [
            ("/Span <</ActualText (Kubernetes and Kafka)>> BDC", true),
            ("/Span <</ActualText <4B75626572>>> BDC", true),
            ("/Span <</ActualText /Other>> BDC", true),
            ("/Span <</ActualText (ffi)>> BDC", false),
            ("/Span <</ActualText <FEFF00AD>>> BDC", false),
            ("/Span <</ActualText (email: ada@example.org)>> BDC", false),
            ("(plain) Tj", false),
        ] {
            let mut bytes = content.as_bytes().to_vec();
            assert_eq!(remove_replacement_text(&mut bytes), struck, "{content}");
            assert_eq!(bytes.len(), content.len());
        }
    }
}
