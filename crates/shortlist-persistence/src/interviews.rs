//! Interviews: who meets whom, and when.

use crate::{Store, StoreError};
use shortlist_domain::{
    CandidateId, Interview, InterviewId, InterviewQuery, InterviewStatus, NewInterview,
    OrganizationId, Page, Timestamp, UserId,
};

/// What came of assigning an interviewer.
#[derive(Debug, Clone, PartialEq)]
pub enum InterviewInsertion {
    /// It was created.
    Created(InterviewId),
    /// The same candidate, interviewer and time were assigned before.
    Existing(InterviewId),
    /// The interviewer meets another candidate within the same hour.
    Conflict {
        /// In this interview.
        interview_id: InterviewId,
    },
}

impl Store {
    /// Assigns an interviewer, unless the same was done before or the interviewer is taken.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_interview(&self, new: &NewInterview) -> Result<InterviewInsertion, StoreError> {
        let _ = (new,);
        Err(self.not_built())
    }

    /// Finds an interview.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_interview(
        &self,
        organization: &OrganizationId,
        id: &InterviewId,
    ) -> Result<Option<Interview>, StoreError> {
        let _ = (organization, id);
        Err(self.not_built())
    }

    /// Lists a page of interviews, latest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_interviews(&self, query: &InterviewQuery) -> Result<Page<Interview>, StoreError> {
        let _ = (query,);
        Err(self.not_built())
    }

    /// Changes an interview's status or time; nothing where the organization has no such interview.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update_interview(
        &self,
        organization: &OrganizationId,
        id: &InterviewId,
        status: Option<InterviewStatus>,
        date_and_time: Option<Timestamp>,
    ) -> Result<Option<Interview>, StoreError> {
        let _ = (organization, id, status, date_and_time);
        Err(self.not_built())
    }

    /// Tells whether a candidate was assigned to an interviewer, by an interview that was not called off.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_assigned(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        interviewer: &UserId,
    ) -> Result<bool, StoreError> {
        let _ = (organization, candidate, interviewer);
        Err(self.not_built())
    }
}
