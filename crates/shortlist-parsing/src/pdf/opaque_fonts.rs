//! Marks letters of fonts that draw them and do not say which characters they are.
//!
//! A font of the kind Type 3 draws each letter with its own operators. Some writers number its letters in an order of their
//! own, name them by these numbers and give no map to characters. Read by the usual encoding, they would be other letters.

use pdfboss_core::{Dict, Document, Name, Object};

/// The minimum number of letters of such a font.
const MIN_LETTERS: usize = 8;
/// Such a font has more codes than one in this many that no encoding of text uses.
const UNUSUAL_SHARE: usize = 6;
/// The first character of the names that stand for letters without a meaning, in the area for private use.
const PRIVATE: u32 = 0xe000;

/// Returns a font whose letters have no meaning as one that says so, or `None` for any other. The font is of the kind Type 3.
pub(super) fn marked(font: &Dict, document: &Document) -> Option<Dict> {
    if font.get("ToUnicode").is_some() {
        return None;
    }
    let encoding = document.resolve(font.get("Encoding")?).ok()?;
    let mut encoding = encoding.as_dict()?.clone();
    let names = document.resolve(encoding.get("Differences")?).ok()?;
    let names = names.as_array()?;
    if !is_opaque(names) {
        return None;
    }
    let mut letter = PRIVATE;
    let names = names.iter().map(|name| match name {
        Object::Name(_) => {
            letter = (letter + 1).min(PRIVATE + 0xff);
            Object::Name(Name(format!("uni{letter:04X}")))
        }
        code => code.clone(),
    });
    let names = Object::Array(names.collect());
    encoding.insert(Name("Differences".into()), names);
    let mut font = font.clone();
    font.insert(Name("Encoding".into()), Object::Dict(encoding));
    Some(font)
}

/// Returns whether all names are numbers, and whether the codes are not those of letters.
fn is_opaque(names: &[Object]) -> bool {
    let mut code = 0_i64;
    let mut letters = 0;
    let mut unusual = 0;
    for entry in names {
        match entry {
            Object::Name(name) if is_number(&name.0) => {
                letters += 1;
                unusual += usize::from((0x7f..=0xa0).contains(&code));
                code = code.saturating_add(1);
            }
            Object::Int(first) => code = *first,
            _ => return false,
        }
    }
    letters >= MIN_LETTERS && unusual * UNUSUAL_SHARE > letters
}

/// Returns whether the name of a letter is only a number, such as `C0092`, `g12` or `a7`.
fn is_number(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let prefix = name.len() - digits.len();
    // Names such as `uni0041` and `u1F600` contain the code of the character.
    let has_code = name.starts_with("uni") || (prefix == 1 && name.starts_with('u'));
    (0..=3).contains(&prefix)
        && !has_code
        && !digits.is_empty()
        && digits.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(first: i64, count: u8, prefix: &str) -> Vec<Object> {
        let names = (0..count).map(|number| Object::Name(Name(format!("{prefix}{number}"))));
        std::iter::once(Object::Int(first)).chain(names).collect()
    }

    #[test]
    fn numbered_letters_beyond_all_encodings_are_opaque() {
        assert!(is_opaque(&names(100, 80, "C")));
        assert!(is_opaque(&names(120, 30, "g")));
        // The codes of letters are their characters, as in fonts of TeX.
        assert!(!is_opaque(&names(33, 94, "a")));
        assert!(!is_opaque(&names(100, 80, "uni")));
        assert!(!is_opaque(&names(100, 80, "alpha")));
        assert!(!is_opaque(&names(128, 4, "C")));
    }
}
