//! Criteria with one number of millionths each, as a short text: `[["skills",500000], …]`.

use shortlist_domain::{CriterionWeight, MicroPoints, ScoreReceipt, Weights};

use crate::error::StoreError;

/// Returns the stored form of weights.
pub(crate) fn weights_text(weights: &Weights) -> Result<String, StoreError> {
    let share = |criterion: &CriterionWeight| (criterion.name.clone(), criterion.share.get());
    let pairs: Vec<(String, i64)> = weights.criteria().iter().map(share).collect();
    Ok(serde_json::to_string(&pairs)?)
}

/// Returns the stored form of a receipt's weights.
pub(crate) fn weighting_text(receipt: &ScoreReceipt) -> Result<String, StoreError> {
    let parts = receipt.criteria.iter();
    let pairs: Vec<(&str, i64)> = parts
        .map(|part| (part.criterion.as_str(), part.weight.get()))
        .collect();
    Ok(serde_json::to_string(&pairs)?)
}

/// Returns the stored form of a receipt's measured values.
pub(crate) fn values_text(receipt: &ScoreReceipt) -> Result<String, StoreError> {
    let parts = receipt.criteria.iter();
    let pairs: Vec<(&str, i64)> = parts
        .map(|part| (part.criterion.as_str(), part.value.get()))
        .collect();
    Ok(serde_json::to_string(&pairs)?)
}

/// Reads weights from their stored form.
pub(crate) fn read_weights(text: &str) -> Result<Weights, StoreError> {
    let share = |(name, share)| CriterionWeight { name, share };
    Ok(Weights::from_shares(
        read_values(text)?.into_iter().map(share).collect(),
    ))
}

/// Reads values from their stored form.
pub(crate) fn read_values(text: &str) -> Result<Vec<(String, MicroPoints)>, StoreError> {
    let pairs: Vec<(String, i64)> = serde_json::from_str(text)?;
    let value = |(name, millionths)| (name, MicroPoints::new(millionths));
    Ok(pairs.into_iter().map(value).collect())
}
