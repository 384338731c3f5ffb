//! The GraphQL types of occupations.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{Operation, search_occupations, title_occupations};
use shortlist_domain::{
    Job, MicroPoints, Occupation as Found, OccupationReceipt, OccupationShare as Share,
    PositionOccupation as Position,
};

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::object::object;
use crate::graphql::scores::receipts::to_graphql_int;

#[derive(GraphQLInputObject)]
pub(crate) struct SearchOccupationsInput {
    organization_id: String,
    /// A job title in English, German, French or Spanish, words of an English name, or the beginning of a code.
    query: String,
}

/// Occupations that a search found.
#[derive(GraphQLObject)]
pub(crate) struct OccupationList {
    /// The likeliest first, at most 20.
    occupations: Vec<Occupation>,
}

/// An occupation by its code and name in O*NET-SOC 2019.
#[derive(GraphQLObject)]
struct Occupation {
    code: String,
    name: String,
}

impl SearchOccupationsInput {
    pub(crate) fn search(self, context: &RequestContext) -> Resolved<OccupationList> {
        context.perform(
            Operation::SearchOccupations,
            of_organization(&self.organization_id),
            |_app, _principal| {
                let found = search_occupations("query", &self.query)?.into_iter();
                let occupation = |Found { code, name }| Occupation { code, name };
                Ok(OccupationList {
                    occupations: found.map(occupation).collect(),
                })
            },
        )
    }
}

/// The occupation that candidates of a job are compared with.
#[derive(GraphQLObject)]
pub(crate) struct JobOccupation {
    /// The largest share first. Empty if the occupation is unknown, so that titles are compared by their words.
    occupations: Vec<OccupationShare>,
    /// `title` if it was read from the job's title, or else `set by` and the name of the person who set it.
    source: String,
    set_by_id: Option<String>,
    set_at: Option<String>,
}

impl JobOccupation {
    pub(crate) fn of(job: &Job) -> Self {
        let set = job.requirement_edits.occupation.as_ref();
        let shares = match set {
            None => title_occupations(&job.title),
            Some(set) => set.occupation.iter().cloned().map(whole).collect(),
        };
        let author = set.map(|set| &set.author);
        Self {
            occupations: OccupationShare::list(&shares),
            source: author.map_or("title".to_owned(), |by| format!("set by {}", by.name)),
            set_by_id: author.map(|by| by.user_id.to_string()),
            set_at: author.map(|by| by.at.to_string()),
        }
    }
}

fn whole(occupation: Found) -> Share {
    Share {
        occupation,
        share: MicroPoints::ONE,
    }
}

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
    /// Where they come from: `title` if they were read from the job's title, `recruiter` if somebody set them.
    job_source: &'static str,
    /// The name of the person who set them. It is in no digest.
    job_set_by: Option<String>,
    positions: Vec<PositionOccupation>,
}

object! {
    /// A position that earned points. SCORING.md says how the criterion `experience` computes with the amounts, which have six decimals.
    struct PositionOccupation(Position) as position {
        /// The resume's own wording of the title. `start` and `end` count code points in `Resume.text`.
        title: &str = &position.title;
        page: Option<i32> = to_graphql_int(position.page);
        start: Option<i32> = to_graphql_int(position.place.map(|(start, _)| start));
        end: Option<i32> = to_graphql_int(position.place.map(|(_, end)| end));
        /// The occupations that the title names, the largest share first. Empty if the title is unknown.
        occupations: Vec<OccupationShare> = OccupationShare::list(&position.occupations);
        /// How similar they are to those of the job, from 0 to 1. Null if one of the titles is unknown.
        similarity: Option<f64> = position.similarity.map(MicroPoints::to_f64);
        /// `A`: how much the title is like the job's, by occupation or by words, whichever is more.
        likeness: f64 = position.likeness.to_f64();
        /// `r`: how relevant the position is for the job.
        relevance: f64 = position.relevance.to_f64();
        /// `D`: how recent the position is.
        freshness: f64 = position.freshness.to_f64();
    }
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
            job_set_by: occupations.set_by.clone(),
            positions: positions.cloned().map(PositionOccupation).collect(),
        }
    }
}
