//! Changes that a status does not allow.

use crate::{InterviewStatus, JobStatus, OfferState};

super::problems! {
    /// Why a status does not allow a change.
    StatusProblem {
        /// An interview cannot change its status this way.
        InterviewTransition {
            /// The current status.
            from: InterviewStatus,
            /// The requested status.
            to: InterviewStatus,
        } = "transitionRefused",
        /// An interview with this status cannot be moved.
        InterviewTimeFixed(InterviewStatus) = "timeFixed",
        /// An interview with this status cannot get another interviewer.
        InterviewerFixed(InterviewStatus) = "interviewerFixed",
        /// The interviewer has submitted a report or a recording.
        InterviewHasReport = "interviewerFixed",
        /// A job cannot change its status this way.
        JobTransition {
            /// The current status.
            from: JobStatus,
            /// The requested status.
            to: JobStatus,
        } = "transitionRefused",
        /// Nothing says why the job gets this status.
        NoReasonForJobStatus(JobStatus) = "missing",
        /// A job with this status cannot become a draft.
        JobNotDraft(JobStatus) = "notDraft",
        /// An offer cannot change its state this way.
        OfferTransition {
            /// The current state.
            from: OfferState,
            /// The requested state.
            to: OfferState,
        } = "transitionRefused",
        /// The terms of an offer with this state cannot change.
        OfferTermsFixed(OfferState) = "notDraft",
    }
}
