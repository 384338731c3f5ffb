//! Migrating a SQLite file.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::__diesel_schema_migrations as applied;
use super::pending::pending;
use super::{CREATE_LIST, Migration};
use crate::StoreError;

/// Runs what is missing in one transaction. A second process waits for the lock and then has nothing to do.
pub(crate) fn migrate(
    conn: &mut SqliteConnection,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    conn.immediate_transaction(|conn| {
        conn.batch_execute(CREATE_LIST)?;
        let known: Vec<String> = applied::table.select(applied::version).load(conn)?;
        for migration in pending(migrations, &known)? {
            run(conn, migration)?;
        }
        Ok(())
    })
}

fn run(conn: &mut SqliteConnection, migration: &Migration) -> Result<(), StoreError> {
    let failed = |error: diesel::result::Error| {
        let problem = format!("migration {}: {error}", migration.version);
        StoreError::other("migrate the SQLite database", problem)
    };
    conn.batch_execute(migration.sqlite).map_err(failed)?;
    diesel::insert_into(applied::table)
        .values(applied::version.eq(migration.version))
        .execute(conn)
        .map_err(failed)?;
    Ok(())
}
