//! What can be wrong with the forms of pages.

super::problems! {
    /// What is wrong with what somebody chose on a page.
    PageFormProblem {
        /// The page does not offer the action.
        NotOffered = "notOffered",
        /// No stage was chosen.
        NoStage = "missing",
        /// No job has this code, identifier or address, or it is not open.
        NoOpenJob = "notFound",
        /// No candidate has this code or address.
        NoCandidate = "notFound",
        /// No application was chosen.
        NoApplication = "missing",
        /// A legal hold needs a reason.
        NoHoldReason = "missing",
        /// The erasure was not confirmed.
        NotConfirmed = "notConfirmed",
        /// No reason was chosen, and none was written.
        NoReason = "missing",
        /// There is no such change.
        NoSuchChange = "notFound",
        /// Neither a status nor a tag was chosen.
        NoChange = "missing",
        /// No candidate was chosen.
        NobodyChosen = "missing",
        /// Candidates were chosen in more than one way.
        SeveralSelections = "notTogether",
        /// The first or the last position is missing, or they are not in order.
        NoPositions = "notInOrder",
        /// The view has nobody at these positions, or below this score.
        NobodyThere = "notFound",
        /// Some of the chosen candidates do not exist any more.
        SomeGone = "notFound",
        /// A filter of the view is not applied, so more candidates would be changed than are shown.
        FilterNotApplied = "filterNotApplied",
    }
}
