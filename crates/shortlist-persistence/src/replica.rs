//! Lists read from a standby of PostgreSQL, where it has all that the database itself has of the organization.
//!
//! Whatever changes an organization's records adds to its audit log, in the same transaction and one after the other. Where the
//! log ends on the standby as it ends on the database afterwards, nothing was written meanwhile that the standby lacks: what
//! it lists is what the database would have listed at that moment, whoever wrote last and through which server. Everything
//! else goes to the database: a standby that lags behind, is gone, or is of another history costs speed and nothing else.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use r2d2::PooledConnection;
use shortlist_domain::OrganizationId;

use crate::audit::{LogEnd, find_head};
use crate::connections::{Connector, watched};
use crate::dialect::DbConn;
use crate::{DatabaseUrl, Store, StoreConfig, StoreError};

/// How often a connection to a standby that is gone is tried again is half of this.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a start waits for the standby.
const START_PATIENCE: Duration = Duration::from_secs(2);
/// What is said to the client library where the address does not say it: how long a standby that does not answer may keep
/// what is asked of it, to connect (in seconds) and on a connection that is there (in milliseconds).
const BOUNDS: [(&str, &str); 2] = [("connect_timeout", "2"), ("tcp_user_timeout", "2000")];

/// A standby.
pub(crate) struct Replica {
    pool: r2d2::Pool<Connector>,
    /// Whether it was there when it was last looked for, so that a change is told once.
    there: AtomicBool,
}

impl Replica {
    /// The standby that a configuration names. It need not be there yet.
    pub(crate) fn of(config: &StoreConfig) -> Result<Option<Self>, StoreError> {
        let Some(named) = &config.replica else {
            return Ok(None);
        };
        let (DatabaseUrl::PostgreSql(_), DatabaseUrl::PostgreSql(address)) = (&config.url, named)
        else {
            let problem = "the database and the one that lists are read from must both be PostgreSQL, the second a standby of the first";
            return Err(StoreError::other("use a standby", problem));
        };
        let connector = Connector {
            url: DatabaseUrl::PostgreSql(bounded(address)),
            sharers: config.max_connections,
        };
        // All connections are made ahead and made again by the pool's own threads: nobody waits for one.
        let pool = r2d2::Pool::builder()
            .max_size(config.max_connections.max(1))
            .test_on_check_out(false)
            .connection_timeout(PATIENCE)
            .error_handler(Box::new(r2d2::NopErrorHandler))
            .build_unchecked(connector);
        let replica = Self {
            there: AtomicBool::new(true),
            pool,
        };
        if let Err(error) = replica.pool.get_timeout(START_PATIENCE) {
            replica.note(Err(&error));
        }
        Ok(Some(replica))
    }

    /// Runs a query here, where all is here that `primary` has of the organization; `None` where it is to be run there.
    ///
    /// # Errors
    /// When `primary` fails.
    pub(crate) fn read<T>(
        &self,
        primary: &Store,
        organization: &OrganizationId,
        query: &mut impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let organization = organization.as_str();
        let Some((mut pooled, here)) = self.live_connection(organization) else {
            return Ok(None);
        };
        // Looked at after the standby: it can only have come further meanwhile.
        if here.is_none() || here != primary.read(|conn| find_head(conn, organization))? {
            return Ok(None);
        }
        match watched(&mut pooled, query) {
            Ok(answer) => {
                self.note(Ok(()));
                Ok(Some(answer))
            }
            // PostgreSQL ends what stands in the way of what a standby has to take over: not worth a word.
            Err(error) if error.is_transient() => Ok(None),
            Err(error) => {
                self.note(Err(&error));
                Ok(None)
            }
        }
    }

    /// A connection that answers, with the end of the organization's log there. Those that died while they lay idle are dropped.
    fn live_connection(
        &self,
        organization: &str,
    ) -> Option<(PooledConnection<Connector>, Option<LogEnd>)> {
        while let Some(mut pooled) = self.pool.try_get() {
            match watched(&mut pooled, |conn| find_head(conn, organization)) {
                Ok(head) => return Some((pooled, head)),
                Err(StoreError::Unavailable(_)) => {}
                Err(error) => {
                    self.note(Err(&error));
                    return None;
                }
            }
        }
        // Without a free connection there may still be busy ones.
        if self.pool.state().connections == 0 {
            self.note(Err(&"it cannot be reached"));
        }
        None
    }

    /// Tells when the standby goes and when it comes back.
    fn note(&self, found: Result<(), &dyn Display>) {
        let was_there = self.there.swap(found.is_ok(), Ordering::Relaxed);
        match found {
            Err(problem) if was_there => warn(problem),
            Ok(()) if !was_there => tracing::info!("lists are read from the standby again"),
            _ => {}
        }
    }
}

fn warn(problem: &dyn Display) {
    tracing::warn!(%problem, "lists are read from the database itself: its standby does not answer");
}

/// The address with a bound on how long it may leave a question unanswered, where it says none.
fn bounded(address: &str) -> String {
    let mut bounded = address.to_owned();
    for (name, value) in BOUNDS {
        if !bounded.contains(&format!("{name}=")) {
            let joined = if bounded.contains('?') { '&' } else { '?' };
            bounded.push_str(&format!("{joined}{name}={value}"));
        }
    }
    bounded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_its_own_bounds() {
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
            assert_eq!(bounded(address), expected);
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
