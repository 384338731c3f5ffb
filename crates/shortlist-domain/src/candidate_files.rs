//! The files of a candidate: the versions of the resume, and further documents such as a cover letter.

use crate::file_name::with_ending;
use crate::{
    CandidateId, ChoiceProblem, DocumentId, FileDigest, InvalidValue, MediaKind, OrganizationId,
    StoredFile, Timestamp, UserId,
};

/// The most further documents of a candidate that users add.
pub const MAX_DOCUMENTS: usize = 50;
/// The most further documents of a candidate that come with applications from outside. They have a limit of their own, so
/// that no stranger can use up that of the users.
pub const MAX_APPLICANT_DOCUMENTS: usize = 200;

/// The bytes at the start of a file from which its format is detected.
const HEAD_BYTES: usize = 4_096;
/// The first bytes of a PDF.
const PDF_START: &[u8] = b"%PDF-";
/// The part of a DOCX file that contains its text. A ZIP archive names its parts in plain text.
const WORD_PART: &[u8] = b"word/document";
/// The stream of an OLE compound file that contains the text of a Word document, in UTF-16.
const WORD_STREAM: &[u8] = b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0";

/// A version of a candidate's resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResumeVersion {
    /// Its number. The first upload has the number 1.
    pub number: i32,
    /// The file.
    pub file: StoredFile,
    /// The name under which the file is stored. The first version has none, because it is stored under the candidate's.
    pub file_id: Option<DocumentId>,
    /// When it was uploaded.
    pub uploaded_at: Timestamp,
    /// The user who uploaded it, if that was recorded.
    pub uploaded_by: Option<UserId>,
    /// When a newer version replaced it.
    pub replaced_at: Option<Timestamp>,
}

/// What a further document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// Another resume, which is not scored.
    Resume,
    /// A cover letter.
    CoverLetter,
    /// A certificate or a reference.
    Certificate,
    /// Anything else.
    Other,
}

impl DocumentKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [
        Self::Resume,
        Self::CoverLetter,
        Self::Certificate,
        Self::Other,
    ];

    /// Returns the kind's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Resume => "Resume",
            Self::CoverLetter => "CoverLetter",
            Self::Certificate => "Certificate",
            Self::Other => "Other",
        }
    }

    /// Parses a kind's name in any letter case.
    ///
    /// # Errors
    /// Returns an error if no kind has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let named = |kind: &Self| kind.as_str().eq_ignore_ascii_case(value.trim());
        Self::ALL.into_iter().find(named).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str);
            InvalidValue::new(field, ChoiceProblem::not_one_of(names))
        })
    }
}

/// The format of a further document, detected from its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentMedia {
    /// Portable Document Format.
    Pdf,
    /// Word binary.
    Doc,
    /// Office Open XML.
    Docx,
    /// A PNG picture.
    Png,
    /// A JPEG picture.
    Jpeg,
    /// Plain text in UTF-8.
    Text,
}

impl DocumentMedia {
    /// Every format.
    pub const ALL: [Self; 6] = [
        Self::Pdf,
        Self::Doc,
        Self::Docx,
        Self::Png,
        Self::Jpeg,
        Self::Text,
    ];

    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Text => "text/plain",
        }
    }

    /// Returns the usual ending of a file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Doc => "doc",
            Self::Docx => "docx",
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Text => "txt",
        }
    }

    /// Returns a file's name with an ending of this format.
    pub fn file_name(self, name: &str) -> String {
        match self {
            Self::Jpeg => with_ending(name, &[self.ending(), "jpeg"]),
            Self::Doc => MediaKind::Doc.file_name(name),
            _ => with_ending(name, &[self.ending()]),
        }
    }

    /// Parses a media type.
    ///
    /// # Errors
    /// Returns an error if no document has that type.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|media| media.media_type() == value)
            .ok_or_else(|| InvalidValue::new(field, ChoiceProblem::NotDocumentMedia))
    }

    /// Returns whether the first bytes of a file are those of a PDF, or contain no PDF. Readers accept other bytes before a
    /// PDF, but a program may see in these a file of another format, such as a page with scripts.
    pub fn begins_cleanly(head: &[u8]) -> bool {
        let head = head.get(..HEAD_BYTES).unwrap_or(head);
        let other = [b"PK".as_slice(), &[0xd0, 0xcf, 0x11, 0xe0]];
        head.starts_with(PDF_START)
            || !contains(head, PDF_START)
            || other.iter().any(|start| head.starts_with(start))
    }

    /// Returns the format of a whole file, or `None` if no document may have it. The file's name plays no part.
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        let head = bytes.get(..HEAD_BYTES).unwrap_or(bytes);
        if contains(head, PDF_START) {
            return Some(Self::Pdf);
        }
        if head.starts_with(b"\x89PNG\r\n\x1a\n") {
            return Some(Self::Png);
        }
        if head.starts_with(b"\xff\xd8\xff") {
            return Some(Self::Jpeg);
        }
        if head.starts_with(b"PK\x03\x04") {
            return contains(bytes, WORD_PART).then_some(Self::Docx);
        }
        if head.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
            return contains(bytes, WORD_STREAM).then_some(Self::Doc);
        }
        let text = std::str::from_utf8(bytes).ok()?;
        let is_plain = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{c}');
        (!text.is_empty() && text.chars().all(is_plain)).then_some(Self::Text)
    }
}

fn contains(bytes: &[u8], mark: &[u8]) -> bool {
    bytes.windows(mark.len()).any(|window| window == mark)
}

/// A further document of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its identifier.
    pub id: DocumentId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// What it is.
    pub kind: DocumentKind,
    /// The file's name as uploaded, without folders.
    pub name: String,
    /// Its format.
    pub media: DocumentMedia,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its digest.
    pub digest: FileDigest,
    /// When it was uploaded.
    pub uploaded_at: Timestamp,
    /// The user who uploaded it; `None` if it came with an application from outside.
    pub uploaded_by: Option<UserId>,
    /// Whether it is a resume that an applicant sent with the contact data of the candidate, and nobody has decided yet which
    /// resume counts.
    pub competes: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_decide_the_format() {
        let docx = [b"PK\x03\x04....".as_slice(), b"word/document.xml"].concat();
        let doc = [&[0xd0, 0xcf, 0x11, 0xe0, 0xa1][..], WORD_STREAM].concat();
        let cases: [(&[u8], Option<DocumentMedia>); 14] = [
            (b"%PDF-1.7\n", Some(DocumentMedia::Pdf)),
            (b"\x89PNG\r\n\x1a\n....", Some(DocumentMedia::Png)),
            (b"\xff\xd8\xff\xe0....", Some(DocumentMedia::Jpeg)),
            (&docx, Some(DocumentMedia::Docx)),
            (&doc, Some(DocumentMedia::Doc)),
            (
                "Dear colleagues,\r\n\tübung".as_bytes(),
                Some(DocumentMedia::Text),
            ),
            (
                b"<html><script>alert(1)</script>",
                Some(DocumentMedia::Text),
            ),
            (b"", None),
            (b"PK\x03\x04 a spreadsheet: xl/workbook.xml", None),
            (b"\xd0\xcf\x11\xe0 a spreadsheet", None),
            (b"GIF89a\0\0", None),
            (b"MZ\x90\0", None),
            (b"caf\xe9", None),
            (b"a\x1b[2Jb", None),
        ];
        for (bytes, expected) in cases {
            assert_eq!(
                DocumentMedia::detect(bytes),
                expected,
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }

    #[test]
    fn a_pdf_begins_with_its_first_bytes() {
        for (head, expected) in [
            (b"%PDF-1.7\n".as_slice(), true),
            (b"PK\x03\x04 an archive with %PDF-1.7", true),
            (b"Dear colleagues", true),
            (b"<html><script>alert(1)</script>%PDF-1.7", false),
            (b"\x89PNG\r\n\x1a\n%PDF-1.7", false),
            (b"\n%PDF-1.7", false),
        ] {
            let text = String::from_utf8_lossy(head);
            assert_eq!(DocumentMedia::begins_cleanly(head), expected, "{text}");
        }
    }

    #[test]
    fn names_and_media_types_read_back() {
        for kind in DocumentKind::ALL {
            let name = kind.as_str().to_lowercase();
            assert_eq!(DocumentKind::parse("kind", &name), Ok(kind));
        }
        for media in DocumentMedia::ALL {
            let read = DocumentMedia::parse("m", media.media_type());
            assert_eq!(read, Ok(media));
        }
        assert!(DocumentKind::parse("kind", "Letter").is_err());
    }
}
