//! Conflicts of interviews.

use shortlist_domain::{InterviewId, InterviewStatus, Timestamp};

/// Why an interview cannot be scheduled or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InterviewConflict {
    /// The candidate meets some interviewers of a new panel at that time already.
    PartOfPanel(InterviewId),
    /// The interviewer and the candidate have another interview at the new time.
    SameTime(InterviewId),
    /// The interviewer who is added and the candidate have an interview at that time.
    AlreadyInPanel(InterviewId),
    /// Somebody changed the interview since the caller looked.
    ChangedMeanwhile {
        /// Its status now.
        status: InterviewStatus,
        /// Its time now.
        at: Timestamp,
        /// Its sequence now.
        sequence: u32,
    },
    /// The interview is not a panel.
    NoPanel,
    /// A panel with this status gets no further interviewer.
    PanelClosed(InterviewStatus),
    /// An interview with this status has no recording.
    NoRecording(InterviewStatus),
}

impl InterviewConflict {
    /// Returns the stable name of the reason, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::PartOfPanel(_) => "partOfPanelScheduled",
            Self::SameTime(_) => "interviewAtSameTime",
            Self::AlreadyInPanel(_) => "alreadyInPanel",
            Self::ChangedMeanwhile { .. } => "interviewChanged",
            Self::NoPanel => "noPanel",
            Self::PanelClosed(_) => "panelClosed",
            Self::NoRecording(_) => "noRecordingInStatus",
        }
    }
}
