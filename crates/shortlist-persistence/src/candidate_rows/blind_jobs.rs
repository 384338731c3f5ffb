//! Which candidates are in jobs that are reviewed blind.

use std::collections::HashSet;

use diesel::prelude::*;

use crate::candidate_rows::jobs_of;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::{jobs, person_applications};

/// Returns which of these jobs are blind.
pub(crate) fn blind_jobs(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
) -> QueryResult<HashSet<String>> {
    let blind: Vec<String> = jobs::table
        .filter(jobs::organization_id.eq(organization))
        .filter(jobs::id.eq_any(ids))
        .filter(jobs::blind.eq(true))
        .select(jobs::id)
        .load(conn)?;
    Ok(blind.into_iter().collect())
}

/// Returns which of these candidates are in blind jobs.
pub(crate) fn in_blind_jobs(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
) -> QueryResult<Vec<String>> {
    let mut jobs = jobs_of(conn, organization, ids)?;
    let distinct: HashSet<&str> = jobs.values().map(String::as_str).collect();
    let distinct: Vec<&str> = distinct.into_iter().collect();
    let blind = blind_jobs(conn, organization, &distinct)?;
    jobs.retain(|_, job| blind.contains(job));
    Ok(jobs.into_keys().collect())
}

/// Returns those candidates of a person whose jobs are not blind.
pub(crate) fn shown_candidates_of(
    conn: &mut DbConn,
    organization: &str,
    person: &str,
) -> Result<Vec<String>, StoreError> {
    let all: Vec<String> = person_applications::table
        .filter(person_applications::organization_id.eq(organization))
        .filter(person_applications::person_id.eq(person))
        .select(person_applications::candidate_id)
        .load(conn)?;
    let ids: Vec<&str> = all.iter().map(String::as_str).collect();
    let blind = in_blind_jobs(conn, organization, &ids)?;
    Ok(all.into_iter().filter(|id| !blind.contains(id)).collect())
}
