//! The criteria of a score with their evidence.

use shortlist_domain::{CriterionScore, Evidence, ScoreReceipt};

/// A criterion with the words that earned its points, and what is missing.
pub(crate) struct CriterionPart {
    pub(crate) summary: String,
    pub(crate) met: Vec<EvidencePart>,
    pub(crate) missing: Vec<EvidencePart>,
}

/// A requirement, and the words of the resume about it.
pub(crate) struct EvidencePart {
    /// Identifies it on the page.
    pub(crate) number: usize,
    pub(crate) requirement: String,
    pub(crate) quote: String,
    /// Whether the quote is marked in the text.
    pub(crate) is_marked: bool,
    /// The points that meeting the requirement would add at least; empty if it is met.
    pub(crate) gain: String,
    place: Option<(u32, u32)>,
}

impl CriterionPart {
    /// Returns the places of the quotes with the numbers of their evidence.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, (u32, u32))> {
        let met = self.met.iter();
        met.filter_map(|evidence| Some((evidence.number, evidence.place?)))
    }
}

/// Returns the criteria of a receipt, in its order.
pub(crate) fn criteria(receipt: &ScoreReceipt) -> Vec<CriterionPart> {
    let mut number = 0;
    let part = |criterion: &CriterionScore| {
        let evidence = criterion.evidence.iter().map(|evidence| {
            number += 1;
            part(number, criterion, evidence)
        });
        let (met, missing) = evidence.partition(|(found, _)| *found);
        let without =
            |parts: Vec<(bool, EvidencePart)>| parts.into_iter().map(|(_, p)| p).collect();
        CriterionPart {
            summary: criterion.summary.clone(),
            met: without(met),
            missing: without(missing),
        }
    };
    receipt.criteria.iter().map(part).collect()
}

fn part(number: usize, criterion: &CriterionScore, evidence: &Evidence) -> (bool, EvidencePart) {
    let gain = criterion
        .points_to_gain(evidence)
        .map(|points| points.get());
    let gain = gain.filter(|points| *points >= 50_000);
    let part = EvidencePart {
        number,
        requirement: evidence.requirement.clone(),
        quote: evidence.quote.clone().unwrap_or_default(),
        is_marked: evidence.place.is_some_and(|(start, end)| start < end),
        gain: gain.map_or(String::new(), crate::ranking::tenths),
        place: evidence.place,
    };
    (evidence.found, part)
}
