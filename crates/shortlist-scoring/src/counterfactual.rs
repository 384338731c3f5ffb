//! Which requirements would have lifted a candidate past another score, had the resume met them.
//!
//! The sets are found by computing the score again with the measured values changed, never by adding up gains. Only the
//! measured values change, so a score is the least that a resume would get that meets the requirements: a resume with more
//! words of the posting gets more. A skill that is used in a current position also counts as shown.

mod potentials;
mod search;

use shortlist_domain::{MicroPoints, ModelContribution, Score, contribution};
use shortlist_vocabulary::Vocabulary;

use crate::comparison::Comparison;
use crate::formula::{Formula, Met, Requirement};
use crate::opinions::clamp_shift;
use crate::prepared::PreparedJob;
use crate::profile::Profile;
use crate::receipt::{ScoreInput, measure, same_criterion};
use search::Search;

/// The most sets that [`Hypotheses::lifting_sets`] returns.
pub const MAX_LIFTING_SETS: usize = 100;

/// A line of a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReceiptLine {
    /// The index of the criterion.
    pub criterion: usize,
    /// The index of the line in the criterion's evidence.
    pub evidence: usize,
}

/// A requirement that a resume does not meet in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmetRequirement {
    /// Its lines in the receipt. It has several if several criteria measure the same.
    pub lines: Vec<ReceiptLine>,
    requirement: Requirement,
}

/// A set of requirements that would have lifted a candidate, none of which can be left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftingSet {
    /// The indexes of the requirements in [`Hypotheses::unmet`], in ascending order.
    pub requirements: Vec<usize>,
    /// The score that the candidate would have had at least.
    pub score: Score,
}

/// What would have lifted a candidate past another score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counterfactual {
    /// The candidate has a higher score already.
    AlreadyAbove,
    /// Not even all requirements together would have done so.
    OutOfReach {
        /// The score with all requirements.
        best: Score,
    },
    /// These sets of requirements, smaller ones first.
    Sets {
        /// The sets; at least one.
        sets: Vec<LiftingSet>,
        /// All sets of up to so many requirements are listed.
        complete_up_to: usize,
        /// Whether these are all sets.
        is_complete: bool,
    },
}

/// A criterion with its weight, and the opinion of a language model about it.
#[derive(Debug, Clone)]
struct WeighedFormula {
    weight: MicroPoints,
    formula: Formula,
    opinion: Option<i64>,
}

/// The measured values of a candidate, for computing the score as if requirements were met.
#[derive(Debug, Clone)]
pub struct Hypotheses {
    criteria: Vec<WeighedFormula>,
    unmet: Vec<UnmetRequirement>,
}

impl Hypotheses {
    /// Measures a candidate as [`score`](crate::score) does. `model` is the language model's part of the receipt.
    pub fn of(
        job: &PreparedJob,
        input: &ScoreInput<'_>,
        vocabulary: &Vocabulary,
        model: Option<&ModelContribution>,
    ) -> Self {
        let mut hypotheses = Self {
            criteria: Vec::new(),
            unmet: Vec::new(),
        };
        let compared = Comparison::of(job, input.profile, input.as_of);
        for (number, weight) in input.weights.criteria().iter().enumerate() {
            let measured = measure((number, &weight.name), &compared, vocabulary);
            for open in measured.open {
                let line = ReceiptLine {
                    criterion: number,
                    evidence: open.line,
                };
                hypotheses.add(open.requirement, line);
            }
            hypotheses.criteria.push(WeighedFormula {
                weight: weight.share,
                formula: measured.formula,
                opinion: model.and_then(|model| opinion(model, &weight.name, input.profile)),
            });
        }
        hypotheses
    }

    /// Returns the requirements that the resume does not meet in full, in the order of the receipt.
    pub fn unmet(&self) -> &[UnmetRequirement] {
        &self.unmet
    }

    /// Returns the score if some requirements were met. They are indexes in [`Hypotheses::unmet`]; others are ignored.
    pub fn score_with(&self, requirements: &[usize]) -> Score {
        let mut met = Met::default();
        let unmet = requirements
            .iter()
            .filter_map(|number| self.unmet.get(*number));
        for one in unmet {
            met.push(one.requirement);
        }
        Score::from_micro_points(self.points(&met))
    }

    /// Returns the smallest sets of requirements that would have lifted the candidate above a score.
    ///
    /// It lists the sets of one size after the other, until it has [`MAX_LIFTING_SETS`] or has computed a fixed number of
    /// scores. The result depends only on the arguments.
    pub fn lifting_sets(&self, above: Score) -> Counterfactual {
        if self.score_with(&[]) > above {
            return Counterfactual::AlreadyAbove;
        }
        let all: Vec<usize> = (0..self.unmet.len()).collect();
        let best = self.score_with(&all);
        if best <= above {
            return Counterfactual::OutOfReach { best };
        }
        Search::new(self, above).run()
    }

    /// Adds a requirement, or a further line of one that is known.
    fn add(&mut self, requirement: Requirement, line: ReceiptLine) {
        let mut known = self.unmet.iter_mut();
        match known.find(|one| one.requirement == requirement) {
            Some(known) => known.lines.push(line),
            None => self.unmet.push(UnmetRequirement {
                lines: vec![line],
                requirement,
            }),
        }
    }

    fn points(&self, met: &Met) -> MicroPoints {
        let criteria = self.criteria.iter();
        criteria.map(|criterion| criterion.points(met)).sum()
    }

    /// Returns the points without a language model.
    fn points_of_formulas(&self, met: &Met) -> MicroPoints {
        let criteria = self.criteria.iter();
        let points = criteria.map(|criterion| {
            let value = MicroPoints::new(criterion.formula.value(met));
            contribution(criterion.weight, value)
        });
        points.sum()
    }
}

impl WeighedFormula {
    fn points(&self, met: &Met) -> MicroPoints {
        let value = self.formula.value(met);
        let value = self
            .opinion
            .map_or(value, |opinion| clamp_shift(value, opinion));
        contribution(self.weight, MicroPoints::new(value))
    }
}

/// Returns the value that a language model gave a criterion, if its quotes are in the text.
fn opinion(model: &ModelContribution, criterion: &str, profile: &Profile) -> Option<i64> {
    let mut opinions = model.opinions.iter();
    let opinion = opinions.find(|opinion| same_criterion(&opinion.criterion, criterion))?;
    let mut places = opinion.places.iter();
    let is_quoted = places.any(|place| profile.text.span_of(*place).is_some());
    is_quoted.then(|| opinion.value.get())
}
