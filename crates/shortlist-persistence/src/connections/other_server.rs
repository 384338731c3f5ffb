//! Another database server that lists are read from. If it cannot be reached, they are read from the main one.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use r2d2::PooledConnection;

use crate::config::DatabaseUrl;
use crate::connections::{Connector, run_on};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::measurements::PoolName;

/// The pool's connection timeout. While the server is unreachable, connections are retried at half of this interval.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the first use waits for the server.
const FIRST_TIMEOUT: Duration = Duration::from_secs(2);
/// Timeouts for the client library, unless the address sets them. They limit how long an unresponsive server delays a query:
/// to connect (in seconds) and on an open connection (in milliseconds).
const DEFAULT_TIMEOUTS: [(&str, &str); 2] =
    [("connect_timeout", "2"), ("tcp_user_timeout", "2000")];

/// A server and the connections to it.
pub(crate) struct OtherServer {
    pool: r2d2::Pool<Connector>,
    /// Its name in log lines.
    description: String,
    /// Whether the server was reachable when last tried. It serves to log each change once.
    reachable: AtomicBool,
}

impl OtherServer {
    /// Connects to a server, which need not be reachable yet. Its pool is measured under this name.
    pub(crate) fn open(
        address: &str,
        max_connections: u32,
        pool_name: &'static str,
        description: String,
    ) -> Self {
        let connector = Connector {
            url: DatabaseUrl::PostgreSql(with_timeouts(address)),
            cache_sharers: max_connections,
        };
        // The pool's own threads open and reopen all connections in advance, so that no caller waits for one.
        let pool = r2d2::Pool::builder()
            .max_size(max_connections.max(1))
            .test_on_check_out(false)
            .connection_timeout(CONNECT_TIMEOUT)
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .event_handler(PoolName::measuring(pool_name))
            .build_unchecked(connector);
        let server = Self {
            reachable: AtomicBool::new(true),
            description,
            pool,
        };
        if let Err(error) = server.pool.get_timeout(FIRST_TIMEOUT) {
            server.record_state(Err(&error));
        }
        server
    }

    /// Runs a query on a connection that works, and returns both. Connections that died while idle are dropped. Returns `None` if
    /// the query must run on the main server.
    pub(crate) fn try_query<T>(
        &self,
        query: &mut impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Option<(PooledConnection<Connector>, T)> {
        while let Some(mut pooled) = self.pool.try_get() {
            match self.try_on(&mut pooled, query) {
                Ok(answer) => return Some((pooled, answer)),
                Err(StoreError::Unavailable(_)) => {}
                Err(_refused) => return None,
            }
        }
        // If no connection is free, some may still be busy.
        if self.pool.state().connections == 0 {
            self.record_state(Err(&"it cannot be reached"));
        }
        None
    }

    /// Runs a query on a connection of this server, and logs if the server fails.
    pub(crate) fn try_on<T>(
        &self,
        pooled: &mut PooledConnection<Connector>,
        query: &mut impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let done = run_on(pooled, query);
        match &done {
            Ok(_) => self.record_state(Ok(())),
            // A connection that died while idle says nothing about new ones.
            Err(StoreError::Unavailable(_)) => {}
            // PostgreSQL cancels queries that conflict with replication, which is normal.
            Err(error) if error.is_transient() => {}
            Err(error) => self.record_state(Err(error)),
        }
        done
    }

    /// Logs when the server becomes unreachable and when it is back.
    fn record_state(&self, found: Result<(), &dyn Display>) {
        let was_reachable = self.reachable.swap(found.is_ok(), Ordering::Relaxed);
        match found {
            Err(problem) if was_reachable => warn(&self.description, problem),
            Ok(()) if !was_reachable => {
                tracing::info!("lists are read from {} again", self.description);
            }
            _ => {}
        }
    }
}

fn warn(server: &str, problem: &dyn Display) {
    tracing::warn!(%problem, "{server} does not respond; lists are read from the main database");
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
}
