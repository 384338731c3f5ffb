//! SQLite's indexes of groups of three letters. PostgreSQL uses its own index in each query.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use super::DbConn;

/// What the index of candidates is searched for.
pub(crate) struct IndexQuery {
    /// An expression of FTS5 over groups of three letters.
    pub(crate) expression: String,
    /// A JSON array of two letters each. Texts that begin with them are found, too.
    pub(crate) beginnings: String,
    /// Whether it finds the texts with the search term and no others. Then no text needs to be read.
    pub(crate) is_exact: bool,
}

/// Finds candidates for both parts of an [`IndexQuery`], those that both find twice.
const FOUND: &str = "SELECT rowid AS row FROM candidates_search WHERE candidates_search MATCH ? \
    UNION ALL SELECT seq FROM candidates WHERE substr(search_text, 1, 2) IN (SELECT value FROM json_each(?)) LIMIT ?";

/// Returns whether the index is asked before a query. PostgreSQL decides in the query whether to use its own.
pub(crate) fn asks_index_first(conn: &DbConn) -> bool {
    matches!(conn, DbConn::Sqlite(_))
}

/// Returns the candidates that the index finds, or at least `max_rows` of them. Returns `None` for PostgreSQL.
pub(crate) fn found_candidates(
    conn: &mut DbConn,
    query: &IndexQuery,
    max_rows: i64,
) -> QueryResult<Option<Vec<i64>>> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(None);
    };
    let rows: Vec<SearchRow> = diesel::sql_query(FOUND)
        .bind::<Text, _>(&query.expression)
        .bind::<Text, _>(&query.beginnings)
        .bind::<BigInt, _>(max_rows.saturating_mul(2))
        .load(conn)?;
    let rows: BTreeSet<i64> = rows.into_iter().map(|found| found.row).collect();
    Ok(Some(rows.into_iter().collect()))
}

/// Returns whether the index finds at most this many candidates, counting those that both parts of the query find twice. Returns
/// `false` for PostgreSQL.
pub(crate) fn finds_at_most(conn: &mut DbConn, query: &IndexQuery, rows: i64) -> QueryResult<bool> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(false);
    };
    let found: SearchRow = diesel::sql_query(format!("SELECT COUNT(*) AS row FROM ({FOUND})"))
        .bind::<Text, _>(&query.expression)
        .bind::<Text, _>(&query.beginnings)
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
