//! Conflicts of copies of organizations in folders.

use std::path::PathBuf;

use shortlist_domain::OrganizationId;

/// The version of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyVersion {
    /// The schema of its rows.
    pub schema: String,
    /// The form of its folder.
    pub format: u32,
}

/// Why an organization cannot be exported or imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CopyConflict {
    /// An upload or an application of the organization has not ended.
    WorkRuns(OrganizationId),
    /// The organization exists in this installation.
    OrganizationExists(OrganizationId),
    /// A record of the organization exists in this installation.
    RecordExists(OrganizationId),
    /// The organization was imported, but its audit log does not hold.
    BrokenAuditLog {
        /// The organization.
        organization: OrganizationId,
        /// The number of the first row that does not hold.
        row: i64,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The description of the copy cannot be read.
    Unreadable {
        /// The file with the description.
        manifest: PathBuf,
        /// The text of the operating system.
        system_error: String,
    },
    /// The folder has a version that this program cannot import.
    OtherVersion {
        /// The version of the folder.
        folder: CopyVersion,
        /// The version of this program.
        program: CopyVersion,
        /// The earliest schema that this program can import.
        earliest_schema: &'static str,
    },
}

impl CopyConflict {
    /// Returns the stable name of the reason, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::WorkRuns(_) => "organizationWorkRuns",
            Self::OrganizationExists(_) => "organizationExists",
            Self::RecordExists(_) => "recordExists",
            Self::BrokenAuditLog { .. } => "brokenAuditLog",
            Self::Unreadable { .. } => "unreadableCopy",
            Self::OtherVersion { .. } => "otherCopyVersion",
        }
    }
}
