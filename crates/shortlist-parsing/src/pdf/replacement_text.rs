//! Finds the text that a file declares for machines instead of the letters that it draws.
//!
//! Such text comes from maps of fonts to characters and from replacement text. A font that is not embedded is drawn
//! by its encoding, so its map can only repeat the encoding or be false. For an embedded font, only the outlines
//! could show what is drawn.

use memchr::memchr_iter;
use pdfboss_core::lexer::{Lexer, Token};
use pdfboss_core::object::{Name, decode_text_string};
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

/// The property of marked content that replaces drawn text (ISO 32000-1, 14.9.4).
const PROPERTY: &str = "ActualText";
/// The map of a font to characters.
const MAP: &str = "ToUnicode";
/// The longest replacement text that is not removed, with the name of the property.
const MAX_HARMLESS_BYTES: usize = 512;
/// How deep dictionaries within others are searched. The resources of a font in the resources of a page have properties at five.
const MAX_DEPTH: usize = 6;

/// Returns an object without the text that it declares for machines, or `None` if it declares none with other words.
pub(super) fn as_drawn(object: &Object, document: &Document) -> Option<Object> {
    match object {
        Object::Dict(dict) => dict_as_drawn(dict, document).map(Object::Dict),
        Object::Stream(form) => {
            let dict = dict_as_drawn(&form.dict, document)?;
            let data = form.data.clone();
            Some(Object::Stream(Stream { dict, data }))
        }
        _ => None,
    }
}

/// Returns a dictionary without the text that it declares for machines, or `None` if it declares none with other words. The
/// resources of a page or a form may contain fonts and properties.
pub(super) fn dict_as_drawn(dict: &Dict, document: &Document) -> Option<Dict> {
    within(dict, document, MAX_DEPTH)
}

fn within(dict: &Dict, document: &Document, depth: usize) -> Option<Dict> {
    let mut drawn = None;
    if replaces_words(dict, document) {
        drawn.get_or_insert_with(|| dict.clone()).remove(PROPERTY);
    }
    if has_doubtful_map(dict, document) {
        drawn.get_or_insert_with(|| dict.clone()).remove(MAP);
    }
    let Some(depth) = depth.checked_sub(1) else {
        return drawn;
    };
    for (key, value) in dict.iter() {
        if let Object::Dict(inner) = value
            && let Some(inner) = within(inner, document, depth)
        {
            let drawn = drawn.get_or_insert_with(|| dict.clone());
            drawn.insert(key.clone(), Object::Dict(inner));
        }
    }
    drawn
}

/// Returns whether a dictionary is a font whose map to characters is not trustworthy.
fn has_doubtful_map(font: &Dict, document: &Document) -> bool {
    if font.get(MAP).is_none() {
        return false;
    }
    let named = |key: &str| match document.resolve(font.get(key)?) {
        Ok(Object::Name(name)) => Some(name.0),
        _ => None,
    };
    let simple = matches!(
        named("Subtype").as_deref(),
        Some("Type1" | "TrueType" | "MMType1")
    );
    let encoded = matches!(
        named("Encoding").as_deref(),
        Some("WinAnsiEncoding" | "MacRomanEncoding" | "StandardEncoding")
    );
    let name = named("BaseFont").unwrap_or_default().to_lowercase();
    let mut symbol_fonts = IconWords::get().symbol_fonts.iter();
    let is_text_font = !symbol_fonts.any(|sign| name.contains(sign));
    simple && encoded && is_text_font && !is_embedded(font, document)
}

/// Returns whether the outlines of a font are in the file. An unreadable descriptor may contain them.
fn is_embedded(font: &Dict, document: &Document) -> bool {
    let Some(descriptor) = font.get("FontDescriptor") else {
        return false;
    };
    let is_outlined = |descriptor: &Dict| {
        let mut keys = ["FontFile", "FontFile2", "FontFile3"].iter();
        keys.any(|key| descriptor.get(key).is_some())
    };
    let descriptor = document.resolve(descriptor).ok();
    descriptor.is_none_or(|it| it.as_dict().is_none_or(is_outlined))
}

/// Removes replacement text that has other words than are drawn from the content of a page. Returns whether it removed any.
///
/// Replacement text stays if it helps to read the page: ligatures, symbols, and the names of contact icons.
pub(super) fn remove_replacement_text(content: &mut [u8]) -> bool {
    let names = memchr_iter(b'/', content).filter(|at| has_other_words(content, *at));
    let names: Vec<usize> = names.collect();
    for at in &names {
        // A name with another first letter means nothing.
        if let Some(letter) = content.get_mut(at + 1) {
            *letter = b'_';
        }
    }
    !names.is_empty()
}

/// Returns whether the content of a page has, from a byte on, replacement text with other words than are drawn.
fn has_other_words(content: &[u8], at: usize) -> bool {
    // Text that is never closed would be read to the end for each name.
    let end = content.len().min(at + MAX_HARMLESS_BYTES);
    let near = content.get(at..end).unwrap_or_default();
    let mut tokens = Lexer::new(near);
    let property = Token::Name(Name(PROPERTY.into()));
    if !tokens.next_token().is_ok_and(|name| name == property) {
        return false;
    }
    let text = tokens.next_token();
    let is_whole = tokens.pos() < near.len();
    !(is_whole && text.is_ok_and(|text| is_harmless_string(&text)))
}

fn is_harmless_string(text: &Token) -> bool {
    match text {
        Token::LitString(text) | Token::HexString(text) => is_harmless(&decode_text_string(text)),
        _ => false,
    }
}

/// Returns whether properties replace drawn text by other words.
fn replaces_words(properties: &Dict, document: &Document) -> bool {
    let text = properties.get(PROPERTY).map(|text| document.resolve(text));
    matches!(text, Some(Ok(Object::String(text))) if !is_harmless(&decode_text_string(&text)))
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
            ("/Span <</Actual#54ext (Kubernetes and Kafka)>> BDC", true),
            (
                "/Span <</ActualText (f\\) Kubernetes and Kafka)>> BDC",
                true,
            ),
            ("/Span <</ActualText%\n(Kubernetes and Kafka)>> BDC", true),
            (
                &format!("/Span <</ActualText ({})>> BDC", "ffi ".repeat(200)),
                true,
            ),
            ("/Span <</ActualText (ffi)>> BDC", false),
            ("/Span <</ActualTexts (Kubernetes and Kafka)>> BDC", false),
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
