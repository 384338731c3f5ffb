//! The candidates of a job in an order of the caller's choice, and how many have which score.

use shortlist_domain::{
    Candidate, CandidateId, CandidateQuery, CombinationProblem, OrderPosition, OrderedQuery,
    Principal, ScoreCounts, ShownMean, SortKey, Total,
};

use crate::access::job_access::check_job_visible;
use crate::candidates::Candidates;
use crate::checks::existing_job;
use crate::error::AppError;
use crate::interviews::hidden_reviews::{HiddenReviews, reader_of_some};

/// A page of a job's candidates in an order.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidatePage {
    /// The candidates, each with the mean of its reviews.
    pub candidates: Vec<(Candidate, ShownMean)>,
    /// Whether another page follows.
    pub has_next_page: bool,
    /// The position of the last candidate.
    pub end: Option<OrderPosition>,
}

impl Candidates<'_> {
    /// Lists a page of a job's candidates in an order. By reviews, candidates whose reviews are hidden from the caller are left out.
    ///
    /// # Errors
    /// Returns an error if the query names no job, or if the organization has no such job.
    pub fn list_ordered(
        &self,
        principal: &Principal,
        query: &OrderedQuery,
    ) -> Result<CandidatePage, AppError> {
        self.check_listed_job(principal, &query.candidates)?;
        self.check_facts(&query.candidates)?;
        self.ordered_page(principal, query)
    }

    /// Lists a page of candidates of a job that the caller has access to.
    pub(crate) fn ordered_page(
        &self,
        principal: &Principal,
        query: &OrderedQuery,
    ) -> Result<CandidatePage, AppError> {
        let hides_reviews_from = match query.order.key {
            SortKey::Reviews => {
                reader_of_some(self.store, principal, query.candidates.job_id.as_ref())?
            }
            _ => None,
        };
        let query = OrderedQuery {
            hides_reviews_from,
            ..query.clone()
        };
        let mut page = self.store.candidates().list_ordered(&query)?;
        self.mask_all(principal, page.candidates.iter_mut().map(|(one, _)| one))?;
        let reviewed = page.candidates.iter().filter(|(_, mean)| mean.is_some());
        let reviewed: Vec<CandidateId> = reviewed.map(|(one, _)| one.id.clone()).collect();
        let hidden = HiddenReviews::of(self.store, principal, &reviewed)?;
        let shown = page.candidates.into_iter().map(|(candidate, mean)| {
            let mean = hidden.mean(&candidate.id, mean);
            (candidate, mean)
        });
        Ok(CandidatePage {
            candidates: shown.collect(),
            has_next_page: page.has_next_page,
            end: page.end,
        })
    }

    /// Counts the candidates of a job; with a search or filters, up to a bound.
    ///
    /// # Errors
    /// Returns an error if the query names no job, or if the organization has no such job.
    pub fn count(&self, principal: &Principal, query: &CandidateQuery) -> Result<Total, AppError> {
        self.check_listed_job(principal, query)?;
        Ok(self.store.candidates().count(query)?)
    }

    /// Counts the candidates of a job by their score. The counts contain the rank of each score.
    ///
    /// # Errors
    /// Returns an error if the query names no job, or if the organization has no such job.
    pub fn score_counts(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
    ) -> Result<ScoreCounts, AppError> {
        self.check_listed_job(principal, query)?;
        Ok(self.store.candidates().score_counts(query)?)
    }

    /// Counts the candidates of a job by their score. With a search or filters, a large job is counted down to a lowest score.
    ///
    /// # Errors
    /// Returns an error if the query names no job, or if the organization has no such job.
    pub fn best_score_counts(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
    ) -> Result<ScoreCounts, AppError> {
        self.check_listed_job(principal, query)?;
        Ok(self.store.candidates().best_score_counts(query)?)
    }

    /// Checks that a list is about a job that the caller has access to. Indexes order the candidates of one job.
    pub(crate) fn check_listed_job(
        &self,
        principal: &Principal,
        query: &CandidateQuery,
    ) -> Result<(), AppError> {
        let Some(job) = &query.job_id else {
            let problem = CombinationProblem::OrderWithout("jobId");
            return Err(shortlist_domain::InvalidValue::new("sort", problem).into());
        };
        check_job_visible(self.store, principal, job)?;
        existing_job(self.store, &query.organization_id, job).map(|_job| ())
    }
}
