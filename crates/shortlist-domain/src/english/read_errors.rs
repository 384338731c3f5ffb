//! Why a document cannot be read, in English.

use crate::{Damage, DocumentLimit, ForeignFormat, ReadError};

/// A reason in English: what is wrong, further details of the file, and what the sender can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnglishReason {
    /// What is wrong, without a capital or a full stop.
    pub problem: String,
    /// Details of the file.
    pub detail: Option<&'static str>,
    /// What the sender can do.
    pub advice: Option<&'static str>,
}

impl EnglishReason {
    /// Returns a reason without details.
    pub fn of(problem: &str, advice: &'static str) -> Self {
        Self {
            advice: Some(advice),
            ..Self::alone(problem)
        }
    }

    /// Returns a reason without details and advice.
    pub fn alone(problem: &str) -> Self {
        Self {
            problem: problem.to_owned(),
            detail: None,
            advice: None,
        }
    }

    /// Returns the whole reason.
    pub fn text(&self) -> String {
        let detail = self.detail.map(|detail| format!(": {detail}"));
        let advice = self.advice.map(|advice| format!("; {advice}"));
        let (detail, advice) = (detail.unwrap_or_default(), advice.unwrap_or_default());
        format!("{}{detail}{advice}", self.problem)
    }
}

/// Returns why a document cannot be read, in a sentence.
pub fn read_error_text(error: ReadError) -> String {
    read_error(error).text()
}

/// Returns why a document cannot be read.
pub fn read_error(error: ReadError) -> EnglishReason {
    use ReadError as Error;
    match error {
        Error::Empty => EnglishReason::alone("the file is empty"),
        Error::OtherFormat(format) => EnglishReason::of(
            &format!(
                "the file is {}, not a PDF, DOC or DOCX",
                format_name(format)
            ),
            "export it as one of these",
        ),
        Error::Encrypted => EnglishReason::of(
            "the file is protected with a password",
            "save it without one",
        ),
        Error::Scan => EnglishReason::of(
            "the file is a scan without text",
            "run text recognition (OCR) on it first",
        ),
        Error::Unrecognized => EnglishReason::of(
            "the file is a scan whose text cannot be recognized",
            "scan it again with at least 300 dpi, or send the file that was printed",
        ),
        Error::Undecodable => EnglishReason::of(
            "the text of the file has no map to characters, so nobody can search or copy it",
            "save it again from the program that wrote it, or print it and scan it",
        ),
        Error::DynamicForm => EnglishReason::of(
            "the file is a dynamic form (XFA), which only Adobe's programs can show",
            "open it there and print it to a PDF",
        ),
        Error::Portfolio => EnglishReason::of(
            "the file is a portfolio of several documents",
            "save the resume that is in it as a file of its own",
        ),
        Error::NoText => EnglishReason::alone("the file holds no readable text"),
        Error::Limit(limit) => EnglishReason::alone(&format!(
            "the file is over the limit of {}",
            limit_text(limit)
        )),
        Error::Damaged(damage) => EnglishReason {
            detail: damage.map(damage_text),
            ..EnglishReason::alone("the file is damaged")
        },
        Error::NotAResume => EnglishReason {
            detail: Some(
                "it shows no name, e-mail address or phone number, and no work history or education",
            ),
            ..EnglishReason::alone("the file is not a resume")
        },
        Error::Posting => EnglishReason::of(
            "the file is a job posting, not a resume",
            "create the job from it, and upload the resumes of those who apply",
        ),
    }
}

fn format_name(format: ForeignFormat) -> &'static str {
    use ForeignFormat as Format;
    match format {
        Format::Png => "a PNG picture",
        Format::Jpeg => "a JPEG picture",
        Format::Gif => "a GIF picture",
        Format::Tiff => "a TIFF picture",
        Format::Bitmap => "a bitmap picture",
        Format::PostScript => "PostScript",
        Format::Rar => "a RAR archive",
        Format::SevenZip => "a 7-Zip archive",
        Format::Gzip => "a gzip archive",
        Format::Zip => "a ZIP archive",
        Format::Program => "a program",
        Format::WordPerfect => "a WordPerfect document",
        Format::Excel => "an Excel workbook",
        Format::PowerPoint => "a PowerPoint presentation",
        Format::Outlook => "an Outlook message",
        Format::Visio => "a Visio drawing",
        Format::Publisher => "a Publisher document",
        Format::OpenDocument => "an OpenDocument file",
        Format::Pages => "a Pages document",
        Format::PlainText => "plain text",
        Format::Unknown => "of an unknown format",
    }
}

fn limit_text(limit: DocumentLimit) -> &'static str {
    use DocumentLimit as Limit;
    match limit {
        Limit::Characters => "8 million characters",
        Limit::Pages => "300 pages",
        Limit::ScannedPages => "20 scanned pages",
        Limit::Pixels => "40 million pixels on a scanned page",
        Limit::PiecesOfText => "200,000 pieces of text on a page",
        Limit::DecompressedContent => "192 MiB of decompressed content",
        Limit::Parts => "20,000 parts in a DOCX",
        Limit::UnpackedPart => "48 MB a part, 96 MB in all, unpacked",
        Limit::Unpacked => "96 MB unpacked",
        Limit::Stream => "64 MB in one stream of a DOC",
        Limit::Memory => "the memory that a file may take",
    }
}

fn damage_text(damage: Damage) -> &'static str {
    match damage {
        Damage::NoPages => "it has no pages",
        Damage::ObjectTable => "its table of objects cannot be read",
        Damage::Objects => "its objects cannot be read",
        Damage::OleContainer => "its OLE container cannot be read",
        Damage::WordHeader => "its Word header is cut off",
        Damage::NoWordStream => "it has no Word document stream",
        Damage::NoContainer => "a Word 97 document without its container",
        Damage::XmlEntities => "it declares XML entities, which a DOCX may not",
        Damage::NoMainPart => "it has no main document part",
        Damage::ZipDirectory => "its ZIP directory cannot be read",
        Damage::PackedPart => "a part cannot be unpacked",
        Damage::NoTextPart => "its message has no text part",
        Damage::Structure => "its structure cannot be followed",
        Damage::NoThread => "no thread to read it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_written_with_its_details_and_advice() {
        for (error, text) in [
            (ReadError::Empty, "the file is empty"),
            (
                ReadError::OtherFormat(ForeignFormat::Png),
                "the file is a PNG picture, not a PDF, DOC or DOCX; export it as one of these",
            ),
            (
                ReadError::damaged(Damage::NoPages),
                "the file is damaged: it has no pages",
            ),
            (ReadError::Damaged(None), "the file is damaged"),
            (
                ReadError::Limit(DocumentLimit::Pages),
                "the file is over the limit of 300 pages",
            ),
        ] {
            assert_eq!(read_error_text(error), text);
        }
    }
}
