//! Which requirements would have lifted a candidate past the last one who was taken forward.

use shortlist_domain::{Candidate, EvidenceDetail, Score, ScoreReceipt};
use shortlist_persistence::StoredReceipt;
use shortlist_scoring::{Counterfactual, Hypotheses, ScoreInput, apply_opinions, engine_version};

use super::Packets;
use crate::error::AppError;
use crate::scores::{CandidateReceipt, Scorer, model_contribution};

/// The answer, with the lines of the receipt that it refers to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Change {
    /// Nobody else was taken forward.
    Nobody,
    /// The score cannot be computed again, because an earlier engine computed it.
    Unknown,
    /// The candidate is above the last one who was taken forward.
    Above,
    /// Not even all requirements would have been enough.
    OutOfReach(Score),
    /// These sets of lines, the smallest first.
    Sets {
        sets: Vec<ChangeSet>,
        /// Whether there are further sets.
        has_more: bool,
    },
}

/// Lines of the receipt, and the score with all of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ChangeSet {
    /// What each line is about.
    pub(super) lines: Vec<EvidenceDetail>,
    pub(super) score: Score,
}

impl Packets<'_> {
    /// Computes what would have lifted a candidate. `stored` is the newest receipt.
    pub(super) fn change(
        &self,
        candidate: &Candidate,
        stored: &StoredReceipt,
    ) -> Result<Change, AppError> {
        let Some(lowest) = self.lowest_score_taken_forward(candidate)? else {
            return Ok(Change::Nobody);
        };
        let current = CandidateReceipt::under_current_weights(stored.clone()).receipt;
        let Some(hypotheses) = self.hypotheses(candidate, stored, &current)? else {
            return Ok(Change::Unknown);
        };
        Ok(match hypotheses.lifting_sets(lowest) {
            Counterfactual::AlreadyAbove => Change::Above,
            Counterfactual::OutOfReach { best } => Change::OutOfReach(best),
            Counterfactual::Sets {
                sets, is_complete, ..
            } => {
                let count = sets.len();
                let smallest = sets.first().map_or(0, |set| set.requirements.len());
                let mut shown: Vec<ChangeSet> = sets
                    .into_iter()
                    .take_while(|set| set.requirements.len() == smallest)
                    .take(shown_sets(smallest))
                    .map(|set| ChangeSet {
                        lines: lines(&hypotheses, &set.requirements, &current),
                        score: set.score,
                    })
                    .collect();
                shown.dedup();
                Change::Sets {
                    has_more: !is_complete || shown.len() < count,
                    sets: shown,
                }
            }
        })
    }

    fn lowest_score_taken_forward(&self, candidate: &Candidate) -> Result<Option<Score>, AppError> {
        let organization = &candidate.organization_id;
        let jobs = std::slice::from_ref(&candidate.job_id);
        let mut stages = self.records.store.jobs().stage_lists(organization, jobs)?;
        let stages = stages.remove(&candidate.job_id).unwrap_or_default();
        let first = stages.first();
        let fairness = self.records.store.fairness();
        let job = &candidate.job_id;
        Ok(fairness.lowest_score_taken_forward(organization, job, &first, &candidate.id)?)
    }

    /// Measures the resume again. Returns `None` if the result differs from the receipt.
    fn hypotheses(
        &self,
        candidate: &Candidate,
        stored: &StoredReceipt,
        current: &ScoreReceipt,
    ) -> Result<Option<Hypotheses>, AppError> {
        let engine = engine_version(self.vocabulary);
        let organization = &candidate.organization_id;
        let ids = std::slice::from_ref(&candidate.id);
        let mut resumes = self
            .records
            .store
            .candidates()
            .load_resumes(organization, ids)?;
        let Some(resume) = resumes.remove(&candidate.id) else {
            return Ok(None);
        };
        let scorer = Scorer::of_version(
            self.records.store,
            self.vocabulary,
            organization,
            &candidate.job_id,
            stored.job_version,
        )?;
        let profile = scorer.profile(&resume.resume);
        let weights = &stored.weighting;
        let document = resume.file.digest;
        let mut receipt = scorer.score(&profile, document, weights, current.as_of);
        let model = model_contribution(stored, scorer.version, &engine);
        if let Some(model) = model.clone() {
            receipt = apply_opinions(receipt, &profile, model);
        }
        if receipt.digest != current.digest {
            return Ok(None);
        }
        let input = ScoreInput {
            profile: &profile,
            weights,
            as_of: current.as_of,
            document,
        };
        let hypotheses = Hypotheses::of(&scorer.job, &input, self.vocabulary, model.as_ref());
        Ok(Some(hypotheses))
    }
}

/// The most sets that a packet lists.
const MAX_SHOWN_SETS: usize = 10;
/// The most sets with many requirements. They differ in few of them, and more would hide what they share.
const MAX_SHOWN_LONG_SETS: usize = 3;
/// A set with more requirements is long.
const SHORT_SET: usize = 3;

fn shown_sets(requirements: usize) -> usize {
    if requirements > SHORT_SET {
        MAX_SHOWN_LONG_SETS
    } else {
        MAX_SHOWN_SETS
    }
}

/// Returns the first line of each requirement.
fn lines(
    hypotheses: &Hypotheses,
    requirements: &[usize],
    receipt: &ScoreReceipt,
) -> Vec<EvidenceDetail> {
    let unmet = hypotheses.unmet();
    let line = |number: &usize| {
        let line = unmet.get(*number)?.lines.first()?;
        let criterion = receipt.criteria.get(line.criterion)?;
        Some(criterion.evidence.get(line.evidence)?.detail.clone())
    };
    requirements.iter().filter_map(line).collect()
}
