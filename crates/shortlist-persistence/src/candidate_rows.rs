//! What the subjects need of the table of candidates: its rows, the job and stage of each candidate, and the filters that lists share.

pub(crate) mod blind_jobs;
pub(crate) mod row;
pub(crate) mod search;
pub(crate) mod stage;

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{Score, Timestamp};

use crate::dialect::DbConn;
use crate::keys::CandidateKey;
use crate::schema::candidates;
use crate::times::stored;

/// How many candidates one statement names.
const CHUNK: usize = 1_000;

/// Returns the job of each of these candidates.
pub(crate) fn jobs_of(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
) -> QueryResult<HashMap<String, String>> {
    let mut jobs = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let found: Vec<(String, String, NaiveDateTime)> = candidates::table
            .filter(candidates::organization_id.eq(organization))
            .filter(candidates::id.eq_any(chunk))
            // No index contains the third column. Without it, SQLite would read a whole index of the organization, because
            // it assumes that an organization has few candidates.
            .select((candidates::id, candidates::job_id, candidates::updated_at))
            .load(conn)?;
        jobs.extend(found.into_iter().map(|(id, job, _)| (id, job)));
    }
    Ok(jobs)
}

/// Records that something of a candidate changed that other tables store.
pub(crate) fn touch(conn: &mut DbConn, key: CandidateKey<'_>, at: Timestamp) -> QueryResult<usize> {
    let row = candidates::table
        .filter(candidates::organization_id.eq(key.organization))
        .filter(candidates::id.eq(key.candidate));
    diesel::update(row)
        .set((
            candidates::updated_at.eq(stored(at)),
            candidates::contacted_at.eq(None::<NaiveDateTime>),
        ))
        .execute(conn)
}

/// Records that a candidate changed without being contacted, such as by a new score. Retention still counts from the last contact.
pub(crate) fn change_without_contact(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    at: Timestamp,
) -> QueryResult<()> {
    let row = candidates::table
        .filter(candidates::organization_id.eq(key.organization))
        .filter(candidates::id.eq(key.candidate));
    let first = row.filter(candidates::contacted_at.is_null());
    diesel::update(first)
        .set(candidates::contacted_at.eq(candidates::updated_at.nullable()))
        .execute(conn)?;
    diesel::update(row)
        .set(candidates::updated_at.eq(stored(at)))
        .execute(conn)?;
    Ok(())
}

/// Returns the value of a score's column.
pub(crate) fn tenths(score: Score) -> i16 {
    i16::try_from(score.tenths()).unwrap_or(i16::MAX)
}
