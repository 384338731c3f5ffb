//! The candidates of a job in an order of the caller's choice, and how many have which score.

use shortlist_domain::{CandidateQuery, OrderedQuery, Principal, ScoreCounts, Total};
use shortlist_persistence::OrderedPage;

use crate::checks::existing_job;
use crate::job_access::check_job_visible;
use crate::{AppError, Candidates};

impl Candidates<'_> {
    /// Lists a page of a job's candidates in an order.
    ///
    /// # Errors
    /// Returns an error if the query names no job, or if the organization has no such job.
    pub fn list_ordered(
        &self,
        principal: &Principal,
        query: &OrderedQuery,
    ) -> Result<OrderedPage, AppError> {
        self.check_listed_job(principal, &query.candidates)?;
        let mut page = self.store.candidates().list_ordered(query)?;
        self.mask_all(principal, page.candidates.iter_mut().map(|(one, _)| one))?;
        Ok(page)
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
            let problem = "can be used only with jobId";
            return Err(shortlist_domain::InvalidValue::new("sort", problem).into());
        };
        check_job_visible(self.store, principal, job)?;
        existing_job(self.store, &query.organization_id, job).map(|_job| ())
    }
}
