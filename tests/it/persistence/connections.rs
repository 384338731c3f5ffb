//! Schema migrations by several processes at once, and connections that fail.

use shortlist_persistence::{DatabaseUrl, ListSource, Store, StoreConfig, StoreError};

use crate::support::database::{
    end_connections, on_empty_postgresql, on_empty_sqlite, on_plain_postgresql, on_postgresql,
    on_sqlite, open, sqlite_url,
};
use crate::support::records::organization;
use crate::support::threads::at_once;

fn opened(url: &DatabaseUrl) -> Store {
    let config = StoreConfig {
        url: url.clone(),
        max_connections: 2,
        lists: ListSource::Database,
    };
    Store::open(&config).unwrap()
}

fn several_migrate_at_once(url: &DatabaseUrl) {
    assert!(opened(url).database().check().is_err());
    at_once(4, |_| open(url.clone()).database().check().unwrap());
    let store = open(url.clone());
    let kept = organization(&store, "org_1");
    drop(store);
    let again = open(url.clone());
    assert!(again.organizations().find(&kept).unwrap().is_some());
}

#[test]
fn several_migrate_a_sqlite_file_at_once() {
    on_empty_sqlite(several_migrate_at_once);
}

#[test]
fn several_migrate_a_postgresql_database_at_once() {
    on_empty_postgresql(several_migrate_at_once);
}

#[test]
fn backends_have_names() {
    on_sqlite(|url| assert_eq!(opened(url).database().backend_name(), "sqlite"));
    on_postgresql(|url| assert_eq!(opened(url).database().backend_name(), "postgresql"));
}

#[test]
fn a_database_that_cannot_be_opened_is_unavailable() {
    let folder = tempfile::TempDir::new().unwrap();
    let missing = folder.path().join("missing");
    let config = |url| StoreConfig {
        url,
        max_connections: 1,
        lists: ListSource::Database,
    };
    let refused = DatabaseUrl::parse("postgres://nobody@127.0.0.1:1/none");
    for url in [sqlite_url(&missing), refused] {
        assert!(matches!(
            Store::open(&config(url)),
            Err(StoreError::Unavailable(_))
        ));
    }
}

#[test]
fn connections_that_died_while_idle_are_replaced() {
    on_postgresql(|url| {
        let store = open(url.clone());
        let kept = organization(&store, "org_1");
        // This leaves several idle connections.
        at_once(8, |_| store.organizations().find(&kept).unwrap());
        end_connections(url);
        assert!(store.organizations().find(&kept).unwrap().is_some());
        end_connections(url);
        organization(&store, "org_2");
        assert_eq!(store.organizations().list().unwrap().len(), 2);
    });
}

#[test]
fn lists_are_only_read_from_servers_that_fit_the_database() {
    let refused = |url: &DatabaseUrl, lists: ListSource| {
        let config = StoreConfig {
            url: url.clone(),
            max_connections: 1,
            lists,
        };
        assert!(Store::open(&config).is_err(), "{config:?}");
    };
    let standby = |url: &str| ListSource::Standby(DatabaseUrl::parse(url));
    on_sqlite(|url| {
        refused(url, standby("a.db"));
        refused(url, standby("postgres://a@b/c"));
        refused(url, ListSource::Machines);
    });
    on_plain_postgresql(|url| {
        refused(url, standby("a.db"));
        refused(url, ListSource::Machines);
    });
}
