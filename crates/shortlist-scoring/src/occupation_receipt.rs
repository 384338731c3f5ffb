//! The part of a receipt about occupations: those of the job and of the positions that earned points.

use shortlist_domain::{
    MicroPoints, Occupation, OccupationReceipt, OccupationShare, OccupationSource,
    PositionOccupation,
};

use crate::comparison::Comparison;
use crate::occupation::occupation_similarity;
use crate::titles::Title;
use crate::work_history::WorkEntry;

/// Returns the occupations that a job title names, the largest share first. A title that is unknown names none.
pub fn title_occupations(title: &str) -> Vec<OccupationShare> {
    Title::of(title).occupations().shares()
}

/// Returns the occupation with a code such as `29-1141.00`.
pub fn find_occupation(code: &str) -> Option<Occupation> {
    shortlist_occupations::find_occupation(code).map(owned)
}

/// Finds occupations by a job title, by words of their English names, or by the beginning of a code, the likeliest first.
pub fn search_occupations(query: &str) -> Vec<Occupation> {
    let found = shortlist_occupations::search_occupations(query).into_iter();
    found.map(owned).collect()
}

fn owned(occupation: shortlist_occupations::Occupation) -> Occupation {
    Occupation {
        code: occupation.code.to_owned(),
        name: occupation.name.to_owned(),
    }
}

/// Returns the part of the receipt about occupations. Positions that earn nothing are left out, as in the evidence.
pub(crate) fn occupation_receipt(compared: &Comparison<'_>) -> OccupationReceipt {
    let relevant = compared
        .work
        .entries
        .iter()
        .filter(|entry| entry.relevance > 0);
    let set = compared.job.requirements.occupation.as_ref();
    OccupationReceipt {
        job: compared.job.title.occupations().shares(),
        source: set.map_or(OccupationSource::Title, |_| OccupationSource::Recruiter),
        set_by: set.map(|set| set.author.name.clone()),
        positions: relevant.map(|entry| position(compared, entry)).collect(),
    }
}

fn position(compared: &Comparison<'_>, entry: &WorkEntry) -> PositionOccupation {
    let profile = compared.profile;
    let quoted = profile.text.quote(entry.quote, entry.quote);
    let titles = &profile.work_titles;
    let title = entry.number.and_then(|number| titles.get(number));
    let job = compared.job.title.occupations();
    PositionOccupation {
        title: quoted.words,
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
