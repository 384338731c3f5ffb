//! What can be wrong with a query, or with the address of a list.

super::problems! {
    /// What is wrong with a query.
    QueryProblem {
        /// It takes longer than this many seconds.
        TooSlow(u64) = "tooSlow",
        /// The answer would contain more than this many mebibytes of text.
        AnswerTooLong(usize) = "tooLong",
        /// It is not a cursor of this list.
        NotCursor = "notACursor",
        /// The list has no such parameter.
        UnknownParameter {
            /// The parameters of the list.
            known: Vec<&'static str>,
            /// How the parameter of a custom field begins.
            custom_field: &'static str,
            /// The parameter of the order.
            order: &'static str,
        } = "unknownName",
        /// No record of this kind has the given identifier.
        NotFound(&'static str) = "notFound",
    }
}

impl QueryProblem {
    pub(super) fn limit(&self) -> Option<i64> {
        match self {
            Self::TooSlow(most) => i64::try_from(*most).ok(),
            Self::AnswerTooLong(most) => i64::try_from(*most).ok(),
            _ => None,
        }
    }
}
