//! The facts of resumes by which people are searched.

/// The name of the back-fill for candidates from before the facts were stored.
pub(crate) const FACTS_OF_RESUMES: &str = "facts of resumes 1";
