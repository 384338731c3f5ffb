//! The connection pools, and how a query gets a connection.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use diesel::connection::TransactionManager;
use diesel::prelude::*;
use shortlist_domain::OrganizationId;

use crate::config::{DatabaseUrl, ListSource, StoreConfig};
use crate::connections::machines::{Machines, find_machine};
use crate::connections::replica::Replica;
use crate::connections::{Connector, on_live_connection, run_on};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::lists::audit_head::find_head;

/// How long a query waits for a connection to PostgreSQL before the database counts as unavailable.
const POSTGRESQL_WAIT: Duration = Duration::from_secs(5);
/// The same for SQLite, whose writers queue for the single connection that writes.
const SQLITE_WAIT: Duration = Duration::from_secs(60);
/// How often a transaction is tried if the database aborts it in favour of another.
const MAX_ATTEMPTS: u32 = 5;

/// The connections to a database.
pub(crate) struct Pools {
    pub(crate) readers: r2d2::Pool<Connector>,
    /// A single connection for SQLite, which has one writer at a time. For PostgreSQL, the same pool as the readers'.
    pub(crate) writers: r2d2::Pool<Connector>,
    lists: Lists,
    pub(crate) backend_name: &'static str,
    /// Whether a transaction found that the database cannot be written.
    is_unwritable: AtomicBool,
}

/// Where lists are read from.
enum Lists {
    Database,
    Standby(Replica),
    Machines(Machines),
}

impl Lists {
    /// Connects to what a configuration names. `conn` is a connection to the database.
    fn open(config: &StoreConfig, conn: &mut DbConn) -> Result<Self, StoreError> {
        let size = config.max_connections;
        match (&config.lists, &config.url) {
            (ListSource::Database, _) => Ok(Self::Database),
            (ListSource::Standby(DatabaseUrl::PostgreSql(standby)), DatabaseUrl::PostgreSql(_)) => {
                Ok(Self::Standby(Replica::open(standby, size)))
            }
            (ListSource::Standby(_), _) => {
                let problem = "database_url and database_read_url must both be PostgreSQL, and the second must be a standby of the first";
                Err(StoreError::other("use a standby", problem))
            }
            (ListSource::Machines, url) => Ok(Self::Machines(Machines::of(url, size, conn)?)),
        }
    }
}

impl Pools {
    pub(crate) fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let connector = |cache_sharers| Connector {
            url: config.url.clone(),
            cache_sharers,
        };
        // The pool would retry until its timeout and then not report the cause. So the first connection is opened here.
        let mut first = connector(1).first_connection()?;
        let lists = Lists::open(config, &mut first.conn)?;
        drop(first);
        let max_connections = config.max_connections;
        Ok(match config.url {
            DatabaseUrl::Sqlite(_) => Self {
                // The writer has half of the cache. If a page must leave it during a large transaction, the page is written
                // twice. For readers, a page that is not in the cache is mapped into memory.
                writers: connector(2).pool("writer", 1, SQLITE_WAIT)?,
                readers: connector(2 * max_connections).pool(
                    "reader",
                    max_connections,
                    SQLITE_WAIT,
                )?,
                lists,
                backend_name: "sqlite",
                is_unwritable: AtomicBool::new(false),
            },
            DatabaseUrl::PostgreSql(_) => {
                let pool =
                    connector(max_connections).pool("primary", max_connections, POSTGRESQL_WAIT)?;
                Self {
                    readers: pool.clone(),
                    writers: pool,
                    lists,
                    backend_name: "postgresql",
                    is_unwritable: AtomicBool::new(false),
                }
            }
        })
    }

    /// Runs a query that only reads. Retries it if its connection died while idle.
    pub(crate) fn read<T>(
        &self,
        mut query: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let _span = tracing::debug_span!("database", kind = "read").entered();
        let (_pooled, answer) = on_live_connection(&self.readers, &mut query)?;
        Ok(answer)
    }

    /// Runs a query that lists an organization's records. It runs on the standby if that is up to date for the organization, or on
    /// the machine that has the organization, and otherwise on the database itself.
    pub(crate) fn read_list<T>(
        &self,
        organization: &OrganizationId,
        mut query: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let elsewhere = match &self.lists {
            Lists::Database => None,
            Lists::Standby(replica) => {
                let head = || self.read(|conn| find_head(conn, organization.as_str()));
                replica.read(head, organization, &mut query)?
            }
            Lists::Machines(machines) => {
                let find = || self.read(|conn| find_machine(conn, organization));
                machines.read(organization, find, &mut query)?
            }
        };
        elsewhere.map_or_else(|| self.read(query), Ok)
    }

    /// Runs queries in one writing transaction, and retries it if the database aborted it in favour of another. Only data
    /// that is not a record of an organization is written like this. Everything else is written through a writer.
    pub(crate) fn write_unaudited<T>(
        &self,
        mut queries: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let _span = tracing::debug_span!("database", kind = "write").entered();
        let mut attempt = 1;
        loop {
            let begin = |conn: &mut DbConn| Ok(dialect::begin_write(conn)?);
            let (mut pooled, ()) = on_live_connection(&self.writers, begin)?;
            match run_on(&mut pooled, |conn| finish(conn, &mut queries)) {
                Err(error) if error.is_transient() && attempt < MAX_ATTEMPTS => attempt += 1,
                done => {
                    if matches!(done, Err(StoreError::Unwritable(_))) {
                        self.is_unwritable.store(true, Ordering::Relaxed);
                    }
                    return done;
                }
            }
        }
    }

    /// Returns whether a transaction found that the database cannot be written, until [`note_writable`](Self::note_writable).
    pub(crate) fn is_unwritable(&self) -> bool {
        self.is_unwritable.load(Ordering::Relaxed)
    }

    /// Notes that the database can be written again. A small change may succeed on a disk that is all but full, so it is no proof.
    pub(crate) fn note_writable(&self) {
        self.is_unwritable.store(false, Ordering::Relaxed);
    }

    /// Runs work that cannot be in a transaction, on a writing connection.
    pub(crate) fn with_writer<T>(
        &self,
        work: impl FnOnce(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut pooled = self.writers.get()?;
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
