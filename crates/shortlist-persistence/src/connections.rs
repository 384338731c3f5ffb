//! Connections to a database.

mod machines;
mod other_server;
pub(crate) mod pools;
mod replica;

use std::time::Duration;

use r2d2::PooledConnection;

use crate::config::DatabaseUrl;
use crate::dialect::{self, ConnectFailure, DbConn};
use crate::error::StoreError;
use crate::measurements::PoolName;

/// A pooled connection, and whether a query on it has failed.
pub(crate) struct PooledConn {
    pub(crate) conn: DbConn,
    broken: bool,
}

/// Opens connections to a database. `cache_sharers` connections share the memory for pages.
pub(crate) struct Connector {
    pub(crate) url: DatabaseUrl,
    pub(crate) cache_sharers: u32,
}

impl r2d2::ManageConnection for Connector {
    type Connection = PooledConn;
    type Error = ConnectFailure;

    fn connect(&self) -> Result<PooledConn, ConnectFailure> {
        let conn = dialect::connect(&self.url, self.cache_sharers)?;
        Ok(PooledConn {
            conn,
            broken: false,
        })
    }

    fn is_valid(&self, pooled: &mut PooledConn) -> Result<(), ConnectFailure> {
        Ok(diesel::r2d2::R2D2Connection::ping(&mut pooled.conn)?)
    }

    fn has_broken(&self, pooled: &mut PooledConn) -> bool {
        pooled.broken || diesel::r2d2::R2D2Connection::is_broken(&mut pooled.conn)
    }
}

impl Connector {
    pub(crate) fn first_connection(&self) -> Result<PooledConn, StoreError> {
        r2d2::ManageConnection::connect(self)
            .map_err(|failure| StoreError::Unavailable(Box::new(failure)))
    }

    /// Opens a pool. It is measured under this name.
    pub(crate) fn pool(
        self,
        name: &'static str,
        size: u32,
        wait: Duration,
    ) -> Result<r2d2::Pool<Self>, StoreError> {
        // A ping before every query would double the round trips. Instead, a connection that failed does not return to
        // the pool.
        Ok(r2d2::Pool::builder()
            .max_size(size.max(1))
            .min_idle(Some(1))
            .test_on_check_out(false)
            .connection_timeout(wait)
            .event_handler(PoolName::measuring(name))
            .build(self)?)
    }
}

/// Runs a query that can be repeated. If its connection died while idle, the next one is tried, until all connections
/// that could have died with it are used up. If the database stays unreachable, opening a new connection fails.
pub(crate) fn on_live_connection<T>(
    pool: &r2d2::Pool<Connector>,
    mut query: impl FnMut(&mut DbConn) -> Result<T, StoreError>,
) -> Result<(PooledConnection<Connector>, T), StoreError> {
    let mut left = pool.max_size();
    loop {
        let mut pooled = pool.get()?;
        match run_on(&mut pooled, &mut query) {
            Err(error) if error.is_lost_connection() && left > 0 => left -= 1,
            answer => return answer.map(|answer| (pooled, answer)),
        }
    }
}

/// Runs a query. Marks the connection as broken if it died, so that the pool does not take it back.
pub(crate) fn run_on<T>(
    pooled: &mut PooledConn,
    query: impl FnOnce(&mut DbConn) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let answer = query(&mut pooled.conn);
    pooled.broken |= matches!(&answer, Err(error) if error.is_lost_connection());
    answer
}
