//! The occupations that a score compared, as the page of a candidate shows them.

use shortlist_domain::{
    MicroPoints, OccupationReceipt, OccupationShare, OccupationSource, PositionOccupation,
};

/// The occupation of the job, and what each position that earned points has in common with it.
pub(crate) struct OccupationsPart {
    pub(crate) job: String,
    /// Who or what says so.
    pub(crate) source: String,
    pub(crate) positions: Vec<PositionPart>,
}

/// A position that earned points.
pub(crate) struct PositionPart {
    pub(crate) title: String,
    pub(crate) occupation: String,
    pub(crate) similarity: String,
    pub(crate) likeness: String,
    pub(crate) relevance: String,
    pub(crate) freshness: String,
}

impl OccupationsPart {
    pub(crate) fn of(occupations: &OccupationReceipt) -> Self {
        Self {
            job: named(&occupations.job),
            source: match (occupations.source, &occupations.set_by) {
                (OccupationSource::Title, _) => "read from its title".to_owned(),
                (OccupationSource::Recruiter, Some(name)) => format!("set by {name}"),
                (OccupationSource::Recruiter, None) => "set by a recruiter".to_owned(),
            },
            positions: occupations.positions.iter().map(PositionPart::of).collect(),
        }
    }
}

impl PositionPart {
    fn of(position: &PositionOccupation) -> Self {
        let similarity = position.similarity.map(percent);
        Self {
            title: position.title.clone(),
            occupation: named(&position.occupations),
            similarity: similarity.unwrap_or_else(|| "unknown".to_owned()),
            likeness: percent(position.likeness),
            relevance: percent(position.relevance),
            freshness: percent(position.freshness),
        }
    }
}

/// Names the occupations of a title, with their shares if there are several.
fn named(shares: &[OccupationShare]) -> String {
    let names = shares.iter().map(|share| {
        let occupation = &share.occupation;
        match shares.len() {
            1 => format!("{} ({})", occupation.name, occupation.code),
            _ => format!(
                "{} ({}) {}",
                occupation.name,
                occupation.code,
                percent(share.share)
            ),
        }
    });
    match shares {
        [] => "unknown".to_owned(),
        _ => names.collect::<Vec<_>>().join(", "),
    }
}

/// Rounds an amount from 0 to one to whole percent.
fn percent(amount: MicroPoints) -> String {
    format!("{} %", (amount.get() + 5_000) / 10_000)
}
