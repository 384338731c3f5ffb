//! Reading the changes of records.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, ChangePosition, ChangeQuery, Changes, JobId, RecordChange, RecordKind, UserId,
};

use super::ChangeRow;
use crate::dialect::{DbConn, MultiBackend};
use crate::error::StoreError;
use crate::lists::audit_head::{LogEnd, find_head};
use crate::schema::{audit_log, hiring_teams, record_changes};
use crate::store::AuditLog;
use crate::times::timestamp;

impl AuditLog<'_> {
    /// Lists the records that have changed after a position, the earliest change first. With `member`, only those of jobs whose
    /// hiring team contains that user. That a record was removed is listed in any case, because nobody knows its team any more.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the log has no such position, because the database was restored from a copy.
    pub fn list_changes(
        &self,
        query: &ChangeQuery,
        member: Option<&UserId>,
    ) -> Result<Changes, StoreError> {
        let organization = &query.organization_id;
        self.pools.read_list(organization, |conn| {
            // Rows that are written from here on have larger numbers.
            let LogEnd { number, hash } =
                find_head(conn, organization.as_str())?.unwrap_or_default();
            if let Some(after) = &query.after {
                check_position(conn, query, after, number)?;
            }
            let mut rows = load(conn, query, number, member)?;
            let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
            let has_more = rows.len() > limit;
            rows.truncate(limit);
            let last = rows.last().filter(|_| has_more);
            let end = match last {
                Some(row) => ChangePosition {
                    number: row.number,
                    hash: hash_of(conn, query, row.number)?.unwrap_or_default(),
                    record: Some((kind_of(row)?, row.record_id.clone())),
                },
                None => ChangePosition {
                    number,
                    hash,
                    record: None,
                },
            };
            let changes = rows.into_iter().map(change);
            Ok(Changes {
                changes: changes.collect::<Result<_, StoreError>>()?,
                end,
                has_more,
            })
        })
    }
}

/// Checks that a position is one of this log, and not of another one that a copy of the database replaced.
fn check_position(
    conn: &mut DbConn,
    query: &ChangeQuery,
    after: &ChangePosition,
    last: i64,
) -> Result<(), StoreError> {
    // A log without entries ends at the number 0.
    let is_known = match after.number {
        0 => true,
        number if number > last => false,
        number => hash_of(conn, query, number)?.is_some_and(|hash| hash.starts_with(&after.hash)),
    };
    if is_known {
        Ok(())
    } else {
        Err(StoreError::Stale)
    }
}

fn hash_of(
    conn: &mut DbConn,
    query: &ChangeQuery,
    number: i64,
) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(audit_log::table
        .filter(audit_log::organization_id.eq(query.organization_id.as_str()))
        .filter(audit_log::number.eq(number))
        .select(audit_log::hash)
        .first(conn)
        .optional()?)
}

fn load(
    conn: &mut DbConn,
    query: &ChangeQuery,
    last: i64,
    member: Option<&UserId>,
) -> Result<Vec<ChangeRow>, StoreError> {
    let organization = query.organization_id.as_str();
    let mut found: record_changes::BoxedQuery<'_, MultiBackend> = record_changes::table
        .filter(record_changes::organization_id.eq(organization))
        .filter(record_changes::number.le(last))
        .into_boxed();
    if query.kinds.len() < RecordKind::ALL.len() {
        // Written as `NOT NOT IN`, because SQLite sorts again after an `IN` on a column of the index.
        let kinds = query.kinds.iter().map(|kind| kind.as_str());
        found = found.filter(not(record_changes::kind.ne_all(kinds)));
    }
    if let Some(after) = &query.after {
        found = match &after.record {
            None => found.filter(record_changes::number.gt(after.number)),
            Some((kind, id)) => found
                .filter(record_changes::number.ge(after.number))
                .filter(
                    record_changes::number
                        .gt(after.number)
                        .or(record_changes::kind.gt(kind.as_str()))
                        .or(record_changes::kind
                            .eq(kind.as_str())
                            .and(record_changes::record_id.gt(id.as_str()))),
                ),
        };
    }
    if let Some(member) = member {
        let of_team = hiring_teams::table
            .filter(hiring_teams::organization_id.eq(organization))
            .filter(hiring_teams::job_id.nullable().eq(record_changes::job_id))
            .filter(hiring_teams::user_id.eq(member.as_str()));
        found = found.filter(record_changes::removed.eq(true).or(exists(of_team)));
    }
    Ok(found
        .order((
            record_changes::number,
            record_changes::kind,
            record_changes::record_id,
        ))
        .limit(i64::from(query.limit) + 1)
        .select(ChangeRow::as_select())
        .load(conn)?)
}

fn kind_of(row: &ChangeRow) -> Result<RecordKind, StoreError> {
    Ok(RecordKind::parse("kind", &row.kind)?)
}

fn change(row: ChangeRow) -> Result<RecordChange, StoreError> {
    let job = row.job_id.as_deref();
    let candidate = row.candidate_id.as_deref();
    Ok(RecordChange {
        kind: kind_of(&row)?,
        job_id: job.map(|id| JobId::parse("job_id", id)).transpose()?,
        candidate_id: candidate
            .map(|id| CandidateId::parse("candidate_id", id))
            .transpose()?,
        changed_at: timestamp(row.changed_at),
        is_removed: row.removed,
        id: row.record_id,
    })
}
