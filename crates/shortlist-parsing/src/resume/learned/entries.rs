//! What is read from a resume's dates.

use shortlist_domain::{EducationEntry, Position};

/// The positions and the education of a resume.
#[derive(Debug, Clone, Default)]
pub(in crate::resume) struct Entries {
    pub(in crate::resume) positions: Vec<Position>,
    pub(in crate::resume) education: Vec<EducationEntry>,
}
