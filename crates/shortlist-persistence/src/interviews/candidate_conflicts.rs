//! Interviews of a candidate that overlap. Nothing prevents them, but who plans should know.

use chrono::{Duration, NaiveDateTime};
use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, Interview, InterviewId, InterviewMinutes, InterviewStatus, OrganizationId,
    Timestamp,
};

use crate::error::StoreError;
use crate::schema::interviews;
use crate::store::Interviews;
use crate::times::{stored, timestamp};

/// The time that an interview takes of its candidate.
struct Booking {
    id: InterviewId,
    candidate: String,
    panel: Option<String>,
    from: Timestamp,
    until: Timestamp,
}

type Row = (String, String, Option<String>, NaiveDateTime, i32);

impl Interviews<'_> {
    /// Returns for each interview the others that take its candidate at the same time. The interviews of one panel are one meeting.
    ///
    /// # Errors
    /// When the database fails.
    pub fn candidate_conflicts(
        &self,
        organization: &OrganizationId,
        of: &[Interview],
    ) -> Result<Vec<Vec<InterviewId>>, StoreError> {
        let taking: Vec<&Interview> = of.iter().filter(|one| one.status.occupies()).collect();
        let times = taking.iter().map(|one| one.date_and_time);
        let (Some(first), Some(last)) = (times.clone().min(), times.max()) else {
            return Ok(vec![Vec::new(); of.len()]);
        };
        let mut candidates: Vec<&CandidateId> =
            taking.iter().map(|one| &one.candidate_id).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let bookings = self.bookings(organization, &candidates, first, last)?;
        let conflicts = |one: &Interview| {
            let own = Booking::of(one);
            let others = bookings.iter().filter(|other| own.conflicts_with(other));
            if one.status.occupies() {
                others.map(|other| other.id.clone()).collect()
            } else {
                Vec::new()
            }
        };
        Ok(of.iter().map(conflicts).collect())
    }

    /// Returns the interviews of candidates that begin so that they may overlap with others between two times.
    fn bookings(
        &self,
        organization: &OrganizationId,
        candidates: &[&CandidateId],
        first: Timestamp,
        last: Timestamp,
    ) -> Result<Vec<Booking>, StoreError> {
        let longest = Duration::minutes(i64::from(InterviewMinutes::MAX));
        let ids = candidates.iter().map(|id| id.as_str());
        let rows: Vec<Row> = self.pools.read(|conn| {
            let occupying = InterviewStatus::ALL
                .into_iter()
                .filter(|status| status.occupies())
                .map(InterviewStatus::as_str);
            Ok(interviews::table
                .filter(interviews::organization_id.eq(organization.as_str()))
                .filter(interviews::candidate_id.eq_any(ids.clone()))
                .filter(interviews::held_at.gt(stored(first.minus(longest))))
                .filter(interviews::held_at.lt(stored(last.plus(longest))))
                .filter(interviews::status.eq_any(occupying))
                .order((interviews::held_at, interviews::id))
                .select((
                    interviews::id,
                    interviews::candidate_id,
                    interviews::panel_id,
                    interviews::held_at,
                    interviews::duration_minutes,
                ))
                .load(conn)?)
        })?;
        rows.into_iter().map(Booking::of_row).collect()
    }
}

impl Booking {
    fn of(interview: &Interview) -> Self {
        let minutes = i64::from(interview.details.duration.get());
        Self {
            id: interview.id.clone(),
            candidate: interview.candidate_id.to_string(),
            panel: interview.panel_id.as_ref().map(ToString::to_string),
            from: interview.date_and_time,
            until: interview.date_and_time.plus(Duration::minutes(minutes)),
        }
    }

    fn of_row((id, candidate, panel, held_at, minutes): Row) -> Result<Self, StoreError> {
        let from = timestamp(held_at);
        Ok(Self {
            id: InterviewId::parse("id", &id)?,
            candidate,
            panel,
            from,
            until: from.plus(Duration::minutes(i64::from(minutes))),
        })
    }

    fn conflicts_with(&self, other: &Self) -> bool {
        let is_same_meeting =
            self.id == other.id || (self.panel.is_some() && self.panel == other.panel);
        self.candidate == other.candidate
            && !is_same_meeting
            && self.from < other.until
            && other.from < self.until
    }
}
