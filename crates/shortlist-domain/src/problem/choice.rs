//! What can be wrong with the name of a choice.

super::problems! {
    /// Why a value is not one of those to choose from.
    ChoiceProblem {
        /// It is not one of these names.
        NotOneOf(Vec<String>) = "notOneOf",
        /// It is not the name of one of these orders.
        NotAnOrder(Vec<String>) = "notOneOf",
        /// It is not one of these few names.
        Neither(&'static [&'static str]) = "notOneOf",
        /// It is neither one of these codes, nor says that there is no answer.
        NotAnAnswer {
            /// The codes.
            codes: Vec<String>,
            /// The code for no answer.
            unknown: &'static str,
        } = "notOneOf",
        /// It is not one of the organization's reasons to reject a candidate.
        NotAReason(Vec<String>) = "notOneOf",
        /// A new interview has another status than Scheduled.
        NotScheduled = "notOneOf",
        /// It is not the media type of a resume.
        NotResumeMedia = "notOneOf",
        /// It is not the media type of a document.
        NotDocumentMedia = "unknownName",
        /// It is not the media type of a recording.
        NotRecordingMedia = "unknownName",
        /// It is not a kind of audited object.
        NotAuditedKind = "unknownName",
        /// It is not a kind of finding.
        NotFindingKind = "unknownName",
        /// It is not a measure of a finding.
        NotFindingMeasure = "unknownName",
        /// It is not a level of education.
        NotEducationLevel = "unknownName",
        /// It is not a kind of section.
        NotSectionKind = "unknownName",
        /// It is not a kind of employment.
        NotEmploymentKind = "unknownName",
        /// It is not a name that the program writes.
        NotKnown = "unknownName",
    }
}

impl ChoiceProblem {
    /// Returns the problem of a value that is not one of these names.
    pub fn not_one_of<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self::NotOneOf(names.into_iter().map(Into::into).collect())
    }
}
