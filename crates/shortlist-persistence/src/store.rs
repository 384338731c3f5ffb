//! The way into the database: pools of connections, and how a query gets one.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use diesel::connection::TransactionManager;
use diesel::prelude::*;
use shortlist_domain::OrganizationId;

use crate::connections::{Connector, on_live_connection, watched};
use crate::dialect::{self, DbConn};
use crate::landmarks::Landmarks;
use crate::replica::Replica;
use crate::{StoreError, organizations};

/// How long a query waits for a connection to PostgreSQL before the database counts as unavailable.
const POSTGRESQL_WAIT: Duration = Duration::from_secs(5);
/// The same for SQLite, whose writers stand in a queue for the one connection that writes.
const SQLITE_WAIT: Duration = Duration::from_secs(60);
/// How often a transaction is tried that the database chose to give way to another.
const MAX_ATTEMPTS: u32 = 5;

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A `postgres://` address.
    PostgreSql(String),
}

impl DatabaseUrl {
    /// Takes a `postgres://` or `postgresql://` address, or the path of a SQLite file with or without `sqlite://`.
    pub fn parse(url: &str) -> Self {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::PostgreSql(url.to_owned())
        } else {
            let path = url.strip_prefix("sqlite://").unwrap_or(url);
            Self::Sqlite(PathBuf::from(path))
        }
    }
}

/// What a store needs to know.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    /// Where the database is.
    pub url: DatabaseUrl,
    /// The most connections at once, to the database and to its standby each.
    pub max_connections: u32,
    /// Where a standby of a PostgreSQL database is, for lists.
    pub replica: Option<DatabaseUrl>,
}

/// The store: cheap to clone, shared by all threads.
#[derive(Clone)]
pub struct Store {
    pools: Arc<Pools>,
}

/// What searches go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchIndex {
    /// An index of three letters at a time.
    Letters,
    /// Nothing: each candidate of the organization or the job is read. PostgreSQL lacks the extension `pg_trgm`, or does not
    /// let this user create it.
    Missing,
}

struct Pools {
    readers: r2d2::Pool<Connector>,
    /// One connection for SQLite, which has one writer at a time; with PostgreSQL the same pool as the readers'.
    writers: r2d2::Pool<Connector>,
    /// A standby that lists are read from.
    replica: Option<Replica>,
    backend_name: &'static str,
    credential_changes: AtomicU64,
    landmarks: Landmarks,
}

impl Store {
    /// Opens the store; nothing is created or changed in the database before [`Store::migrate`].
    ///
    /// # Errors
    /// When the database cannot be reached, or one of the two is no PostgreSQL where a standby is named.
    pub fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let connector = |sharers| Connector {
            url: config.url.clone(),
            sharers,
        };
        let replica = Replica::of(config)?;
        // The pool would try again until its patience ends, and then not say why: the first connection is made here.
        drop(connector(1).first_connection()?);
        let most = config.max_connections;
        let pools = match config.url {
            DatabaseUrl::Sqlite(_) => Pools {
                // Half of the cache is the writer's: a page that has to leave it in the middle of a large transaction is written
                // twice, while what readers miss is mapped.
                writers: connector(2).pool(1, SQLITE_WAIT)?,
                readers: connector(2 * most).pool(most, SQLITE_WAIT)?,
                replica,
                backend_name: "sqlite",
                credential_changes: AtomicU64::new(0),
                landmarks: Landmarks::default(),
            },
            DatabaseUrl::PostgreSql(_) => {
                let pool = connector(most).pool(most, POSTGRESQL_WAIT)?;
                Pools {
                    readers: pool.clone(),
                    writers: pool,
                    replica,
                    backend_name: "postgresql",
                    credential_changes: AtomicU64::new(0),
                    landmarks: Landmarks::default(),
                }
            }
        };
        Ok(Self {
            pools: Arc::new(pools),
        })
    }

    /// Brings the database's schema up to this program's; safe when several processes start at once.
    ///
    /// # Errors
    /// When a migration fails.
    pub fn migrate(&self) -> Result<(), StoreError> {
        let mut pooled = self.pools.writers.get()?;
        dialect::migrate(&mut pooled.conn)
    }

    /// Asks the database for an answer that needs its schema.
    ///
    /// # Errors
    /// When it gives none.
    pub fn check(&self) -> Result<(), StoreError> {
        self.read(organizations::any).map(|_any| ())
    }

    /// What searches go by; known once the schema is up to date.
    ///
    /// # Errors
    /// When the database fails.
    pub fn search_index(&self) -> Result<SearchIndex, StoreError> {
        let there = self.read(|conn| Ok(dialect::has_search_index(conn)?))?;
        Ok(if there {
            SearchIndex::Letters
        } else {
            SearchIndex::Missing
        })
    }

    /// How often this process has changed credentials: a key, a session, or a user.
    pub fn credential_changes(&self) -> u64 {
        self.pools.credential_changes.load(Ordering::Acquire)
    }

    /// Notes that credentials were changed.
    pub(crate) fn note_credential_change(&self) {
        self.pools.credential_changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Lets the database put in order what many rows at once left behind: PostgreSQL counts its tables anew and notes which pages
    /// hold no dead rows, SQLite moves its log into the database.
    ///
    /// # Errors
    /// When the database fails.
    pub fn settle(&self) -> Result<(), StoreError> {
        self.with_writer(dialect::settle)
    }

    /// The database's kind: `sqlite` or `postgresql`.
    pub fn backend_name(&self) -> &'static str {
        self.pools.backend_name
    }

    /// Tells every statement to `listener`, of one connection that reads and one that writes.
    #[cfg(test)]
    pub(crate) fn listen(&self, listener: impl Fn(String) + Clone + Send + 'static) {
        use diesel::connection::InstrumentationEvent;
        for pool in [&self.pools.readers, &self.pools.writers] {
            let listener = listener.clone();
            let hear = move |event: InstrumentationEvent<'_>| {
                if let InstrumentationEvent::StartQuery { query, .. } = event {
                    listener(query.to_string());
                }
            };
            pool.get().unwrap().conn.set_instrumentation(hear);
        }
    }

    /// Runs a query that only reads; again where its connection had died while it lay idle.
    pub(crate) fn read<T>(
        &self,
        mut query: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (_pooled, answer) = on_live_connection(&self.pools.readers, &mut query)?;
        Ok(answer)
    }

    /// Where pages deep in lists begin.
    pub(crate) fn landmarks(&self) -> &Landmarks {
        &self.pools.landmarks
    }

    /// Runs a query that lists an organization's records: on the standby where that has all that is written of the organization
    /// at this moment, else on the database itself.
    pub(crate) fn read_list<T>(
        &self,
        organization: &OrganizationId,
        mut query: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if let Some(replica) = &self.pools.replica
            && let Some(answer) = replica.read(self, organization, &mut query)?
        {
            return Ok(answer);
        }
        self.read(query)
    }

    /// Runs queries in one transaction that writes; anew where the database let another transaction go first. For what is
    /// no record of an organization; the rest goes through [`crate::Writer`].
    pub(crate) fn write_unaudited<T>(
        &self,
        mut queries: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut attempt = 1;
        loop {
            let begin = |conn: &mut DbConn| Ok(dialect::begin_write(conn)?);
            let (mut pooled, ()) = on_live_connection(&self.pools.writers, begin)?;
            match watched(&mut pooled, |conn| finish(conn, &mut queries)) {
                Err(error) if error.is_transient() && attempt < MAX_ATTEMPTS => attempt += 1,
                done => return done,
            }
        }
    }
}

impl Store {
    /// Runs what cannot be in a transaction, on a connection that writes.
    pub(crate) fn with_writer<T>(
        &self,
        work: impl FnOnce(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut pooled = self.pools.writers.get()?;
        watched(&mut pooled, work)
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
            // The first error is the one to tell; a transaction that cannot be rolled back marks its connection broken.
            let _rolled_back = Transactions::rollback_transaction(conn);
            Err(error)
        }
    }
}
