//! What can be wrong with the length of a list.

super::problems! {
    /// Why a list is too short or too long. The numbers are the most items.
    ListProblem {
        /// It has more items.
        TooMany(usize) = "tooMany",
        /// It has more items, and no list stands for all jobs.
        TooManyJobsOrNone(usize) = "tooMany",
        /// It has more questions.
        TooManyQuestions(usize) = "tooMany",
        /// It has more values.
        TooManyValues(usize) = "tooMany",
        /// It has more tags.
        TooManyTags(usize) = "tooMany",
        /// It has more reasons.
        TooManyReasons(usize) = "tooMany",
        /// It names more users.
        TooManyUsers(usize) = "tooMany",
        /// It names more jobs.
        TooManyJobs(usize) = "tooMany",
        /// More custom fields are filtered.
        TooManyFilteredFields(usize) = "tooMany",
        /// More candidates would be changed at once.
        TooManyChanged(usize) = "tooMany",
        /// It has no item, or more.
        ItemsOutOfRange(usize) = "countOutOfRange",
        /// It has no interviewer, or more.
        InterviewersOutOfRange(usize) = "countOutOfRange",
        /// It names no candidate, or more.
        CandidatesOutOfRange(usize) = "countOutOfRange",
        /// It has no criterion, or more.
        CriteriaOutOfRange(usize) = "countOutOfRange",
        /// It names no permission.
        NoPermission = "empty",
        /// It names no application.
        NoApplication = "empty",
        /// It names an interviewer twice.
        InterviewerTwice = "repeated",
        /// It has this name twice.
        NameTwice(String) = "repeated",
    }
}

impl ListProblem {
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::TooMany(most)
            | Self::TooManyJobsOrNone(most)
            | Self::TooManyQuestions(most)
            | Self::TooManyValues(most)
            | Self::TooManyTags(most)
            | Self::TooManyReasons(most)
            | Self::TooManyUsers(most)
            | Self::TooManyJobs(most)
            | Self::TooManyFilteredFields(most)
            | Self::TooManyChanged(most)
            | Self::ItemsOutOfRange(most)
            | Self::InterviewersOutOfRange(most)
            | Self::CandidatesOutOfRange(most)
            | Self::CriteriaOutOfRange(most) => Some(*most),
            _ => None,
        }
    }
}
