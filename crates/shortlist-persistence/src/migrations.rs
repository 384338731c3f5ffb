//! The migrations of PostgreSQL, which run statement by statement.
//!
//! Citus sends the text of some statements to its workers, and rejects a text that contains several. It also has to distribute a
//! new table before the statements that fill or extend it.

mod statements;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel_migrations::MigrationHarness;

use crate::StoreError;
use crate::citus::{self, Cluster, Distribution, ShardCount};
use statements::{created_table, split_statements};

/// A migration: its number, and the text of its file.
struct PostgresqlMigration {
    version: &'static str,
    statements: &'static str,
}

/// All migrations, in their order.
const MIGRATIONS: &[PostgresqlMigration] =
    include!(concat!(env!("OUT_DIR"), "/postgresql_migrations.rs"));

/// The migrations that create the search indexes if PostgreSQL allows it. They can run repeatedly.
const SEARCH_MIGRATIONS: [&str; 2] = ["0007", "0022"];

/// The advisory lock that serializes migrations of one PostgreSQL database. The number is the first eight bytes of
/// "shortlist" in ASCII.
const MIGRATION_LOCK: i64 = 0x7368_6f72_746c_6973;

/// Migrates the schema, one process at a time. On a Citus cluster, it also checks the cluster.
pub(crate) fn migrate(conn: &mut PgConnection) -> Result<(), StoreError> {
    locked(conn, |conn| {
        let cluster = citus::inspect(conn)?;
        run_pending(conn, &cluster)?;
        cluster.check_tables(conn)
    })
}

/// Migrates the schema, and distributes all tables that are not distributed yet.
pub(crate) fn distribute(
    conn: &mut PgConnection,
    shards: ShardCount,
) -> Result<Distribution, StoreError> {
    locked(conn, |conn| {
        let cluster = citus::inspect(conn)?;
        cluster.check_can_distribute(conn)?;
        run_pending(conn, &cluster)?;
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

fn run_pending(conn: &mut PgConnection, cluster: &Cluster) -> Result<(), StoreError> {
    let failed = |error| StoreError::other("list the migrations of the database", error);
    let applied = conn.applied_migrations().map_err(failed)?;
    let is_applied = |migration: &&PostgresqlMigration| {
        let version = migration.version;
        applied.iter().any(|one| one.to_string() == version)
    };
    let pending: Vec<_> = MIGRATIONS.iter().filter(|one| !is_applied(one)).collect();
    if !pending.is_empty() {
        cluster.check_can_migrate()?;
    }
    for migration in pending {
        run(conn, migration, cluster)?;
    }
    create_missing_search_index(conn, cluster)
}

fn run(
    conn: &mut PgConnection,
    migration: &PostgresqlMigration,
    cluster: &Cluster,
) -> Result<(), StoreError> {
    conn.transaction(|conn| {
        run_statements(conn, migration, cluster)?;
        let record = "INSERT INTO __diesel_schema_migrations (version) VALUES ($1)";
        diesel::sql_query(record)
            .bind::<diesel::sql_types::Text, _>(migration.version)
            .execute(conn)?;
        Ok(())
    })
}

fn run_statements(
    conn: &mut PgConnection,
    migration: &PostgresqlMigration,
    cluster: &Cluster,
) -> Result<(), StoreError> {
    cluster.prepare_transaction(conn)?;
    for statement in split_statements(migration.statements) {
        let failed = |error: diesel::result::Error| StoreError::Other {
            attempted: "migrate the PostgreSQL database",
            source: format!("migration {}: {error}", migration.version).into(),
        };
        conn.batch_execute(statement).map_err(failed)?;
        if let Some(table) = created_table(statement)
            && !is_made_again(table, migration.version)
        {
            cluster.distribute_new_table(conn, table)?;
        }
    }
    Ok(())
}

/// Returns whether a later migration makes a table again. Its keys may not fit a cluster before that.
fn is_made_again(table: &str, version: &str) -> bool {
    let later = MIGRATIONS
        .iter()
        .filter(|migration| migration.version > version);
    let mut statements = later.flat_map(|migration| split_statements(migration.statements));
    statements.any(|statement| created_table(statement) == Some(table))
}

/// Creates the search indexes if their migrations could not create them.
fn create_missing_search_index(
    conn: &mut PgConnection,
    cluster: &Cluster,
) -> Result<(), StoreError> {
    if search_index_exists(conn)? {
        return Ok(());
    }
    let searches = MIGRATIONS
        .iter()
        .filter(|migration| SEARCH_MIGRATIONS.contains(&migration.version));
    for migration in searches {
        conn.transaction(|conn| run_statements(conn, migration, cluster))?;
    }
    Ok(())
}

/// Returns whether searches can use an index.
pub(crate) fn search_index_exists(conn: &mut PgConnection) -> QueryResult<bool> {
    diesel::select(diesel::dsl::sql::<diesel::sql_types::Bool>(
        "to_regclass('candidates_search') IS NOT NULL",
    ))
    .get_result(conn)
}
