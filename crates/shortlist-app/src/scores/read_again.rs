//! Reading a stored resume again, for a new score or to check one.

use std::{fs, io};

use shortlist_domain::{
    CandidateId, DocumentId, FileDigest, Found, MediaKind, OrganizationId, Resume, UnusableFile,
};
use shortlist_parsing::read_resume;
use shortlist_workers::Cancellation;

use crate::files::{FileOwner, LocalFile, typed_file};
use crate::scores::Scores;

/// A resume that was read again from its file.
pub(crate) struct ReadAgain {
    /// What the file says. From a typed file, contact data and place are left out: the text may contain those of others, and the
    /// candidate's were typed in fields of their own.
    pub(crate) resume: Resume,
    /// Whether somebody typed the text of the file.
    pub(crate) is_typed: bool,
}

impl ReadAgain {
    /// Returns the resume with what was typed: where the candidate lives, and for a typed file also name and contact data. An earlier
    /// reading of the same file has them.
    pub(crate) fn with_typed(self, earlier: &Resume) -> Resume {
        let Self {
            mut resume,
            is_typed,
        } = self;
        if is_typed {
            resume.full_name.clone_from(&earlier.full_name);
            resume.email.clone_from(&earlier.email);
            resume.phone.clone_from(&earlier.phone);
        }
        resume.place = typed_place(earlier).or(resume.place);
        resume
    }
}

/// Returns where a candidate lives, if somebody typed it. What was read has a position in the text. Corrections have none either,
/// so this is asked of a resume without them.
pub(crate) fn typed_place(parsed: &Resume) -> Option<Found<String>> {
    parsed.place.clone().filter(|place| place.span.is_none())
}

impl Scores<'_> {
    /// Reads a candidate's file again after verifying its hash. Workers read it if the service has any.
    pub(crate) fn read_stored_file(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        document: FileDigest,
    ) -> Result<ReadAgain, UnusableFile> {
        let file = self.store.candidates().resume_file(organization, id);
        let file = file.map_err(|error| UnusableFile::DatabaseSays(error.to_string()))?;
        self.read_file(
            FileOwner {
                organization,
                candidate: id,
            },
            file.as_ref(),
            document,
        )
    }

    /// Reads a file of a candidate after verifying its hash.
    pub(crate) fn read_file(
        &self,
        of: FileOwner<'_>,
        file: Option<&DocumentId>,
        document: FileDigest,
    ) -> Result<ReadAgain, UnusableFile> {
        let local = self.files.fetch_verified(of, file, document);
        let local = local.map_err(of_disk)?;
        let mut resume = self.read_local(of.organization, &local)?;
        let is_typed = is_typed(&resume, &local).map_err(of_disk)?;
        if is_typed {
            resume.email = None;
            resume.phone = None;
            resume.place = None;
        }
        Ok(ReadAgain { resume, is_typed })
    }

    fn read_local(
        &self,
        organization: &OrganizationId,
        local: &LocalFile,
    ) -> Result<Resume, UnusableFile> {
        let Some(pool) = self.readers else {
            let bytes = fs::read(local.path()).map_err(of_disk)?;
            let read = read_resume(&bytes, self.reading, self.vocabulary);
            return read.map_err(|error| UnusableFile::Skipped(error.into()));
        };
        let lane = pool.open_lane_for(organization.as_str(), Cancellation::default());
        let reading = lane.read_blocking(local.path());
        let decoded = reading.resume.and_then(|encoded| encoded.decode());
        decoded.map_err(|failure| UnusableFile::Skipped(failure.reason()))
    }
}

fn is_typed(resume: &Resume, local: &LocalFile) -> io::Result<bool> {
    // Typed texts have this format.
    Ok(resume.media == MediaKind::Doc && typed_file::is_typed(&fs::read(local.path())?))
}

fn of_disk(error: io::Error) -> UnusableFile {
    match error.kind() {
        io::ErrorKind::InvalidData => UnusableFile::OtherFile,
        _ => UnusableFile::FileStoreSays(error.to_string()),
    }
}
