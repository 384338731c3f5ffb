//! Lists that are read from a PostgreSQL standby, if it is up to date for the organization.
//!
//! Every change of an organization's records appends to its audit log, in the same transaction and one after the other. A
//! list is read on the standby only if the log ends there as it ends afterwards on the database itself. Then the standby
//! lacks nothing: its list is the one that the database would have returned at that moment, regardless of who wrote last
//! through which server. Otherwise the database is read. A standby that lags, is unreachable or has another history costs
//! only speed.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use r2d2::PooledConnection;
use shortlist_domain::OrganizationId;

use crate::StoreError;
use crate::audit_head::{LogEnd, find_head};
use crate::config::{DatabaseUrl, StoreConfig};
use crate::connections::{Connector, run_on};
use crate::dialect::DbConn;
use crate::measurements::PoolName;

/// The pool's connection timeout. While the standby is unreachable, connections are retried at half of this interval.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the startup waits for the standby.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(2);
/// Timeouts for the client library, unless the address sets them. They limit how long an unresponsive standby delays a query:
/// to connect (in seconds) and on an open connection (in milliseconds).
const DEFAULT_TIMEOUTS: [(&str, &str); 2] =
    [("connect_timeout", "2"), ("tcp_user_timeout", "2000")];

/// A standby of the database.
pub(crate) struct Replica {
    pool: r2d2::Pool<Connector>,
    /// Whether the standby was reachable when last tried. It serves to log each change once.
    reachable: AtomicBool,
}

impl Replica {
    /// Returns the standby that a configuration names. It need not be reachable yet.
    pub(crate) fn of(config: &StoreConfig) -> Result<Option<Self>, StoreError> {
        let Some(named) = &config.replica else {
            return Ok(None);
        };
        let (DatabaseUrl::PostgreSql(_), DatabaseUrl::PostgreSql(address)) = (&config.url, named)
        else {
            let problem = "database_url and database_read_url must both be PostgreSQL, and the second must be a standby of the first";
            return Err(StoreError::other("use a standby", problem));
        };
        let connector = Connector {
            url: DatabaseUrl::PostgreSql(with_timeouts(address)),
            cache_sharers: config.max_connections,
        };
        // The pool's own threads open and reopen all connections in advance, so that no caller waits for one.
        let pool = r2d2::Pool::builder()
            .max_size(config.max_connections.max(1))
            .test_on_check_out(false)
            .connection_timeout(CONNECT_TIMEOUT)
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .event_handler(PoolName::measuring("standby"))
            .build_unchecked(connector);
        let replica = Self {
            reachable: AtomicBool::new(true),
            pool,
        };
        if let Err(error) = replica.pool.get_timeout(STARTUP_TIMEOUT) {
            replica.record_state(Err(&error));
        }
        Ok(Some(replica))
    }

    /// Runs a query on the standby, if that has everything that the primary database has of the organization. Returns `None`
    /// if the query must run on the primary. `primary_head` returns the end of the organization's log there.
    ///
    /// # Errors
    /// When `primary_head` fails.
    pub(crate) fn read<T>(
        &self,
        primary_head: impl FnOnce() -> Result<Option<LogEnd>, StoreError>,
        organization: &OrganizationId,
        query: &mut impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let organization = organization.as_str();
        let Some((mut pooled, standby_head)) = self.live_connection(organization) else {
            return Ok(None);
        };
        // The primary is read after the standby, because it can only have advanced since.
        if standby_head.is_none() || standby_head != primary_head()? {
            return Ok(None);
        }
        match run_on(&mut pooled, query) {
            Ok(answer) => {
                self.record_state(Ok(()));
                Ok(Some(answer))
            }
            // PostgreSQL cancels queries that conflict with replication. This is normal, so it is not logged.
            Err(error) if error.is_transient() => Ok(None),
            Err(error) => {
                self.record_state(Err(&error));
                Ok(None)
            }
        }
    }

    /// Returns a connection that works, and the end of the organization's log there. Connections that died while idle are
    /// dropped.
    fn live_connection(
        &self,
        organization: &str,
    ) -> Option<(PooledConnection<Connector>, Option<LogEnd>)> {
        while let Some(mut pooled) = self.pool.try_get() {
            match run_on(&mut pooled, |conn| find_head(conn, organization)) {
                Ok(head) => return Some((pooled, head)),
                Err(StoreError::Unavailable(_)) => {}
                Err(error) => {
                    self.record_state(Err(&error));
                    return None;
                }
            }
        }
        // If no connection is free, some may still be busy.
        if self.pool.state().connections == 0 {
            self.record_state(Err(&"it cannot be reached"));
        }
        None
    }

    /// Logs when the standby becomes unreachable and when it is back.
    fn record_state(&self, found: Result<(), &dyn Display>) {
        let was_reachable = self.reachable.swap(found.is_ok(), Ordering::Relaxed);
        match found {
            Err(problem) if was_reachable => warn(problem),
            Ok(()) if !was_reachable => tracing::info!("lists are read from the standby again"),
            _ => {}
        }
    }
}

fn warn(problem: &dyn Display) {
    tracing::warn!(%problem, "the standby does not respond; lists are read from the primary database");
}

/// Returns the address with the default timeouts that it does not set itself.
fn with_timeouts(address: &str) -> String {
    let mut url = address.to_owned();
    for (name, value) in DEFAULT_TIMEOUTS {
        if !url.contains(&format!("{name}=")) {
            let separator = if url.contains('?') { '&' } else { '?' };
            url.push_str(&format!("{separator}{name}={value}"));
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_its_own_timeouts() {
        for (address, expected) in [
            (
                "postgres://a@b/c",
                "postgres://a@b/c?connect_timeout=2&tcp_user_timeout=2000",
            ),
            (
                "postgres://a@b/c?connect_timeout=9&sslmode=require",
                "postgres://a@b/c?connect_timeout=9&sslmode=require&tcp_user_timeout=2000",
            ),
        ] {
            assert_eq!(with_timeouts(address), expected);
        }
    }

    #[test]
    fn only_postgresql_has_a_standby() {
        let (file, server) = ("a.db", "postgres://a@b/c");
        for (url, replica) in [(file, server), (server, file), (file, file)] {
            let config = StoreConfig {
                url: DatabaseUrl::parse(url),
                max_connections: 1,
                replica: Some(DatabaseUrl::parse(replica)),
            };
            assert!(Replica::of(&config).is_err(), "{url} {replica}");
        }
    }
}
