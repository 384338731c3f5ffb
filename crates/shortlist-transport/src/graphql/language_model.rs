//! A language model's part in a score.

use juniper::GraphQLObject;
use shortlist_domain::ModelPart;

/// The language model that was asked, where one is configured. Without it the score is that of the formulas.
#[derive(GraphQLObject)]
#[graphql(name = "LanguageModelPart")]
pub(super) struct LanguageModelPart {
    name: String,
    /// One sentence: what it moved, or why it had no part.
    summary: String,
    /// What it said, as far as its words stand in the resume; empty where it had no part.
    opinions: Vec<LanguageModelOpinion>,
}

/// A value from 0 to 1. The formulas' value moves towards it, by 0.25 at most; the quotes stand in the criterion's evidence.
#[derive(GraphQLObject)]
pub(super) struct LanguageModelOpinion {
    criterion: String,
    value: f64,
}

impl LanguageModelPart {
    pub(super) fn of(part: &ModelPart) -> Self {
        let opinions = part.opinions.iter().map(|opinion| LanguageModelOpinion {
            criterion: opinion.criterion.clone(),
            value: opinion.value.to_f64(),
        });
        Self {
            name: part.name.clone(),
            summary: part.summary.clone(),
            opinions: opinions.collect(),
        }
    }
}
