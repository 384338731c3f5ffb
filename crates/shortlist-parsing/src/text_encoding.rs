//! Decodes bytes of unknown encoding.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How many bytes are used to guess an encoding.
const GUESS_BYTES: usize = 64 << 10;

/// Decodes text. A byte-order mark decides first, then valid UTF-16 or UTF-8, then a guess.
pub(crate) fn decode_text(bytes: &[u8]) -> String {
    decode_declared(bytes, None)
}

/// Decodes text with the encoding that the file declares.
///
/// A byte-order mark and the zero bytes of UTF-16 take precedence over the declaration. If the declared name
/// is missing or unknown, the encoding is guessed.
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

/// Rejects a UTF-16 label, which is wrong for bytes without the zeros of UTF-16.
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
