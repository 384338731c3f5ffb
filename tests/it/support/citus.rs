//! Databases on a Citus cluster that exist as long as a test.

use std::process;
use std::sync::{Mutex, OnceLock, PoisonError};

use shortlist_persistence::{DatabaseUrl, ListSource, ShardCount, Store, StoreConfig};

use super::database::{address, execute, unused_name, variable};

/// The machines of a cluster on which tests may create databases, separated by commas, the coordinator first:
/// `postgres://user@host:port/postgres,…`. If it is set, the tests on PostgreSQL run on this cluster.
const CLUSTER_VARIABLE: &str = "SHORTLIST_TEST_CITUS";

/// Few shards make tests fast, and two are enough to be different machines.
const SHARDS: i32 = 2;

/// Returns the cluster, if one is configured.
pub(crate) fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let read = || {
        let addresses = variable(CLUSTER_VARIABLE)?;
        let servers = addresses.split(',').map(str::to_owned).collect();
        Some(Cluster { servers })
    };
    CLUSTER.get_or_init(read).as_ref()
}

/// Runs a test on the cluster, if one is configured.
pub(crate) fn on_citus(test: impl FnOnce(&Cluster)) {
    if let Some(cluster) = cluster() {
        test(cluster);
    }
}

/// Servers of PostgreSQL with Citus.
pub(crate) struct Cluster {
    servers: Vec<String>,
}

/// A database on each server of a cluster, which is dropped with this value.
pub(crate) struct ClusterDatabase<'a> {
    cluster: &'a Cluster,
    name: String,
    /// The address on the coordinator.
    pub(crate) url: String,
}

impl Cluster {
    /// Returns whether the coordinator has all shards.
    pub(crate) fn has_one_machine(&self) -> bool {
        self.servers.len() == 1
    }

    /// Creates an empty database of which the servers know each other.
    pub(crate) fn empty_database(&self) -> ClusterDatabase<'_> {
        self.create_empty(unused_name())
    }

    /// Creates a database without the extension.
    pub(crate) fn plain_database(&self) -> ClusterDatabase<'_> {
        self.create(unused_name(), "")
    }

    /// Creates a database with the schema, whose tables are distributed.
    ///
    /// It is a copy, because migrating and distributing takes seconds. The copy of the catalogs names the same shards.
    pub(crate) fn distributed_database(&self) -> ClusterDatabase<'_> {
        static TEMPLATE: OnceLock<String> = OnceLock::new();
        let template = TEMPLATE.get_or_init(|| self.create_template());
        self.create(unused_name(), &format!(" TEMPLATE {template}"))
    }

    fn create(&self, name: String, options: &str) -> ClusterDatabase<'_> {
        for server in &self.servers {
            execute_locally(
                server,
                &[
                    &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
                    &format!("CREATE DATABASE {name}{options}"),
                ],
            );
        }
        let url = address(&self.servers[0], &name);
        ClusterDatabase {
            cluster: self,
            name,
            url,
        }
    }

    fn create_empty(&self, name: String) -> ClusterDatabase<'_> {
        // A node that is added gets the roles of the whole server, so that two at once disturb each other.
        static ADDING: Mutex<()> = Mutex::new(());
        let _adding = ADDING.lock().unwrap_or_else(PoisonError::into_inner);
        let database = self.create(name, "");
        for server in &self.servers {
            execute(
                &address(server, &database.name),
                &["CREATE EXTENSION citus"],
            );
        }
        let nodes: Vec<String> = self.servers.iter().map(|server| node(server)).collect();
        let (coordinator, workers) = nodes.split_first().unwrap();
        let with_shards = workers.is_empty();
        let mut statements = vec![
            format!("SELECT citus_set_coordinator_host({coordinator})"),
            format!(
                "SELECT citus_set_node_property({coordinator}, 'shouldhaveshards', {with_shards})"
            ),
        ];
        let workers = workers.iter();
        statements.extend(workers.map(|worker| format!("SELECT citus_add_node({worker})")));
        let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
        execute(&database.url, &statements);
        database
    }

    /// Creates the database that others are copied from, and closes its connections, because copying needs that. It stays on the
    /// servers, which exist only for tests.
    fn create_template(&self) -> String {
        let database = self.create_empty(format!("shortlist_template_{}", process::id()));
        let store = Store::open(&StoreConfig {
            url: DatabaseUrl::parse(&database.url),
            max_connections: 1,
            lists: ListSource::Database,
        });
        let shards = ShardCount::parse(SHARDS).unwrap();
        store.unwrap().database().distribute(shards).unwrap();
        let name = database.name.clone();
        for server in &self.servers {
            let end = format!(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
            );
            let close = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false");
            execute_locally(server, &[&close, &end]);
        }
        std::mem::forget(database);
        name
    }

    /// Runs statements on each server, in a database.
    pub(crate) fn execute_everywhere(&self, database: &str, statements: &[&str]) {
        for server in &self.servers {
            execute(&address(server, database), statements);
        }
    }
}

impl ClusterDatabase<'_> {
    /// Returns its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the address on the server with this port.
    pub(crate) fn url_at(&self, port: i32) -> String {
        let at_port = |server: &&String| server.contains(&format!(":{port}/"));
        let server = self.cluster.servers.iter().find(at_port).unwrap();
        address(server, &self.name)
    }

    /// Returns the address on the coordinator for another user.
    pub(crate) fn url_of(&self, user: &str) -> DatabaseUrl {
        let (_scheme, rest) = self.url.split_once("://").unwrap();
        let (_user, place) = rest.rsplit_once('@').unwrap();
        DatabaseUrl::PostgreSql(format!("postgres://{user}@{place}"))
    }
}

impl Drop for ClusterDatabase<'_> {
    fn drop(&mut self) {
        let drop = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        for server in &self.cluster.servers {
            execute_locally(server, &[&drop]);
        }
    }
}

/// Runs statements about databases on one server, which Citus would otherwise run on all.
fn execute_locally(server: &str, statements: &[&str]) {
    let local = [
        "SET citus.enable_create_database_propagation = off",
        "SET citus.enable_ddl_propagation = off",
    ];
    execute(server, &[&local, statements].concat());
}

/// Returns a server as the arguments of Citus's functions: its quoted host, and its port.
fn node(server: &str) -> String {
    let (server, _postgres) = server.rsplit_once('/').unwrap();
    let (_user, place) = server.rsplit_once('@').unwrap();
    let (host, port) = place.split_once(':').unwrap();
    format!("'{host}', {port}")
}
