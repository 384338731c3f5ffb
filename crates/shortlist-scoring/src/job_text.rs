//! The text of a job that is read and prepared for scoring.

/// The text of a job.
#[derive(Debug, Clone, Copy)]
pub struct JobText<'a> {
    /// The title.
    pub title: &'a str,
    /// The description, which may be empty.
    pub description: &'a str,
    /// The listed skills.
    pub skills: &'a [String],
}
