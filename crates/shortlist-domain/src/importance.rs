//! How important a requirement of a job is.

/// How important a requirement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Importance {
    /// Listed among the skills, or marked with "must".
    Required,
    /// Mentioned only in the description.
    Described,
    /// Nice to have.
    Preferred,
}

impl Importance {
    /// Returns the importance's name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Described => "described",
            Self::Preferred => "preferred",
        }
    }
}
