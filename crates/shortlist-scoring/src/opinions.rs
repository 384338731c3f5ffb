//! What a language model says of a resume, as far as it can be checked, and what it may move.
//!
//! An opinion moves the value of a criterion towards its own, by a quarter at most and within none and one, and only if it
//! quotes words that stand in the text that may be scored; what it quotes besides is dropped. Without such words it moves
//! nothing, down no more than up: what is not in a resume earned nothing from the formulas either, so whoever finds a
//! value too high can quote what it was given for. The opinions are kept with the receipt, so that the score remains a
//! function of what is kept.

use shortlist_domain::{
    CriterionScore, Evidence, MicroPoints, ModelOpinion, ModelPart, ScoreReceipt, Span, Weights,
    contribution,
};

use crate::profile::Profile;
use crate::quotes::Folded;
use crate::ratio::WHOLE;
use crate::receipt::{same_criterion, summed_up};

/// The most that a language model moves a criterion, either way, in millionths.
pub const MAX_MODEL_SHIFT: i64 = 250_000;
/// The most passages that are kept of an opinion.
const MAX_PLACES: usize = 5;
/// The most passages that are looked for.
const MAX_LOOKED_FOR: usize = 20;

/// What a language model states about one criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedOpinion {
    /// The criterion that it means.
    pub criterion: String,
    /// How far it holds the criterion to be met, from none to one.
    pub value: MicroPoints,
    /// The words of the resume that it rests on, as it gave them.
    pub quotes: Vec<String>,
}

/// Keeps of what a language model states that which can be checked: one opinion for each criterion of the weights, the first,
/// with the places of the words that it quotes. An opinion without any is none.
pub fn check_opinions(
    stated: &[StatedOpinion],
    weights: &Weights,
    profile: &Profile,
) -> Vec<ModelOpinion> {
    let text = Folded::of(&profile.text);
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

/// Where quotes stand, each place once, in code points.
fn places(quotes: &[String], text: &Folded<'_>, profile: &Profile) -> Vec<(u32, u32)> {
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

/// The receipt that [`score`](crate::score) gave, with a language model's part in it.
///
/// The same receipt, profile and part give the same result; a stored receipt is computed again with its own part.
pub fn with_opinions(receipt: ScoreReceipt, profile: &Profile, part: ModelPart) -> ScoreReceipt {
    let criteria = receipt.criteria.into_iter().map(|criterion| {
        let mut opinions = part.opinions.iter();
        let opinion = opinions.find(|one| same_criterion(&one.criterion, &criterion.criterion));
        match opinion {
            Some(opinion) => moved(criterion, opinion, &part.name, profile),
            None => criterion,
        }
    });
    summed_up(ScoreReceipt {
        criteria: criteria.collect(),
        model: Some(part),
        ..receipt
    })
}

/// A value moved towards an opinion as far as it may be.
fn shifted(value: i64, opinion: i64) -> i64 {
    let least = value.saturating_sub(MAX_MODEL_SHIFT);
    let most = value.saturating_add(MAX_MODEL_SHIFT);
    opinion.clamp(least, most).clamp(0, WHOLE)
}

fn moved(
    mut criterion: CriterionScore,
    opinion: &ModelOpinion,
    model: &str,
    profile: &Profile,
) -> CriterionScore {
    let (before, wanted) = (criterion.value.get(), opinion.value.get());
    let after = shifted(before, wanted);
    let standing: Vec<Span> = opinion
        .places
        .iter()
        .filter_map(|place| profile.text.span_of(*place))
        .collect();
    if after == before || standing.is_empty() {
        return criterion;
    }
    for evidence in &mut criterion.evidence {
        evidence.gain = evidence.gain.and_then(|gain| {
            let more = shifted(before.saturating_add(gain.get()).min(WHOLE), wanted) - after;
            Some(MicroPoints::new(more)).filter(|more| more.get() > 0)
        });
    }
    let verb = if after > before { "raised" } else { "lowered" };
    let quoted = standing.into_iter().map(|span| -> Evidence {
        let requirement = format!("{verb} by the language model {model}");
        profile.text.evidence(requirement, span, span)
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

/// Says in the part of a model that was heard what it moved of some criteria.
pub(crate) fn tell_what_moved(part: &mut ModelPart, criteria: &[CriterionScore]) {
    if part.opinions.is_empty() {
        return;
    }
    let moved: Vec<String> = criteria
        .iter()
        .filter_map(|criterion| {
            let (before, after) = (criterion.formula_value?, criterion.value);
            let name = &criterion.criterion;
            Some(format!(
                "{name} from {} to {}",
                decimals(before),
                decimals(after)
            ))
        })
        .collect();
    let name = &part.name;
    part.summary = if moved.is_empty() {
        format!("The language model {name} moved nothing.")
    } else {
        format!("The language model {name} moved {}.", moved.join(", "))
    };
}

/// Millionths as a number of three decimals.
fn decimals(value: MicroPoints) -> String {
    let thousandths = (value.get() + 500) / 1_000;
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

impl Profile {
    /// The text for a language model: what may be scored, a sentence or list item a line, under the kinds of its sections.
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
