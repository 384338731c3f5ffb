//! What can be wrong with custom fields, their values, and filters by them.

super::problems! {
    /// What is wrong with a custom field, a value or a filter.
    CustomFieldProblem {
        /// Only a choice has options.
        OptionsOfOtherKind = "notTogether",
        /// A choice has no options, or more than this.
        OptionsOutOfRange(usize) = "countOutOfRange",
        /// This option occurs twice.
        OptionTwice(String) = "repeated",
        /// These fields are required, and have no value.
        ValuesMissing(Vec<String>) = "missing",
        /// No field has this key.
        NoSuchField(String) = "notFound",
        /// The field with this key is archived, so nobody can set its value.
        Archived(String) = "archived",
        /// The field with this key is archived, so no filter uses it.
        FilterOfArchived(String) = "archived",
        /// The field with this key is given twice.
        FieldTwice(String) = "repeated",
        /// A filter of the field with this key has no test, or more than one.
        NotOneTest(String) = "notTogether",
        /// A filter by a range is for numbers and dates.
        RangeOfOtherKind {
            /// The key of the field.
            key: String,
            /// The kind of the field.
            kind: &'static str,
        } = "notTogether",
        /// A filter has no values, too many, or one that is too long.
        FilterValues {
            /// The most values.
            most: usize,
            /// The most characters of a value.
            chars: usize,
        } = "countOutOfRange",
        /// The text is empty, or longer than the most characters.
        NotText {
            /// The key of the field.
            key: String,
            /// The most characters.
            most: usize,
        } = "lengthOutOfRange",
        /// The value is not a number.
        NotNumber {
            /// The key of the field.
            key: String,
            /// The most digits before the decimal point.
            whole_digits: usize,
            /// The most digits after it.
            places: usize,
        } = "notANumber",
        /// The value of the field with this key is not a date.
        NotDate(String) = "notADate",
        /// The value of the field with this key is neither yes nor no.
        NotYesNo(String) = "notOneOf",
        /// The value is not one of the field's options.
        NotOption {
            /// The key of the field.
            key: String,
            /// The options.
            options: Vec<String>,
        } = "notOneOf",
    }
}

impl CustomFieldProblem {
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::OptionsOutOfRange(most)
            | Self::FilterValues { most, .. }
            | Self::NotText { most, .. } => Some(*most),
            _ => None,
        }
    }
}
