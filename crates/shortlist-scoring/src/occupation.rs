//! Whether two job titles mean similar work.

use shortlist_domain::{MicroPoints, Occupation, OccupationShare};
use shortlist_occupations::{Coding, code, similarity};

/// The occupations that a title names, if they are known.
#[derive(Debug, Clone, Default)]
pub(crate) struct TitleOccupations(Option<Coding>);

impl TitleOccupations {
    /// Reads the occupations of the first wording of a title that is known.
    pub(crate) fn of<'a>(mut wordings: impl Iterator<Item = &'a str>) -> Option<Self> {
        wordings.find_map(|wording| {
            let coding = code(wording);
            (!coding.is_unknown()).then_some(Self(Some(coding)))
        })
    }

    /// Returns the occupation that a person chose. An occupation that this engine does not know, and a choice of none, are unknown.
    pub(crate) fn chosen(chosen: Option<&Occupation>) -> Self {
        Self(chosen.and_then(|occupation| Coding::of_code(&occupation.code)))
    }

    /// Returns them, the largest share first.
    pub(crate) fn shares(&self) -> Vec<OccupationShare> {
        let shares = self.0.iter().flat_map(Coding::shares);
        shares
            .map(|share| OccupationShare {
                occupation: Occupation {
                    code: share.occupation.code.to_owned(),
                    name: share.occupation.name.to_owned(),
                },
                share: MicroPoints::new(i64::from(share.micros)),
            })
            .collect()
    }
}

/// Returns how similar the occupations of a job and of a position are, from 0 to 1 in millionths. `None` if one title is unknown.
pub(crate) fn occupation_similarity(
    job: &TitleOccupations,
    position: &TitleOccupations,
) -> Option<i64> {
    let (job, position) = (job.0.as_ref()?, position.0.as_ref()?);
    Some(i64::from(similarity(job, position)))
}
