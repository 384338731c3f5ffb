//! The order that other weights would give to a job's candidates. Nothing is stored.
//!
//! Measured values are stored, so each score is computed from them. Only the best candidates and the number of candidates with
//! each score are kept, so memory does not depend on the job.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use shortlist_domain::{
    Candidate, CandidateFilters, CandidateId, CandidateQuery, Principal, Score, ScoreCounts,
    ShownMean, Weights,
};
use shortlist_persistence::MeasuredCandidate;
use shortlist_scoring::{engine_version, reweigh, reweigh_values};

use crate::access::job_access::visible_job;
use crate::blind::Masks;
use crate::checks::NO_JOB;
use crate::error::AppError;
use crate::interviews::hidden_reviews::HiddenReviews;
use crate::scores::{CandidateReceipt, Scores};
use crate::uploads::fields::read_weights;

/// The first candidates under other weights.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightsPreview {
    /// The first candidates in their new order.
    pub rows: Vec<PreviewRow>,
    /// The number of candidates with each new score.
    pub counts: ScoreCounts,
    /// The number of scores that would rise.
    pub up: usize,
    /// The number of scores that would fall.
    pub down: usize,
    /// The number of candidates that would be measured again, because the job or the engine changed since. Their new scores
    /// are not known exactly.
    pub outdated: usize,
}

/// A candidate under other weights.
#[derive(Debug, Clone, PartialEq)]
pub struct PreviewRow {
    /// The candidate, with the present score.
    pub candidate: Candidate,
    /// The mean of the reviewers' scores.
    pub reviews: ShownMean,
    /// The score now and under the other weights.
    pub score: (Score, Score),
    /// The rank now and under the other weights. Without a rank now, a filter excludes the present score.
    pub rank: (Option<i64>, Option<i64>),
}

/// What orders candidates: the new score, the name and the identifier. The last part is the present score.
type Place = (Reverse<Score>, String, CandidateId, Score);

impl Scores<'_> {
    /// Returns the first candidates of a query under other weights. Its limits of the score apply to the new scores.
    ///
    /// # Errors
    /// Returns an error if the weights are invalid, or if the organization has no such job.
    pub fn preview(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
        weights: &str,
    ) -> Result<WeightsPreview, AppError> {
        let job = query.job_id.as_ref().ok_or(NO_JOB)?;
        let job = visible_job(self.store, principal, job)?;
        let mut preview = Preview {
            weights: read_weights(weights)?,
            limits: (query.filters.min_score, query.filters.max_score),
            engine: engine_version(self.vocabulary),
            job_version: job.version,
            limit: usize::try_from(query.page.size()).unwrap_or(usize::MAX),
            best: BinaryHeap::new(),
            before: BTreeMap::new(),
            after: BTreeMap::new(),
            changed: (0, 0),
            outdated: 0,
        };
        let any_score = CandidateQuery {
            filters: CandidateFilters {
                min_score: None,
                max_score: None,
                ..query.filters.clone()
            },
            ..query.clone()
        };
        let candidates = self.store.candidates();
        candidates.for_each_measured(&any_score, &mut |candidate| preview.add(candidate))?;
        let best = preview.take_best();
        let ids: Vec<CandidateId> = best.iter().map(|place| place.2.clone()).collect();
        let mut loaded = candidates.load_many(&query.organization_id, &ids)?;
        let hidden = HiddenReviews::of(self.store, principal, &ids)?;
        let places = best.into_iter().filter_map(|(Reverse(new), _, id, now)| {
            // A candidate who was erased meanwhile is left out.
            let (candidate, reviews) = loaded.remove(&id)?;
            let reviews = hidden.mean(&candidate.id, reviews);
            Some((candidate, reviews, (now, new)))
        });
        let mut finished = preview.finish(places.collect());
        let masks = Masks::of_job(self.store, principal, &job.id, &ids)?;
        masks.mask_all(finished.rows.iter_mut().map(|row| &mut row.candidate));
        Ok(finished)
    }

    /// Returns the receipts of candidates under other weights. A receipt without one of the criteria keeps its own weights.
    ///
    /// # Errors
    /// Returns an error if the weights are invalid, or if the database fails.
    pub fn receipts_under(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
        weights: &str,
    ) -> Result<HashMap<CandidateId, CandidateReceipt>, AppError> {
        let weights = read_weights(weights)?;
        let mut receipts = self.receipts(principal, candidates)?;
        for found in receipts.values_mut() {
            if let Some(receipt) = reweigh(&found.receipt, &weights) {
                found.receipt = receipt;
            }
        }
        Ok(receipts)
    }
}

fn is_within((least, most): (Option<Score>, Option<Score>), score: Score) -> bool {
    least.is_none_or(|least| score >= least) && most.is_none_or(|most| score <= most)
}

/// A preview while candidates are added.
struct Preview {
    weights: Weights,
    limits: (Option<Score>, Option<Score>),
    engine: String,
    job_version: i32,
    limit: usize,
    best: BinaryHeap<Place>,
    before: BTreeMap<Score, i64>,
    after: BTreeMap<Score, i64>,
    changed: (usize, usize),
    outdated: usize,
}

impl Preview {
    fn add(&mut self, candidate: MeasuredCandidate) {
        let now = candidate.score;
        let reweighed = reweigh_values(&candidate.values, &self.weights);
        let is_current =
            candidate.scored_by == self.engine && candidate.scored_version == self.job_version;
        let new = reweighed.unwrap_or(now);
        if is_within(self.limits, now) {
            *self.before.entry(now).or_default() += 1;
        }
        if !is_within(self.limits, new) {
            return;
        }
        *self.after.entry(new).or_default() += 1;
        self.outdated += usize::from(!is_current || reweighed.is_none());
        self.changed.0 += usize::from(new > now);
        self.changed.1 += usize::from(new < now);
        self.best
            .push((Reverse(new), candidate.sort_name, candidate.id, now));
        if self.best.len() > self.limit {
            self.best.pop();
        }
    }

    /// Returns the first candidates, in their new order.
    fn take_best(&mut self) -> Vec<Place> {
        std::mem::take(&mut self.best).into_sorted_vec()
    }

    fn finish(self, best: Vec<(Candidate, ShownMean, (Score, Score))>) -> WeightsPreview {
        let limits = self.limits;
        let before = ScoreCounts::new(self.before.into_iter().collect());
        let after = ScoreCounts::new(self.after.into_iter().collect());
        let row = |(candidate, reviews, (now, new))| PreviewRow {
            candidate,
            reviews,
            score: (now, new),
            rank: (
                before.rank(now).filter(|_| is_within(limits, now)),
                after.rank(new),
            ),
        };
        WeightsPreview {
            rows: best.into_iter().map(row).collect(),
            counts: after,
            up: self.changed.0,
            down: self.changed.1,
            outdated: self.outdated,
        }
    }
}
