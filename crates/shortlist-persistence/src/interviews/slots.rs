//! The time slot of an interview, and other interviews of the interviewer in it.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    Interview, InterviewId, InterviewMinutes, InterviewStatus, NewInterview, Timestamp,
};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::interviews;
use crate::times::{stored, timestamp};

/// The part of the interviewer's time that an interview takes. Check it while you hold the lock of that user. Otherwise,
/// another transaction can take the time between the check and the write.
pub(crate) struct Slot<'a> {
    organization: &'a str,
    interviewer: &'a str,
    candidate: &'a str,
    at: Timestamp,
    minutes: InterviewMinutes,
    /// The interview that the slot belongs to.
    own: &'a str,
}

impl<'a> Slot<'a> {
    pub(crate) fn of_new(new: &'a NewInterview, minutes: InterviewMinutes) -> Self {
        Self {
            organization: new.organization_id.as_str(),
            interviewer: new.interviewer_id.as_str(),
            candidate: new.candidate_id.as_str(),
            at: new.date_and_time,
            minutes,
            own: new.id.as_str(),
        }
    }

    pub(crate) fn of(interview: &'a Interview) -> Self {
        Self {
            organization: interview.organization_id.as_str(),
            interviewer: interview.interviewer_id.as_str(),
            candidate: interview.candidate_id.as_str(),
            at: interview.date_and_time,
            minutes: interview.details.duration,
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
        let longest = duration(InterviewMinutes::MAX);
        let end = self.at.plus(duration(self.minutes.get()));
        let occupying = InterviewStatus::ALL
            .into_iter()
            .filter(|status| status.occupies())
            .map(InterviewStatus::as_str);
        let near: Vec<(String, NaiveDateTime, i32)> = interviews::table
            .filter(interviews::organization_id.eq(self.organization))
            .filter(interviews::interviewer_id.eq(self.interviewer))
            .filter(interviews::held_at.gt(stored(self.at.minus(longest))))
            .filter(interviews::held_at.lt(stored(end)))
            .filter(interviews::candidate_id.ne(self.candidate))
            .filter(interviews::status.eq_any(occupying))
            .order((interviews::held_at.desc(), interviews::id))
            .select((
                interviews::id,
                interviews::held_at,
                interviews::duration_minutes,
            ))
            .load(conn)?;
        let overlapping = near.into_iter().find(|(_, held_at, minutes)| {
            let length = chrono::Duration::minutes(i64::from(*minutes));
            timestamp(*held_at).plus(length) > self.at
        });
        parse_id(overlapping.map(|(id, _, _)| id))
    }
}

fn duration(minutes: u16) -> chrono::Duration {
    chrono::Duration::minutes(i64::from(minutes))
}

fn parse_id(found: Option<String>) -> Result<Option<InterviewId>, StoreError> {
    let id = found.map(|id| InterviewId::parse("id", &id));
    Ok(id.transpose()?)
}
