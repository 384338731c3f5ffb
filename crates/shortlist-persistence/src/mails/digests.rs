//! The daily digests: who wants them, and what they count.

use chrono::Duration;
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use shortlist_domain::{
    DigestCounts, DigestDay, InterviewStatus, OrganizationId, TimeZone, Timestamp, UserId,
};

use crate::daily_counts::{ALL_JOBS, NEW, SUM, day_of};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::outbox::{MailRow, insert};
use crate::schema::{daily_counts, hiring_teams, interviews, mail_preferences, mails, users};
use crate::store::Mails;
use crate::times::stored;

/// How long a report is called due, in days. The start page does the same.
const REPORT_DAYS: i64 = 14;
/// How many mails one statement deletes.
const IDS_PER_STATEMENT: usize = 500;

impl Mails<'_> {
    /// Queues the digests of a day, if there is one, for the active users who want them, and deletes old ones. The identifier contains user
    /// and day, so each is queued once, even if several servers do this. Returns whether any user wants digests.
    ///
    /// # Errors
    /// When the database fails.
    pub fn queue_digests(
        &self,
        organization: &OrganizationId,
        day: Option<DigestDay>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        if self.audience.is_none() {
            return Ok(false);
        }
        let organization_id = organization.as_str();
        let ids = self
            .pools
            .read(|conn| Ok(readers(conn, organization_id)?))?;
        let Some(day) = day.filter(|_| !ids.is_empty()) else {
            return Ok(!ids.is_empty());
        };
        let mut rows = Vec::with_capacity(ids.len());
        let mut expired = Vec::new();
        for id in &ids {
            let user = UserId::parse("user_id", id)?;
            expired.extend(day.expired_mails(&user));
            rows.push(MailRow::new(organization, &day.mail_to(user, now), now));
        }
        self.pools.write_unaudited(|conn| {
            // The first of several looks on a day deletes them.
            if insert(conn, &rows)? > 0 {
                delete_ended(conn, organization_id, &expired)?;
            }
            Ok(())
        })?;
        Ok(true)
    }

    /// Counts what waits for a user on a day.
    ///
    /// # Errors
    /// When the database fails.
    pub fn digest_counts(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        day: DigestDay,
    ) -> Result<DigestCounts, StoreError> {
        let key = UserKey::of(organization, user);
        let number = |count: i64| u32::try_from(count.max(0)).unwrap_or(u32::MAX);
        self.pools.read(|conn| {
            Ok(DigestCounts {
                new_candidates: number(new_candidates(conn, key, day)?),
                interviews_today: number(interviews_today(conn, key, day)?),
                reports_due: number(reports_due(conn, key, day)?),
            })
        })
    }
}

/// Deletes those of the mails that are not attempted any more.
fn delete_ended(conn: &mut DbConn, organization: &str, ids: &[String]) -> QueryResult<()> {
    for chunk in ids.chunks(IDS_PER_STATEMENT) {
        let ended = mails::table
            .filter(mails::organization_id.eq(organization))
            .filter(mails::id.eq_any(chunk))
            .filter(mails::next_attempt_at.is_null());
        diesel::delete(ended).execute(conn)?;
    }
    Ok(())
}

/// Lists the active users who want digests.
fn readers(conn: &mut DbConn, organization: &str) -> QueryResult<Vec<String>> {
    let active = users::table
        .filter(users::organization_id.eq(organization))
        .filter(users::id.eq(mail_preferences::user_id))
        .filter(users::active.eq(true));
    mail_preferences::table
        .filter(mail_preferences::organization_id.eq(organization))
        .filter(mail_preferences::daily_digest.eq(true))
        .filter(exists(active))
        .order(mail_preferences::user_id)
        .select(mail_preferences::user_id)
        .load(conn)
}

/// Counts the candidates without a decision who were added to the jobs of the user's teams, by the daily counts, whose days are those of
/// UTC.
fn new_candidates(conn: &mut DbConn, key: UserKey<'_>, day: DigestDay) -> QueryResult<i64> {
    let [since, until] = [day.since, day.date].map(|date| day_of(TimeZone::UTC.start_of_day(date)));
    let found: Option<i64> = daily_counts::table
        .filter(daily_counts::organization_id.eq(key.organization))
        .filter(daily_counts::figure.eq(NEW))
        .filter(daily_counts::day.ge(since))
        .filter(daily_counts::day.lt(until))
        .filter(daily_counts::job_id.ne(ALL_JOBS))
        .filter(exists(
            hiring_teams::table
                .filter(hiring_teams::organization_id.eq(key.organization))
                .filter(hiring_teams::job_id.eq(daily_counts::job_id))
                .filter(hiring_teams::user_id.eq(key.user)),
        ))
        .select(sql::<Nullable<BigInt>>(SUM))
        .get_result(conn)?;
    Ok(found.unwrap_or(0))
}

fn interviews_today(conn: &mut DbConn, key: UserKey<'_>, day: DigestDay) -> QueryResult<i64> {
    let planned = InterviewStatus::ALL.into_iter();
    let planned = planned.filter(|status| status.is_planned());
    interviews::table
        .filter(interviews::organization_id.eq(key.organization))
        .filter(interviews::interviewer_id.eq(key.user))
        .filter(interviews::held_at.ge(stored(day.begins_at())))
        .filter(interviews::held_at.lt(stored(day.ends_at())))
        .filter(interviews::status.eq_any(planned.map(InterviewStatus::as_str)))
        .count()
        .get_result(conn)
}

fn reports_due(conn: &mut DbConn, key: UserKey<'_>, day: DigestDay) -> QueryResult<i64> {
    let since = day.begins_at().minus(Duration::days(REPORT_DAYS));
    let held = InterviewStatus::ALL.into_iter();
    let held = held.filter(|status| status.occupies());
    interviews::table
        .filter(interviews::organization_id.eq(key.organization))
        .filter(interviews::interviewer_id.eq(key.user))
        .filter(interviews::held_at.ge(stored(since)))
        .filter(interviews::held_at.lt(stored(day.begins_at())))
        .filter(interviews::status.eq_any(held.map(InterviewStatus::as_str)))
        .filter(interviews::has_report.eq(false))
        .count()
        .get_result(conn)
}
