//! A Citus cluster of a test's own, whose machines it may kill.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use shortlist_persistence::{DatabaseUrl, ListSource, ShardCount, Store, StoreConfig};

use super::citus::cluster;
use super::database::execute;
use super::own_server::{OwnServer, ServerFolder};

/// The coordinator and two workers.
const MACHINES: [&str; 3] = ["coordinator", "worker1", "worker2"];

/// A cluster needs these. Transactions that a killed machine has left prepared are ended after two seconds instead of a minute.
const OPTIONS: &str = "-c shared_preload_libraries=citus -c citus.node_conninfo=sslmode=disable -c wal_level=logical \
    -c max_prepared_transactions=100 -c max_locks_per_transaction=512 -c max_worker_processes=32 -c shared_buffers=32MB \
    -c citus.recover_2pc_interval=2s";

/// Enough for every machine to have some organizations.
const SHARDS: i32 = 8;

/// The machines of a cluster. The first is the coordinator.
pub(crate) struct OwnCluster {
    pub(crate) machines: Vec<OwnServer>,
    _folder: ServerFolder,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// Runs a test on a new cluster whose servers have these options, too. It does nothing in a run without Citus.
pub(crate) fn on_own_cluster(options: &str, test: impl FnOnce(&OwnCluster)) {
    if cluster().is_none() {
        return;
    }
    let folder = ServerFolder::create().expect("PostgreSQL's programs are missing");
    let options = format!("{OPTIONS} {options}");
    let machines = MACHINES.map(|name| {
        let machine = folder.server(name, &options);
        machine.create();
        machine.start();
        machine.execute("CREATE EXTENSION citus");
        machine
    });
    let cluster = OwnCluster {
        machines: machines.into(),
        _folder: folder,
    };
    cluster.connect();
    test(&cluster);
}

impl OwnCluster {
    /// Lets the machines know each other, and distributes an empty database.
    fn connect(&self) {
        let node = |machine: &OwnServer| format!("'127.0.0.1', {}", machine.port);
        let (coordinator, workers) = self.machines.split_first().unwrap();
        coordinator.execute(&format!(
            "SELECT citus_set_coordinator_host({})",
            node(coordinator)
        ));
        for worker in workers {
            coordinator.execute(&format!("SELECT citus_add_node({})", node(worker)));
        }
        let shards = ShardCount::parse(SHARDS).unwrap();
        self.store("").database().distribute(shards).unwrap();
    }

    /// Returns the address of the coordinator.
    pub(crate) fn url(&self) -> DatabaseUrl {
        self.machines[0].url()
    }

    /// Opens a store whose sessions have this setting, such as `a=b`.
    pub(crate) fn store(&self, setting: &str) -> Store {
        let mut address = self.machines[0].address();
        if let Some((name, value)) = setting.split_once('=') {
            address.push_str(&format!("?options=-c%20{name}%3D{value}"));
        }
        Store::open(&StoreConfig {
            url: DatabaseUrl::PostgreSql(address),
            max_connections: 4,
            lists: ListSource::Database,
        })
        .unwrap()
    }

    /// Runs a statement on each machine.
    pub(crate) fn execute(&self, statement: &str) {
        for machine in &self.machines {
            execute(&machine.address(), &[statement]);
        }
    }

    /// Returns how many sessions of all machines wait for something of this type, such as `Lock`.
    pub(crate) fn waiting_for(&self, event_type: &str) -> i64 {
        let query = format!(
            "SELECT count(*) AS number FROM pg_stat_activity WHERE '{event_type}' IN (wait_event_type, wait_event) \
             AND datname IS NOT NULL AND backend_type = 'client backend'"
        );
        let count = |machine: &OwnServer| {
            let mut conn = PgConnection::establish(&machine.address()).unwrap();
            let row: CountRow = diesel::sql_query(&query).get_result(&mut conn).unwrap();
            row.number
        };
        self.machines.iter().map(count).sum()
    }
}
