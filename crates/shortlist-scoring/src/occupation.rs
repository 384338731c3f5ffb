//! Whether two job titles mean similar work.

use shortlist_domain::{
    MicroPoints, Occupation, OccupationReceipt, OccupationShare, OccupationSource,
    PositionOccupation,
};
use shortlist_occupations::{Coding, code, similarity};

use crate::comparison::Comparison;
use crate::titles::Title;
use crate::work_history::WorkEntry;

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

/// Returns the occupations that a job title names, the largest share first. A title that is unknown names none.
pub fn title_occupations(title: &str) -> Vec<OccupationShare> {
    Title::of(title).occupations().shares()
}

/// Returns the part of the receipt about occupations. Positions that earn nothing are left out, as in the evidence.
pub(crate) fn occupation_receipt(compared: &Comparison<'_>) -> OccupationReceipt {
    let relevant = compared
        .work
        .entries
        .iter()
        .filter(|entry| entry.relevance > 0);
    OccupationReceipt {
        job: compared.job.title.occupations().shares(),
        source: OccupationSource::Title,
        positions: relevant.map(|entry| position(compared, entry)).collect(),
    }
}

fn position(compared: &Comparison<'_>, entry: &WorkEntry) -> PositionOccupation {
    let profile = compared.profile;
    let quoted = profile
        .text
        .evidence(String::new(), entry.quote, entry.quote);
    let titles = &profile.work_titles;
    let title = entry.number.and_then(|number| titles.get(number));
    let job = compared.job.title.occupations();
    PositionOccupation {
        title: quoted.quote.unwrap_or_default(),
        page: quoted.page,
        place: quoted.place,
        occupations: title.map_or_else(Vec::new, |title| title.occupations().shares()),
        similarity: title
            .and_then(|title| occupation_similarity(job, title.occupations()))
            .map(MicroPoints::new),
        likeness: MicroPoints::new(entry.likeness),
        relevance: MicroPoints::new(entry.relevance),
        freshness: MicroPoints::new(entry.freshness),
    }
}
