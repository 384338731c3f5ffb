//! Lists of mails, and how many wait or failed.

use chrono::NaiveDateTime;
use diesel::dsl::{count_star, exists, min};
use diesel::prelude::*;
use shortlist_domain::{MailCounts, MailQuery, MailRecord, MailState, OrganizationId, UserId};

use crate::dialect::MultiBackend;
use crate::error::StoreError;
use crate::outbox::MailRow;
use crate::schema::{candidates, hiring_teams, mails};
use crate::store::Mails;
use crate::times::{stored, timestamp};

impl Mails<'_> {
    /// Lists mails, the latest first. With `member`, only those about candidates for jobs whose hiring team contains that user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(
        &self,
        query: &MailQuery,
        member: Option<&UserId>,
    ) -> Result<Vec<MailRecord>, StoreError> {
        let rows: Vec<MailRow> = self.pools.read(|conn| {
            Ok(matching(query, member)
                .order((mails::created_at.desc(), mails::id.desc()))
                .limit(i64::from(query.limit))
                .select(MailRow::as_select())
                .load(conn)?)
        })?;
        rows.into_iter().map(MailRow::into_record).collect()
    }

    /// Finds a mail by its identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        id: &str,
    ) -> Result<Option<MailRecord>, StoreError> {
        let row: Option<MailRow> = self.pools.read(|conn| {
            Ok(mails::table
                .filter(mails::organization_id.eq(organization.as_str()))
                .filter(mails::id.eq(id))
                .select(MailRow::as_select())
                .first(conn)
                .optional()?)
        })?;
        row.map(MailRow::into_record).transpose()
    }

    /// Counts the mails of an organization that wait, and those that failed.
    ///
    /// # Errors
    /// When the database fails.
    pub fn counts(&self, organization: &OrganizationId) -> Result<MailCounts, StoreError> {
        let organization = organization.as_str();
        self.pools.read(|conn| {
            let (waiting, oldest): (i64, Option<NaiveDateTime>) = mails::table
                .filter(mails::organization_id.eq(organization))
                .filter(mails::next_attempt_at.is_not_null())
                .select((count_star(), min(mails::created_at)))
                .get_result(conn)?;
            let failed: i64 = mails::table
                .filter(mails::organization_id.eq(organization))
                .filter(mails::state.eq(MailState::Failed.as_str()))
                .select(count_star())
                .get_result(conn)?;
            Ok(MailCounts {
                waiting: u32::try_from(waiting).unwrap_or(u32::MAX),
                oldest_waiting: oldest.map(timestamp),
                failed: u32::try_from(failed).unwrap_or(u32::MAX),
            })
        })
    }
}

fn matching<'a>(
    query: &'a MailQuery,
    member: Option<&'a UserId>,
) -> mails::BoxedQuery<'a, MultiBackend> {
    let organization = query.organization_id.as_str();
    let mut found = mails::table
        .filter(mails::organization_id.eq(organization))
        .into_boxed();
    if let Some(state) = query.state {
        found = found.filter(mails::state.eq(state.as_str()));
    }
    if let Some(candidate) = &query.candidate_id {
        found = found.filter(mails::candidate_id.eq(candidate.as_str()));
    }
    if query.only_of_candidates {
        found = found.filter(mails::candidate_id.is_not_null());
    }
    if let Some(place) = &query.after {
        // An index can use the first of the two conditions.
        let at = stored(place.at);
        let is_later = mails::id.lt(place.tie_breaker.as_str());
        found = found
            .filter(mails::created_at.le(at))
            .filter(mails::created_at.lt(at).or(is_later));
    }
    if let Some(member) = member {
        let teams = hiring_teams::table.on(hiring_teams::organization_id
            .eq(candidates::organization_id)
            .and(hiring_teams::job_id.eq(candidates::job_id)));
        found = found.filter(exists(
            candidates::table
                .inner_join(teams)
                .filter(candidates::organization_id.eq(organization))
                .filter(hiring_teams::organization_id.eq(organization))
                .filter(candidates::id.nullable().eq(mails::candidate_id))
                .filter(hiring_teams::user_id.eq(member.as_str())),
        ));
    }
    found
}
