//! Bytes of unknown encoding as text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How many bytes the guess of an encoding looks at.
const GUESS_BYTES: usize = 64 << 10;

/// Decodes by the byte-order mark, then as UTF-8 or UTF-16 where it is, then by a guess.
pub(crate) fn decode_text(bytes: &[u8]) -> String {
    decode_declared(bytes, None)
}

/// Decodes with the encoding that the file names, which yields to a byte-order mark, to UTF-16's zeros
/// and, where the name is unknown or absent, to a guess.
pub(crate) fn decode_declared(bytes: &[u8], label: Option<&str>) -> String {
    let encoding = Encoding::for_bom(bytes)
        .map(|(encoding, _)| encoding)
        .or_else(|| utf_16_without_mark(bytes))
        .or_else(|| {
            label
                .and_then(|label| Encoding::for_label(label.as_bytes()))
                .filter(|named| single_bytes(named))
        })
        .unwrap_or_else(|| guess(bytes));
    encoding.decode(bytes).0.into_owned()
}

/// A UTF-16 label on bytes without UTF-16's zeros is wrong.
fn single_bytes(encoding: &'static Encoding) -> bool {
    encoding != UTF_16LE && encoding != UTF_16BE
}

fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some(UTF_16LE),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some(UTF_16BE),
        _ => None,
    }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes.get(..GUESS_BYTES).unwrap_or(bytes), true);
    detector.guess(None, Utf8Detection::Allow)
}
