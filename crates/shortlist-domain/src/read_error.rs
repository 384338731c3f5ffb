//! Why a document cannot be read, as values. Each language writes its own text from them.

/// An enum whose variants have names on the wire.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $type {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the value's name in the API and in storage.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns the value with this name.
            pub fn of(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == name)
            }
        }
    };
}

named! {
    /// A format in which resumes arrive by mistake.
    ForeignFormat {
        /// A PNG picture.
        Png = "png",
        /// A JPEG picture.
        Jpeg = "jpeg",
        /// A GIF picture.
        Gif = "gif",
        /// A TIFF picture.
        Tiff = "tiff",
        /// A bitmap picture.
        Bitmap = "bitmap",
        /// `PostScript`.
        PostScript = "postscript",
        /// A RAR archive.
        Rar = "rar",
        /// A 7-Zip archive.
        SevenZip = "7zip",
        /// A gzip archive.
        Gzip = "gzip",
        /// A ZIP archive.
        Zip = "zip",
        /// A program.
        Program = "program",
        /// A `WordPerfect` document.
        WordPerfect = "wordperfect",
        /// An Excel workbook.
        Excel = "excel",
        /// A `PowerPoint` presentation.
        PowerPoint = "powerpoint",
        /// An Outlook message.
        Outlook = "outlook",
        /// A Visio drawing.
        Visio = "visio",
        /// A Publisher document.
        Publisher = "publisher",
        /// An `OpenDocument` file.
        OpenDocument = "opendocument",
        /// A Pages document.
        Pages = "pages",
        /// Text without a format.
        PlainText = "plain_text",
        /// A format that is not known.
        Unknown = "unknown",
    }
}

named! {
    /// A limit that protects the service from a document.
    DocumentLimit {
        /// 8 million characters.
        Characters = "characters",
        /// 300 pages.
        Pages = "pages",
        /// 20 scanned pages.
        ScannedPages = "scanned_pages",
        /// 40 million pixels on a scanned page.
        Pixels = "pixels",
        /// 200,000 pieces of text on a page.
        PiecesOfText = "pieces_of_text",
        /// 192 MiB of decompressed content.
        DecompressedContent = "decompressed_content",
        /// 20,000 parts in a DOCX.
        Parts = "parts",
        /// 48 MB in a part, 96 MB in all, unpacked.
        UnpackedPart = "unpacked_part",
        /// 96 MB unpacked.
        Unpacked = "unpacked",
        /// 64 MB in one stream of a DOC.
        Stream = "stream",
        /// The memory that a file may take.
        Memory = "memory",
    }
}

named! {
    /// What is damaged in a document. It never contains a part of the document.
    Damage {
        /// The document has no pages.
        NoPages = "no_pages",
        /// The cross-reference table of a PDF is unreadable.
        ObjectTable = "object_table",
        /// An object of a PDF is unreadable.
        Objects = "objects",
        /// The OLE container of a DOC is unreadable.
        OleContainer = "ole_container",
        /// The header of a DOC is cut off.
        WordHeader = "word_header",
        /// An OLE container has no Word document.
        NoWordStream = "no_word_stream",
        /// A Word 97 document has no container.
        NoContainer = "no_container",
        /// A DOCX declares XML entities.
        XmlEntities = "xml_entities",
        /// A DOCX has no main part.
        NoMainPart = "no_main_part",
        /// The directory of a DOCX is unreadable.
        ZipDirectory = "zip_directory",
        /// A part of a DOCX cannot be unpacked.
        PackedPart = "packed_part",
        /// A MIME message has no text.
        NoTextPart = "no_text_part",
        /// The reader could not follow the structure.
        Structure = "structure",
        /// No thread could be started for the reader.
        NoThread = "no_thread",
    }
}

/// Why a document cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{}", self.code())]
pub enum ReadError {
    /// The file is empty.
    Empty,
    /// The bytes belong to another format.
    OtherFormat(ForeignFormat),
    /// The file needs a password.
    Encrypted,
    /// The pages are pictures without text.
    Scan,
    /// The pages are pictures, and recognition found almost no text in them.
    Unrecognized,
    /// The text of the file has no map to characters.
    Undecodable,
    /// The pages are built by a program when somebody opens the file.
    DynamicForm,
    /// The file contains other files, and it is not clear which of them is the resume.
    Portfolio,
    /// The file contains no text.
    NoText,
    /// The file exceeds a limit that protects the service.
    Limit(DocumentLimit),
    /// The structure of the file is damaged. Reports count all damaged files together, without what is damaged.
    Damaged(Option<Damage>),
    /// The file shows neither a person nor a work history.
    NotAResume,
    /// The file offers a job.
    Posting,
}

impl ReadError {
    /// The errors without a detail, and one with each kind of detail.
    const KINDS: [Self; 13] = [
        Self::Empty,
        Self::OtherFormat(ForeignFormat::Unknown),
        Self::Encrypted,
        Self::Scan,
        Self::Unrecognized,
        Self::Undecodable,
        Self::DynamicForm,
        Self::Portfolio,
        Self::NoText,
        Self::Limit(DocumentLimit::Memory),
        Self::Damaged(None),
        Self::NotAResume,
        Self::Posting,
    ];

    /// Returns the error for this damage.
    pub fn damaged(damage: Damage) -> Self {
        Self::Damaged(Some(damage))
    }

    /// Returns the error for a reader that panicked.
    pub fn panicked() -> Self {
        Self::damaged(Damage::Structure)
    }

    /// Returns the error's name in the API and in storage.
    pub fn code(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::OtherFormat(_) => "other_format",
            Self::Encrypted => "encrypted",
            Self::Scan => "scan",
            Self::Unrecognized => "unrecognized",
            Self::Undecodable => "undecodable",
            Self::DynamicForm => "dynamic_form",
            Self::Portfolio => "portfolio",
            Self::NoText => "no_text",
            Self::Limit(_) => "limit",
            Self::Damaged(_) => "damaged",
            Self::NotAResume => "not_a_resume",
            Self::Posting => "posting",
        }
    }

    /// Returns the name of the format, the limit or the damage.
    pub fn detail(self) -> Option<&'static str> {
        match self {
            Self::OtherFormat(format) => Some(format.as_str()),
            Self::Limit(limit) => Some(limit.as_str()),
            Self::Damaged(damage) => damage.map(Damage::as_str),
            _ => None,
        }
    }

    /// Returns the error with this code and this detail.
    pub fn of(code: &str, detail: Option<&str>) -> Option<Self> {
        let kind = Self::KINDS.into_iter().find(|kind| kind.code() == code)?;
        Some(match (kind, detail) {
            (Self::OtherFormat(_), detail) => Self::OtherFormat(ForeignFormat::of(detail?)?),
            (Self::Limit(_), detail) => Self::Limit(DocumentLimit::of(detail?)?),
            (Self::Damaged(_), Some(detail)) => Self::damaged(Damage::of(detail)?),
            (_, Some(_)) => return None,
            (kind, None) => kind,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_the_code_and_the_detail_that_it_is_made_of() {
        let formats = ForeignFormat::ALL.iter().copied();
        let limits = DocumentLimit::ALL.iter().copied();
        let damages = Damage::ALL.iter().copied();
        let all = ReadError::KINDS.into_iter();
        let all = all.chain(formats.map(ReadError::OtherFormat));
        let all = all.chain(limits.map(ReadError::Limit));
        for error in all.chain(damages.map(ReadError::damaged)) {
            let read = ReadError::of(error.code(), error.detail());
            assert_eq!(read, Some(error));
        }
        for (code, detail) in [
            ("limit", None),
            ("limit", Some("png")),
            ("empty", Some("png")),
            ("Empty", None),
        ] {
            assert_eq!(ReadError::of(code, detail), None, "{code} {detail:?}");
        }
    }
}
