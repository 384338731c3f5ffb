//! The search for the smallest sets of requirements that lift a candidate.
//!
//! It tries sets of one requirement, then of two, and so on. Requirements that can add more come first, so a branch ends as
//! soon as the next requirements together cannot add enough. No set is lost by this: what a requirement adds at most is known.

use shortlist_domain::{MicroPoints, Score};

use crate::formula::{Met, Requirement};

use super::potentials::potentials;
use super::{Counterfactual, Hypotheses, LiftingSet, MAX_LIFTING_SETS};

/// The number of scores after which the search ends, which takes a few hundredths of a second.
const MAX_SCORES: usize = 40_000;

/// The rounding of one more requirement, in millionths of a point.
const ROUNDING: i64 = 1_000;

/// A requirement with the most that it can add, including rounding.
#[derive(Debug, Clone, Copy)]
struct Step {
    number: usize,
    requirement: Requirement,
    potential: i64,
}

/// Why the search of a size ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// All sets were tried.
    Exhausted,
    /// A limit was reached.
    Limited,
}

pub(super) struct Search<'a> {
    hypotheses: &'a Hypotheses,
    above: Score,
    /// The fewest points that round to a higher score.
    needed: i64,
    /// The requirements, those that can add most first.
    steps: Vec<Step>,
    /// The sums of the potentials before each step.
    sums: Vec<i64>,
    met: Met,
    chosen: Vec<Step>,
    found: Vec<LiftingSet>,
    scores_left: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(hypotheses: &'a Hypotheses, above: Score) -> Self {
        let potentials = potentials(hypotheses);
        let unmet = hypotheses.unmet.iter().zip(potentials).enumerate();
        let mut steps: Vec<Step> = unmet
            .map(|(number, (one, potential))| Step {
                number,
                requirement: one.requirement,
                potential: potential + ROUNDING,
            })
            .collect();
        steps.sort_by_key(|step| (-step.potential, step.number));
        let mut sums = vec![0];
        let mut sum = 0;
        for step in &steps {
            sum += step.potential;
            sums.push(sum);
        }
        Self {
            hypotheses,
            above,
            needed: fewest_points(above),
            steps,
            sums,
            met: Met::default(),
            chosen: Vec::new(),
            found: Vec::new(),
            scores_left: MAX_SCORES,
        }
    }

    /// Returns the sets. All requirements together must lift the candidate.
    pub(super) fn run(mut self) -> Counterfactual {
        let now = self.hypotheses.points(&self.met).get();
        let mut complete_up_to = 0;
        let mut end = End::Exhausted;
        for size in 1..=self.steps.len() {
            end = self.extend(0, size, now);
            if end == End::Limited {
                break;
            }
            complete_up_to = size;
        }
        if self.found.is_empty() {
            self.found.push(self.any_set());
        }
        Counterfactual::Sets {
            sets: self.found,
            complete_up_to,
            is_complete: end == End::Exhausted,
        }
    }

    /// Tries all ways of meeting `left` more requirements, of those from `first` on.
    fn extend(&mut self, first: usize, left: usize, points: i64) -> End {
        for next in first..self.steps.len() {
            let Some(step) = self.steps.get(next).copied() else {
                break;
            };
            if points.saturating_add(self.most(next, left)) < self.needed {
                break;
            }
            if self.is_at_limit() {
                return End::Limited;
            }
            self.met.push(step.requirement);
            self.chosen.push(step);
            let end = self.visit(next, left);
            self.chosen.pop();
            self.met.pop();
            if end == End::Limited {
                return end;
            }
        }
        End::Exhausted
    }

    /// Looks at the chosen requirements, of which `next` is the last one.
    fn visit(&mut self, next: usize, left: usize) -> End {
        let points = self.points();
        let lifts = Score::from_micro_points(points) > self.above;
        // A set that lifts has no larger minimal sets.
        match (lifts, left) {
            (true, 1) => self.keep_if_minimal(points),
            (true, _) | (false, 0 | 1) => {}
            (false, _) => return self.extend(next + 1, left - 1, points.get()),
        }
        End::Exhausted
    }

    /// Returns the most that `left` requirements from an index on can add; too little if there are fewer.
    fn most(&self, from: usize, left: usize) -> i64 {
        let sums = (self.sums.get(from), self.sums.get(from + left));
        match sums {
            (Some(before), Some(after)) => after - before,
            _ => i64::MIN,
        }
    }

    fn is_at_limit(&self) -> bool {
        self.scores_left == 0 || self.found.len() == MAX_LIFTING_SETS
    }

    fn points(&mut self) -> MicroPoints {
        self.scores_left = self.scores_left.saturating_sub(1);
        self.hypotheses.points(&self.met)
    }

    fn keep_if_minimal(&mut self, points: MicroPoints) {
        let mut requirements: Vec<usize> = self.chosen.iter().map(|step| step.number).collect();
        requirements.sort_unstable();
        self.scores_left = self.scores_left.saturating_sub(requirements.len());
        if self.is_minimal(&requirements) {
            self.found.push(LiftingSet {
                requirements,
                score: Score::from_micro_points(points),
            });
        }
    }

    /// Returns whether a set that lifts no longer lifts without any one of its requirements.
    fn is_minimal(&self, requirements: &[usize]) -> bool {
        requirements.iter().all(|one| {
            let without = requirements.iter().filter(|other| *other != one);
            let without: Vec<usize> = without.copied().collect();
            self.hypotheses.score_with(&without) <= self.above
        })
    }

    /// Returns a set that lifts and is minimal, if the limit was reached before one of the smallest was found.
    fn any_set(&self) -> LiftingSet {
        let mut kept: Vec<usize> = (0..self.steps.len()).collect();
        for step in self.steps.iter().rev() {
            let without: Vec<usize> = kept
                .iter()
                .copied()
                .filter(|number| *number != step.number)
                .collect();
            if self.hypotheses.score_with(&without) > self.above {
                kept = without;
            }
        }
        LiftingSet {
            score: self.hypotheses.score_with(&kept),
            requirements: kept,
        }
    }
}

/// Returns the fewest points, in millionths, that round to more than a score.
fn fewest_points(above: Score) -> i64 {
    (i64::from(above.tenths()) + 1) * 100_000 - 50_000
}
