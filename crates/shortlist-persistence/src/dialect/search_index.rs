//! SQLite's indexes of groups of three letters. PostgreSQL uses its own index in each query.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use super::DbConn;

/// What the index of candidates is searched for.
pub(crate) struct IndexQuery {
    /// Groups of three letters.
    pub(crate) expression: String,
    /// A JSON array of two letters each. Texts that begin with them are found, too.
    pub(crate) beginnings: String,
}

/// Returns up to `max_rows` candidates that the index finds, some of them twice. Returns `None` for PostgreSQL.
pub(crate) fn found_candidates(
    conn: &mut DbConn,
    query: &IndexQuery,
    max_rows: i64,
) -> QueryResult<Option<Vec<i64>>> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(None);
    };
    let rows: Vec<SearchRow> = diesel::sql_query(
        "SELECT rowid AS row FROM candidates_search WHERE candidates_search MATCH ? \
         UNION ALL SELECT seq FROM candidates WHERE substr(search_text, 1, 2) IN (SELECT value FROM json_each(?)) LIMIT ?",
    )
    .bind::<Text, _>(&query.expression)
    .bind::<Text, _>(&query.beginnings)
    .bind::<BigInt, _>(max_rows)
    .load(conn)?;
    Ok(Some(rows.into_iter().map(|found| found.row).collect()))
}

/// Returns whether the index finds at most this many candidates by groups of letters. PostgreSQL's is not asked.
pub(crate) fn finds_at_most(conn: &mut DbConn, query: &IndexQuery, rows: i64) -> QueryResult<bool> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(false);
    };
    let found: SearchRow = diesel::sql_query(
        "SELECT COUNT(*) AS row FROM (SELECT rowid FROM candidates_search WHERE candidates_search MATCH ? LIMIT ?)",
    )
    .bind::<Text, _>(&query.expression)
    .bind::<BigInt, _>(rows.saturating_add(1))
    .get_result(conn)?;
    Ok(found.row <= rows)
}

/// Returns up to `max_rows` jobs that the index finds. Returns `None` for PostgreSQL.
pub(crate) fn found_jobs(
    conn: &mut DbConn,
    expression: &str,
    max_rows: i64,
) -> QueryResult<Option<Vec<i64>>> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(None);
    };
    let rows: Vec<SearchRow> =
        diesel::sql_query("SELECT rowid AS row FROM jobs_search WHERE jobs_search MATCH ? LIMIT ?")
            .bind::<Text, _>(expression)
            .bind::<BigInt, _>(max_rows)
            .load(conn)?;
    Ok(Some(rows.into_iter().map(|found| found.row).collect()))
}

#[derive(QueryableByName)]
pub(super) struct SearchRow {
    #[diesel(sql_type = BigInt)]
    pub(super) row: i64,
}
