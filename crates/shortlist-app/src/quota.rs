//! The quotas that an upload can exceed, as values. `english/quota.rs` writes the text.

/// The storage quota of an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageQuota {
    /// How much it may store, in MiB.
    pub most_mib: u32,
    /// How much of it is free, in MiB.
    pub free_mib: u64,
}

/// A quota of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DailyQuota {
    /// The resumes of an organization.
    Resumes {
        /// How many it may send per day.
        most: u64,
        /// How many it may still send today.
        left: u64,
        /// How many the upload has.
        files: u64,
    },
    /// The duplicates of a user in jobs with blind review.
    BlindDuplicates {
        /// How many the user may send per day.
        most: u64,
    },
}

impl DailyQuota {
    /// Returns the stable name of the quota, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Resumes { .. } => "dailyQuota",
            Self::BlindDuplicates { .. } => "dailyBlindDuplicates",
        }
    }
}
