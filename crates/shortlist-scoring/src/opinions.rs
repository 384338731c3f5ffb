//! What a language model states about a resume, how it is checked, and how much it may change.
//!
//! An opinion moves the value of a criterion towards its own value, by at most a quarter and between 0 and 1. It must quote
//! words from the text that may be scored. Quotes that are not in that text are dropped.
//!
//! An opinion without a valid quote moves nothing, up or down. What is not in a resume earned nothing from the formulas
//! either. A model that finds a value too high can quote the words that earned it. The receipt stores the opinions, so that
//! the score remains a function of what is stored.

use shortlist_domain::{
    CriterionScore, EvidenceDetail, MicroPoints, ModelContribution, ModelOpinion, ScoreReceipt,
    Span, Weights, contribution,
};

use crate::profile::Profile;
use crate::quotes::NormalizedText;
use crate::ratio::{WHOLE, decimals};
use crate::receipt::{finalize_receipt, same_criterion};

/// The most that a language model can move a criterion up or down, in millionths.
pub const MAX_MODEL_SHIFT: i64 = 250_000;
/// The most passages that are kept for an opinion.
const MAX_PLACES: usize = 5;
/// The most passages that are searched for.
const MAX_LOOKED_FOR: usize = 20;

/// A language model's statement about one criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncheckedOpinion {
    /// The name of the criterion.
    pub criterion: String,
    /// How far the model considers the criterion to be met, from 0 to 1.
    pub value: MicroPoints,
    /// The words of the resume that support the opinion, as the model gave them.
    pub quotes: Vec<String>,
}

/// Keeps the part of a language model's statements that can be checked.
///
/// The result has at most one opinion for each criterion of the weights: the first one, with the places of its quotes. An
/// opinion without valid quotes is dropped.
pub fn check_opinions(
    stated: &[UncheckedOpinion],
    weights: &Weights,
    profile: &Profile,
) -> Vec<ModelOpinion> {
    let text = NormalizedText::of(&profile.text);
    let criteria = weights.criteria().iter();
    criteria
        .filter_map(|weight| {
            let name = weight.name.to_lowercase();
            let mut named = stated.iter();
            let stated = named.find(|opinion| opinion.criterion.trim().to_lowercase() == name)?;
            let places = places(&stated.quotes, &text, profile);
            let checked = !places.is_empty() && (0..=WHOLE).contains(&stated.value.get());
            checked.then(|| ModelOpinion {
                criterion: weight.name.clone(),
                value: stated.value,
                places,
            })
        })
        .collect()
}

/// Returns where quotes appear, each place once, in code points.
fn places(quotes: &[String], text: &NormalizedText<'_>, profile: &Profile) -> Vec<(u32, u32)> {
    let mut places = Vec::new();
    for quote in quotes.iter().take(MAX_LOOKED_FOR) {
        let place = text
            .find(quote)
            .and_then(|span| profile.text.code_points(span));
        if let Some(place) = place.filter(|place| !places.contains(place)) {
            places.push(place);
        }
    }
    places.truncate(MAX_PLACES);
    places
}

/// Returns the receipt from [`score`](crate::score) with a language model's part added.
///
/// The same receipt, profile and part give the same result. A stored receipt is recomputed with its own part.
pub fn apply_opinions(
    receipt: ScoreReceipt,
    profile: &Profile,
    part: ModelContribution,
) -> ScoreReceipt {
    let criteria = receipt.criteria.into_iter().map(|criterion| {
        let mut opinions = part.opinions.iter();
        let opinion =
            opinions.find(|opinion| same_criterion(&opinion.criterion, &criterion.criterion));
        match opinion {
            Some(opinion) => apply_opinion(criterion, opinion, &part.name, profile),
            None => criterion,
        }
    });
    finalize_receipt(ScoreReceipt {
        criteria: criteria.collect(),
        model: Some(part),
        ..receipt
    })
}

/// Returns a value moved towards an opinion, as far as is allowed.
pub(crate) fn clamp_shift(value: i64, opinion: i64) -> i64 {
    let lower = value.saturating_sub(MAX_MODEL_SHIFT);
    let upper = value.saturating_add(MAX_MODEL_SHIFT);
    opinion.clamp(lower, upper).clamp(0, WHOLE)
}

fn apply_opinion(
    mut criterion: CriterionScore,
    opinion: &ModelOpinion,
    model: &str,
    profile: &Profile,
) -> CriterionScore {
    let (before, wanted) = (criterion.value.get(), opinion.value.get());
    let after = clamp_shift(before, wanted);
    let quoted_spans: Vec<Span> = opinion
        .places
        .iter()
        .filter_map(|place| profile.text.span_of(*place))
        .collect();
    if after == before || quoted_spans.is_empty() {
        return criterion;
    }
    for evidence in &mut criterion.evidence {
        evidence.gain = evidence.gain.and_then(|gain| {
            let more = clamp_shift(before.saturating_add(gain.get()).min(WHOLE), wanted) - after;
            Some(MicroPoints::new(more)).filter(|more| more.get() > 0)
        });
    }
    let verb = if after > before { "raised" } else { "lowered" };
    let quoted = quoted_spans.into_iter().map(|span| {
        let model = model.to_owned();
        let detail = if after > before {
            EvidenceDetail::RaisedByModel(model)
        } else {
            EvidenceDetail::LoweredByModel(model)
        };
        profile.text.evidence(detail, span, span)
    });
    criterion.evidence.extend(quoted);
    let value = MicroPoints::new(after);
    criterion.summary = format!(
        "{} The language model {model} {verb} the value from {} to {}.",
        criterion.summary,
        decimals(criterion.value),
        decimals(value)
    );
    CriterionScore {
        formula_value: Some(criterion.value),
        contribution: contribution(criterion.weight, value),
        has_data: true,
        value,
        ..criterion
    }
}

impl Profile {
    /// Returns the text for a language model.
    ///
    /// It contains what may be scored, with one sentence or list item on each line, under the kinds of the sections.
    pub fn readable_text(&self) -> String {
        let mut readable = String::new();
        let mut section = None;
        for sentence in &self.sentences {
            if section != Some(sentence.section) {
                section = Some(sentence.section);
                let kind = sentence.section.as_str();
                readable.push_str(&format!("\n[{kind}]\n"));
            }
            readable.push_str(self.text.at(sentence.span));
            readable.push('\n');
        }
        readable
    }
}
