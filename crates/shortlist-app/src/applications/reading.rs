//! Reading the resume of an application from outside.
//!
//! The readers treat applicants as a caller of their own, so that they never wait with the uploads of recruiters. Their
//! scans are recognized later.

use shortlist_domain::{OrganizationId, Resume, SkipReason};
use shortlist_parsing::read_resume;
use shortlist_workers::{Cancellation, Pool, ReadFailure};

use super::Applications;
use crate::files::StagedFile;
use crate::uploads::intake::log_disk_failure;

impl Applications<'_> {
    /// Reads a resume. Returns `None` for a scan, whose text is recognized later.
    pub(super) fn read(
        &self,
        organization: &OrganizationId,
        staged: &StagedFile,
    ) -> Option<Result<Resume, SkipReason>> {
        let Some(pool) = self.uploads.readers else {
            return Some(self.read_here(staged));
        };
        let caller = format!("{organization} applications");
        let lane = pool.open_lane_for(&caller, Cancellation::default());
        let reading = lane.postponing_scans().read_blocking(staged.path());
        match reading.resume {
            Err(ReadFailure::Postponed) => None,
            read => {
                let decoded = read.and_then(|encoded| encoded.decode());
                Some(decoded.map_err(|failure| failure.reason()))
            }
        }
    }

    /// Reads a resume, and recognizes the text of a scan. Only the scans of one caller are recognized for all organizations,
    /// so that they leave readers to everybody else.
    pub(super) fn read_scan(&self, staged: &StagedFile) -> Result<Resume, ScanFailure> {
        let Some(pool) = self.uploads.readers else {
            return self.read_here(staged).map_err(ScanFailure::Unreadable);
        };
        let recognized = recognize(pool, staged);
        recognized.map_err(|failure| match failure {
            ReadFailure::Unavailable | ReadFailure::Storage(_) => ScanFailure::Unavailable,
            failure => ScanFailure::Unreadable(failure.reason()),
        })
    }

    fn read_here(&self, staged: &StagedFile) -> Result<Resume, SkipReason> {
        let bytes = staged.read().map_err(|error| log_disk_failure(&error))?;
        let read = read_resume(&bytes, self.uploads.reading, self.uploads.vocabulary);
        Ok(read?)
    }
}

/// Why a scan was not read.
pub(super) enum ScanFailure {
    /// It cannot be read, for this reason.
    Unreadable(SkipReason),
    /// No reader was available. Another attempt may succeed.
    Unavailable,
}

fn recognize(pool: &Pool, staged: &StagedFile) -> Result<Resume, ReadFailure> {
    let lane = pool.open_lane_for("scans of applications", Cancellation::default());
    let reading = lane.read_blocking(staged.path());
    reading.resume.and_then(|encoded| encoded.decode())
}
