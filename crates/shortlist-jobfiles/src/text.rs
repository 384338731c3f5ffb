//! Decodes bytes to text: by byte-order mark, then as UTF-8, then by a guess from letter frequencies.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The number of bytes that are used to detect UTF-16 without a byte-order mark.
const UTF16_SAMPLE_BYTES: usize = 4_096;

/// A text and the name of its encoding.
pub(crate) struct DecodedText {
    pub(crate) text: String,
    pub(crate) encoding: &'static str,
}

/// Decodes a text file and removes NUL characters.
pub(crate) fn decode(bytes: &[u8]) -> DecodedText {
    let (mut text, encoding) = decode_any(bytes);
    if text.contains('\0') {
        text.retain(|c| c != '\0');
    }
    DecodedText { text, encoding }
}

fn decode_any(bytes: &[u8]) -> (String, &'static str) {
    // The byte-order mark of UTF-32LE begins with that of UTF-16LE, so it is checked first.
    if let Some(rest) = bytes.strip_prefix(&[0xff, 0xfe, 0, 0]) {
        return (utf32(rest, u32::from_le_bytes), "UTF-32LE");
    }
    if let Some(rest) = bytes.strip_prefix(&[0, 0, 0xfe, 0xff]) {
        return (utf32(rest, u32::from_be_bytes), "UTF-32BE");
    }
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let rest = bytes.get(mark..).unwrap_or_default();
        let (text, _) = encoding.decode_without_bom_handling(rest);
        return (text.into_owned(), encoding.name());
    }
    if let Some(encoding) = utf16_without_mark(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        return (text.into_owned(), encoding.name());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), UTF_8.name()),
        Err(_) => guess(bytes),
    }
}

/// Decodes with a guessed encoding.
///
/// Lines that are valid UTF-8 are decoded as UTF-8. A file that was combined from two encodings is thus read correctly.
fn guess(bytes: &[u8]) -> (String, &'static str) {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, chardetng::Utf8Detection::Deny);
    if !encoding.is_single_byte() {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        return (text.into_owned(), encoding.name());
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.push_str(&encoding.decode_without_bom_handling(line).0),
        }
    }
    (text, encoding.name())
}

fn utf32(bytes: &[u8], read: fn([u8; 4]) -> u32) -> String {
    bytes
        .chunks(4)
        .map(|chunk| {
            <[u8; 4]>::try_from(chunk)
                .ok()
                .and_then(|unit| char::from_u32(read(unit)))
                .unwrap_or(char::REPLACEMENT_CHARACTER)
        })
        .collect()
}

/// Detects UTF-16 without a byte-order mark. Western text has a NUL in every second byte.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..UTF16_SAMPLE_BYTES).unwrap_or(bytes);
    if sample.len() < 8 {
        return None;
    }
    let nuls = |offset: usize| {
        sample
            .iter()
            .skip(offset)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let (even, odd, half) = (nuls(0), nuls(1), sample.len() / 2);
    if odd * 10 > half * 7 && even * 10 < half {
        Some(UTF_16LE)
    } else if even * 10 > half * 7 && odd * 10 < half {
        Some(UTF_16BE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_text_in_every_encoding_reads_the_same() {
        let text = "Título,Ort\nIngénieur,Zürich\nMédico,Genève\n";
        let utf16 = |bytes: fn(u16) -> [u8; 2], mark: bool| {
            let mark = mark.then_some(0xfeff);
            mark.into_iter()
                .chain(text.encode_utf16())
                .flat_map(bytes)
                .collect::<Vec<u8>>()
        };
        let utf32 = |bytes: fn(u32) -> [u8; 4]| {
            std::iter::once('\u{feff}')
                .chain(text.chars())
                .flat_map(|c| bytes(u32::from(c)))
                .collect::<Vec<u8>>()
        };
        let files = [
            text.as_bytes().to_vec(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            utf16(u16::to_le_bytes, true),
            utf16(u16::to_be_bytes, true),
            utf16(u16::to_le_bytes, false),
            utf16(u16::to_be_bytes, false),
            utf32(u32::to_le_bytes),
            utf32(u32::to_be_bytes),
            encoding_rs::WINDOWS_1252.encode(text).0.into_owned(),
        ];
        for (number, file) in files.iter().enumerate() {
            assert_eq!(decode(file).text, text, "file {number}");
        }
    }

    #[test]
    fn lines_of_two_encodings_are_both_read() {
        let bytes = [
            "title\nIngénieur à Genève\n".as_bytes(),
            b"Ing\xe9nieur \xe0 Gen\xe8ve\n",
        ]
        .concat();
        assert_eq!(
            decode(&bytes).text,
            "title\nIngénieur à Genève\nIngénieur à Genève\n"
        );
    }

    #[test]
    fn nuls_are_left_out() {
        assert_eq!(
            decode(b"ti\0tle,place\nBer\0lin,x\n").text,
            "title,place\nBerlin,x\n"
        );
    }
}
