//! Changes that a status does not allow.

super::problems! {
    /// Why a status does not allow a change.
    StatusProblem {
        /// An interview cannot change its status this way.
        InterviewTransition {
            /// The current status.
            from: &'static str,
            /// The requested status.
            to: &'static str,
            /// The statuses that it can change to.
            next: Vec<&'static str>,
        } = "transitionRefused",
        /// An interview with this status cannot be moved.
        InterviewTimeFixed(&'static str) = "timeFixed",
        /// An interview with this status cannot get another interviewer.
        InterviewerFixed(&'static str) = "interviewerFixed",
        /// The interviewer has submitted a report or a recording.
        InterviewHasReport = "interviewerFixed",
        /// A job cannot change its status this way.
        JobTransition {
            /// The current status.
            from: &'static str,
            /// The requested status.
            to: &'static str,
            /// The statuses that it can change to.
            next: Vec<&'static str>,
        } = "transitionRefused",
        /// Nothing says why the job gets this status.
        NoReasonForJobStatus(&'static str) = "missing",
        /// A job with this status cannot become a draft.
        JobNotDraft(&'static str) = "notDraft",
        /// An offer cannot change its state this way.
        OfferTransition {
            /// The current state.
            from: &'static str,
            /// The requested state.
            to: &'static str,
            /// The states that it can change to.
            next: Vec<&'static str>,
        } = "transitionRefused",
        /// The terms of an offer with this state cannot change.
        OfferTermsFixed(&'static str) = "notDraft",
    }
}
