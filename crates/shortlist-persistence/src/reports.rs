//! What came of interviews.

use crate::{Store, StoreError};
use shortlist_domain::{
    InterviewId, InterviewReport, OrganizationId, ReportChange, ReportQuery, Timestamp, UserId,
};

impl Store {
    /// Sets what is given of an interview's report and keeps the rest; the interview becomes completed. Nothing where the
    /// organization has no such interview.
    ///
    /// # Errors
    /// When the database fails.
    pub fn save_report(
        &self,
        organization: &OrganizationId,
        interview: &InterviewId,
        change: &ReportChange,
        at: Timestamp,
    ) -> Result<Option<InterviewReport>, StoreError> {
        let _ = (organization, interview, change, at);
        Err(self.not_built())
    }

    /// Finds the report of the newest interview that has one and matches; `assigned_to` leaves only candidates assigned to that
    /// interviewer.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_report(
        &self,
        query: &ReportQuery,
        assigned_to: Option<&UserId>,
    ) -> Result<Option<InterviewReport>, StoreError> {
        let _ = (query, assigned_to);
        Err(self.not_built())
    }
}
