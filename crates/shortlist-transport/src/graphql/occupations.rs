//! The GraphQL types of occupations.

use juniper::GraphQLObject;
use shortlist_domain::{
    MicroPoints, OccupationReceipt, OccupationShare as Share, PositionOccupation as Position,
};

use super::receipts::to_graphql_int;

/// An occupation that a title names, by its code and name in O*NET-SOC 2019.
#[derive(GraphQLObject)]
pub(crate) struct OccupationShare {
    code: String,
    name: String,
    /// Its part of what the title names, from 0 to 1. The shares of a title add up to 1, except for rounding.
    share: f64,
}

/// The occupation of the job, and how similar each position that earned points is to it.
#[derive(GraphQLObject)]
pub(crate) struct ReceiptOccupations {
    /// The occupations of the job, the largest share first. Empty if its title is unknown.
    job: Vec<OccupationShare>,
    /// Where they come from: `title` if they were read from the job's title.
    job_source: &'static str,
    positions: Vec<PositionOccupation>,
}

/// A position that earned points. SCORING.md says how the criterion `experience` computes with the amounts, which have six decimals.
#[derive(GraphQLObject)]
struct PositionOccupation {
    /// The resume's own wording of the title. `start` and `end` count code points in `Resume.text`.
    title: String,
    page: Option<i32>,
    start: Option<i32>,
    end: Option<i32>,
    /// The occupations that the title names, the largest share first. Empty if the title is unknown.
    occupations: Vec<OccupationShare>,
    /// How similar they are to those of the job, from 0 to 1. Null if one of the titles is unknown.
    similarity: Option<f64>,
    /// `A`: how much the title is like the job's, by occupation or by words, whichever is more.
    likeness: f64,
    /// `r`: how relevant the position is for the job.
    relevance: f64,
    /// `D`: how recent the position is.
    freshness: f64,
}

impl OccupationShare {
    fn list(shares: &[Share]) -> Vec<Self> {
        let shares = shares.iter();
        shares
            .map(|share| Self {
                code: share.occupation.code.clone(),
                name: share.occupation.name.clone(),
                share: share.share.to_f64(),
            })
            .collect()
    }
}

impl ReceiptOccupations {
    pub(crate) fn of(occupations: &OccupationReceipt) -> Self {
        let positions = occupations.positions.iter();
        Self {
            job: OccupationShare::list(&occupations.job),
            job_source: occupations.source.as_str(),
            positions: positions.map(PositionOccupation::of).collect(),
        }
    }
}

impl PositionOccupation {
    fn of(position: &Position) -> Self {
        Self {
            title: position.title.clone(),
            page: to_graphql_int(position.page),
            start: to_graphql_int(position.place.map(|(start, _)| start)),
            end: to_graphql_int(position.place.map(|(_, end)| end)),
            occupations: OccupationShare::list(&position.occupations),
            similarity: position.similarity.map(MicroPoints::to_f64),
            likeness: position.likeness.to_f64(),
            relevance: position.relevance.to_f64(),
            freshness: position.freshness.to_f64(),
        }
    }
}
