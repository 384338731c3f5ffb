//! The migrations of the schema, and which of them a database lacks. `migrations/README.md` says how to write one.

mod pending;
mod postgresql;
mod sqlite;
mod statements;

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

/// Creates the list of the migrations that have run.
const CREATE_LIST: &str = "\
CREATE TABLE IF NOT EXISTS __diesel_schema_migrations (\
    version VARCHAR(50) PRIMARY KEY NOT NULL, \
    run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP\
)";

diesel::table! {
    /// The migrations that have run.
    __diesel_schema_migrations (version) {
        version -> Text,
    }
}
