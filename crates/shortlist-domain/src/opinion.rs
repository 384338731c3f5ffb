//! A language model's contribution to a score.

use crate::MicroPoints;

/// A language model's opinion on one criterion, as far as it can be verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelOpinion {
    /// The criterion's name, as the weights spell it.
    pub criterion: String,
    /// How far the model considers the criterion met, from 0 to one.
    pub value: MicroPoints,
    /// The positions of the words that it quoted. They are ranges of code points in the resume's text, ends exclusive.
    /// Never empty.
    pub places: Vec<(u32, u32)>,
}

/// A language model's contribution to a score, or why it made none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelContribution {
    /// The model's name.
    pub name: String,
    /// One sentence for a recruiter: what the model changed, or why it contributed nothing.
    pub summary: String,
    /// Its opinions; empty if it contributed nothing. They are enough to compute the score again without the model.
    pub opinions: Vec<ModelOpinion>,
}

impl ModelContribution {
    /// Returns the record of a model that contributed nothing. `reason` completes a sentence that begins with the model's
    /// name.
    pub fn absent(name: &str, reason: &str) -> Self {
        Self {
            name: name.to_owned(),
            summary: format!(
                "The language model {name} {reason}; the score is the formulas' alone."
            ),
            opinions: Vec::new(),
        }
    }
}
