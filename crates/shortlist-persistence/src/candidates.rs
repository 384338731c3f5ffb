//! Candidates: their creation, their lists, their changes.

use crate::{Store, StoreError};
use shortlist_domain::{
    Candidate, CandidateChange, CandidateCode, CandidateId, CandidateQuery, JobId, NewCandidate,
    OrganizationId, Page, Timestamp,
};

/// What came of one candidate of a batch.
#[derive(Debug, Clone, PartialEq)]
pub enum Insertion {
    /// It was created.
    Created(Box<Candidate>),
    /// The job has the same person or the same file already.
    Duplicate {
        /// The code of the candidate that was there first.
        code: CandidateCode,
    },
}

/// What came of changing a candidate.
#[derive(Debug, Clone, PartialEq)]
pub enum UpdateOutcome {
    /// It was changed.
    Updated(Box<Candidate>),
    /// The organization has no such candidate.
    NotFound,
    /// The new e-mail address or number is another candidate's of the same job.
    Conflict,
}

impl Store {
    /// Creates candidates in one transaction and tells, in the order given, what came of each. At most 500 at once.
    ///
    /// `random` is asked for another code where one is taken.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_candidates(
        &self,
        new: &[NewCandidate],
        random: &mut dyn FnMut() -> u128,
    ) -> Result<Vec<Insertion>, StoreError> {
        let _ = (new, random);
        Err(self.not_built())
    }

    /// Lists a page of candidates, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_candidates(&self, query: &CandidateQuery) -> Result<Page<Candidate>, StoreError> {
        let _ = (query,);
        Err(self.not_built())
    }

    /// Finds a candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_candidate(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<Option<Candidate>, StoreError> {
        let _ = (organization, id);
        Err(self.not_built())
    }

    /// Finds a candidate by code.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_candidate_by_code(
        &self,
        organization: &OrganizationId,
        code: &CandidateCode,
    ) -> Result<Option<Candidate>, StoreError> {
        let _ = (organization, code);
        Err(self.not_built())
    }

    /// Changes a candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update_candidate(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        change: &CandidateChange,
        at: Timestamp,
    ) -> Result<UpdateOutcome, StoreError> {
        let _ = (organization, id, change, at);
        Err(self.not_built())
    }

    /// Lists a job's candidates by identifier, those after `after`, for work in batches.
    ///
    /// # Errors
    /// When the database fails.
    pub fn candidates_of_job(
        &self,
        organization: &OrganizationId,
        job: &JobId,
        after: Option<&CandidateId>,
        limit: u32,
    ) -> Result<Vec<CandidateId>, StoreError> {
        let _ = (organization, job, after, limit);
        Err(self.not_built())
    }
}
