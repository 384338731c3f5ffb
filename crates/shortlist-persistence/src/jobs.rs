//! Jobs, one by one and by the file.

use crate::{Store, StoreError};
use shortlist_domain::{Job, JobChange, JobId, JobQuery, NewJob, OrganizationId, Page, Timestamp};

/// What to do with an import that meets jobs which exist already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDuplicate {
    /// Create none.
    Refuse,
    /// Create the rest.
    Skip,
}

/// By what two jobs were found to be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuplicateBy {
    /// The job code.
    Code,
    /// Title, department and location; the row has no code.
    TitleAndPlace,
}

/// What a job is a duplicate of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DuplicateOf {
    /// A stored job.
    Stored {
        /// Its code.
        code: String,
    },
    /// An earlier one of the same import.
    Earlier {
        /// Its place in the import, from 0.
        index: usize,
    },
}

/// A job that exists already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateJob {
    /// Its place in the import, from 0.
    pub index: usize,
    /// By what it is a duplicate.
    pub by: DuplicateBy,
    /// Of what.
    pub of: DuplicateOf,
}

/// What came of an import.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportOutcome {
    /// The jobs created, in the order given; none where duplicates are refused and there are any.
    pub created: Vec<Job>,
    /// The duplicates, in the order given.
    pub duplicates: Vec<DuplicateJob>,
}

/// What came of creating one job.
#[derive(Debug, Clone, PartialEq)]
pub enum JobInsertion {
    /// It was created.
    Created(Box<Job>),
    /// It exists already.
    Duplicate(DuplicateJob),
}

impl Store {
    /// Creates the jobs of one import, all of them or none, and tells the duplicates. All must belong to the organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_jobs(
        &self,
        organization: &OrganizationId,
        new: &[NewJob],
        on_duplicate: OnDuplicate,
    ) -> Result<ImportOutcome, StoreError> {
        let _ = (organization, new, on_duplicate);
        Err(self.not_built())
    }

    /// Creates one job.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_job(&self, new: &NewJob) -> Result<JobInsertion, StoreError> {
        let _ = (new,);
        Err(self.not_built())
    }

    /// Lists a page of jobs, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_jobs(&self, query: &JobQuery) -> Result<Page<Job>, StoreError> {
        let _ = (query,);
        Err(self.not_built())
    }

    /// Finds a job.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_job(
        &self,
        organization: &OrganizationId,
        id: &JobId,
    ) -> Result<Option<Job>, StoreError> {
        let _ = (organization, id);
        Err(self.not_built())
    }

    /// Changes a job and counts its version up; nothing where the organization has no such job.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update_job(
        &self,
        organization: &OrganizationId,
        id: &JobId,
        change: &JobChange,
        at: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        let _ = (organization, id, change, at);
        Err(self.not_built())
    }
}
