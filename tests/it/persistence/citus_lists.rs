//! Lists that are read from the machine that has the organization.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use shortlist_persistence::{DatabaseUrl, ListSource, Store, StoreConfig, StoreError};

use super::standby::{add, names, of_job};
use crate::support::citus::{ClusterDatabase, on_citus};
use crate::support::database::execute;
use crate::support::records::Tenant;

const ORGANIZATIONS: [&str; 4] = ["org_1", "org_2", "org_3", "org_4"];

/// The port of the machine with an organization's rows.
const PORT: &str = "SELECT nodeport AS port FROM citus_shards \
    WHERE shardid = get_shard_id_for_distribution_column('candidates', $1)";

/// The program's own sessions that read a list last.
const SESSIONS: &str = "FROM pg_stat_activity WHERE datname = current_database() \
    AND application_name NOT LIKE 'citus%' AND query LIKE 'SELECT \"candidates\"%'";

/// The private memory of sessions, in pages.
const MEMORY: &str = "coalesce(sum(split_part(pg_read_file('/proc/' || pid || '/statm'), ' ', 6)::bigint), 0)::bigint";

#[derive(QueryableByName)]
struct PortRow {
    #[diesel(sql_type = Integer)]
    port: i32,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

fn open(database: &ClusterDatabase<'_>) -> Store {
    let config = StoreConfig {
        url: DatabaseUrl::parse(&database.url),
        max_connections: 2,
        lists: ListSource::Machines,
    };
    Store::open(&config).unwrap()
}

fn port_of(organization: &str, url: &str) -> i32 {
    let mut conn = PgConnection::establish(url).unwrap();
    let port = diesel::sql_query(PORT).bind::<Text, _>(organization);
    port.get_result::<PortRow>(&mut conn).unwrap().port
}

/// Returns a number about the sessions on a machine.
fn of_sessions(number: &str, url: &str) -> i64 {
    let mut conn = PgConnection::establish(url).unwrap();
    let count = diesel::sql_query(format!("SELECT {number} AS number {SESSIONS}"));
    count.get_result::<CountRow>(&mut conn).unwrap().number
}

fn sessions(url: &str) -> i64 {
    of_sessions("count(*)", url)
}

#[test]
fn a_list_is_read_from_its_machine_and_has_what_was_just_written() {
    on_citus(|cluster| {
        let database = cluster.distributed_database();
        let store = open(&database);
        let mut ports = BTreeSet::new();
        for organization in ORGANIZATIONS {
            let tenant = Tenant::create(&store, organization);
            for name in ["Ada Example", "Ben Example"] {
                add(&store, &tenant, name);
                assert!(names(&store, &tenant).contains(&name.to_owned()));
            }
            let port = port_of(organization, &database.url);
            assert!(sessions(&database.url_at(port)) > 0, "{organization}");
            ports.insert(port);
        }
        if !cluster.has_one_machine() {
            assert_eq!(ports.len(), 2, "each worker has some organizations");
            assert_eq!(sessions(&database.url), 0, "the coordinator reads no list");
        }
    });
}

#[test]
fn a_list_of_a_lost_machine_is_unavailable() {
    on_citus(|cluster| {
        if cluster.has_one_machine() {
            return;
        }
        let database = cluster.distributed_database();
        let store = open(&database);
        let tenant = Tenant::create(&store, "org_1");
        let lose = "UPDATE pg_dist_node SET nodeport = groupid WHERE groupid <> 0";
        execute(&database.url, &[lose]);
        let refused = store.candidates().list(&of_job(&tenant));
        assert!(
            matches!(refused, Err(StoreError::Unavailable(_))),
            "{refused:?}"
        );
    });
}

#[test]
fn lists_are_read_before_the_tables_are_distributed() {
    on_citus(|cluster| {
        let database = cluster.empty_database();
        let store = open(&database);
        store.database().migrate().unwrap();
        let tenant = Tenant::create(&store, "org_1");
        add(&store, &tenant, "Ada Example");
        assert_eq!(names(&store, &tenant), ["Ada Example"]);
    });
}

#[test]
fn a_session_needs_no_more_memory_for_each_further_list() {
    on_citus(|cluster| {
        let database = cluster.distributed_database();
        let store = open(&database);
        let tenant = Tenant::create(&store, "org_1");
        add(&store, &tenant, "Ada Example");
        let machine = database.url_at(port_of("org_1", &database.url));
        let memory_after = |lists: usize| {
            for _ in 0..lists {
                assert_eq!(names(&store, &tenant), ["Ada Example"]);
            }
            of_sessions(MEMORY, &machine)
        };
        let before = memory_after(50);
        let grown = memory_after(400) - before;
        assert!(before > 0);
        assert!(grown < 1_000, "grown by {grown} pages");
    });
}
