//! The ranking of a job's candidates.

use diesel::prelude::*;
use shortlist_domain::{
    CandidateCode, CandidateId, Leaderboard, LeaderboardKind, LeaderboardQuery, LeaderboardRow,
    Score,
};

use crate::dialect::DbConn;
use crate::schema::candidates;
use crate::{Store, StoreError};

/// Value, name, code and identifier of a ranked candidate.
type Ranked = (i16, String, String, String);

impl Store {
    /// Ranks a job's candidates, highest value first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Leaderboard, StoreError> {
        self.read(|conn| {
            let found = match query.kind {
                LeaderboardKind::Ai => by_score(conn, query)?,
                LeaderboardKind::Manual => by_reviews(conn, query)?,
            };
            let higher = match found.first() {
                Some((value, ..)) if query.offset > 0 => count(conn, query, Some(*value))?,
                _ => 0,
            };
            let total_count = if query.count {
                Some(count(conn, query, None)?)
            } else {
                None
            };
            Ok(Leaderboard {
                rows: rank(found, query.offset, higher)?,
                total_count,
            })
        })
    }
}

fn by_score(conn: &mut DbConn, query: &LeaderboardQuery) -> QueryResult<Vec<Ranked>> {
    candidates::table
        .filter(candidates::organization_id.eq(query.organization_id.as_str()))
        .filter(candidates::job_id.eq(query.job_id.as_str()))
        .order((
            candidates::score_tenths.desc(),
            candidates::sort_name,
            candidates::id,
        ))
        .limit(i64::from(query.limit))
        .offset(i64::from(query.offset))
        .select((
            candidates::score_tenths,
            candidates::full_name,
            candidates::code,
            candidates::id,
        ))
        .load(conn)
}

fn by_reviews(conn: &mut DbConn, query: &LeaderboardQuery) -> QueryResult<Vec<Ranked>> {
    candidates::table
        .filter(candidates::organization_id.eq(query.organization_id.as_str()))
        .filter(candidates::job_id.eq(query.job_id.as_str()))
        .filter(candidates::manual_tenths.is_not_null())
        .order((
            candidates::manual_tenths.desc(),
            candidates::sort_name,
            candidates::id,
        ))
        .limit(i64::from(query.limit))
        .offset(i64::from(query.offset))
        .select((
            candidates::manual_tenths.assume_not_null(),
            candidates::full_name,
            candidates::code,
            candidates::id,
        ))
        .load(conn)
}

/// Counts the ranked candidates, all of them or those above a value.
fn count(conn: &mut DbConn, query: &LeaderboardQuery, above: Option<i16>) -> QueryResult<i64> {
    let ranked = candidates::table
        .filter(candidates::organization_id.eq(query.organization_id.as_str()))
        .filter(candidates::job_id.eq(query.job_id.as_str()));
    match (query.kind, above) {
        (LeaderboardKind::Ai, None) => ranked.count().get_result(conn),
        (LeaderboardKind::Ai, Some(value)) => ranked
            .filter(candidates::score_tenths.gt(value))
            .count()
            .get_result(conn),
        (LeaderboardKind::Manual, None) => ranked
            .filter(candidates::manual_tenths.is_not_null())
            .count()
            .get_result(conn),
        (LeaderboardKind::Manual, Some(value)) => ranked
            .filter(candidates::manual_tenths.is_not_null())
            .filter(candidates::manual_tenths.gt(value))
            .count()
            .get_result(conn),
    }
}

/// Numbers the rows: equal values share a rank, and the next value's rank is its place in the whole.
fn rank(found: Vec<Ranked>, offset: u32, higher: i64) -> Result<Vec<LeaderboardRow>, StoreError> {
    let mut rows: Vec<LeaderboardRow> = Vec::with_capacity(found.len());
    let first_rank = u32::try_from(higher).unwrap_or(u32::MAX).saturating_add(1);
    for (place, (tenths, full_name, code, id)) in (offset.saturating_add(1)..).zip(found) {
        let value = Score::from_tenths(i64::from(tenths));
        let rank = match rows.last() {
            None => first_rank,
            Some(last) if last.value == value => last.rank,
            Some(_) => place,
        };
        let name = if full_name.is_empty() {
            code.clone()
        } else {
            full_name
        };
        rows.push(LeaderboardRow {
            name,
            value,
            rank,
            candidate_id: CandidateId::parse("id", &id)?,
            code: CandidateCode::parse("code", &code)?,
        });
    }
    Ok(rows)
}
