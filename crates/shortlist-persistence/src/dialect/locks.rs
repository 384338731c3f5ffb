//! Rows that a transaction keeps others from until it ends.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::DbConn;
use crate::schema::{audit_heads, candidates, interviews, jobs, organizations, tasks, users};

/// Finds a row and keeps other writing transactions from it until this one ends. A writing transaction of SQLite is
/// alone already. The weaker of PostgreSQL's two locks does: no key is changed, and references to the row need not wait.
macro_rules! first_locked {
    ($conn:expr, $query:expr) => {
        match $conn {
            DbConn::Sqlite(conn) => $query.first::<String>(conn).optional(),
            DbConn::Postgresql(conn) => $query.for_no_key_update().first(conn).optional(),
        }
    };
}

/// Makes other transactions that write jobs of the organization wait until this one ends; tells whether it exists.
pub(crate) fn lock_organization(conn: &mut DbConn, organization: &str) -> QueryResult<bool> {
    let row = organizations::table
        .select(organizations::id)
        .filter(organizations::id.eq(organization));
    first_locked!(conn, row).map(|found| found.is_some())
}

/// Makes other transactions that set interviews of the user wait until this one ends; tells whether they exist.
pub(crate) fn lock_user(conn: &mut DbConn, organization: &str, user: &str) -> QueryResult<bool> {
    let row = users::table
        .select(users::id)
        .filter(users::organization_id.eq(organization))
        .filter(users::id.eq(user));
    first_locked!(conn, row).map(|found| found.is_some())
}

/// Makes other transactions that change the job, or score its candidates again, wait until this one ends; tells whether it
/// exists.
pub(crate) fn lock_job(conn: &mut DbConn, organization: &str, job: &str) -> QueryResult<bool> {
    let row = jobs::table
        .select(jobs::id)
        .filter(jobs::organization_id.eq(organization))
        .filter(jobs::id.eq(job));
    first_locked!(conn, row).map(|found| found.is_some())
}

/// Makes other transactions that change the candidate wait until this one ends; tells whether it exists.
pub(crate) fn lock_candidate(
    conn: &mut DbConn,
    organization: &str,
    candidate: &str,
) -> QueryResult<bool> {
    let row = candidates::table
        .select(candidates::id)
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(candidate));
    first_locked!(conn, row).map(|found| found.is_some())
}

/// Makes other transactions that write to the organization's audit log wait until this one ends; tells where the log ends.
pub(crate) fn lock_audit_head(
    conn: &mut DbConn,
    organization: &str,
) -> QueryResult<Option<(i64, Vec<u8>)>> {
    let row = audit_heads::table
        .select((audit_heads::number, audit_heads::hash))
        .filter(audit_heads::organization_id.eq(organization));
    match conn {
        DbConn::Sqlite(conn) => row.first(conn).optional(),
        DbConn::Postgresql(conn) => row.for_no_key_update().first(conn).optional(),
    }
}

/// Makes other transactions that change the interview wait until this one ends; tells whether it exists.
pub(crate) fn lock_interview(
    conn: &mut DbConn,
    organization: &str,
    interview: &str,
) -> QueryResult<bool> {
    let row = interviews::table
        .select(interviews::id)
        .filter(interviews::organization_id.eq(organization))
        .filter(interviews::id.eq(interview));
    first_locked!(conn, row).map(|found| found.is_some())
}

/// Finds whose task of that name has been due the longest, passing over those that another transaction has locked, and locks
/// it until this one ends.
pub(crate) fn lock_due_task(
    conn: &mut DbConn,
    name: &str,
    now: NaiveDateTime,
) -> QueryResult<Option<String>> {
    let due = tasks::table
        .filter(tasks::name.eq(name))
        .filter(tasks::due_at.le(now))
        .order(tasks::due_at)
        .select(tasks::organization_id);
    match conn {
        DbConn::Sqlite(conn) => due.first(conn).optional(),
        DbConn::Postgresql(conn) => {
            let free = due.for_no_key_update().skip_locked();
            free.first(conn).optional()
        }
    }
}
