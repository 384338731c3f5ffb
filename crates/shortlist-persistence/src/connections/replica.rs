//! Lists that are read from a PostgreSQL standby, if it is up to date for the organization.
//!
//! Every change of an organization's records appends to its audit log, in the same transaction and one after the other. A
//! list is read on the standby only if the log ends there as it ends afterwards on the database itself. Then the standby
//! lacks nothing: its list is the one that the database would have returned at that moment, regardless of who wrote last
//! through which server. Otherwise the database is read. A standby that lags, is unreachable or has another history costs
//! only speed.

use shortlist_domain::OrganizationId;

use crate::connections::other_server::OtherServer;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::lists::audit_head::{LogEnd, find_head};

/// A standby of the database.
pub(crate) struct Replica {
    server: OtherServer,
}

impl Replica {
    /// Connects to a standby. It need not be reachable yet.
    pub(crate) fn open(address: &str, max_connections: u32) -> Self {
        Self {
            server: OtherServer::open(
                address,
                max_connections,
                "standby",
                "the standby".to_owned(),
            ),
        }
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
        let mut find = |conn: &mut DbConn| find_head(conn, organization.as_str());
        let Some((mut pooled, standby_head)) = self.server.try_query(&mut find) else {
            return Ok(None);
        };
        // The primary is read after the standby, because it can only have advanced since.
        if standby_head.is_none() || standby_head != primary_head()? {
            return Ok(None);
        }
        Ok(self.server.try_on(&mut pooled, query).ok())
    }
}
