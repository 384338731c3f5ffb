//! The migrations of the schema, and which of them a database lacks. `migrations/README.md` says how to write one.

mod pending;
mod postgresql;
mod sqlite;
mod statements;

use diesel::backend::Backend;
use diesel_migrations::MigrationHarness;

use crate::error::StoreError;
pub(crate) use postgresql::{distribute, migrate as migrate_postgresql, search_index_exists};
pub(crate) use sqlite::migrate as migrate_sqlite;

/// A step of the schema.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Its number, which sorts after those of all earlier steps. It ends in `c` if earlier programs cannot use the schema any more.
    pub version: &'static str,
    /// The statements for SQLite.
    pub sqlite: &'static str,
    /// The statements for PostgreSQL.
    pub postgresql: &'static str,
}

/// All migrations of this program, in their order.
pub(crate) const MIGRATIONS: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Returns the numbers of the migrations that have run.
fn applied<C, DB>(conn: &mut C) -> Result<Vec<String>, StoreError>
where
    C: MigrationHarness<DB>,
    DB: Backend,
{
    let applied = conn.applied_migrations();
    let applied =
        applied.map_err(|error| StoreError::other("list the migrations of the database", error))?;
    let mut versions: Vec<String> = applied.iter().map(ToString::to_string).collect();
    versions.sort_unstable();
    Ok(versions)
}
