//! Access to the database: the connection pools, and how a query gets a connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use diesel::connection::{InstrumentationEvent, TransactionManager};
use diesel::prelude::*;
use shortlist_domain::OrganizationId;

use crate::StoreError;
use crate::audit_head::find_head;
use crate::config::{DatabaseUrl, StoreConfig};
use crate::connections::{Connector, on_live_connection, run_on};
use crate::dialect::{self, DbConn};
use crate::page_positions::PagePositions;
use crate::replica::Replica;

/// How long a query waits for a connection to PostgreSQL before the database counts as unavailable.
const POSTGRESQL_WAIT: Duration = Duration::from_secs(5);
/// The same for SQLite, whose writers queue for the single connection that writes.
const SQLITE_WAIT: Duration = Duration::from_secs(60);
/// How often a transaction is tried if the database aborts it in favour of another.
const MAX_ATTEMPTS: u32 = 5;

/// The store. It is cheap to clone, and all threads share it.
#[derive(Clone)]
pub struct Store {
    pools: Arc<Pools>,
}

/// The index that searches use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchIndex {
    /// A trigram index.
    Trigram,
    /// No index: a search reads each candidate of the organization or the job. PostgreSQL lacks the extension `pg_trgm`, or
    /// does not let this user create it.
    Missing,
}

struct Pools {
    readers: r2d2::Pool<Connector>,
    /// A single connection for SQLite, which has one writer at a time. For PostgreSQL, the same pool as the readers'.
    writers: r2d2::Pool<Connector>,
    /// A standby that lists are read from.
    replica: Option<Replica>,
    backend_name: &'static str,
    credential_changes: AtomicU64,
    page_positions: PagePositions,
}

impl Store {
    /// Opens the store. Nothing is created or changed in the database before [`Store::migrate`].
    ///
    /// # Errors
    /// When the database cannot be reached, or if a standby is configured and one of the two is not PostgreSQL.
    pub fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let connector = |cache_sharers| Connector {
            url: config.url.clone(),
            cache_sharers,
        };
        let replica = Replica::of(config)?;
        // The pool would retry until its timeout and then not report the cause. So the first connection is opened here.
        drop(connector(1).first_connection()?);
        let max_connections = config.max_connections;
        let pools = match config.url {
            DatabaseUrl::Sqlite(_) => Pools {
                // The writer has half of the cache. If a page must leave it during a large transaction, the page is written
                // twice. For readers, a page that is not in the cache is mapped into memory.
                writers: connector(2).pool(1, SQLITE_WAIT)?,
                readers: connector(2 * max_connections).pool(max_connections, SQLITE_WAIT)?,
                replica,
                backend_name: "sqlite",
                credential_changes: AtomicU64::new(0),
                page_positions: PagePositions::default(),
            },
            DatabaseUrl::PostgreSql(_) => {
                let pool = connector(max_connections).pool(max_connections, POSTGRESQL_WAIT)?;
                Pools {
                    readers: pool.clone(),
                    writers: pool,
                    replica,
                    backend_name: "postgresql",
                    credential_changes: AtomicU64::new(0),
                    page_positions: PagePositions::default(),
                }
            }
        };
        Ok(Self {
            pools: Arc::new(pools),
        })
    }

    /// Migrates the database's schema to this program's version. This is safe if several processes start at once.
    ///
    /// # Errors
    /// When a migration fails.
    pub fn migrate(&self) -> Result<(), StoreError> {
        let mut pooled = self.pools.writers.get()?;
        dialect::migrate(&mut pooled.conn)
    }

    /// Returns the index that searches use. It is known once the schema is up to date.
    ///
    /// # Errors
    /// When the database fails.
    pub fn search_index(&self) -> Result<SearchIndex, StoreError> {
        let exists = self.read(|conn| Ok(dialect::has_search_index(conn)?))?;
        Ok(if exists {
            SearchIndex::Trigram
        } else {
            SearchIndex::Missing
        })
    }

    /// Returns how often this process has changed credentials: a key, a session, or a user.
    pub fn credential_changes(&self) -> u64 {
        self.pools.credential_changes.load(Ordering::Acquire)
    }

    /// Records a change of credentials.
    pub(crate) fn record_credential_change(&self) {
        self.pools.credential_changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Optimizes the database after a bulk insert. PostgreSQL updates its statistics and notes which pages contain no dead
    /// rows. SQLite moves its log into the database.
    ///
    /// # Errors
    /// When the database fails.
    pub fn vacuum_or_checkpoint(&self) -> Result<(), StoreError> {
        self.with_writer(dialect::vacuum_or_checkpoint)
    }

    /// Returns the database's kind: `sqlite` or `postgresql`.
    pub fn backend_name(&self) -> &'static str {
        self.pools.backend_name
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

    /// Runs a query that only reads. Retries it if its connection died while idle.
    pub(crate) fn read<T>(
        &self,
        mut query: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (_pooled, answer) = on_live_connection(&self.pools.readers, &mut query)?;
        Ok(answer)
    }

    /// Returns the known positions in long lists.
    pub(crate) fn page_positions(&self) -> &PagePositions {
        &self.pools.page_positions
    }

    /// Runs a query that lists an organization's records. It runs on the standby if that is up to date for the organization,
    /// and otherwise on the database itself.
    pub(crate) fn read_list<T>(
        &self,
        organization: &OrganizationId,
        mut query: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if let Some(replica) = &self.pools.replica {
            let head = || self.read(|conn| find_head(conn, organization.as_str()));
            if let Some(answer) = replica.read(head, organization, &mut query)? {
                return Ok(answer);
            }
        }
        self.read(query)
    }

    /// Runs queries in one writing transaction, and retries it if the database aborted it in favour of another. Only data
    /// that is not a record of an organization is written like this. Everything else is written through a writer.
    pub(crate) fn write_unaudited<T>(
        &self,
        mut queries: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut attempt = 1;
        loop {
            let begin = |conn: &mut DbConn| Ok(dialect::begin_write(conn)?);
            let (mut pooled, ()) = on_live_connection(&self.pools.writers, begin)?;
            match run_on(&mut pooled, |conn| finish(conn, &mut queries)) {
                Err(error) if error.is_transient() && attempt < MAX_ATTEMPTS => attempt += 1,
                done => return done,
            }
        }
    }
}

impl Store {
    /// Runs work that cannot be in a transaction, on a writing connection.
    pub(crate) fn with_writer<T>(
        &self,
        work: impl FnOnce(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut pooled = self.pools.writers.get()?;
        run_on(&mut pooled, work)
    }
}

fn finish<T>(
    conn: &mut DbConn,
    queries: &mut impl FnMut(&mut DbConn) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    type Transactions = <DbConn as Connection>::TransactionManager;
    match queries(conn) {
        Ok(value) => {
            Transactions::commit_transaction(conn)?;
            Ok(value)
        }
        Err(error) => {
            // The first error is the one to report. A transaction that cannot be rolled back marks its connection as broken.
            let _rolled_back = Transactions::rollback_transaction(conn);
            Err(error)
        }
    }
}
