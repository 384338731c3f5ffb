//! Tables that are distributed over a cluster.

use std::collections::BTreeSet;
use std::thread;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use shortlist_domain::{
    EventFilter, NewWebhook, Webhook, WebhookAddress, WebhookId, WebhookSecret,
};
use shortlist_persistence::{
    DELIVERY_TASK, DatabaseUrl, ListSource, Migration, Placement, SearchIndex, ShardCount, Store,
    StoreConfig, StoreError, TABLES, TableDistribution,
};

use crate::support::citus::{cluster, on_citus};
use crate::support::database::{execute, on_plain_postgresql, open, variable};
use crate::support::own_cluster::on_own_cluster;
use crate::support::records::{Tenant, at, new_job, organization, unique};
use crate::support::threads::until;
use crate::support::writes::Writes as _;

/// If this is set, the run fails without a cluster. Continuous integration sets it.
const REQUIRED_VARIABLE: &str = "SHORTLIST_REQUIRE_CITUS";

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct ReferenceRow {
    #[diesel(sql_type = Text)]
    from_table: String,
    #[diesel(sql_type = Text)]
    to_table: String,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

fn names(conn: &mut PgConnection, query: &str) -> BTreeSet<String> {
    let rows: Vec<NameRow> = diesel::sql_query(query).load(conn).unwrap();
    rows.into_iter().map(|row| row.name).collect()
}

fn count(conn: &mut PgConnection, query: &str) -> i64 {
    let row: CountRow = diesel::sql_query(query).get_result(conn).unwrap();
    row.number
}

fn unmigrated(url: &DatabaseUrl) -> Store {
    let config = StoreConfig {
        url: url.clone(),
        max_connections: 4,
        lists: ListSource::Database,
    };
    Store::open(&config).unwrap()
}

fn shards() -> ShardCount {
    ShardCount::parse(2).unwrap()
}

fn insert(store: &Store, tenant: &Tenant, name: &str) {
    let new = tenant.candidate(name, 500);
    let writer = store.operator(&tenant.organization);
    writer.candidates().insert(&[new], &mut unique).unwrap();
}

fn distribution_of(table: &str) -> (usize, &'static TableDistribution) {
    let found = TABLES
        .iter()
        .enumerate()
        .find(|(_, one)| one.table == table);
    found.unwrap_or_else(|| panic!("{table} is missing in TABLES"))
}

#[test]
fn the_suite_ran_on_citus() {
    assert!(
        cluster().is_some() || variable(REQUIRED_VARIABLE).is_none(),
        "set SHORTLIST_TEST_CITUS: Citus is required"
    );
}

#[test]
fn each_table_of_the_schema_is_distributed_as_its_references_allow() {
    on_plain_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        drop(open(url.clone()));
        let mut conn = PgConnection::establish(address).unwrap();
        let tables = names(
            &mut conn,
            "SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
        );
        let listed: BTreeSet<String> = TABLES.iter().map(|one| one.table.to_owned()).collect();
        assert_eq!(listed.len(), TABLES.len());
        assert_eq!(tables, listed);
        let references: Vec<ReferenceRow> = diesel::sql_query(
            "SELECT conrelid::regclass::text AS from_table, confrelid::regclass::text AS to_table \
             FROM pg_constraint WHERE contype = 'f'",
        )
        .load(&mut conn)
        .unwrap();
        assert!(references.len() > 30, "{}", references.len());
        for ReferenceRow {
            from_table,
            to_table,
        } in references
        {
            let (from, to) = (distribution_of(&from_table), distribution_of(&to_table));
            assert!(to.0 < from.0, "{to_table} comes after {from_table}");
            let fits =
                to.1.placement == Placement::Everywhere || to.1.placement == from.1.placement;
            assert!(fits, "{from_table} cannot refer to {to_table}");
        }
    });
}

#[test]
fn a_distributed_database_stays_as_it_is() {
    on_citus(|cluster| {
        let copy = cluster.distributed_database();
        let url = DatabaseUrl::parse(&copy.url);
        let store = open(url.clone());
        organization(&store, "org_1");
        let again = store.database().distribute(shards()).unwrap();
        assert_eq!((again.newly_distributed.len(), again.shards), (0, 2));
        assert_eq!(store.organizations().list().unwrap().len(), 1);
        assert_eq!(store.database().missing_nodes().unwrap(), [""; 0]);
    });
}

#[test]
fn rows_from_before_are_distributed_and_leave_no_copy() {
    on_citus(|cluster| {
        let empty = cluster.empty_database();
        let store = open(DatabaseUrl::parse(&empty.url));
        let here = Tenant::create(&store, "org_1");
        insert(&store, &here, "Ada Quince");
        let distributed = store.database().distribute(shards()).unwrap();
        assert_eq!(distributed.newly_distributed.len(), TABLES.len());
        let verdict = store.audit().verify(&here.organization).unwrap();
        assert!(verdict.rows > 1 && verdict.broken.is_none(), "{verdict:?}");
        let mut conn = PgConnection::establish(&empty.url).unwrap();
        assert_eq!(
            count(&mut conn, "SELECT count(*) AS number FROM candidates"),
            1
        );
        let copies = "SELECT count(*) AS number FROM pg_dist_partition \
             WHERE (partmethod = 'h' OR repmodel = 't') AND pg_relation_size(logicalrelid) > 0";
        assert_eq!(count(&mut conn, copies), 0);
        // The trigger protects the log on the shards and on the coordinator.
        for change in ["DELETE FROM audit_log", "TRUNCATE audit_log"] {
            assert!(conn.batch_execute(change).is_err(), "{change}");
        }
    });
}

#[test]
fn half_distributed_tables_are_refused_until_the_others_are_distributed() {
    on_citus(|cluster| {
        let empty = cluster.empty_database();
        let url = DatabaseUrl::parse(&empty.url);
        drop(open(url.clone()));
        execute(
            &empty.url,
            &[
                "SET citus.enable_local_reference_table_foreign_keys = off",
                "SELECT create_reference_table('organizations')",
                "SELECT create_reference_table('users')",
            ],
        );
        let store = unmigrated(&url);
        let refused = store.database().migrate().unwrap_err();
        let message = refused_message(&refused);
        assert!(message.contains("api_keys"), "{message}");
        assert!(
            message.contains("shortlist migrate --distribute"),
            "{message}"
        );
        let distributed = store.database().distribute(shards()).unwrap();
        assert_eq!(distributed.newly_distributed.len(), TABLES.len() - 2);
        store.database().migrate().unwrap();
    });
}

#[test]
fn what_a_cluster_lacks_is_named_with_what_to_run() {
    on_citus(|cluster| {
        let empty = cluster.empty_database();
        let url = DatabaseUrl::parse(&empty.url);
        execute(
            &empty.url,
            &[
                "SELECT citus_set_node_property(nodename, nodeport, 'shouldhaveshards', false) FROM pg_dist_node",
            ],
        );
        let refused = unmigrated(&url)
            .database()
            .distribute(shards())
            .unwrap_err();
        let message = refused_message(&refused);
        assert!(message.contains("shouldhaveshards"), "{message}");
        let plain = cluster.plain_database();
        let url = DatabaseUrl::parse(&plain.url);
        let refused = unmigrated(&url)
            .database()
            .distribute(shards())
            .unwrap_err();
        let message = refused_message(&refused);
        assert!(message.contains("CREATE EXTENSION citus"), "{message}");
    });
}

fn refused_message(error: &StoreError) -> String {
    std::error::Error::source(error).unwrap().to_string()
}

#[test]
fn a_machine_that_does_not_respond_is_named() {
    on_citus(|cluster| {
        let copy = cluster.distributed_database();
        let url = DatabaseUrl::parse(&copy.url);
        execute(
            &copy.url,
            &[
                "INSERT INTO pg_dist_node (groupid, nodename, nodeport, shouldhaveshards) VALUES (99, '127.0.0.1', 1, false)",
            ],
        );
        // The program starts, because the organizations on the other machines work.
        let store = open(url);
        assert_eq!(store.database().missing_nodes().unwrap(), ["127.0.0.1:1"]);
        let refused = store.database().distribute(shards()).unwrap_err();
        let message = refused_message(&refused);
        assert!(message.contains("127.0.0.1:1"), "{message}");
    });
}

/// The application is told that the database is unavailable, and keeps its connections, which work for other organizations.
#[test]
fn records_on_a_lost_machine_are_unavailable() {
    on_citus(|cluster| {
        if cluster.has_one_machine() {
            return;
        }
        let copy = cluster.distributed_database();
        let url = DatabaseUrl::parse(&copy.url);
        let store = open(url);
        let here = Tenant::create(&store, "org_1");
        execute(
            &copy.url,
            &["UPDATE pg_dist_node SET nodeport = groupid WHERE groupid <> 0"],
        );
        let new = here.candidate("Ada Quince", 500);
        let writer = store.operator(&here.organization);
        let refused = writer
            .candidates()
            .insert(std::slice::from_ref(&new), &mut unique);
        assert!(
            matches!(refused, Err(StoreError::Unavailable(_))),
            "{refused:?}"
        );
        let refused = store.candidates().find(&here.organization, &new.id);
        assert!(
            matches!(refused, Err(StoreError::Unavailable(_))),
            "{refused:?}"
        );
        assert_eq!(store.organizations().list().unwrap().len(), 1);
        assert!(!store.database().missing_nodes().unwrap().is_empty());
    });
}

#[test]
fn a_user_without_superuser_rights_distributes_and_migrates() {
    on_citus(|cluster| {
        let empty = cluster.empty_database();
        let (role, name) = (format!("{}_user", empty.name()), empty.name());
        // What an administrator does once on the coordinator (deploy/citus/administrator.sql).
        execute(
            &empty.url,
            &[
                &format!("CREATE ROLE {role} LOGIN"),
                "CREATE EXTENSION pg_trgm",
                &format!("GRANT USAGE, CREATE ON SCHEMA public TO {role}"),
                &format!("GRANT CREATE, TEMPORARY ON DATABASE {name} TO {role}"),
            ],
        );
        let store = open(empty.url_of(&role));
        let here = Tenant::create(&store, "org_1");
        insert(&store, &here, "Ada Quince");
        store.database().distribute(shards()).unwrap();
        store.database().migrate().unwrap();
        assert_eq!(
            store.database().search_index().unwrap(),
            SearchIndex::Trigram
        );
        insert(&store, &here, "Bo Sand");
        assert_eq!(store.database().missing_nodes().unwrap(), [""; 0]);
        let verdict = store.audit().verify(&here.organization).unwrap();
        assert!(verdict.broken.is_none(), "{verdict:?}");
        drop(store);
        drop(empty);
        cluster.execute_everywhere("postgres", &[&format!("DROP ROLE {role}")]);
    });
}

#[test]
fn a_migration_distributes_its_new_table_before_the_statements_that_fill_it() {
    on_citus(|cluster| {
        let copy = cluster.distributed_database();
        let store = open(DatabaseUrl::parse(&copy.url));
        let here = Tenant::create(&store, "org_1");
        // As if the last version had no such table.
        execute(&copy.url, &["DROP TABLE reveals"]);
        insert(&store, &here, "Ada Quince");
        let migration = Migration {
            version: "9001",
            sqlite: "",
            postgresql: "\
-- A comment; with a semicolon.
CREATE TABLE reveals (
    organization_id TEXT COLLATE \"C\" NOT NULL,
    candidate_id TEXT COLLATE \"C\" NOT NULL,
    user_id TEXT COLLATE \"C\" NOT NULL,
    reason TEXT NOT NULL,
    revealed_at TIMESTAMP NOT NULL,
    PRIMARY KEY (organization_id, candidate_id, user_id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id) ON DELETE CASCADE
);
INSERT INTO reveals SELECT organization_id, id, recruiter_id, 'a;b', created_at FROM candidates;
CREATE INDEX reveals_by_user ON reveals (organization_id, user_id);
ALTER TABLE candidates ADD COLUMN colour TEXT;
UPDATE candidates SET colour = 'green';
",
        };
        store.database().migrate_further(&[migration]).unwrap();
        let mut conn = PgConnection::establish(&copy.url).unwrap();
        let placed = "SELECT count(*) AS number FROM pg_dist_partition WHERE logicalrelid = 'reveals'::regclass AND partmethod = 'h'";
        assert_eq!(count(&mut conn, placed), 1);
        let filled = "SELECT count(*) AS number FROM reveals JOIN candidates \
             ON candidates.organization_id = reveals.organization_id AND id = candidate_id AND colour = 'green'";
        assert_eq!(count(&mut conn, filled), 1);
        store.database().migrate_further(&[migration]).unwrap();
    });
}

/// Returns a webhook that receives nothing, so that its organization's deliveries are done at once.
fn disabled_webhook(tenant: &Tenant) -> NewWebhook {
    let webhook = Webhook {
        organization_id: tenant.organization.clone(),
        id: WebhookId::parse("id", "whk_1").unwrap(),
        address: WebhookAddress::checked("url", "https://example.org/hook").unwrap(),
        description: None,
        filter: EventFilter::default(),
        disabled: Some("for a test".to_owned()),
        failing_since: None,
        created_at: at(0),
        updated_at: at(0),
    };
    let secret = WebhookSecret::new([1; 32]);
    NewWebhook { webhook, secret }
}

/// A change that writes an event wakes the deliveries of its organization if no server works on them. The server that releases them
/// and the change take the same lock. Whoever gets it must see what the other has done, although the tasks are on the coordinator
/// and the lock is on a worker.
#[test]
fn a_change_sees_that_the_deliveries_were_released_before_it() {
    // The coordinator's commits wait for a standby that does not exist, if their session wants it.
    let options = "-c synchronous_standby_names=nobody -c synchronous_commit=local";
    on_own_cluster(options, |cluster| {
        let store = cluster.store("");
        let stalling = cluster.store("synchronous_commit=on");
        let here = Tenant::create(&store, "org_1");
        let writer = store.operator(&here.organization);
        writer.webhooks().insert(&disabled_webhook(&here)).unwrap();
        let claimed = store
            .tasks()
            .claim(DELIVERY_TASK, "holder", at(0), at(90))
            .unwrap();
        let claimed = claimed.unwrap();
        let webhooks = store.webhooks();
        webhooks.hand_out(&here.organization, at(0)).unwrap();
        let new = new_job(&here.organization, &here.recruiter, "Forester");
        thread::scope(|scope| {
            let release = scope.spawn(|| {
                let webhooks = stalling.webhooks();
                webhooks.release_if_idle(&claimed, at(0), at(90))
            });
            until(|| cluster.waiting_for("SyncRep") > 0);
            let change = scope.spawn(|| store.insert_job(&new).map(drop));
            until(|| change.is_finished() || cluster.waiting_for("Lock") > 0);
            // The release has committed, and no longer waits for the standby.
            cluster.execute(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
            );
            assert!(release.join().unwrap().unwrap());
            change.join().unwrap().unwrap();
        });
        assert!(store.tasks().is_due(DELIVERY_TASK, at(1)).unwrap());
    });
}
