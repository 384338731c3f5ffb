//! Fields that do not go together.

super::problems! {
    /// Why a field does not go together with others.
    CombinationProblem {
        /// It can be given only together with this field.
        Without(&'static str) = "otherFieldMissing",
        /// A list in this order is of one job, which this field names.
        OrderWithout(&'static str) = "otherFieldMissing",
        /// It cannot be given together with this field.
        With(String) = "notTogether",
        /// It and another field name the same thing, so either is given.
        Either {
            /// The one field.
            one: &'static str,
            /// The other field.
            other: &'static str,
        } = "eitherField",
        /// It or this field is given, but not both.
        EitherOr(&'static str) = "eitherField",
        /// A panel shares time and place, so they change for all interviewers.
        SharedByPanel = "notTogether",
    }
}
