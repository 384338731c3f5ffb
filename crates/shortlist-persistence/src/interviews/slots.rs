//! The time slot of an interview, and other interviews of the interviewer in it.

use diesel::prelude::*;
use shortlist_domain::{
    INTERVIEW_MINUTES, Interview, InterviewId, InterviewStatus, NewInterview, Timestamp,
};

use crate::StoreError;
use crate::dialect::DbConn;
use crate::schema::interviews;
use crate::times::stored;

/// The part of the interviewer's time that an interview takes. Check it while you hold the lock of that user. Otherwise,
/// another transaction can take the time between the check and the write.
pub(crate) struct Slot<'a> {
    organization: &'a str,
    interviewer: &'a str,
    candidate: &'a str,
    at: Timestamp,
    /// The interview that the slot belongs to.
    own: &'a str,
}

impl<'a> Slot<'a> {
    pub(crate) fn of_new(new: &'a NewInterview) -> Self {
        Self {
            organization: new.organization_id.as_str(),
            interviewer: new.interviewer_id.as_str(),
            candidate: new.candidate_id.as_str(),
            at: new.date_and_time,
            own: new.id.as_str(),
        }
    }

    pub(crate) fn of(interview: &'a Interview) -> Self {
        Self {
            organization: interview.organization_id.as_str(),
            interviewer: interview.interviewer_id.as_str(),
            candidate: interview.candidate_id.as_str(),
            at: interview.date_and_time,
            own: interview.id.as_str(),
        }
    }

    /// Finds another interview of the same candidate and interviewer at the same time.
    pub(crate) fn find_duplicate(
        &self,
        conn: &mut DbConn,
    ) -> Result<Option<InterviewId>, StoreError> {
        let found: Option<String> = interviews::table
            .filter(interviews::organization_id.eq(self.organization))
            .filter(interviews::candidate_id.eq(self.candidate))
            .filter(interviews::interviewer_id.eq(self.interviewer))
            .filter(interviews::held_at.eq(stored(self.at)))
            .filter(interviews::id.ne(self.own))
            .select(interviews::id)
            .first(conn)
            .optional()?;
        parse_id(found)
    }

    /// Finds an interview of the interviewer with another candidate that overlaps the slot.
    pub(crate) fn find_overlapping(
        &self,
        conn: &mut DbConn,
    ) -> Result<Option<InterviewId>, StoreError> {
        let duration = chrono::Duration::minutes(INTERVIEW_MINUTES);
        let occupying = InterviewStatus::ALL
            .into_iter()
            .filter(|status| status.occupies())
            .map(InterviewStatus::as_str);
        let found: Option<String> = interviews::table
            .filter(interviews::organization_id.eq(self.organization))
            .filter(interviews::interviewer_id.eq(self.interviewer))
            .filter(interviews::held_at.gt(stored(self.at.minus(duration))))
            .filter(interviews::held_at.lt(stored(self.at.plus(duration))))
            .filter(interviews::candidate_id.ne(self.candidate))
            .filter(interviews::status.eq_any(occupying))
            .order((interviews::held_at.desc(), interviews::id))
            .select(interviews::id)
            .first(conn)
            .optional()?;
        parse_id(found)
    }
}

fn parse_id(found: Option<String>) -> Result<Option<InterviewId>, StoreError> {
    let id = found.map(|id| InterviewId::parse("id", &id));
    Ok(id.transpose()?)
}
