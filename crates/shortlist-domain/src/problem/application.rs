//! What can be wrong with the questions of a job, and with an application.

super::problems! {
    /// What is wrong with the questions of a job, or with what an applicant sent.
    ApplicationProblem {
        /// Two questions have this key.
        KeyTwice(String) = "repeated",
        /// A key is empty, longer than this, or contains other characters than those of keys.
        NotKey(usize) = "notFieldKey",
        /// The text of a question is empty.
        EmptyQuestion = "empty",
        /// A choice is empty.
        EmptyChoice = "empty",
        /// A question has more choices than this.
        TooManyChoices(usize) = "tooMany",
        /// The job has no question with this key.
        NoSuchQuestion(String) = "notFound",
        /// The question with this key needs an answer.
        AnswerMissing(String) = "missing",
        /// An answer is too long, or contains a NUL character.
        AnswerTooLong {
            /// The key of the question.
            key: String,
            /// The most characters.
            most: usize,
        } = "tooLong",
        /// An answer is not one of the question's choices.
        AnswerNotOneOf {
            /// The key of the question.
            key: String,
            /// The choices.
            choices: Vec<String>,
        } = "notOneOf",
        /// All texts together have more than this many kibibytes.
        TextsTooLong(usize) = "tooLong",
    }
}

impl ApplicationProblem {
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::NotKey(most)
            | Self::TooManyChoices(most)
            | Self::AnswerTooLong { most, .. }
            | Self::TextsTooLong(most) => Some(*most),
            _ => None,
        }
    }
}
