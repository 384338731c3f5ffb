//! Migrating a SQLite file.

use std::fmt;

use diesel::connection::BoxableConnection;
use diesel::migration::{self, MigrationMetadata, MigrationName, MigrationVersion};
use diesel::prelude::*;
use diesel::sqlite::Sqlite;
use diesel_migrations::MigrationHarness as _;

use super::pending::pending;
use super::{Migration, applied};
use crate::error::StoreError;

/// Runs what is missing in one transaction. A second process waits for the lock and then has nothing to do.
pub(crate) fn migrate(
    conn: &mut SqliteConnection,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    conn.immediate_transaction(|conn| {
        let known = applied(conn)?;
        for migration in pending(migrations, &known)? {
            conn.run_migration(migration).map_err(|error| {
                let problem = format!("migration {}: {error}", migration.version);
                StoreError::other("migrate the SQLite database", problem)
            })?;
        }
        Ok(())
    })
}

impl migration::Migration<Sqlite> for Migration {
    fn run(&self, conn: &mut dyn BoxableConnection<Sqlite>) -> migration::Result<()> {
        Ok(conn.batch_execute(self.sqlite)?)
    }

    fn revert(&self, _conn: &mut dyn BoxableConnection<Sqlite>) -> migration::Result<()> {
        Err("the program reverts no migration; a developer runs its down.sql".into())
    }

    fn metadata(&self) -> &dyn MigrationMetadata {
        self
    }

    fn name(&self) -> &dyn MigrationName {
        self
    }
}

impl MigrationMetadata for Migration {}

impl MigrationName for Migration {
    fn version(&self) -> MigrationVersion<'_> {
        MigrationVersion::from(self.version)
    }
}

impl fmt::Display for Migration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.version)
    }
}
