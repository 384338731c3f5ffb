//! What can be wrong with changes of a job's requirements.

super::problems! {
    /// Why a change of a requirement is refused. Names are as they were given.
    RequirementProblem {
        /// A name is longer than this.
        NameTooLong(usize) = "tooLong",
        /// No requirement is named.
        NoName = "missing",
        /// The job has a requirement of another kind with this name.
        OtherKind {
            /// The name.
            name: String,
            /// The given kind.
            kind: &'static str,
            /// The kind of the requirement.
            is: &'static str,
        } = "otherKind",
        /// The job has no requirement with this name.
        NoSuchRequirement(String) = "notFound",
        /// Requirements of this kind have no alternatives.
        NoAlternatives {
            /// The name of the alternative.
            name: String,
            /// The kind.
            kind: &'static str,
        } = "withoutAlternatives",
        /// An alternative has no name.
        EmptyAlternative = "empty",
        /// The name of an alternative is too long.
        AlternativeTooLong {
            /// The number of its characters.
            chars: usize,
            /// The most characters.
            most: usize,
        } = "tooLong",
        /// The name of an alternative has more than one line, or another control character.
        AlternativeNotOneLine = "notOneLine",
        /// The name of this alternative has neither letters nor digits.
        AlternativeWithoutLetters(String) = "withoutLetters",
        /// This alternative is not a language that resumes are compared with.
        NotLanguage(String) = "notALanguage",
        /// This alternative of a skill is a language.
        IsLanguage(String) = "otherKind",
        /// This alternative of a skill is a certificate.
        IsCertificate(String) = "otherKind",
        /// This alternative names several ones.
        SeveralAlternatives(String) = "severalAlternatives",
        /// A requirement has too many alternatives.
        TooManyAlternatives {
            /// The name of the requirement.
            name: String,
            /// The number of alternatives.
            count: usize,
            /// The most alternatives.
            most: usize,
        } = "tooMany",
        /// The requirement with this name is ignored, and has alternatives.
        IgnoredWithAlternatives(String) = "notTogether",
        /// Requirements of this kind count by their weight, so none is preferred.
        NotPreferable(&'static str) = "notTogether",
        /// Alternatives are languages with different levels.
        DifferentLevels {
            /// The one level.
            one: String,
            /// The other level.
            other: String,
        } = "differentLevels",
        /// This name is given twice.
        NameTwice(String) = "repeated",
        /// A name is given with two marks. No mark leaves the requirement as it is.
        Contradiction {
            /// The name.
            name: String,
            /// The one mark.
            one: Option<&'static str>,
            /// The other mark.
            other: Option<&'static str>,
        } = "contradiction",
    }
}

impl RequirementProblem {
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::NameTooLong(most)
            | Self::AlternativeTooLong { most, .. }
            | Self::TooManyAlternatives { most, .. } => Some(*most),
            _ => None,
        }
    }
}
