//! The file formats of resumes.

use crate::file_name::with_ending;
use crate::{ChoiceProblem, InvalidValue};

/// The format of a resume, detected from its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaKind {
    /// Portable Document Format.
    Pdf,
    /// Word binary. This includes `.doc` files that really contain RTF, HTML or MHTML.
    Doc,
    /// Office Open XML.
    Docx,
}

impl MediaKind {
    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    /// Returns the usual ending of a file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Doc => "doc",
            Self::Docx => "docx",
        }
    }

    /// Returns a file's name with an ending of this format. A `.doc` file may really contain RTF, which Word opens too.
    pub fn file_name(self, name: &str) -> String {
        match self {
            Self::Pdf | Self::Docx => with_ending(name, &[self.ending()]),
            Self::Doc => with_ending(name, &[self.ending(), "dot", "rtf"]),
        }
    }

    /// Parses a media type.
    ///
    /// # Errors
    /// Returns an error if it is none of the three.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        [Self::Pdf, Self::Doc, Self::Docx]
            .into_iter()
            .find(|kind| kind.media_type() == value)
            .ok_or_else(|| InvalidValue::new(field, ChoiceProblem::NotResumeMedia))
    }
}
