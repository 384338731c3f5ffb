//! Migrating a PostgreSQL database, statement by statement.
//!
//! Citus sends the text of some statements to its workers, and rejects a text that contains several. It also has to distribute a
//! new table before the statements that fill or extend it.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::pending::pending;
use super::statements::{created_table, split_statements};
use super::{Migration, applied};
use crate::citus::{self, Cluster, Distribution, ShardCount};
use crate::error::StoreError;

/// The statements that create the indexes of searches if PostgreSQL allows it. They can run repeatedly.
const SEARCH_INDEXES: &str = include_str!("search_indexes.sql");

/// The advisory lock that serializes migrations of one PostgreSQL database. The number is the first eight bytes of
/// "shortlist" in ASCII.
const MIGRATION_LOCK: i64 = 0x7368_6f72_746c_6973;

/// Migrates the schema, one process at a time. On a Citus cluster, it also checks the cluster.
pub(crate) fn migrate(conn: &mut PgConnection, migrations: &[Migration]) -> Result<(), StoreError> {
    locked(conn, |conn| {
        let cluster = citus::inspect(conn)?;
        run_pending(conn, migrations, &cluster)?;
        cluster.check_tables(conn)
    })
}

/// Migrates the schema, and distributes all tables that are not distributed yet.
pub(crate) fn distribute(
    conn: &mut PgConnection,
    migrations: &[Migration],
    shards: ShardCount,
) -> Result<Distribution, StoreError> {
    locked(conn, |conn| {
        let cluster = citus::inspect(conn)?;
        cluster.check_can_distribute(conn)?;
        run_pending(conn, migrations, &cluster)?;
        citus::distribute(conn, shards)
    })
}

fn locked<T>(
    conn: &mut PgConnection,
    work: impl FnOnce(&mut PgConnection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    conn.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})"))?;
    let done = work(conn);
    conn.batch_execute(&format!("SELECT pg_advisory_unlock({MIGRATION_LOCK})"))?;
    done
}

fn run_pending(
    conn: &mut PgConnection,
    migrations: &[Migration],
    cluster: &Cluster,
) -> Result<(), StoreError> {
    let known = applied(conn)?;
    let pending = pending(migrations, &known)?;
    if !pending.is_empty() {
        cluster.check_can_migrate()?;
    }
    for migration in pending {
        conn.transaction(|conn| run(conn, migration, cluster))?;
    }
    if search_index_exists(conn)? {
        return Ok(());
    }
    conn.transaction(|conn| {
        cluster.prepare_transaction(conn)?;
        Ok(conn.batch_execute(SEARCH_INDEXES)?)
    })
}

fn run(
    conn: &mut PgConnection,
    migration: &Migration,
    cluster: &Cluster,
) -> Result<(), StoreError> {
    let failed = |error: diesel::result::Error| {
        let problem = format!("migration {}: {error}", migration.version);
        StoreError::other("migrate the PostgreSQL database", problem)
    };
    cluster.prepare_transaction(conn)?;
    for statement in split_statements(migration.postgresql) {
        conn.batch_execute(statement).map_err(failed)?;
        if let Some(table) = created_table(statement) {
            cluster.distribute_new_table(conn, table)?;
        }
    }
    diesel::sql_query("INSERT INTO __diesel_schema_migrations (version) VALUES ($1)")
        .bind::<diesel::sql_types::Text, _>(migration.version)
        .execute(conn)
        .map_err(failed)?;
    Ok(())
}

/// Returns whether searches can use an index.
pub(crate) fn search_index_exists(conn: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::sql::<diesel::sql_types::Bool>(
        "to_regclass('candidates_search') IS NOT NULL",
    ))
    .get_result(conn)
}
