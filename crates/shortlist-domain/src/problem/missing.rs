//! Values that are missing.

super::problems! {
    /// Why a value that is missing is needed.
    MissingProblem {
        /// It is needed.
        Missing = "missing",
        /// A form needs it as a field.
        FormField = "missing",
        /// An upload needs at least one resume.
        Resumes = "missing",
        /// An application needs a resume.
        Resume = "missing",
        /// A document is a file.
        Document = "missing",
        /// An import needs a file of jobs.
        JobFile = "missing",
        /// Every job needs a title.
        Title = "missing",
        /// A new offer needs an amount and a currency.
        OfferTerms = "missing",
        /// It is null, but its value cannot be removed.
        Null = "null",
    }
}
