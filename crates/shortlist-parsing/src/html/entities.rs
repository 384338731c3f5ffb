//! Decodes the character references of HTML.

use std::borrow::Cow;

/// The length of the longest reference name.
const MAX_NAME_BYTES: usize = 10;

/// The names of U+00A0 to U+00FF, in order.
const LATIN_1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
    Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
    Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// Returns the text with its references decoded. Unknown references stay unchanged.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split('&');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let length = piece
            .bytes()
            .take(MAX_NAME_BYTES)
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#')
            .count();
        let (name, rest) = piece.split_at_checked(length).unwrap_or((piece, ""));
        match referenced(name) {
            Some(c) => {
                out.push(c);
                out.push_str(rest.strip_prefix(';').unwrap_or(rest));
            }
            None => {
                out.push('&');
                out.push_str(piece);
            }
        }
    }
    Cow::Owned(out)
}

fn referenced(name: &str) -> Option<char> {
    if let Some(code) = name.strip_prefix('#') {
        let number = match code.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => code.parse().ok()?,
        };
        return windows_1252(number).or_else(|| char::from_u32(number));
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "bull" => '\u{2022}',
        "ndash" => '\u{2013}',
        "mdash" => '\u{2014}',
        "lsquo" => '\u{2018}',
        "rsquo" => '\u{2019}',
        "ldquo" => '\u{201C}',
        "rdquo" => '\u{201D}',
        "hellip" => '\u{2026}',
        "euro" => '\u{20AC}',
        "trade" => '\u{2122}',
        "ensp" | "emsp" | "thinsp" => ' ',
        "zwnj" => '\u{200C}',
        "zwj" => '\u{200D}',
        "oelig" => 'œ',
        "OElig" => 'Œ',
        "scaron" => 'š',
        "Scaron" => 'Š',
        name => {
            let position = LATIN_1
                .split_ascii_whitespace()
                .position(|known| known == name)?;
            char::from_u32(0xA0 + u32::try_from(position).ok()?)?
        }
    })
}

/// Decodes the numbers 128 to 159 as Windows-1252, as browsers do.
fn windows_1252(number: u32) -> Option<char> {
    let byte = u8::try_from(number)
        .ok()
        .filter(|byte| (0x80..0xA0).contains(byte))?;
    encoding_rs::WINDOWS_1252
        .decode_without_bom_handling(&[byte])
        .0
        .chars()
        .next()
}
