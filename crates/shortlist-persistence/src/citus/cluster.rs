//! The state of a cluster, which is checked before the database is used.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};

use super::distribute::{place, prepare};
use super::extension::{check_version, flag, is_installed, unusable};
use super::nodes::{missing_nodes, unfit_settings};
use super::placements::{Placements, misplacement_problem};
use super::tables::distribution_of;
use crate::error::StoreError;

/// Whether and how Citus distributes a database.
pub(crate) struct Cluster {
    state: State,
    is_worker: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// PostgreSQL without Citus.
    Absent,
    /// The database has Citus, but no table is distributed.
    Undistributed,
    /// Some or all tables are distributed.
    Distributed,
}

#[derive(QueryableByName)]
struct NodesRow {
    #[diesel(sql_type = Bool)]
    has_coordinator: bool,
    #[diesel(sql_type = BigInt)]
    with_shards: i64,
    #[diesel(sql_type = Nullable<Text>)]
    inactive: Option<String>,
}

/// Reads how Citus distributes a database, and checks its version and the settings of its machines.
pub(crate) fn inspect(conn: &mut PgConnection) -> Result<Cluster, StoreError> {
    if !is_installed(conn)? {
        let (state, is_worker) = (State::Absent, false);
        return Ok(Cluster { state, is_worker });
    }
    check_version(conn)?;
    let state = if Placements::read(conn)?.any() {
        State::Distributed
    } else {
        State::Undistributed
    };
    if state == State::Distributed {
        check_nodes(conn)?;
    }
    let is_worker = !flag(conn, "SELECT citus_is_coordinator() AS flag")?;
    Ok(Cluster { state, is_worker })
}

/// Checks the settings of the machines that respond, and logs those that do not. The organizations of the others can still work.
fn check_nodes(conn: &mut PgConnection) -> Result<(), StoreError> {
    for node in missing_nodes(conn)? {
        tracing::error!(
            node,
            "a machine of the Citus cluster does not respond: start it, or promote its standby with citus_update_node; the \
             organizations on it get 503 until then"
        );
    }
    check_settings(conn)
}

fn check_settings(conn: &mut PgConnection) -> Result<(), StoreError> {
    let unfit = unfit_settings(conn)?;
    if unfit.is_empty() {
        return Ok(());
    }
    let unfit = unfit.join("; ");
    Err(unusable(format!(
        "some settings in postgresql.conf do not fit ({unfit}); change them and restart PostgreSQL there"
    )))
}

impl Cluster {
    fn is_distributed(&self) -> bool {
        self.state == State::Distributed
    }

    /// Returns an error if migrations cannot run on this connection.
    pub(crate) fn check_can_migrate(&self) -> Result<(), StoreError> {
        if !self.is_worker {
            return Ok(());
        }
        Err(unusable(
            "the schema is older than this program, and this address is a worker, where migrations cannot run: run \
             shortlist migrate with the coordinator's address first",
        ))
    }

    /// Returns an error if tables cannot be distributed on this connection.
    pub(crate) fn check_can_distribute(&self, conn: &mut PgConnection) -> Result<(), StoreError> {
        if self.state == State::Absent {
            return Err(unusable(
                "this database has no Citus: run CREATE EXTENSION citus in it on every machine as a superuser",
            ));
        }
        if self.is_worker {
            return Err(unusable(
                "this address is a worker: run this command with the coordinator's address",
            ));
        }
        check_settings(conn)?;
        let nodes: NodesRow = diesel::sql_query(
            "SELECT coalesce(bool_or(groupid = 0), false) AS has_coordinator, count(*) FILTER (WHERE shouldhaveshards) AS \
             with_shards, string_agg(nodename || ':' || nodeport, ', ') FILTER (WHERE NOT isactive) AS inactive FROM pg_dist_node",
        )
        .get_result(conn)?;
        node_problem(&nodes).map_or(Ok(()), |problem| Err(unusable(problem)))?;
        match missing_nodes(conn)?.as_slice() {
            [] => Ok(()),
            missing => Err(unusable(format!(
                "these machines do not respond: {}; start them, or remove them with citus_remove_node",
                missing.join(", ")
            ))),
        }
    }

    /// Prepares a transaction that changes the schema.
    pub(crate) fn prepare_transaction(&self, conn: &mut PgConnection) -> QueryResult<()> {
        if self.is_distributed() {
            prepare(conn)
        } else {
            Ok(())
        }
    }

    /// Distributes a table that a migration has created, if the others are distributed.
    pub(crate) fn distribute_new_table(
        &self,
        conn: &mut PgConnection,
        table: &str,
    ) -> Result<(), StoreError> {
        match distribution_of(table) {
            Some(table) if self.is_distributed() => place(conn, table, None),
            _ => Ok(()),
        }
    }

    /// Returns an error if only some of the tables are distributed, or in another way.
    pub(crate) fn check_tables(&self, conn: &mut PgConnection) -> Result<(), StoreError> {
        match self.state {
            State::Absent => Ok(()),
            State::Undistributed => {
                tracing::warn!(
                    "the database has Citus, but no table is distributed; to distribute them, stop the servers and run \
                     shortlist migrate --distribute"
                );
                Ok(())
            }
            State::Distributed => {
                let misplaced = Placements::read(conn)?.misplaced();
                misplacement_problem(&misplaced).map_or(Ok(()), |problem| Err(unusable(problem)))
            }
        }
    }
}

fn node_problem(nodes: &NodesRow) -> Option<String> {
    if !nodes.has_coordinator {
        return Some(
            "the coordinator does not know its own address: run SELECT citus_set_coordinator_host('ADDRESS', PORT) on it, with the \
             address at which the workers reach it"
                .to_owned(),
        );
    }
    if let Some(inactive) = &nodes.inactive {
        return Some(format!(
            "these machines are disabled: {inactive}; run SELECT citus_activate_node('ADDRESS', PORT) for each"
        ));
    }
    (nodes.with_shards == 0).then(|| {
        "no machine may have shards: add workers with SELECT citus_add_node('ADDRESS', PORT), or let the coordinator have shards \
         with SELECT citus_set_node_property('ADDRESS', PORT, 'shouldhaveshards', true)"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_cannot_take_tables_are_named_with_what_to_run() {
        let nodes = |has_coordinator, with_shards, inactive: Option<&str>| NodesRow {
            has_coordinator,
            with_shards,
            inactive: inactive.map(str::to_owned),
        };
        assert_eq!(node_problem(&nodes(true, 1, None)), None);
        for (nodes, expected) in [
            (nodes(false, 1, None), "citus_set_coordinator_host"),
            (nodes(true, 1, Some("b:5432")), "citus_activate_node"),
            (nodes(true, 0, None), "citus_add_node"),
        ] {
            let problem = node_problem(&nodes).unwrap();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
