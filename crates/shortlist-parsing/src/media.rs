//! Detects the format of a file from its bytes, never from its name.

use crate::ReadError;
use shortlist_domain::ForeignFormat;

/// How many bytes at the start of the file can contain the signature of a format.
const HEAD_BYTES: usize = 4_096;

/// A supported format, which decides the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    /// A PDF file.
    Pdf,
    /// A ZIP archive, which may be a DOCX file.
    Zip,
    /// An OLE compound file, which may be a Word document.
    Ole,
    /// A Word 2 or 6 document without a container.
    RawWord,
    /// Rich Text Format.
    Rtf,
    /// HTML.
    Html,
    /// HTML in a MIME message.
    Mhtml,
}

/// Detects the format of the bytes.
///
/// # Errors
/// Returns [`ReadError::Empty`] if there are no bytes, and [`ReadError::OtherFormat`] for an unsupported
/// format.
pub(crate) fn container_of(bytes: &[u8]) -> Result<Container, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let head = bytes.get(..HEAD_BYTES).unwrap_or(bytes);
    if head.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
        return Ok(Container::Ole);
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Ok(Container::Zip);
    }
    if contains(head, b"%PDF-") {
        return Ok(Container::Pdf);
    }
    if matches!(head, [0xDB | 0xDC, 0xA5, ..]) {
        return Ok(Container::RawWord);
    }
    if let Some(name) = other_format(head) {
        return Err(ReadError::OtherFormat(name));
    }
    text_container(head).ok_or(ReadError::OtherFormat(if looks_like_text(head) {
        ForeignFormat::PlainText
    } else {
        ForeignFormat::Unknown
    }))
}

fn text_container(head: &[u8]) -> Option<Container> {
    if contains(head, b"{\\rtf") {
        return Some(Container::Rtf);
    }
    let text: String = crate::text_encoding::decode_text(head)
        .chars()
        .filter(|c| *c != '\0')
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    if text.starts_with("mime-version:")
        || (text.contains("\nmime-version:") && text.contains("content-type:"))
    {
        return Some(Container::Mhtml);
    }
    let html = ["<html", "<!doctype html", "<body", "<head", "<meta "];
    (text.starts_with('<') && html.iter().any(|tag| text.contains(tag))).then_some(Container::Html)
}

/// Returns the name of an unsupported format in which resumes often arrive by mistake.
fn other_format(head: &[u8]) -> Option<ForeignFormat> {
    const MARKS: [(&[u8], ForeignFormat); 13] = [
        (b"\x89PNG", ForeignFormat::Png),
        (b"\xFF\xD8\xFF", ForeignFormat::Jpeg),
        (b"GIF8", ForeignFormat::Gif),
        (b"II*\0", ForeignFormat::Tiff),
        (b"MM\0*", ForeignFormat::Tiff),
        (b"BM", ForeignFormat::Bitmap),
        (b"%!PS", ForeignFormat::PostScript),
        (b"Rar!", ForeignFormat::Rar),
        (b"7z\xBC\xAF", ForeignFormat::SevenZip),
        (b"\x1F\x8B", ForeignFormat::Gzip),
        (b"MZ", ForeignFormat::Program),
        (b"\x7FELF", ForeignFormat::Program),
        (b"\xFFWPC", ForeignFormat::WordPerfect),
    ];
    MARKS
        .iter()
        .find(|(mark, _)| head.starts_with(mark) && (mark.len() > 2 || !looks_like_text(head)))
        .map(|(_, name)| *name)
}

fn looks_like_text(head: &[u8]) -> bool {
    !head.iter().any(|byte| matches!(byte, 0..=8 | 0x0E..=0x1A))
}

/// Returns whether the bytes contain a signature.
pub(crate) fn contains(bytes: &[u8], mark: &[u8]) -> bool {
    bytes.windows(mark.len()).any(|window| window == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_decide() {
        let cases: [(&[u8], Result<Container, ReadError>); 11] = [
            (b"", Err(ReadError::Empty)),
            (b"junk before %PDF-1.4", Ok(Container::Pdf)),
            (b"PK\x03\x04rest", Ok(Container::Zip)),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Ok(Container::Ole)),
            (b"\xDC\xA5e\0", Ok(Container::RawWord)),
            (b"\xEF\xBB\xBF  {\\rtf1 Ada}", Ok(Container::Rtf)),
            (b" <!DOCTYPE html><p>Ada", Ok(Container::Html)),
            (
                b"MIME-Version: 1.0\r\nContent-Type: text/html",
                Ok(Container::Mhtml),
            ),
            (
                b"\x89PNG\r\n\x1A\n",
                Err(ReadError::OtherFormat(ForeignFormat::Png)),
            ),
            (
                b"Ada Lovelace, engineer",
                Err(ReadError::OtherFormat(ForeignFormat::PlainText)),
            ),
            (
                b"\x05user\0\0\0",
                Err(ReadError::OtherFormat(ForeignFormat::Unknown)),
            ),
        ];
        for (bytes, expected) in cases {
            assert_eq!(
                container_of(bytes),
                expected,
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }
}
