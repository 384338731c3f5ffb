//! What can be wrong with candidates and people.

super::problems! {
    /// Why a change of candidates or people is refused.
    CandidateProblem {
        /// These candidates do not exist.
        NoSuchCandidates(Vec<String>) = "notFound",
        /// A candidate would have too many tags.
        TooManyTags {
            /// The candidate.
            candidate: String,
            /// The most tags.
            most: usize,
        } = "tooMany",
        /// The caller made no such change, or nothing of it is left.
        NothingToUndo = "notFound",
        /// No active user has this identifier.
        NoActiveUser(String) = "notFound",
        /// The organization does not exist.
        NoSuchOrganization = "notFound",
        /// The user is not a recruiter of the organization.
        NotRecruiter = "notARecruiter",
        /// A person cannot be merged with itself.
        SamePerson = "samePerson",
        /// This candidate is not an application of the person.
        NotOfPerson(String) = "notOfPerson",
        /// No application would stay with the person.
        NothingLeft = "nothingLeft",
        /// The resume has no such entry.
        NoSuchEntry = "notFound",
        /// The value is the one that counts already.
        NothingToCorrect = "unchanged",
        /// The value of a whole position or degree is neither empty nor its name.
        NotNameOfEntry = "notNameOfEntry",
        /// A new entry has a field that it cannot have, or no field.
        NotOfNewEntry = "notOfNewEntry",
        /// The fields of a new entry belong to different kinds of entries.
        SeveralEntries = "severalEntries",
    }
}

impl CandidateProblem {
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::TooManyTags { most, .. } => Some(*most),
            _ => None,
        }
    }
}
