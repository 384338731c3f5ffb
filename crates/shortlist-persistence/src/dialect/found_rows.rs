//! The rows of candidates that an index of SQLite finds for a filter. PostgreSQL plans this itself.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text, Timestamp};
use shortlist_domain::{CustomCondition, CustomTest};

use super::DbConn;
use super::search_index::SearchRow;
use crate::error::StoreError;
use crate::keys::JobKey;

/// Returns up to `max_rows` of SQLite's rows of candidates who have a tag. Returns `None` for PostgreSQL, which plans this itself.
pub(crate) fn rows_of_tag(
    conn: &mut DbConn,
    organization: &str,
    folded_tag: &str,
    max_rows: i64,
) -> QueryResult<Option<Vec<i64>>> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(None);
    };
    let rows: Vec<SearchRow> = diesel::sql_query(
        "SELECT candidates.seq AS row FROM candidate_tags CROSS JOIN candidates \
         ON candidates.organization_id = candidate_tags.organization_id AND candidates.id = candidate_tags.candidate_id \
         WHERE candidate_tags.organization_id = ? AND candidate_tags.folded_tag = ? LIMIT ?",
    )
    .bind::<Text, _>(organization)
    .bind::<Text, _>(folded_tag)
    .bind::<BigInt, _>(max_rows)
    .load(conn)?;
    Ok(Some(rows.into_iter().map(|found| found.row).collect()))
}

/// Returns up to `max_rows` of SQLite's rows of candidates whose custom field passes a test. Returns `None` for PostgreSQL.
pub(crate) fn rows_of_custom_value(
    conn: &mut DbConn,
    organization: &str,
    condition: &CustomCondition,
    max_rows: i64,
) -> Result<Option<Vec<i64>>, StoreError> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(None);
    };
    // The tests are joined from a list that the statement carries, so that one statement serves any number of values.
    let (test, values) = match &condition.test {
        CustomTest::Texts(texts) => ("folded_text = given.value", serde_json::to_string(texts)?),
        CustomTest::Numbers(numbers) => ("number = given.value", serde_json::to_string(numbers)?),
        CustomTest::Range(from, to) => (
            "number BETWEEN given.value ->> 0 AND given.value ->> 1",
            serde_json::to_string(&[[from, to]])?,
        ),
    };
    let rows: Vec<SearchRow> = diesel::sql_query(format!(
        "SELECT candidates.seq AS row FROM json_each(?) AS given CROSS JOIN custom_values CROSS JOIN candidates \
         ON candidates.organization_id = custom_values.organization_id AND candidates.id = custom_values.candidate_id \
         WHERE custom_values.organization_id = ? AND custom_values.field_key = ? AND custom_values.{test} LIMIT ?"
    ))
    .bind::<Text, _>(values)
    .bind::<Text, _>(organization)
    .bind::<Text, _>(&condition.key)
    .bind::<BigInt, _>(max_rows)
    .load(conn)?;
    Ok(Some(rows.into_iter().map(|found| found.row).collect()))
}

/// Returns up to `max_rows` of SQLite's rows of candidates who were changed at a time or later. Returns `None` for PostgreSQL.
pub(crate) fn rows_changed_since(
    conn: &mut DbConn,
    organization: &str,
    since: NaiveDateTime,
    max_rows: i64,
) -> QueryResult<Option<Vec<i64>>> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(None);
    };
    let rows: Vec<SearchRow> = diesel::sql_query(
        "SELECT seq AS row FROM candidates WHERE organization_id = ? AND updated_at >= ? LIMIT ?",
    )
    .bind::<Text, _>(organization)
    .bind::<Timestamp, _>(since)
    .bind::<BigInt, _>(max_rows)
    .load(conn)?;
    Ok(Some(rows.into_iter().map(|found| found.row).collect()))
}

/// Returns SQLite's rows of candidates with an identifier of another system. Returns `None` for PostgreSQL.
pub(crate) fn rows_of_external_id(
    conn: &mut DbConn,
    organization: &str,
    external_id: &str,
) -> QueryResult<Option<Vec<i64>>> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(None);
    };
    let rows: Vec<SearchRow> = diesel::sql_query(
        "SELECT seq AS row FROM candidates WHERE organization_id = ? AND external_id = ?",
    )
    .bind::<Text, _>(organization)
    .bind::<Text, _>(external_id)
    .load(conn)?;
    Ok(Some(rows.into_iter().map(|found| found.row).collect()))
}

/// Returns up to `max_rows` of SQLite's rows of a job's candidates with one of these statuses. Returns `None` for PostgreSQL.
pub(crate) fn rows_of_status(
    conn: &mut DbConn,
    key: JobKey<'_>,
    statuses: &[&str],
    max_rows: i64,
) -> QueryResult<Option<Vec<i64>>> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(None);
    };
    let mut found = Vec::new();
    for status in statuses {
        let rows: Vec<SearchRow> = diesel::sql_query(
            "SELECT seq AS row FROM candidates WHERE organization_id = ? AND job_id = ? AND status = ? LIMIT ?",
        )
        .bind::<Text, _>(key.organization)
        .bind::<Text, _>(key.job)
        .bind::<Text, _>(*status)
        .bind::<BigInt, _>(max_rows)
        .load(conn)?;
        found.extend(rows.into_iter().map(|found| found.row));
    }
    Ok(Some(found))
}
