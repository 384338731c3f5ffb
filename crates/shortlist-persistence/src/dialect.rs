//! The differences between the two databases. Only this module matches on the connection.

mod contact_owners;
mod fact_conditions;
mod found_rows;
mod locks;
mod row_copies;
mod search_index;
mod word_starts;

use chrono::NaiveDateTime;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, SmallInt, Text, Timestamp};

use crate::citus::{self, Distribution, ShardCount};
use crate::config::DatabaseUrl;
use crate::error::StoreError;
use crate::migrations::{self, MIGRATIONS, Migration};
pub(crate) use contact_owners::{Contact, contact_owners};
pub(crate) use fact_conditions::{AlsoHasFact, HasFact, SameFactHas};
pub(crate) use found_rows::{
    rows_changed_since, rows_of_custom_value, rows_of_external_id, rows_of_status, rows_of_tag,
};
pub(crate) use locks::{
    FieldColumns, hold_custom_fields, hold_stages, lock_audit_head, lock_candidate,
    lock_candidates, lock_custom_field, lock_due_task, lock_interview, lock_job, lock_organization,
    lock_user,
};
pub(crate) use row_copies::{
    copied_columns, for_each_row, in_snapshot, insert_rows, prepare_copy, schema_version,
};
pub(crate) use search_index::{
    IndexQuery, asks_index_first, finds_at_most, found_candidates, found_jobs,
};
pub(crate) use word_starts::BeginsAWord;

/// Plans each statement once and reuses the plan. By default, PostgreSQL assumes that an unknown LIMIT is a tenth of the
/// rows, considers such a plan too expensive, and plans each page again. Planning then takes longer than reading the page.
///
/// Citus plans each statement again. It must know the organization to plan some of them for its machine. And where it executes a
/// kept plan on a shard of the same server, version 13.2.2 plans the shard's statement again each time, and keeps all of
/// these plans until the connection ends (<https://github.com/citusdata/citus/pull/8824>).
const POSTGRESQL_PLANS: &str = "\
SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') \
    THEN 'force_custom_plan' ELSE 'force_generic_plan' END, false)";

/// The settings of a search in PostgreSQL: it is planned each time, and has the memory for an exact bitmap of the rows that its index
/// finds. With the usual 4 MB, the bitmap of 200,000 rows is lossy: it names only pages, and each text on them is read.
const SEARCH_SETTINGS: &str = "\
SET LOCAL plan_cache_mode = force_custom_plan; \
SELECT set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')), 16 << 20) / 1024 || 'kB', true)";

/// How long a SQLite connection waits for another process that is writing.
const SQLITE_BUSY_MILLIS: u32 = 30_000;
/// The page cache of all SQLite connections together.
const SQLITE_CACHE_KIB: u32 = 64 * 1_024;
/// How much of a SQLite file is mapped into memory.
const SQLITE_MMAP_BYTES: u32 = 256 * 1_024 * 1_024;

/// A connection to either database.
#[derive(diesel::MultiConnection)]
pub(crate) enum DbConn {
    /// SQLite.
    Sqlite(SqliteConnection),
    /// PostgreSQL.
    Postgresql(PgConnection),
}

/// Runs a statement that must be built for a specific database, such as an upsert or an insert of many rows.
macro_rules! on_either {
    ($conn:expr, $inner:ident => $run:expr) => {
        match $conn {
            $crate::dialect::DbConn::Sqlite($inner) => $run,
            $crate::dialect::DbConn::Postgresql($inner) => $run,
        }
    };
}
pub(crate) use on_either;

/// Opens a connection and configures it.
pub(crate) fn connect(url: &DatabaseUrl, cache_sharers: u32) -> Result<DbConn, ConnectFailure> {
    match url {
        DatabaseUrl::Sqlite(path) => {
            let mut conn = SqliteConnection::establish(&path.to_string_lossy())?;
            for pragma in sqlite_pragmas(cache_sharers) {
                conn.batch_execute(&pragma)?;
            }
            Ok(DbConn::Sqlite(conn))
        }
        DatabaseUrl::PostgreSql(url) => {
            // Otherwise OpenSSL, which libpq uses, would be torn down when the program ends, while threads of the pools may still open
            // or close connections. `init` is the only way to prevent that, and must come before the first connection.
            #[cfg(feature = "postgres-tls")]
            openssl_sys::init();
            let mut conn = PgConnection::establish(url)?;
            conn.batch_execute(POSTGRESQL_PLANS)?;
            Ok(DbConn::Postgresql(conn))
        }
    }
}

/// Runs queries whose best plan depends on their values. For a rare search term its index is faster, for a frequent one the
/// list's order. PostgreSQL plans these queries each time, with more memory.
pub(crate) fn with_custom_plans<T>(
    conn: &mut DbConn,
    queries: impl FnOnce(&mut DbConn) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    match conn {
        DbConn::Sqlite(_) => queries(conn),
        DbConn::Postgresql(_) => conn.transaction(|conn| {
            conn.batch_execute(SEARCH_SETTINGS)?;
            queries(conn)
        }),
    }
}

/// Stops PostgreSQL from combining indexes until the transaction ends. It underestimates how many texts contain a common word, so
/// it would combine a short range of one index with everything that the search index finds in all jobs.
pub(crate) fn forbid_combined_indexes(conn: &mut DbConn) -> QueryResult<()> {
    match conn {
        DbConn::Sqlite(_) => Ok(()),
        DbConn::Postgresql(conn) => conn.batch_execute("SET LOCAL enable_bitmapscan = off"),
    }
}

/// Returns one statement each. The busy timeout comes first, because setting the journal mode may already have to wait.
fn sqlite_pragmas(cache_sharers: u32) -> [String; 8] {
    let cache_kib = SQLITE_CACHE_KIB / cache_sharers.max(1);
    [
        format!("PRAGMA busy_timeout = {SQLITE_BUSY_MILLIS}"),
        "PRAGMA page_size = 8192".to_owned(),
        "PRAGMA journal_mode = WAL".to_owned(),
        "PRAGMA synchronous = NORMAL".to_owned(),
        "PRAGMA foreign_keys = ON".to_owned(),
        // Deleted content is overwritten, so that an erased candidate cannot be found in the file.
        "PRAGMA secure_delete = ON".to_owned(),
        format!("PRAGMA cache_size = -{cache_kib}; PRAGMA temp_store = MEMORY"),
        format!("PRAGMA mmap_size = {SQLITE_MMAP_BYTES}"),
    ]
}

/// The reason why a connection could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectFailure {
    /// The connection was not opened.
    #[error("cannot open the database")]
    Establish(#[from] ConnectionError),
    /// The connection was opened but could not be configured.
    #[error("cannot set up the connection")]
    SetUp(#[from] diesel::result::Error),
}

/// Begins a transaction that will write. SQLite takes its write lock at once. Otherwise, a transaction that reads before it
/// writes would fail if another one wrote in between, regardless of the busy timeout.
pub(crate) fn begin_write(conn: &mut DbConn) -> QueryResult<()> {
    match conn {
        DbConn::Sqlite(conn) => {
            AnsiTransactionManager::begin_transaction_sql(conn, "BEGIN IMMEDIATE")
        }
        DbConn::Postgresql(conn) => AnsiTransactionManager::begin_transaction(conn),
    }
}

/// What sets the scores of candidates.
pub(crate) struct NewScoring<'a> {
    /// The new weighting; `None` to keep that of each candidate.
    pub(crate) weighting: Option<&'a str>,
    /// The time of the change.
    pub(crate) at: NaiveDateTime,
}

/// Sets the scores of candidates by identifier, and their weighting if one is given. A candidate with another score than before has
/// changed, but was not contacted. One statement updates the rows in the given order. If they are stored next to each other, each
/// database page changes only once.
pub(crate) fn set_scores(
    conn: &mut DbConn,
    organization: &str,
    new: &NewScoring<'_>,
    scores: &[(&str, i16)],
) -> Result<(), StoreError> {
    match conn {
        DbConn::Sqlite(conn) => {
            let given = serde_json::to_string(scores)?;
            diesel::sql_query(
                // A materialized table with the organization in each row. Without it, SQLite scans all candidates.
                "WITH given (organization_id, id, tenths) AS MATERIALIZED \
                 (SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)) \
                 UPDATE candidates SET score_tenths = tenths, weighting = coalesce(?, weighting), \
                 contacted_at = CASE WHEN score_tenths = tenths THEN contacted_at ELSE coalesce(contacted_at, updated_at) END, \
                 updated_at = CASE WHEN score_tenths = tenths THEN updated_at ELSE ? END FROM given \
                 WHERE candidates.organization_id = given.organization_id AND candidates.id = given.id",
            )
            .bind::<Text, _>(organization)
            .bind::<Text, _>(given)
            .bind::<Nullable<Text>, _>(new.weighting)
            .bind::<Timestamp, _>(new.at)
            .execute(conn)?;
        }
        DbConn::Postgresql(conn) => {
            let (ids, tenths): (Vec<&str>, Vec<i16>) = scores.iter().copied().unzip();
            diesel::sql_query(
                "UPDATE candidates SET score_tenths = given.tenths, weighting = coalesce($1, weighting), \
                 contacted_at = CASE WHEN score_tenths = given.tenths THEN contacted_at ELSE coalesce(contacted_at, updated_at) END, \
                 updated_at = CASE WHEN score_tenths = given.tenths THEN updated_at ELSE $5 END \
                 FROM unnest($2::text[], $3::smallint[]) AS given (id, tenths) WHERE organization_id = $4 AND candidates.id = given.id",
            )
            .bind::<Nullable<Text>, _>(new.weighting)
            .bind::<Array<Text>, _>(ids)
            .bind::<Array<SmallInt>, _>(tenths)
            .bind::<Text, _>(organization)
            .bind::<Timestamp, _>(new.at)
            .execute(conn)?;
        }
    }
    Ok(())
}

/// Truncates SQLite's write-ahead log. Returns `false` if a reader prevented that.
pub(crate) fn truncate_wal(conn: &mut DbConn) -> Result<bool, StoreError> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(true);
    };
    let done: Checkpoint = diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result(conn)?;
    Ok(done.busy == 0)
}

/// Returns whether searches can use an index. SQLite always has one.
pub(crate) fn has_search_index(conn: &mut DbConn) -> QueryResult<bool> {
    match conn {
        DbConn::Sqlite(_) => Ok(true),
        DbConn::Postgresql(conn) => migrations::search_index_exists(conn),
    }
}

/// Optimizes the database after a bulk insert. PostgreSQL is vacuumed and analyzed. SQLite's log is checkpointed.
pub(crate) fn vacuum_or_checkpoint(conn: &mut DbConn) -> Result<(), StoreError> {
    if let DbConn::Postgresql(conn) = conn {
        return Ok(conn.batch_execute("VACUUM ANALYZE")?);
    }
    truncate_wal(conn).map(|_truncated| ())
}

#[derive(QueryableByName)]
struct Checkpoint {
    #[diesel(sql_type = Integer)]
    busy: i32,
}

/// Writes a consistent copy of a SQLite database to a new file. Others can read and write meanwhile. Returns `false` for
/// PostgreSQL.
pub(crate) fn copy_to(conn: &mut DbConn, file: &str) -> QueryResult<bool> {
    let DbConn::Sqlite(conn) = conn else {
        return Ok(false);
    };
    let copy = diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(file);
    copy.execute(conn).map(|_rows| true)
}

/// Writes to the database, and changes nothing. PostgreSQL notes the end of a transaction, SQLite writes a page again.
pub(crate) fn try_write(conn: &mut DbConn) -> QueryResult<()> {
    match conn {
        DbConn::Sqlite(conn) => {
            let UserVersion { user_version } =
                diesel::sql_query("PRAGMA user_version").get_result(conn)?;
            conn.batch_execute(&format!("PRAGMA user_version = {user_version}"))
        }
        DbConn::Postgresql(conn) => conn.batch_execute("SELECT txid_current()"),
    }
}

#[derive(QueryableByName)]
struct UserVersion {
    #[diesel(sql_type = Integer)]
    user_version: i32,
}

/// Returns the integrity errors that SQLite finds in a file, at most 100 lines. The file is opened as it is: unlike the connections of a
/// pool, this one changes nothing and leaves no files next to it.
pub(crate) fn integrity_errors(file: &str) -> Result<Vec<String>, ConnectFailure> {
    let mut conn = SqliteConnection::establish(file)?;
    let found: Vec<Integrity> =
        diesel::sql_query("SELECT integrity_check FROM pragma_integrity_check").load(&mut conn)?;
    let found = found.into_iter().map(|row| row.integrity_check);
    Ok(found.filter(|line| line != "ok").collect())
}

#[derive(QueryableByName)]
struct Integrity {
    #[diesel(sql_type = Text)]
    integrity_check: String,
}

/// Brings the schema up to date, one process at a time.
pub(crate) fn migrate(conn: &mut DbConn, migrations: &[Migration]) -> Result<(), StoreError> {
    match conn {
        DbConn::Sqlite(conn) => migrations::migrate_sqlite(conn, migrations),
        DbConn::Postgresql(conn) => migrations::migrate_postgresql(conn, migrations),
    }
}

/// Brings the schema up to date, and distributes its tables over a Citus cluster.
pub(crate) fn distribute(
    conn: &mut DbConn,
    shards: ShardCount,
) -> Result<Distribution, StoreError> {
    match conn {
        DbConn::Sqlite(_) => Err(StoreError::other(
            "distribute the tables",
            "the database is a SQLite file: set database_url to the coordinator of a Citus cluster",
        )),
        DbConn::Postgresql(conn) => migrations::distribute(conn, MIGRATIONS, shards),
    }
}

/// Returns the machines of a Citus cluster that do not respond.
pub(crate) fn missing_nodes(conn: &mut DbConn) -> QueryResult<Vec<String>> {
    match conn {
        DbConn::Sqlite(_) => Ok(Vec::new()),
        DbConn::Postgresql(conn) => citus::missing_nodes(conn),
    }
}
