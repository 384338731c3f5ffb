//! The occupations of a receipt as JSON, with the names of the GraphQL schema.

use serde_json::{Value, json};
use shortlist_domain::{MicroPoints, OccupationReceipt, OccupationShare, PositionOccupation};
use shortlist_scoring::title_occupations;

/// Returns the part of a receipt about occupations.
pub fn occupations_json(occupations: &OccupationReceipt) -> Value {
    let positions: Vec<Value> = occupations.positions.iter().map(position).collect();
    json!({
        "job": shares(&occupations.job),
        "jobSource": occupations.source.as_str(),
        "jobSetBy": occupations.set_by,
        "positions": positions,
    })
}

fn position(position: &PositionOccupation) -> Value {
    json!({
        "title": position.title,
        "page": position.page,
        "start": position.place.map(|(start, _)| start),
        "end": position.place.map(|(_, end)| end),
        "occupations": shares(&position.occupations),
        "similarity": position.similarity.map(MicroPoints::to_f64),
        "likeness": position.likeness.to_f64(),
        "relevance": position.relevance.to_f64(),
        "freshness": position.freshness.to_f64(),
    })
}

/// Returns the occupations that a job title names, the largest share first. An unknown title names none.
pub fn occupations_of_title(title: &str) -> Value {
    shares(&title_occupations(title))
}

fn shares(shares: &[OccupationShare]) -> Value {
    let named = shares.iter().map(|share| {
        json!({
            "code": share.occupation.code,
            "name": share.occupation.name,
            "share": share.share.to_f64(),
        })
    });
    named.collect()
}
