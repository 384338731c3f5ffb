//! Decodes bytes to text: by byte-order mark, then as UTF-8, then by a guess from letter frequencies.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::legacy::most_plausible;
use super::notes::PlanNote;

/// The number of bytes that are used to detect UTF-16 without a byte-order mark.
const UTF16_SAMPLE_BYTES: usize = 4_096;

/// The maximum length of a sample of a decoded text.
const MAX_SAMPLE_CHARS: usize = 60;

/// A text and the name of its encoding.
pub(crate) struct DecodedText {
    pub(crate) text: String,
    pub(crate) encoding: &'static str,
    /// A sample of the text, if the encoding is a guess. The user can see from it whether the guess is right.
    pub(crate) sample: Option<String>,
}

impl DecodedText {
    /// Returns the note for the user, if the encoding is a guess.
    pub(crate) fn note(&self) -> Option<PlanNote> {
        let sample = self.sample.as_ref()?;
        Some(PlanNote::GuessedEncoding {
            encoding: self.encoding,
            sample: sample.clone(),
        })
    }
}

/// Decodes a text file and removes NUL characters.
pub(crate) fn decode(bytes: &[u8]) -> DecodedText {
    let (text, encoding) = match decode_declared(bytes) {
        Some(declared) => declared,
        None => return guess(bytes),
    };
    DecodedText {
        text: without_nuls(text),
        encoding,
        sample: None,
    }
}

fn without_nuls(mut text: String) -> String {
    if text.contains('\0') {
        text.retain(|c| c != '\0');
    }
    text
}

/// Decodes UTF-8, UTF-16 and UTF-32, which can be recognized with certainty.
fn decode_declared(bytes: &[u8]) -> Option<(String, &'static str)> {
    // The byte-order mark of UTF-32LE begins with that of UTF-16LE, so it is checked first.
    if let Some(rest) = bytes.strip_prefix(&[0xff, 0xfe, 0, 0]) {
        return Some((utf32(rest, u32::from_le_bytes), "UTF-32LE"));
    }
    if let Some(rest) = bytes.strip_prefix(&[0, 0, 0xfe, 0xff]) {
        return Some((utf32(rest, u32::from_be_bytes), "UTF-32BE"));
    }
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let rest = bytes.get(mark..).unwrap_or_default();
        let (text, _) = encoding.decode_without_bom_handling(rest);
        return Some((text.into_owned(), encoding.name()));
    }
    if let Some(encoding) = utf16_without_mark(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        return Some((text.into_owned(), encoding.name()));
    }
    let text = std::str::from_utf8(bytes).ok()?;
    Some((text.to_owned(), UTF_8.name()))
}

/// Decodes with a guessed encoding.
///
/// Lines that are valid UTF-8 are decoded as UTF-8. A file that was combined from two encodings is thus read correctly.
fn guess(bytes: &[u8]) -> DecodedText {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, chardetng::Utf8Detection::Deny);
    if !encoding.is_single_byte() {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        return guessed(text.into_owned(), encoding.name());
    }
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let foreign: Vec<&[u8]> = lines
        .filter(|line| std::str::from_utf8(line).is_err())
        .collect();
    let page = most_plausible(&foreign.concat(), encoding);
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.push_str(&page.decode(line)),
        }
    }
    guessed(text, page.name())
}

fn guessed(text: String, encoding: &'static str) -> DecodedText {
    let text = without_nuls(text);
    DecodedText {
        sample: Some(sample(&text)),
        text,
        encoding,
    }
}

/// Returns the first cell with a character that depends on the encoding.
fn sample(text: &str) -> String {
    let mut cells = text.split(['\n', '\r', ',', ';', '\t', '|', '"']);
    let cell = cells.find(|cell| !cell.is_ascii()).unwrap_or_default();
    cell.trim().chars().take(MAX_SAMPLE_CHARS).collect()
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

/// Detects UTF-16 without a byte-order mark. Western text has a NUL in every second byte. In other scripts, only
/// delimiters, digits and line ends have one.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..UTF16_SAMPLE_BYTES).unwrap_or(bytes);
    western_utf16(sample).or_else(|| {
        let mut encodings = [UTF_16LE, UTF_16BE].into_iter();
        encodings.find(|encoding| sample.contains(&0) && is_table(sample, encoding))
    })
}

/// Returns whether bytes decode to a text with lines and delimiters, without errors and unassigned characters.
fn is_table(sample: &[u8], encoding: &'static Encoding) -> bool {
    let even = sample.get(..sample.len() & !1).unwrap_or_default();
    let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(even) else {
        return false;
    };
    let is_written =
        |c: char| !matches!(c, '\u{e000}'..='\u{f8ff}') && (!c.is_control() || c.is_whitespace());
    let has = |marks: &[char]| text.contains(marks);
    has(&['\n', '\r']) && has(&[',', ';', '\t', '|', '{', '[']) && text.chars().all(is_written)
}

fn western_utf16(sample: &[u8]) -> Option<&'static Encoding> {
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
    fn utf_16_is_read_in_every_script() {
        for text in [
            "職種,勤務地\n看護師,東京都\n調理師,大阪市\n",
            "Вакансия;Город\nМедсестра;Казань\n",
            "משרה,עיר\nאחות,חיפה\n",
            "الوظيفة,المدينة\nممرضة,القاهرة\n",
            "职位\t城市\n护士\t北京\n",
            "Titre;Lieu\nIngénieur;Genève\n",
        ] {
            for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                for mark in [None, Some(0xfeff)] {
                    let units = mark.into_iter().chain(text.encode_utf16());
                    let file: Vec<u8> = units.flat_map(bytes).collect();
                    let decoded = decode(&file);
                    assert_eq!(decoded.text, text, "{mark:?}");
                    assert_eq!(decoded.note(), None);
                }
            }
        }
    }

    #[test]
    fn a_guess_shows_a_sample() {
        let text = "Titel;Ort\nPflegekräfte;Köln\n";
        let decoded = decode(&encoding_rs::MACINTOSH.encode(text).0);
        assert_eq!(
            (decoded.encoding, decoded.text.as_str()),
            ("macintosh", text)
        );
        let Some(PlanNote::GuessedEncoding { encoding, sample }) = decoded.note() else {
            panic!("{:?}", decoded.note());
        };
        assert_eq!((encoding, sample.as_str()), ("macintosh", "Pflegekräfte"));
        assert_eq!(decode(text.as_bytes()).note(), None);
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
