//! The times in which interviewers have interviews.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    BusyTime, InterviewMinutes, InterviewStatus, OrganizationId, Period, UserId,
};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::interviews;
use crate::store::Interviews;
use crate::times::{stored, timestamp};

impl Interviews<'_> {
    /// Returns the times in which an interviewer has interviews within a period, the earliest first. If there are more than
    /// `most`, the latest are returned.
    ///
    /// # Errors
    /// When the database fails.
    pub fn busy_times(
        &self,
        organization: &OrganizationId,
        interviewer: &UserId,
        period: Period,
        most: i64,
    ) -> Result<Vec<BusyTime>, StoreError> {
        let rows = self.pools.read(|conn| {
            let of = UserKey::of(organization, interviewer);
            near(conn, of, period, most)
        })?;
        let busy = rows.into_iter().rev().map(|(held_at, minutes)| {
            let from = timestamp(held_at);
            BusyTime {
                interviewer_id: interviewer.clone(),
                from,
                until: from.plus(chrono::Duration::minutes(i64::from(minutes))),
            }
        });
        let is_within = |busy: &BusyTime| period.from.is_none_or(|from| busy.until > from);
        Ok(busy.filter(is_within).collect())
    }
}

/// Returns when interviews begin, the latest first, and how long they take. An interview that began before the period may
/// end in it, so the longest possible ones are included.
fn near(
    conn: &mut DbConn,
    key: UserKey<'_>,
    period: Period,
    most: i64,
) -> Result<Vec<(NaiveDateTime, i32)>, StoreError> {
    let occupying = InterviewStatus::ALL
        .into_iter()
        .filter(|status| status.occupies())
        .map(InterviewStatus::as_str);
    let mut found = interviews::table
        .filter(interviews::organization_id.eq(key.organization))
        .filter(interviews::interviewer_id.eq(key.user))
        .filter(interviews::status.eq_any(occupying))
        .into_boxed();
    if let Some(from) = period.from {
        let longest = chrono::Duration::minutes(i64::from(InterviewMinutes::MAX));
        found = found.filter(interviews::held_at.gt(stored(from.minus(longest))));
    }
    if let Some(before) = period.before {
        found = found.filter(interviews::held_at.lt(stored(before)));
    }
    Ok(found
        .order((interviews::held_at.desc(), interviews::id))
        .limit(most)
        .select((interviews::held_at, interviews::duration_minutes))
        .load(conn)?)
}
