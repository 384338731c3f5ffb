//! The stored form of a language model's part in a score.

use serde::{Deserialize, Serialize};
use shortlist_domain::{MicroPoints, ModelContribution, ModelOpinion};

#[derive(Serialize, Deserialize)]
pub(super) struct ModelRecord {
    name: String,
    summary: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    opinions: Vec<OpinionRecord>,
}

#[derive(Serialize, Deserialize)]
struct OpinionRecord {
    criterion: String,
    value: i64,
    places: Vec<(u32, u32)>,
}

impl ModelRecord {
    pub(super) fn of(part: &ModelContribution) -> Self {
        let opinions = part.opinions.iter().map(|opinion| OpinionRecord {
            criterion: opinion.criterion.clone(),
            value: opinion.value.get(),
            places: opinion.places.clone(),
        });
        Self {
            name: part.name.clone(),
            summary: part.summary.clone(),
            opinions: opinions.collect(),
        }
    }

    pub(super) fn into_part(self) -> ModelContribution {
        let opinions = self.opinions.into_iter().map(|record| ModelOpinion {
            criterion: record.criterion,
            value: MicroPoints::new(record.value),
            places: record.places,
        });
        ModelContribution {
            name: self.name,
            summary: self.summary,
            opinions: opinions.collect(),
        }
    }
}
