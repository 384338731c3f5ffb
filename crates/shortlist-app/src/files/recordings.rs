//! Recordings in the folder: one folder for each candidate, so that removing all of one asks nobody.

use std::fs;
use std::io;
use std::path::PathBuf;

use shortlist_domain::{CandidateId, OrganizationId, Recording, RecordingId};

use super::{FileStore, StagedFile, file_name, gone};

impl FileStore {
    fn recordings_folder(&self, organization: &OrganizationId, candidate: &CandidateId) -> PathBuf {
        self.root
            .join("recordings")
            .join(file_name(organization.as_str()))
            .join(file_name(candidate.as_str()))
    }

    fn recording_path(
        &self,
        (organization, candidate): (&OrganizationId, &CandidateId),
        id: &RecordingId,
    ) -> PathBuf {
        self.recordings_folder(organization, candidate)
            .join(file_name(id.as_str()))
    }

    /// Keeps a staged file as a recording of a candidate.
    ///
    /// # Errors
    /// When it cannot be moved.
    pub(crate) fn keep_recording(
        &self,
        of: (&OrganizationId, &CandidateId),
        id: &RecordingId,
        staged: StagedFile,
    ) -> io::Result<()> {
        fs::create_dir_all(self.recordings_folder(of.0, of.1))?;
        let path = self.recording_path(of, id);
        staged.path.persist(path).map_err(|error| error.error)
    }

    /// Opens a recording to be read.
    ///
    /// # Errors
    /// When it is not there or cannot be opened.
    pub(crate) fn open_recording(&self, recording: &Recording) -> io::Result<fs::File> {
        let of = (&recording.organization_id, &recording.candidate_id);
        fs::File::open(self.recording_path(of, &recording.id))
    }

    /// Removes one recording; one that is not there is removed already.
    ///
    /// # Errors
    /// When it is there and cannot be removed.
    pub(crate) fn remove_recording(
        &self,
        of: (&OrganizationId, &CandidateId),
        id: &RecordingId,
    ) -> io::Result<()> {
        gone(fs::remove_file(self.recording_path(of, id)))
    }

    /// Removes all recordings of a candidate.
    pub(super) fn remove_recordings(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> io::Result<()> {
        gone(fs::remove_dir_all(
            self.recordings_folder(organization, candidate),
        ))
    }
}
