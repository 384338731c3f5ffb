//! Row locks that a transaction holds until it ends.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::DbConn;
use crate::schema::{
    audit_heads, candidates, custom_fields, interviews, jobs, organizations, tasks, users,
};

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

/// Reads a job's list of stages and keeps it as it is until this transaction ends. Transactions that only read the list do not wait
/// for each other, but those that change the job do. Returns `None` if there is no such job.
pub(crate) fn hold_stages(
    conn: &mut DbConn,
    organization: &str,
    job: &str,
) -> QueryResult<Option<Option<String>>> {
    let row = jobs::table
        .select(jobs::stages)
        .filter(jobs::organization_id.eq(organization))
        .filter(jobs::id.eq(job));
    match conn {
        DbConn::Sqlite(conn) => row.first(conn).optional(),
        DbConn::Postgresql(conn) => row.for_share().first(conn).optional(),
    }
}

/// A definition of a custom field: key, label, kind, options, whether it is required, and whether it is archived.
pub(crate) type FieldColumns = (String, String, String, String, bool, bool);

/// Reads the custom fields of an organization and keeps them as they are until this transaction ends.
pub(crate) fn hold_custom_fields(
    conn: &mut DbConn,
    organization: &str,
) -> QueryResult<Vec<FieldColumns>> {
    let rows = custom_fields::table
        .filter(custom_fields::organization_id.eq(organization))
        .order((custom_fields::position, custom_fields::key))
        .select((
            custom_fields::key,
            custom_fields::label,
            custom_fields::kind,
            custom_fields::options,
            custom_fields::required,
            custom_fields::archived,
        ));
    match conn {
        DbConn::Sqlite(conn) => rows.load(conn),
        DbConn::Postgresql(conn) => rows.for_share().load(conn),
    }
}

/// Locks a custom field: other transactions that write values wait until this one ends. Returns whether it exists.
pub(crate) fn lock_custom_field(
    conn: &mut DbConn,
    organization: &str,
    key: &str,
) -> QueryResult<bool> {
    let row = custom_fields::table
        .select(custom_fields::key)
        .filter(custom_fields::organization_id.eq(organization))
        .filter(custom_fields::key.eq(key));
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

/// Locks candidates in the order of their identifiers. Returns those who exist.
pub(crate) fn lock_candidates(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
) -> QueryResult<Vec<String>> {
    let rows = candidates::table
        // No index contains all three columns. If one did, SQLite would read the organization's part of it instead of these rows.
        .select((candidates::id, candidates::job_id, candidates::updated_at))
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq_any(ids))
        .order(candidates::id);
    let found: Vec<(String, String, NaiveDateTime)> = match conn {
        DbConn::Sqlite(conn) => rows.load(conn)?,
        DbConn::Postgresql(conn) => rows.for_no_key_update().load(conn)?,
    };
    Ok(found.into_iter().map(|(id, ..)| id).collect())
}

/// Locks an organization's audit log: other transactions that write to it wait until this one ends. Returns the end of the
/// log and the number of the last event.
pub(crate) fn lock_audit_head(
    conn: &mut DbConn,
    organization: &str,
) -> QueryResult<Option<(i64, Vec<u8>, i64)>> {
    let row = audit_heads::table
        .select((
            audit_heads::number,
            audit_heads::hash,
            audit_heads::last_event,
        ))
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
