//! Where a database is, and how the store uses it.

use std::path::PathBuf;

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A `postgres://` address.
    PostgreSql(String),
}

impl DatabaseUrl {
    /// Parses a `postgres://` or `postgresql://` address, or the path of a SQLite file with or without `sqlite://`.
    pub fn parse(url: &str) -> Self {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self::PostgreSql(url.to_owned())
        } else {
            let path = url.strip_prefix("sqlite://").unwrap_or(url);
            Self::Sqlite(PathBuf::from(path))
        }
    }
}

/// The configuration of a store.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    /// Where the database is.
    pub url: DatabaseUrl,
    /// The maximum number of connections to the database, and also to each other server that lists are read from.
    pub max_connections: u32,
    /// Where lists are read from.
    pub lists: ListSource,
}

/// Where lists are read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListSource {
    /// The database itself.
    Database,
    /// The PostgreSQL standby at this address, as long as it is up to date.
    Standby(DatabaseUrl),
    /// The machine of the Citus cluster that has the organization.
    Machines,
}
