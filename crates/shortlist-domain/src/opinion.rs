//! What a language model had to do with a score.

use crate::MicroPoints;

/// What a language model holds of one criterion, as far as it can be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelOpinion {
    /// The criterion as the weights spell it.
    pub criterion: String,
    /// How far it holds the criterion to be met, from 0 to one.
    pub value: MicroPoints,
    /// Where the words stand that it quoted, in code points of the resume's text, ends exclusive. Never empty.
    pub places: Vec<(u32, u32)>,
}

/// A language model's part in a score, or why it had none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelPart {
    /// What the model is called.
    pub name: String,
    /// One sentence for a recruiter: what it moved, or why it had no part.
    pub summary: String,
    /// Its opinions; none where it had no part. With them the score can be computed again without the model.
    pub opinions: Vec<ModelOpinion>,
}

impl ModelPart {
    /// A model that had no part; `reason` ends a sentence that begins with its name.
    pub fn none(name: &str, reason: &str) -> Self {
        Self {
            name: name.to_owned(),
            summary: format!(
                "The language model {name} {reason}; the score is the formulas' alone."
            ),
            opinions: Vec::new(),
        }
    }
}
