//! The way into the database: a pool of connections.

use std::path::PathBuf;

use crate::StoreError;

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
    /// The most connections at once.
    pub max_connections: u32,
}

/// The store: cheap to clone, shared by all threads.
#[derive(Clone)]
pub struct Store {}

impl Store {
    /// Opens the store; nothing is created or changed in the database before [`Store::migrate`].
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let _ = config;
        Ok(Self {})
    }

    /// Brings the database's schema up to this program's; safe when several processes start at once.
    ///
    /// # Errors
    /// When a migration fails.
    pub fn migrate(&self) -> Result<(), StoreError> {
        Err(self.not_built())
    }

    /// Asks the database for an answer.
    ///
    /// # Errors
    /// When it gives none.
    pub fn check(&self) -> Result<(), StoreError> {
        Err(self.not_built())
    }

    /// The database's kind: `sqlite` or `postgresql`.
    pub fn backend_name(&self) -> &'static str {
        let Self {} = self;
        "sqlite"
    }

    pub(crate) fn not_built(&self) -> StoreError {
        let Self {} = self;
        StoreError::other("run a query", "it is not built yet")
    }
}
