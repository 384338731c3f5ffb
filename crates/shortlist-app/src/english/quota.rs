//! Which quota an upload exceeds, in English.

use std::fmt;

use crate::quota::{DailyQuota, StorageQuota};

impl fmt::Display for StorageQuota {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { most_mib, free_mib } = self;
        write!(
            formatter,
            "the organization may store {most_mib} MiB of resumes, of which {free_mib} MiB are free; erase candidates who are no longer \
             needed, send fewer files, or ask the operator for more"
        )
    }
}

impl fmt::Display for DailyQuota {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resumes { most, left, files } => write!(
                formatter,
                "the organization may send {most} resumes per day; {left} remain today, and this upload has {files}; send fewer, \
                 send them after midnight UTC, or ask the operator for more"
            ),
            Self::BlindDuplicates { most } => write!(
                formatter,
                "jobId: you have sent {most} duplicates to jobs with blind review today, which is the limit; send \
                 these files after midnight UTC"
            ),
        }
    }
}
