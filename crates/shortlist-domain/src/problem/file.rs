//! What can be wrong with a file, or with what refers to one.

use crate::SkipReason;

super::problems! {
    /// What is wrong with a file, or with what refers to one.
    FileProblem {
        /// The file's name cannot be represented.
        UnreadableName = "unreadableName",
        /// The file was sent by somebody who may not send one.
        NotRead = "notRead",
        /// A request has more than one file.
        MoreThanOneFile = "tooMany",
        /// A job file has more than this many bytes.
        JobFileTooLarge(u64) = "tooLarge",
        /// An application has more than one resume.
        MoreThanOneResume = "tooMany",
        /// A document is not in a format of resumes.
        NotResumeFormat = "notResumeFormat",
        /// A file cannot become the resume.
        NotUsable(UnusableFile) = "unusableFile",
        /// The candidate's resume cannot be scored for another job.
        NotUsableAgain(UnusableFile) = "unusableFile",
        /// Another upload has this identifier.
        UploadIdTaken = "taken",
        /// The text is not a JSON object like this example.
        NotJsonObject(&'static str) = "notJson",
        /// The text is not a JSON object.
        JsonLibrarySays {
            /// A valid object.
            example: &'static str,
            /// The message of the library for JSON.
            message: String,
        } = "notJson",
        /// The copy of an organization is damaged.
        DamagedCopy(CopyDamage) = "damaged",
        /// A row of a table is not one of this table, as this message of the library for JSON explains.
        RowLibrarySays(String) = "damaged",
        /// A row of a table names a file whose digest is invalid.
        NotRowDigest = "damaged",
    }
}

impl FileProblem {
    pub(super) fn limit(&self) -> Option<i64> {
        match self {
            Self::JobFileTooLarge(most) => i64::try_from(*most).ok(),
            _ => None,
        }
    }
}

/// Why a stored file cannot be used again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnusableFile {
    /// It cannot be read or scored.
    Skipped(SkipReason),
    /// The application has no receipt.
    NoReceipt,
    /// The job of the application is not stored.
    NoJob,
    /// It is not the file that was scored.
    OtherFile,
    /// It was not found, as this message of the database explains.
    DatabaseSays(String),
    /// It cannot be read, as this message of the file store explains.
    FileStoreSays(String),
}

impl UnusableFile {
    /// Returns the name of the reason in the API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoReceipt => "no_receipt",
            Self::NoJob => "no_job",
            Self::DatabaseSays(_) => "not_found",
            Self::OtherFile => "other_file",
            Self::FileStoreSays(_) => "unfetched",
            Self::Skipped(reason) => reason.code(),
        }
    }

    /// Returns the detail of a file that cannot be read as a resume.
    pub fn detail(&self) -> Option<&'static str> {
        match self {
            Self::Skipped(reason) => reason.detail(),
            _ => None,
        }
    }
}

/// How the copy of an organization is damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CopyDamage {
    /// The rows name another number of files than the copy has.
    FileCount {
        /// The number of files that rows name.
        named: usize,
        /// The number of files in the copy.
        copied: usize,
    },
    /// A file of the copy cannot be read.
    LibrarySays {
        /// The name of the file.
        file: String,
        /// The message of the library for JSON.
        message: String,
    },
}
