//! The criteria of a score with their evidence.

use shortlist_app::requirement_text;
use shortlist_domain::{CriterionScore, Evidence, EvidenceDetail, MicroPoints, ScoreReceipt};

use super::matched_words::matched_places;
use crate::ranking::is_shared_wording;

/// A criterion with the words that earned its points, and what is missing.
pub(crate) struct CriterionPart {
    pub(crate) summary: String,
    pub(crate) met: Vec<EvidencePart>,
    pub(crate) missing: Vec<EvidencePart>,
    /// Quotes that only share words with the posting.
    pub(crate) shared: Vec<EvidencePart>,
}

/// A requirement, and the words of the resume about it.
pub(crate) struct EvidencePart {
    /// Identifies it on the page.
    pub(crate) number: usize,
    pub(crate) requirement: String,
    pub(crate) quote: String,
    /// Whether the quote is marked in the text.
    pub(crate) is_marked: bool,
    /// Whether the resume shows less than the requirement, such as a lower level.
    pub(crate) is_partial: bool,
    /// Whether the resume shows something else that implies the requirement.
    pub(crate) is_related: bool,
    /// The points that meeting the requirement would add at least; empty if it is met.
    pub(crate) gain: String,
    /// The name of the person who set the requirement; empty if it is as it was read.
    pub(crate) set_by: String,
    /// What is marked in the text.
    places: Vec<(u32, u32)>,
}

impl CriterionPart {
    /// Returns what is marked in the text with the numbers of the evidence.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, (u32, u32))> {
        let quoted = self.met.iter().chain(&self.shared);
        quoted.flat_map(|evidence| {
            let places = evidence.places.iter();
            places.map(|place| (evidence.number, *place))
        })
    }
}

/// Returns the criteria of a receipt, in its order. The numbers of the evidence begin after the given one.
pub(crate) fn criteria(receipt: &ScoreReceipt, after: usize) -> Vec<CriterionPart> {
    let mut number = after;
    let criterion_part = |criterion: &CriterionScore| {
        let mut parts = CriterionPart {
            summary: criterion.summary.clone(),
            met: Vec::new(),
            missing: Vec::new(),
            shared: Vec::new(),
        };
        for evidence in &criterion.evidence {
            number += 1;
            let list = if !evidence.found {
                &mut parts.missing
            } else if is_shared_wording(evidence) {
                &mut parts.shared
            } else {
                &mut parts.met
            };
            list.push(part(number, criterion, evidence));
        }
        parts
    };
    receipt.criteria.iter().map(criterion_part).collect()
}

fn part(number: usize, criterion: &CriterionScore, evidence: &Evidence) -> EvidencePart {
    let gain = criterion.points_to_gain(evidence).map(MicroPoints::get);
    let gain = gain.filter(|points| *points >= 50_000);
    EvidencePart {
        number,
        requirement: requirement_text(&criterion.criterion, &evidence.detail),
        quote: evidence.quote.clone().unwrap_or_default(),
        is_marked: evidence.place.is_some_and(|(start, end)| start < end),
        is_partial: evidence.found && !evidence.is_met(),
        is_related: is_implied(&evidence.detail),
        gain: gain.map_or(String::new(), crate::ranking::tenths),
        set_by: evidence.set_by.clone().unwrap_or_default(),
        places: matched_places(evidence),
    }
}

/// Returns whether another skill of the resume implies the skill that is asked for.
fn is_implied(detail: &EvidenceDetail) -> bool {
    matches!(
        detail,
        EvidenceDetail::ImpliedSkill { .. } | EvidenceDetail::ListedSkill { by: Some(_), .. }
    )
}
