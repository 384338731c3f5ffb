//! Recordings of interviews: storing and removing them, and playback by links that expire.

mod incoming;
mod links;

use std::io::ErrorKind;
use std::ops::Range;

use chrono::Duration;
use shortlist_domain::{
    CandidateId, Interview, InterviewId, InterviewStatus, Principal, Recording, RecordingId,
    RecordingMedia,
};
use shortlist_persistence::{RecordingInsertion, RecordingRemoval};

pub use incoming::{IncomingRecording, RecordingRefusal};
pub use links::{LinkError, PlaybackLink, SentRecordingLink};

use crate::access::job_access::visible_interview;
use crate::checks::{NO_INTERVIEW, check_assigned};
use crate::conflict::{InterviewConflict, ProtectedRecord};
use crate::error::AppError;
use crate::files::{FileOwner, FileStore, StagedFile, VerifiedReader};
use crate::operations::Operation;
use crate::records::Records;
use crate::secrets::random_bits;

const NO_RECORDING: AppError = AppError::NotFound {
    field: "interviewId",
    what: "interview with a recording",
};

/// The limits for recordings and for the links to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingLimits {
    /// The largest file, in bytes.
    pub bytes: u64,
    /// How long a link is valid.
    pub link_lifetime: Duration,
}

impl Default for RecordingLimits {
    fn default() -> Self {
        Self {
            bytes: 1_024 << 20,
            link_lifetime: Duration::hours(1),
        }
    }
}

/// The result of storing a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRecording {
    /// The stored recording.
    pub recording: Recording,
    /// Whether the interview had no recording before.
    pub is_first: bool,
}

/// An interview that accepts a recording.
#[derive(Debug)]
pub struct RecordingIntake {
    interview_id: InterviewId,
    candidate_id: CandidateId,
}

/// Stores, removes and plays recordings of interviews.
#[derive(Clone, Copy)]
pub struct Recordings<'a> {
    pub(crate) records: Records<'a>,
    pub(crate) files: &'a FileStore,
    pub(crate) limits: &'a RecordingLimits,
}

impl Recordings<'_> {
    /// Checks whether a recording may be sent, before any of it is read. The interview must exist, must not be cancelled or
    /// a no-show, and its candidate must be assigned to the Interviewer.
    ///
    /// # Errors
    /// Returns an error if one of these conditions is not met.
    pub fn begin(
        &self,
        principal: &Principal,
        interview_id: &str,
    ) -> Result<RecordingIntake, AppError> {
        let interview = self.interview_of(principal, interview_id)?;
        if !interview.status.occupies() {
            return Err(no_recording_allowed(interview.status));
        }
        Ok(RecordingIntake {
            interview_id: interview.id,
            candidate_id: interview.candidate_id,
        })
    }

    /// Begins to receive a recording.
    ///
    /// # Errors
    /// Returns an error if no file can be created.
    pub fn receive(&self) -> Result<IncomingRecording, RecordingRefusal> {
        IncomingRecording::begin(&self.files.staging(), self.limits.bytes)
    }

    /// Stores a recording, and replaces the interview's present one. The same bytes again change nothing.
    ///
    /// # Errors
    /// Returns an error if the interview no longer exists or may not have a recording, or if its present recording must be
    /// kept.
    pub fn store(
        &self,
        principal: &Principal,
        intake: &RecordingIntake,
        media: RecordingMedia,
        staged: StagedFile,
    ) -> Result<StoredRecording, AppError> {
        let new = Recording {
            id: RecordingId::generate(self.records.clock.now(), random_bits()?),
            organization_id: principal.organization_id.clone(),
            interview_id: intake.interview_id.clone(),
            candidate_id: intake.candidate_id.clone(),
            media,
            bytes: staged.bytes,
            digest: staged.digest,
            created_at: self.records.clock.now(),
        };
        let of = FileOwner {
            organization: &new.organization_id,
            candidate: &intake.candidate_id,
        };
        // The file is stored first, so that a row never lacks its file.
        self.files.store_recording(of, &new.id, staged)?;
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::PutRecording);
        let inserted = writer.recordings().insert(&new);
        let stored = inserted.map_err(AppError::from).and_then(stored_recording);
        let unused = match &stored {
            Ok((stored, replaced)) if stored.recording.id == new.id => replaced.as_ref(),
            _ => Some(&new.id),
        };
        if let Some(id) = unused {
            self.files.remove_recording(of, id)?;
        }
        stored.map(|(stored, _replaced)| stored)
    }

    /// Removes an interview's recording.
    ///
    /// # Errors
    /// Returns an error if there is no recording, if it must be kept, or if the candidate is not assigned to the
    /// Interviewer.
    pub fn remove(&self, principal: &Principal, interview_id: &str) -> Result<(), AppError> {
        let interview = self.interview_of(principal, interview_id)?;
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::DeleteRecording);
        match writer
            .recordings()
            .remove(&principal.organization_id, &interview.id)?
        {
            RecordingRemoval::Removed(recording) => {
                let of = FileOwner {
                    organization: &recording.organization_id,
                    candidate: &recording.candidate_id,
                };
                Ok(self.files.remove_recording(of, &recording.id)?)
            }
            RecordingRemoval::NotFound => Err(NO_RECORDING),
            RecordingRemoval::Held => Err(AppError::conflict(ProtectedRecord::Recording)),
        }
    }

    /// Finds the recording of a link.
    ///
    /// # Errors
    /// Returns an error if the link is invalid or has expired, or if the recording no longer exists.
    pub fn find_linked(&self, link: &SentRecordingLink) -> Result<Recording, LinkError> {
        let (organization, id) = self.check_link(link)?;
        let found = self
            .records
            .store
            .recordings()
            .find_linked(&organization, &id);
        found.map_err(AppError::from)?.ok_or(LinkError::Gone)
    }

    /// Opens a byte range of a recording; the end is exclusive.
    ///
    /// # Errors
    /// Returns an error if the recording no longer exists or cannot be opened.
    pub fn open(
        &self,
        recording: &Recording,
        part: Range<u64>,
    ) -> Result<VerifiedReader, LinkError> {
        match self.files.open_recording(recording, part) {
            Ok(opened) => Ok(opened),
            // It was replaced or removed after the row was read.
            Err(error) if error.kind() == ErrorKind::NotFound => Err(LinkError::Gone),
            Err(error) => Err(AppError::from(error).into()),
        }
    }

    /// Returns an interview of the organization that the caller may work on.
    fn interview_of(
        &self,
        principal: &Principal,
        interview_id: &str,
    ) -> Result<Interview, AppError> {
        let id = InterviewId::parse("interviewId", interview_id)?;
        let found = visible_interview(self.records.store, principal, &id)?;
        check_assigned(self.records.store, principal, &found.candidate_id)?;
        Ok(found)
    }
}

/// Returns the stored recording, and the identifier of a replaced one whose file is no longer needed.
fn stored_recording(
    inserted: RecordingInsertion,
) -> Result<(StoredRecording, Option<RecordingId>), AppError> {
    match inserted {
        RecordingInsertion::Stored {
            recording,
            replaced,
        } => {
            let is_first = replaced.is_none();
            let stored = StoredRecording {
                recording,
                is_first,
            };
            Ok((stored, replaced.map(|earlier| earlier.id)))
        }
        RecordingInsertion::Duplicate(recording) => {
            let is_first = false;
            let stored = StoredRecording {
                recording,
                is_first,
            };
            Ok((stored, None))
        }
        RecordingInsertion::NotFound => Err(NO_INTERVIEW),
        RecordingInsertion::NotHeld(status) => Err(no_recording_allowed(status)),
        RecordingInsertion::Held => Err(AppError::conflict(ProtectedRecord::Recording)),
    }
}

fn no_recording_allowed(status: InterviewStatus) -> AppError {
    AppError::conflict(InterviewConflict::NoRecording(status))
}
