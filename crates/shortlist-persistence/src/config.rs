//! Where a database is, and how the store uses it.

use std::path::PathBuf;

/// Whether this build can connect to PostgreSQL by TLS: the feature `postgres-tls`.
pub const SUPPORTS_TLS: bool = cfg!(feature = "postgres-tls");
/// The values of libpq's `sslmode` that do not allow a connection without TLS.
const TLS_MODES: [&str; 3] = ["require", "verify-ca", "verify-full"];

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

    /// Returns what the address asks for that needs TLS, such as `sslmode=require`. [`SUPPORTS_TLS`] says whether that is possible.
    pub fn required_tls(&self) -> Option<String> {
        let Self::PostgreSql(address) = self else {
            return None;
        };
        let address = url::Url::parse(address).ok()?;
        let mut parameters = address.query_pairs();
        parameters
            .find(|(name, value)| name == "sslmode" && TLS_MODES.contains(&value.as_ref()))
            .map(|(name, value)| format!("{name}={value}"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_whether_it_needs_tls() {
        for (address, required) in [
            ("postgres://a@b/c", None),
            ("postgres://a@b/c?sslmode=prefer", None),
            (
                "postgres://a@b/c?connect_timeout=2&sslmode=verify-full",
                Some("sslmode=verify-full"),
            ),
            (
                "postgresql://a:p%40ss@b:5432/c?sslmode=require",
                Some("sslmode=require"),
            ),
            ("/srv/sslmode=require.db", None),
        ] {
            let required_tls = DatabaseUrl::parse(address).required_tls();
            assert_eq!(required_tls.as_deref(), required, "{address}");
        }
    }
}
