//! The database as a whole: schema, copies and integrity checks.

use std::path::Path;

use diesel::connection::InstrumentationEvent;
use diesel::prelude::*;

use crate::citus::{Distribution, ShardCount};
use crate::error::StoreError;
use crate::migrations::{MIGRATIONS, Migration};
use crate::store::Database;
use crate::{dialect, organizations};

/// The index that searches use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchIndex {
    /// A trigram index.
    Trigram,
    /// No index: a search reads each candidate of the organization or the job. PostgreSQL lacks the extension `pg_trgm`, or
    /// does not let this user create it.
    Missing,
}

/// The outcome of copying a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyOutcome {
    /// The file contains everything that existed when the copy began.
    Complete,
    /// The database is PostgreSQL, which has its own backup tools.
    Unsupported,
}

/// How many pages SQLite must be able to write before its disk counts as free again: about as many as a small change needs.
const PROBE_WRITES: u32 = 128;

impl Database<'_> {
    /// Migrates the database's schema to this program's version. This is safe if several processes start at once.
    ///
    /// # Errors
    /// When a migration fails, or when this program cannot use the database. The error says what to do.
    pub fn migrate(&self) -> Result<(), StoreError> {
        self.migrate_to(MIGRATIONS)
    }

    /// Migrates the database's schema to this program's version, and then by further migrations. Tests and benchmarks bring their
    /// own, to measure the mechanism.
    ///
    /// # Errors
    /// When a migration fails.
    pub fn migrate_further(&self, further: &[Migration]) -> Result<(), StoreError> {
        self.migrate_to(&[MIGRATIONS, further].concat())
    }

    fn migrate_to(&self, migrations: &[Migration]) -> Result<(), StoreError> {
        let mut pooled = self.pools.writers.get()?;
        dialect::migrate(&mut pooled.conn, migrations)
    }

    /// Migrates the database's schema, and distributes its tables over a Citus cluster. Tables that are distributed already stay as
    /// they are.
    ///
    /// # Errors
    /// When the database is not on a Citus cluster that can take the tables. The error says what to run.
    pub fn distribute(&self, shards: ShardCount) -> Result<Distribution, StoreError> {
        let mut pooled = self.pools.writers.get()?;
        dialect::distribute(&mut pooled.conn, shards)
    }

    /// Returns the machines of a Citus cluster that do not respond, as addresses with ports.
    ///
    /// # Errors
    /// When the query fails.
    pub fn missing_nodes(&self) -> Result<Vec<String>, StoreError> {
        self.pools.read(|conn| Ok(dialect::missing_nodes(conn)?))
    }

    /// Checks the database by a query that needs its schema.
    ///
    /// # Errors
    /// When the query fails.
    pub fn check(&self) -> Result<(), StoreError> {
        self.pools.read(organizations::any).map(|_any| ())
    }

    /// Writes to the database without changing anything.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn try_write(&self) -> Result<(), StoreError> {
        self.pools
            .write_unaudited(|conn| Ok(dialect::try_write(conn)?))
    }

    /// Checks that the database can be written, if a transaction failed because it could not.
    ///
    /// # Errors
    /// When the database still cannot be written.
    pub fn check_writable(&self) -> Result<(), StoreError> {
        if !self.pools.is_unwritable() {
            return Ok(());
        }
        let writes = match self.backend_name() {
            "sqlite" => PROBE_WRITES,
            _ => 1,
        };
        (0..writes).try_for_each(|_| self.try_write())?;
        self.pools.note_writable();
        Ok(())
    }

    /// Returns the database's kind: `sqlite` or `postgresql`.
    pub fn backend_name(&self) -> &'static str {
        self.pools.backend_name
    }

    /// Returns the index that searches use. It is known once the schema is up to date.
    ///
    /// # Errors
    /// When the database fails.
    pub fn search_index(&self) -> Result<SearchIndex, StoreError> {
        let exists = self
            .pools
            .read(|conn| Ok(dialect::has_search_index(conn)?))?;
        Ok(if exists {
            SearchIndex::Trigram
        } else {
            SearchIndex::Missing
        })
    }

    /// Optimizes the database after a bulk insert. PostgreSQL updates its statistics and notes which pages contain no dead
    /// rows. SQLite moves its log into the database.
    ///
    /// # Errors
    /// When the database fails.
    pub fn vacuum_or_checkpoint(&self) -> Result<(), StoreError> {
        self.pools.with_writer(dialect::vacuum_or_checkpoint)
    }

    /// Moves SQLite's write-ahead log into the database and truncates it, so that it contains no deleted data. Returns
    /// `false` if a reader prevented that. PostgreSQL's log must be kept short by its operator.
    ///
    /// # Errors
    /// When the database fails.
    pub fn truncate_wal(&self) -> Result<bool, StoreError> {
        self.pools.with_writer(dialect::truncate_wal)
    }

    /// Writes a consistent copy of the database to a new file. Others can read and write meanwhile. Only SQLite is
    /// supported.
    ///
    /// # Errors
    /// When the file exists or cannot be written, or the database cannot be read.
    pub fn copy_to(&self, file: &Path) -> Result<CopyOutcome, StoreError> {
        let name = file.to_string_lossy();
        let copied = self.pools.read(|conn| Ok(dialect::copy_to(conn, &name)?))?;
        Ok(if copied {
            CopyOutcome::Complete
        } else {
            CopyOutcome::Unsupported
        })
    }

    /// Passes every statement of one reading and one writing connection to `listener`, for tests that explain statements.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn record_statements(
        &self,
        listener: impl Fn(String) + Clone + Send + 'static,
    ) -> Result<(), StoreError> {
        for pool in [&self.pools.readers, &self.pools.writers] {
            let listener = listener.clone();
            let record = move |event: InstrumentationEvent<'_>| {
                if let InstrumentationEvent::StartQuery { query, .. } = event {
                    listener(query.to_string());
                }
            };
            pool.get()?.conn.set_instrumentation(record);
        }
        Ok(())
    }
}

/// Returns the integrity errors of a SQLite file that nobody uses. The list is empty if the file is intact.
///
/// # Errors
/// When it cannot be read at all.
pub fn integrity_errors(file: &Path) -> Result<Vec<String>, StoreError> {
    let name = file.to_string_lossy();
    dialect::integrity_errors(&name)
        .map_err(|failure| StoreError::other("check the integrity of a database", failure))
}
