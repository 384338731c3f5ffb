//! Recordings of interviews: kept, removed, and played back by links that expire.

mod incoming;
mod links;

use std::io::ErrorKind;
use std::ops::Range;

use chrono::Duration;
use shortlist_domain::{
    CandidateId, Interview, InterviewId, NewRecording, Principal, Recording, RecordingId,
    RecordingMedia,
};
use shortlist_persistence::{RecordingInsertion, RecordingRemoval};

pub use incoming::{IncomingRecording, RecordingRefusal};
pub use links::{LinkError, PlaybackLink};

use crate::interviews::NO_INTERVIEW;
use crate::{App, AppError, CheckedRead, Operation, StagedFile};

const NO_RECORDING: AppError = AppError::NotFound {
    field: "interviewId",
    what: "interview with a recording",
};
const HELD: &str = "the candidate is under a legal hold, so that the recording stays; lift the hold by setLegalHold first";

/// The bounds of a recording and of the links to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingLimits {
    /// The largest file.
    pub bytes: u64,
    /// How long a link plays.
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

/// A recording that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRecording {
    /// As it is kept.
    pub recording: Recording,
    /// Whether the interview had none before.
    pub is_first: bool,
}

/// An interview whose recording may be sent.
#[derive(Debug)]
pub struct RecordingIntake {
    interview_id: InterviewId,
    candidate_id: CandidateId,
}

impl App {
    /// Looks, before a byte of it is read, whether a recording may be sent: there is such an interview, it was not called off or
    /// missed, and its candidate is assigned to the Interviewer.
    ///
    /// # Errors
    /// When one of that is not so.
    pub fn begin_recording(
        &self,
        principal: &Principal,
        interview_id: &str,
    ) -> Result<RecordingIntake, AppError> {
        let interview = self.interview_of(principal, interview_id)?;
        if !interview.status.occupies() {
            return Err(not_held(interview.status));
        }
        Ok(RecordingIntake {
            interview_id: interview.id,
            candidate_id: interview.candidate_id,
        })
    }

    /// Keeps a recording in place of the one that the interview has. The same bytes again change nothing.
    ///
    /// # Errors
    /// When the interview has gone meanwhile or may not be recorded, or the recording that is there has to stay.
    pub fn keep_recording(
        &self,
        principal: &Principal,
        intake: &RecordingIntake,
        (media, staged): (RecordingMedia, StagedFile),
    ) -> Result<KeptRecording, AppError> {
        let new = NewRecording {
            id: self.new_id(RecordingId::generate)?,
            organization_id: principal.organization_id.clone(),
            interview_id: intake.interview_id.clone(),
            media,
            bytes: staged.bytes,
            digest: staged.digest,
            created_at: self.now(),
        };
        let of = (&new.organization_id, &intake.candidate_id);
        // The file first: a row is never without its file.
        self.files.keep_recording(of, &new.id, staged)?;
        let writer = self.by(principal, Operation::PutRecording);
        let inserted = writer.insert_recording(&new);
        let kept = inserted.map_err(AppError::from).and_then(kept);
        let unused = match &kept {
            Ok((kept, replaced)) if kept.recording.id == new.id => replaced.as_ref(),
            _ => Some(&new.id),
        };
        if let Some(id) = unused {
            self.files.remove_recording(of, id)?;
        }
        kept.map(|(kept, _replaced)| kept)
    }

    /// Removes the recording of an interview.
    ///
    /// # Errors
    /// When there is none, it has to stay, or the candidate is not assigned to the Interviewer.
    pub fn remove_recording(
        &self,
        principal: &Principal,
        interview_id: &str,
    ) -> Result<(), AppError> {
        let interview = self.interview_of(principal, interview_id)?;
        let writer = self.by(principal, Operation::DeleteRecording);
        match writer.delete_recording(&principal.organization_id, &interview.id)? {
            RecordingRemoval::Removed(recording) => {
                let of = (&recording.organization_id, &recording.candidate_id);
                Ok(self.files.remove_recording(of, &recording.id)?)
            }
            RecordingRemoval::NotFound => Err(NO_RECORDING),
            RecordingRemoval::Held => Err(AppError::Conflict(HELD.to_owned())),
        }
    }

    /// Finds the recording that a link is for.
    ///
    /// # Errors
    /// When the link is not good or no longer, or the recording has gone.
    pub fn find_linked_recording(
        &self,
        id: &str,
        expires: &str,
        signature: &str,
    ) -> Result<Recording, LinkError> {
        let id = self.check_link(id, expires, signature)?;
        let found = self.store.find_linked_recording(&id);
        found.map_err(AppError::from)?.ok_or(LinkError::Gone)
    }

    /// Opens a part of a recording, from one byte up to another that is not in it any more.
    ///
    /// # Errors
    /// When the recording has gone, or cannot be opened.
    pub fn open_recording(
        &self,
        recording: &Recording,
        part: Range<u64>,
    ) -> Result<CheckedRead, LinkError> {
        match self.files.open_recording(recording, part) {
            Ok(opened) => Ok(opened),
            // It was replaced or removed since the row was read.
            Err(error) if error.kind() == ErrorKind::NotFound => Err(LinkError::Gone),
            Err(error) => Err(AppError::from(error).into()),
        }
    }

    /// An interview of the organization that the caller may work on.
    fn interview_of(
        &self,
        principal: &Principal,
        interview_id: &str,
    ) -> Result<Interview, AppError> {
        let id = InterviewId::parse("interviewId", interview_id)?;
        let found = self
            .store
            .find_interview(&principal.organization_id, &id)?
            .ok_or(NO_INTERVIEW)?;
        self.check_assigned(principal, &found.candidate_id)?;
        Ok(found)
    }
}

/// What was kept, and whose file is now nobody's.
fn kept(inserted: RecordingInsertion) -> Result<(KeptRecording, Option<RecordingId>), AppError> {
    match inserted {
        RecordingInsertion::Kept {
            recording,
            replaced,
        } => {
            let is_first = replaced.is_none();
            let kept = KeptRecording {
                recording,
                is_first,
            };
            Ok((kept, replaced.map(|earlier| earlier.id)))
        }
        RecordingInsertion::Same(recording) => {
            let is_first = false;
            let kept = KeptRecording {
                recording,
                is_first,
            };
            Ok((kept, None))
        }
        RecordingInsertion::NotFound => Err(NO_INTERVIEW),
        RecordingInsertion::NotHeld(status) => Err(not_held(status)),
        RecordingInsertion::Held => Err(AppError::Conflict(HELD.to_owned())),
    }
}

fn not_held(status: shortlist_domain::InterviewStatus) -> AppError {
    AppError::Conflict(format!(
        "the interview is {} and has no recording; change its status by updateInterview first",
        status.as_str()
    ))
}
