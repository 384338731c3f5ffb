//! Whether two job titles mean similar work.

use shortlist_occupations::{Coding, code, similarity};

/// The occupation that a title means, if it is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Occupation(Option<Coding>);

impl Occupation {
    /// Reads the occupation of the first wording of a title that is known.
    pub(crate) fn of<'a>(mut wordings: impl Iterator<Item = &'a str>) -> Option<Self> {
        wordings.find_map(|wording| {
            let coding = code(wording);
            (!coding.is_unknown()).then_some(Self(Some(coding)))
        })
    }
}

/// Returns how similar two occupations are, from 0 to 1 in millionths. `None` if one of them is unknown.
pub(crate) fn occupation_similarity(job: &Occupation, position: &Occupation) -> Option<i64> {
    let (job, position) = (job.0.as_ref()?, position.0.as_ref()?);
    Some(i64::from(similarity(job, position)))
}
