//! The summary of a rescoring: how many candidates changed, and which ranks.

use std::collections::BTreeMap;

use shortlist_domain::{CandidateCode, CandidateId, JobId, Score, UnusableFile};

/// The largest number of rank changes in a summary. It lists those that change the order most.
pub const MAX_LISTED_RANK_CHANGES: usize = 100;

/// The result of rescoring.
#[derive(Debug, Clone, PartialEq)]
pub struct RescoreSummary {
    /// The job.
    pub job_id: JobId,
    /// The job's version.
    pub job_version: i32,
    /// The engine's version.
    pub engine_version: String,
    /// The number of candidates.
    pub candidates: usize,
    /// The number of candidates that were measured again.
    pub measured: usize,
    /// The number of scores that rose.
    pub up: usize,
    /// The number of scores that fell.
    pub down: usize,
    /// Candidates whose files could not be read again. They keep their previous measurements.
    pub unreadable: Vec<UnreadableCandidate>,
    /// The candidates whose rank changed most, at most [`MAX_LISTED_RANK_CHANGES`].
    pub rank_changes: Vec<RankChange>,
}

/// A candidate whose file could not be read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableCandidate {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The reason.
    pub reason: UnusableFile,
}

/// A candidate whose score or rank changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankChange {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// Their code.
    pub code: CandidateCode,
    /// The score before and after.
    pub score: (Score, Score),
    /// The rank among the job's candidates before and after; equal scores share a rank.
    pub rank: (usize, usize),
}

/// A candidate's scores before and after.
pub(super) struct Outcome {
    pub(super) code: CandidateCode,
    pub(super) before: Score,
    pub(super) after: Score,
}

/// Returns the candidates whose score or rank changed, with the largest changes of rank first.
pub(super) fn rank_changes(outcomes: &BTreeMap<CandidateId, Outcome>) -> Vec<RankChange> {
    let before = Ranks::of(outcomes.values().map(|outcome| outcome.before));
    let after = Ranks::of(outcomes.values().map(|outcome| outcome.after));
    let change = |(id, outcome): (&CandidateId, &Outcome)| {
        let rank = (before.rank(outcome.before), after.rank(outcome.after));
        let is_unchanged = rank.0 == rank.1 && outcome.before == outcome.after;
        (!is_unchanged).then(|| RankChange {
            candidate_id: id.clone(),
            code: outcome.code.clone(),
            score: (outcome.before, outcome.after),
            rank,
        })
    };
    let mut rank_changes: Vec<RankChange> = outcomes.iter().filter_map(change).collect();
    rank_changes.sort_by_key(|change| {
        let (before, after) = change.rank;
        (usize::MAX - before.abs_diff(after), after)
    });
    rank_changes.truncate(MAX_LISTED_RANK_CHANGES);
    rank_changes
}

/// The number of candidates above each score.
struct Ranks(BTreeMap<Score, usize>);

impl Ranks {
    fn of(scores: impl Iterator<Item = Score>) -> Self {
        let mut counts: BTreeMap<Score, usize> = BTreeMap::new();
        for score in scores {
            *counts.entry(score).or_default() += 1;
        }
        let mut above = 0;
        for count in counts.values_mut().rev() {
            let here = *count;
            *count = above;
            above += here;
        }
        Self(counts)
    }

    fn rank(&self, score: Score) -> usize {
        self.0.get(&score).map_or(0, |above| above + 1)
    }
}
