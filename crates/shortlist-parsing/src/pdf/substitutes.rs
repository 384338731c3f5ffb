//! What a file gives machines in place of the letters that it draws: maps of fonts to other characters, and replacement text.
//!
//! A font that the file does not hold is drawn by its encoding, so that a map to characters can only repeat what the encoding
//! says, or lie. Of fonts that a file holds the outlines alone could tell.

use pdfboss_core::object::decode_text_string;
use pdfboss_core::{Dict, Document, Object};

/// The operand of marked content that replaces what is drawn (ISO 32000-1, 14.9.4), and one of its length that means nothing.
const REPLACEMENT: &[u8] = b"/ActualText";
const NOTHING: &[u8] = b"/Act_alText";
/// Fonts of signs, whose letters are no letters.
const OF_SIGNS: [&str; 6] = ["symbol", "ding", "icon", "awesome", "math", "emoji"];

/// A font as it is drawn; `None` where its map to characters may be believed.
pub(super) fn as_drawn(object: &Object, document: &Document) -> Option<Object> {
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
    let of_letters = !OF_SIGNS.iter().any(|sign| name.contains(sign));
    let mapped = font.get("ToUnicode").is_some();
    if !(simple && encoded && of_letters && mapped) || holds_font(font, document) {
        return None;
    }
    let mut drawn = font.clone();
    drawn.remove("ToUnicode");
    Some(Object::Dict(drawn))
}

fn holds_font(font: &Dict, document: &Document) -> bool {
    let descriptor = match font.get("FontDescriptor") {
        None => return false,
        Some(Object::Ref(reference)) => document.get(*reference).ok(),
        Some(other) => Some(other.clone()),
    };
    // A descriptor that cannot be read may hold anything.
    descriptor
        .as_ref()
        .and_then(Object::as_dict)
        .is_none_or(|descriptor| {
            ["FontFile", "FontFile2", "FontFile3"]
                .iter()
                .any(|file| descriptor.get(file).is_some())
        })
}

/// Takes replacement text that says other words than are drawn out of a page's content; says whether there was any.
///
/// Ligatures, signs, and the names that icons of contacts have, help to read the page and stay.
pub(super) fn strike_replacements(content: &mut [u8]) -> bool {
    let places: Vec<usize> = content
        .windows(REPLACEMENT.len())
        .enumerate()
        .filter(|(_, found)| *found == REPLACEMENT)
        .map(|(at, _)| at)
        .filter(|at| {
            let operand = content.get(at + REPLACEMENT.len()..).unwrap_or(&[]);
            !text_of(operand).is_some_and(|text| is_harmless(&text))
        })
        .collect();
    for at in &places {
        if let Some(found) = content.get_mut(*at..*at + NOTHING.len()) {
            found.copy_from_slice(NOTHING);
        }
    }
    !places.is_empty()
}

/// A dictionary of properties without replacement text, where it has some that says other words.
pub(super) fn without_replacement(object: &Object) -> Option<Object> {
    let Object::Dict(properties) = object else {
        return None;
    };
    let text = properties.get("ActualText")?.as_str_bytes()?;
    if is_harmless(&decode_text_string(text)) {
        return None;
    }
    let mut without = properties.clone();
    without.remove("ActualText");
    Some(Object::Dict(without))
}

/// The string that content goes on with (ISO 32000-1, 7.3.4).
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

/// Whether replacement text says no words of its own.
fn is_harmless(text: &str) -> bool {
    const SHORT: usize = 3;
    let is_address = |word: &str| word.contains(['@', '\\']) || word.contains("://");
    let words = text
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '|' | '+'))
        .filter(|word| word.chars().filter(char::is_ascii_alphabetic).count() > SHORT);
    words
        .filter(|word| !is_address(word))
        .all(|word| LABELS.contains(&word.to_lowercase().as_str()))
}

/// What icons of contacts are called.
const LABELS: [&str; 26] = [
    "email",
    "e-mail",
    "mail",
    "mailto",
    "mailaddress",
    "phone",
    "telephone",
    "mobile",
    "fax",
    "home",
    "homepage",
    "website",
    "linkedin",
    "github",
    "gitlab",
    "twitter",
    "xtwitter",
    "mastodon",
    "skype",
    "orcid",
    "location",
    "address",
    "date",
    "birthday",
    "stackoverflow",
    "https",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_its_own_are_struck_and_signs_stay() {
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
            assert_eq!(strike_replacements(&mut bytes), struck, "{content}");
            assert_eq!(bytes.len(), content.len());
        }
    }
}
