//! Row locks that a transaction holds until it ends.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::DbConn;
use crate::schema::{audit_heads, candidates, interviews, jobs, organizations, tasks, users};

/// Finds a row and locks it against other writing transactions until this one ends. In SQLite, a writing transaction is alone
/// anyway. In PostgreSQL, the weaker of the two row locks is enough: no key changes, and references to the row need not wait.
macro_rules! first_locked {
    ($conn:expr, $query:expr) => {
        match $conn {
            DbConn::Sqlite(conn) => $query.first::<String>(conn).optional(),
            DbConn::Postgresql(conn) => $query.for_no_key_update().first(conn).optional(),
        }
    };
}

/// Locks an organization: other transactions that write its jobs or users wait until this one ends. Returns whether it
/// exists.
pub(crate) fn lock_organization(conn: &mut DbConn, organization: &str) -> QueryResult<bool> {
    let row = organizations::table
        .select(organizations::id)
        .filter(organizations::id.eq(organization));
    first_locked!(conn, row).map(|found| found.is_some())
}

/// Locks a user: other transactions that schedule their interviews wait until this one ends. Returns whether the user exists.
pub(crate) fn lock_user(conn: &mut DbConn, organization: &str, user: &str) -> QueryResult<bool> {
    let row = users::table
        .select(users::id)
        .filter(users::organization_id.eq(organization))
        .filter(users::id.eq(user));
    first_locked!(conn, row).map(|found| found.is_some())
}

/// Locks a job: other transactions that change it or score its candidates again wait until this one ends. Returns whether it
/// exists.
pub(crate) fn lock_job(conn: &mut DbConn, organization: &str, job: &str) -> QueryResult<bool> {
    let row = jobs::table
        .select(jobs::id)
        .filter(jobs::organization_id.eq(organization))
        .filter(jobs::id.eq(job));
    first_locked!(conn, row).map(|found| found.is_some())
}

/// Locks a candidate: other transactions that change it wait until this one ends. Returns whether it exists.
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

/// Locks an organization's audit log: other transactions that write to it wait until this one ends. Returns the end of the
/// log.
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

/// Locks an interview: other transactions that change it wait until this one ends. Returns whether it exists.
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

/// Finds the organization whose task of that name has been due the longest, and locks that task. Tasks that another
/// transaction has locked are skipped.
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
