//! The GraphQL types of a language model's part in a score.

use juniper::GraphQLObject;
use shortlist_domain::ModelContribution;

/// The language model's part in the score, if a model is configured. Without it, the score comes from the formulas alone.
#[derive(GraphQLObject)]
#[graphql(name = "LanguageModelPart")]
pub(crate) struct LanguageModelPart {
    name: String,
    /// One sentence that says what the model changed, or why it changed nothing.
    summary: String,
    /// The opinions whose quotes the resume contains. Empty if the model had no part.
    opinions: Vec<LanguageModelOpinion>,
}

/// An opinion from 0 to 1. The formulas' value moves towards it by at most 0.25. The criterion's evidence contains the quotes.
#[derive(GraphQLObject)]
pub(crate) struct LanguageModelOpinion {
    criterion: String,
    value: f64,
}

impl LanguageModelPart {
    pub(crate) fn of(part: &ModelContribution) -> Self {
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
