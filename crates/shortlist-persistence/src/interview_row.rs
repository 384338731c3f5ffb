//! The database row of an interview.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, Interview, InterviewDetails, InterviewId, InterviewMinutes, InterviewStatus,
    JobId, OrganizationId, TimeZone, UserId,
};

use crate::error::StoreError;
use crate::schema::interviews;
use crate::times::timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = interviews)]
pub(crate) struct InterviewRow {
    id: String,
    organization_id: String,
    candidate_id: String,
    interviewer_id: String,
    job_id: String,
    held_at: NaiveDateTime,
    status: String,
    has_report: bool,
    created_at: NaiveDateTime,
    updated_at: NaiveDateTime,
    sequence: i32,
    duration_minutes: i32,
    place: Option<String>,
    meeting_link: Option<String>,
    time_zone: Option<String>,
    panel_id: Option<String>,
}

impl InterviewRow {
    /// Returns the identifier.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn into_interview(self, interviewer_name: String) -> Result<Interview, StoreError> {
        let time_zone = self.time_zone.as_deref();
        let details = InterviewDetails {
            duration: InterviewMinutes::parse("duration_minutes", self.duration_minutes)?,
            place: self.place,
            meeting_link: self.meeting_link,
            time_zone: time_zone
                .map(|name| TimeZone::parse("time_zone", name))
                .transpose()?,
        };
        let panel_id = self.panel_id.as_deref();
        Ok(Interview {
            details,
            panel_id: panel_id
                .map(|id| InterviewId::parse("panel_id", id))
                .transpose()?,
            id: InterviewId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            candidate_id: CandidateId::parse("candidate_id", &self.candidate_id)?,
            interviewer_id: UserId::parse("interviewer_id", &self.interviewer_id)?,
            interviewer_name,
            job_id: JobId::parse("job_id", &self.job_id)?,
            date_and_time: timestamp(self.held_at),
            status: InterviewStatus::parse("status", &self.status)?,
            has_report: self.has_report,
            created_at: timestamp(self.created_at),
            updated_at: timestamp(self.updated_at),
            sequence: u32::try_from(self.sequence).unwrap_or_default(),
        })
    }
}
