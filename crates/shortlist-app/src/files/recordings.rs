//! Stored recordings. Each candidate has one folder, so that removing all their recordings needs no database query.

use std::io;
use std::ops::Range;

use shortlist_domain::{CandidateId, OrganizationId, Recording, RecordingId};

use super::FileOwner;
use super::{FileStore, StagedFile, VerifiedReader, key_of};

fn folder(organization: &OrganizationId, candidate: &CandidateId) -> String {
    key_of(&["recordings", organization.as_str(), candidate.as_str()])
}

pub(super) fn key(
    FileOwner {
        organization,
        candidate,
    }: FileOwner<'_>,
    id: &RecordingId,
) -> String {
    key_of(&[
        "recordings",
        organization.as_str(),
        candidate.as_str(),
        id.as_str(),
    ])
}

impl FileStore {
    /// Stores a staged file as a recording of a candidate.
    ///
    /// # Errors
    /// Returns an error if it cannot be stored.
    pub(crate) fn store_recording(
        &self,
        of: FileOwner<'_>,
        id: &RecordingId,
        staged: StagedFile,
    ) -> io::Result<()> {
        self.location.store(vec![(key(of, id), staged)])
    }

    /// Opens a byte range of a recording; the end is exclusive.
    ///
    /// # Errors
    /// Returns an error if the recording is missing or cannot be opened.
    pub(crate) fn open_recording(
        &self,
        recording: &Recording,
        part: Range<u64>,
    ) -> io::Result<VerifiedReader> {
        let of = FileOwner {
            organization: &recording.organization_id,
            candidate: &recording.candidate_id,
        };
        let whole = (part == (0..recording.bytes)).then_some(recording.digest);
        let bytes = part.end.saturating_sub(part.start);
        let source = self.location.open(&key(of, &recording.id), Some(part))?;
        Ok(VerifiedReader::new(source, bytes, whole))
    }

    /// Removes one recording. A missing recording counts as removed.
    ///
    /// # Errors
    /// Returns an error if it exists and cannot be removed.
    pub(crate) fn remove_recording(&self, of: FileOwner<'_>, id: &RecordingId) -> io::Result<()> {
        self.location.remove(&[key(of, id)])
    }

    /// Removes all recordings of a candidate.
    pub(super) fn remove_recordings(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> io::Result<()> {
        self.location.remove_below(&folder(organization, candidate))
    }
}
