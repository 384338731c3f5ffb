//! Reads a posting: one job as text, for example as copied from a job board.

use crate::notes::PlanNote;
use shortlist_domain::{InvalidValue, check_description, check_title};

use super::foreign::{ForeignFormat, foreign_format, foreign_text};
use super::{markup, text};

/// A job from a posting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    /// The first line with text.
    pub title: String,
    /// The rest of the text, without HTML. It may be empty.
    pub description: String,
    /// A note for the user, if the encoding is a guess.
    pub note: Option<PlanNote>,
}

/// The reason why a posting is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PostingError {
    /// The file contains no text.
    #[error("the posting is empty; write the title in its first line and the description below")]
    Empty,
    /// The bytes belong to another format.
    #[error("the file is {0}, not a posting as text; copy its text into a file")]
    UnknownFormat(ForeignFormat),
    /// The title or the description is invalid.
    #[error("the first line of a posting is its title, the rest its description: {0}")]
    Invalid(#[from] InvalidValue),
}

/// Reads a posting in any encoding. The first line with text is the title, with or without the marks of Markdown.
///
/// # Errors
/// Returns an error if the bytes are not text, or if the title or the description is too long.
pub fn read_posting(bytes: &[u8]) -> Result<Posting, PostingError> {
    if let Some(format) = foreign_format(bytes).or_else(|| archive(bytes)) {
        return Err(PostingError::UnknownFormat(format));
    }
    let decoded = text::decode(bytes);
    let start = decoded.text.trim_start_matches('\u{feff}').trim_start();
    let foreign = foreign_text(start).filter(|format| *format != ForeignFormat::Html);
    if let Some(format) = foreign {
        return Err(PostingError::UnknownFormat(format));
    }
    let plain = markup::plain_text(start);
    let (title, description) = split_title(&plain).ok_or(PostingError::Empty)?;
    Ok(Posting {
        title: check_title("title", title)?,
        description: check_description("description", description)?,
        note: decoded.note(),
    })
}

/// Returns the format of a file that is a ZIP archive inside.
fn archive(bytes: &[u8]) -> Option<ForeignFormat> {
    bytes
        .starts_with(b"PK\x03\x04")
        .then_some(ForeignFormat::ZipOrOffice)
}

/// Splits a text after its first line with text.
fn split_title(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (title, rest) = text.split_once('\n').unwrap_or((text, ""));
    let title = title.trim_start_matches('#').trim();
    (!title.is_empty()).then_some((title, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, String) {
        let posting = read_posting(bytes).unwrap();
        (posting.title, posting.description)
    }

    fn refusal(bytes: &[u8]) -> String {
        read_posting(bytes).unwrap_err().to_string()
    }

    #[test]
    fn the_first_line_is_the_title() {
        let expected = (
            "Data Engineer".to_owned(),
            "You know SQL.\n- Python".to_owned(),
        );
        for text in [
            "Data Engineer\nYou know SQL.\n- Python\n",
            "\u{feff}\n\n# Data Engineer\r\n\r\nYou know SQL.\r\n- Python",
        ] {
            assert_eq!(read(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(read(b"Baker"), ("Baker".to_owned(), String::new()));
    }

    #[test]
    fn the_tags_of_a_page_are_removed() {
        let page = "<!DOCTYPE html><html><head><title>Jobs</title></head><body><h1>Baker</h1><p>You bake bread.</p></body></html>";
        assert_eq!(
            read(page.as_bytes()),
            ("Baker".to_owned(), "You bake bread.".to_owned())
        );
    }

    #[test]
    fn other_encodings_are_read() {
        let text = "Pflegekraft für Köln\nSie begleiten ältere Menschen und führen Gespräche.\n";
        let expected = read(text.as_bytes());
        let latin = encoding_rs::WINDOWS_1252.encode(text).0;
        assert_eq!(read(&latin), expected);
        assert!(read_posting(&latin).unwrap().note.is_some());
        let utf16: Vec<u8> = std::iter::once(0xfeff)
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(read(&utf16), expected);
        assert_eq!(read_posting(&utf16).unwrap().note, None);
    }

    #[test]
    fn what_is_no_posting_is_refused_with_the_reason() {
        assert!(refusal(b"").contains("empty"));
        assert!(refusal(b" \n\t\n").contains("empty"));
        assert!(refusal(b"%PDF-1.7\n").contains("a PDF"));
        assert!(refusal(b"PK\x03\x04abc").contains("Office document"));
        assert!(refusal(b"\x01\x02\x03\x04\x05\x06").contains("binary data"));
        let long = "word ".repeat(200);
        assert!(refusal(long.as_bytes()).contains("title"));
    }
}
