//! Completes what the predefined maps of Chinese and Korean fonts say about Latin letters.
//!
//! Several encodings select narrow forms of the Latin letters, which the maps from glyphs to characters leave out. In all of
//! them, one byte from 20 to 7E is a character of ASCII (ISO 32000-1, 9.7.5.2).

use pdfboss_core::{Dict, Document, Name, Object, Stream};

/// The beginnings of the names of such encodings.
const ENCODINGS: [&str; 6] = [
    "GBK",
    "GB-EUC",
    "ETen",
    "HKscs-B5",
    "KSCms-UHC-HW",
    "CNS-EUC",
];
/// The map of the single bytes, as fonts contain it (ISO 32000-1, 9.10.3).
const MAP: &[u8] =
    b"1 begincodespacerange <20> <7E> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange";

/// Returns a font with the map of its single bytes, or `None` if it needs none. The font is composite.
pub(super) fn completed(font: &Dict, document: &Document) -> Option<Dict> {
    if font.get("ToUnicode").is_some() {
        return None;
    }
    let encoding = document.resolve(font.get("Encoding")?).ok()?;
    let encoding = &encoding.as_name()?.0;
    if !ENCODINGS.iter().any(|start| encoding.starts_with(start)) {
        return None;
    }
    let map = Stream {
        dict: Dict::default(),
        data: MAP.to_vec(),
    };
    let mut font = font.clone();
    font.insert(Name("ToUnicode".into()), Object::Stream(map));
    Some(font)
}
