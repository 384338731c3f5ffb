//! Lists that are read from the machine of a Citus cluster that has the organization.
//!
//! Each machine of a cluster can run each statement, because each knows where the rows are. So it does not matter for the answer which
//! one is asked, only for the time: the machine with the rows reads them itself, and others send it the statement and copy the rows.
//! What was written before is there, because a transaction ends on the machine of its organization before it ends for the caller.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use quick_cache::sync::Cache;
use shortlist_domain::OrganizationId;
use url::Url;

use crate::citus::{is_installed, unusable};
use crate::config::DatabaseUrl;
use crate::connections::other_server::OtherServer;
use crate::dialect::DbConn;
use crate::error::StoreError;

/// How long the machine of an organization is remembered. When its shard has moved, the earlier machine still answers, but no faster
/// than others.
const REMEMBERED: Duration = Duration::from_secs(60);
/// Of how many organizations the machine is remembered.
const MAX_ORGANIZATIONS: usize = 10_000;
/// The parameters of an address that also name a server.
const SERVER_PARAMETERS: [&str; 3] = ["host", "hostaddr", "port"];

/// The machine with an organization's rows. There is none if the coordinator has them.
const FIND_MACHINE: &str = "\
SELECT nodename::text AS host, nodeport AS port FROM pg_dist_placement JOIN pg_dist_node USING (groupid) \
WHERE shardid = get_shard_id_for_distribution_column('candidates', $1) \
    AND groupid <> 0 AND isactive AND hasmetadata AND noderole = 'primary'";

/// Where a machine is reached.
#[derive(Debug, Clone, PartialEq, Eq, Hash, QueryableByName)]
pub(crate) struct MachineAddress {
    #[diesel(sql_type = Text)]
    host: String,
    #[diesel(sql_type = Integer)]
    port: i32,
}

/// When an organization was looked up, and its machine.
type Place = (Instant, Option<Arc<OtherServer>>);

/// The machines of a cluster, to which connections are opened when an organization on them is first asked for.
pub(crate) struct Machines {
    /// The address of the database, of which the host and port are replaced.
    database: Url,
    max_connections: u32,
    places: Cache<String, Place>,
    opened: Mutex<HashMap<MachineAddress, Arc<OtherServer>>>,
}

impl Machines {
    /// Returns the machines of the cluster to which a database belongs.
    ///
    /// # Errors
    /// When the database has no Citus, or its address is not of the form that others can be derived from.
    pub(crate) fn of(
        database: &DatabaseUrl,
        max_connections: u32,
        conn: &mut DbConn,
    ) -> Result<Self, StoreError> {
        let no_citus = || {
            unusable(
                "database_read_machines is set, but this database has no Citus: remove the setting",
            )
        };
        let (DatabaseUrl::PostgreSql(address), DbConn::Postgresql(conn)) = (database, conn) else {
            return Err(no_citus());
        };
        if !is_installed(conn)? {
            return Err(no_citus());
        }
        Ok(Self {
            database: replaceable(address)?,
            max_connections,
            places: Cache::new(MAX_ORGANIZATIONS),
            opened: Mutex::default(),
        })
    }

    /// Runs a query on the machine that has the organization. Returns `None` if the query must run on the database as usual. `find`
    /// looks up the machine.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub(crate) fn read<T>(
        &self,
        organization: &OrganizationId,
        find: impl FnOnce() -> Result<Option<MachineAddress>, StoreError>,
        query: &mut impl FnMut(&mut DbConn) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let machine = match self.places.get(organization.as_str()) {
            Some((found, machine)) if found.elapsed() < REMEMBERED => machine,
            _ => self.look_up(organization, find)?,
        };
        let answer = machine.and_then(|machine| machine.try_query(query));
        Ok(answer.map(|(_pooled, answer)| answer))
    }

    fn look_up(
        &self,
        organization: &OrganizationId,
        find: impl FnOnce() -> Result<Option<MachineAddress>, StoreError>,
    ) -> Result<Option<Arc<OtherServer>>, StoreError> {
        let found = find().and_then(|found| found.map(|address| self.open(address)).transpose());
        let machine = match found {
            Ok(machine) => machine,
            Err(error @ StoreError::Unavailable(_)) => return Err(error),
            // The tables may not be distributed yet, for example.
            Err(error) => {
                tracing::warn!(%error, "the machine of the organization cannot be looked up; lists are read from the main database");
                None
            }
        };
        let place = (Instant::now(), machine.clone());
        self.places.insert(organization.to_string(), place);
        Ok(machine)
    }

    fn open(&self, machine: MachineAddress) -> Result<Arc<OtherServer>, StoreError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(server) = opened.get(&machine) {
            return Ok(Arc::clone(server));
        }
        let url = with_machine(&self.database, &machine)?;
        let description = format!("the machine {}:{}", machine.host, machine.port);
        let server = OtherServer::open(url.as_str(), self.max_connections, "machine", description);
        let server = Arc::new(server);
        opened.insert(machine, Arc::clone(&server));
        Ok(server)
    }
}

/// Returns the machine that has an organization's rows, or `None` if the coordinator has them.
pub(crate) fn find_machine(
    conn: &mut DbConn,
    organization: &OrganizationId,
) -> Result<Option<MachineAddress>, StoreError> {
    let find = diesel::sql_query(FIND_MACHINE).bind::<Text, _>(organization.as_str());
    match conn {
        DbConn::Sqlite(_) => Ok(None),
        DbConn::Postgresql(conn) => Ok(find.get_result(conn).optional()?),
    }
}

/// Parses an address whose host and port can be replaced.
fn replaceable(address: &str) -> Result<Url, StoreError> {
    let url = Url::parse(address).map_err(|error| unusable(error.to_string()))?;
    let names_a_server = |name: &str| SERVER_PARAMETERS.contains(&name);
    if url.host().is_none() || url.query_pairs().any(|(name, _)| names_a_server(&name)) {
        return Err(unusable(
            "database_read_machines needs a database_url of the form postgres://user@host:port/database, without host, hostaddr or \
             port among its parameters",
        ));
    }
    Ok(url)
}

fn with_machine(database: &Url, machine: &MachineAddress) -> Result<Url, StoreError> {
    let MachineAddress { host, port } = machine;
    let mut url = database.clone();
    let bracketed = if host.contains(':') {
        format!("[{host}]")
    } else {
        host.clone()
    };
    let replaced = url.set_host(Some(&bracketed)).is_ok();
    match u16::try_from(*port) {
        Ok(port) if replaced && url.set_port(Some(port)).is_ok() => Ok(url),
        _ => Err(unusable(format!("{host}:{port} is not an address"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(host: &str, port: i32) -> MachineAddress {
        let host = host.to_owned();
        MachineAddress { host, port }
    }

    #[test]
    fn only_the_server_of_an_address_is_replaced() {
        for (address, host, port, expected) in [
            (
                "postgres://app:p%40ss@coordinator:5432/shortlist?sslmode=require",
                "10.0.0.2",
                5433,
                "postgres://app:p%40ss@10.0.0.2:5433/shortlist?sslmode=require",
            ),
            (
                "postgresql://a@b/c",
                "fd00::2",
                5432,
                "postgresql://a@[fd00::2]:5432/c",
            ),
        ] {
            let url = replaceable(address).unwrap();
            let url = with_machine(&url, &machine(host, port)).unwrap();
            assert_eq!(url.as_str(), expected);
        }
    }

    #[test]
    fn an_address_whose_server_cannot_be_replaced_is_refused() {
        for address in [
            "postgres:///shortlist",
            "postgres://a@b/c?host=/run/postgresql",
            "postgres://a@b/c?sslmode=require&hostaddr=10.0.0.1",
        ] {
            let refused = replaceable(address).unwrap_err();
            let source = std::error::Error::source(&refused).unwrap();
            assert!(
                source.to_string().contains("postgres://user@host:port"),
                "{source}"
            );
        }
        let url = replaceable("postgres://a@b/c").unwrap();
        for (host, port) in [("b", 70_000), ("b", -1), ("not a host", 1)] {
            assert!(
                with_machine(&url, &machine(host, port)).is_err(),
                "{host}:{port}"
            );
        }
    }
}
