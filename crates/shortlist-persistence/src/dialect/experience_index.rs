//! The index of the order by experience, which PostgreSQL does without while many rows change.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::DbConn;
use crate::StoreError;

/// The same statement as in the migration 0061, but others can write meanwhile.
const CREATE: &str = "CREATE INDEX CONCURRENTLY candidates_by_experience \
    ON candidates (organization_id, job_id, (COALESCE(months_worked, -1)) DESC, sort_name, id)";
const DROP: &str = "DROP INDEX CONCURRENTLY IF EXISTS candidates_by_experience";

#[derive(QueryableByName)]
struct IndexRow {
    #[diesel(sql_type = Bool)]
    is_valid: bool,
}

/// Returns whether the database stores a changed row in another place.
pub(crate) fn stores_changed_rows_anew(conn: &DbConn) -> bool {
    matches!(conn, DbConn::Postgresql(_))
}

/// Removes the index from PostgreSQL. SQLite changes only the entries of this index, so it stays there.
pub(crate) fn drop_experience_index(conn: &mut DbConn) -> Result<(), StoreError> {
    match conn {
        DbConn::Sqlite(_) => Ok(()),
        DbConn::Postgresql(conn) => Ok(conn.batch_execute(DROP)?),
    }
}

/// Creates the index if it is missing, or if a server was ended while it created it.
pub(crate) fn keep_experience_index(conn: &mut DbConn) -> Result<(), StoreError> {
    let DbConn::Postgresql(conn) = conn else {
        return Ok(());
    };
    let query = "SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass('candidates_by_experience')";
    let found: Option<IndexRow> = diesel::sql_query(query).get_result(conn).optional()?;
    if !found.is_some_and(|index| index.is_valid) {
        conn.batch_execute(DROP)?;
        conn.batch_execute(CREATE)?;
    }
    Ok(())
}
