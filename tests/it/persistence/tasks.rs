//! Tasks of several servers on one database: one server does each task, and none is lost with its server.

use std::collections::BTreeSet;

use shortlist_persistence::{DatabaseUrl, Store};

use crate::support::database::{on_postgresql, on_sqlite, open};
use crate::support::records::{at, organization};
use crate::support::threads::at_once;

const TASK: &str = "test";
/// The number of organizations, with one task each.
const TASKS: usize = 40;
/// The number of servers.
const SERVERS: usize = 4;

fn claim(store: &Store, holder: &str, now: i64, until: i64) -> Option<String> {
    let claimed = store.tasks().claim(TASK, holder, at(now), at(until));
    claimed
        .unwrap()
        .map(|task| task.organization_id.to_string())
}

/// Several servers with separate connections claim tasks until none is left. Exactly one server claims each task.
fn each_task_is_done_by_one_server(url: &DatabaseUrl) {
    let first = open(url.clone());
    for number in 0..TASKS {
        organization(&first, &format!("org_{number}"));
    }
    let servers: Vec<Store> = (0..SERVERS).map(|_| open(url.clone())).collect();
    let done = at_once(SERVERS, |number| {
        let store = &servers[number];
        let holder = format!("server {number}");
        store.tasks().schedule(TASK, at(0)).unwrap();
        std::iter::from_fn(|| claim(store, &holder, 1, 60)).collect::<Vec<_>>()
    });
    let all: Vec<&String> = done.iter().flatten().collect();
    assert_eq!(all.len(), TASKS, "{done:?}");
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), TASKS);
}

#[test]
fn each_task_is_done_by_one_server_on_sqlite() {
    on_sqlite(each_task_is_done_by_one_server);
}

#[test]
fn each_task_is_done_by_one_server_on_postgresql() {
    on_postgresql(each_task_is_done_by_one_server);
}

on_both_databases!(
    the_task_of_a_server_that_died_is_taken_over,
    a_task_that_was_done_is_due_again_later,
);

fn the_task_of_a_server_that_died_is_taken_over(store: &Store) {
    organization(store, "org_1");
    store.tasks().schedule(TASK, at(0)).unwrap();
    let dead = store.tasks().claim(TASK, "dead", at(0), at(10)).unwrap();
    let dead = dead.unwrap();
    // While the server renews its lease, no other can claim the task.
    assert!(store.tasks().renew(&dead, at(20)).unwrap());
    assert_eq!(claim(store, "next", 19, 29), None);
    assert_eq!(claim(store, "next", 20, 30), Some("org_1".to_owned()));
    // The server was alive after all. It learns that it lost the lease, and cannot release the other server's.
    assert!(!store.tasks().renew(&dead, at(99)).unwrap());
    assert!(!store.tasks().release(&dead, at(21)).unwrap());
    assert_eq!(claim(store, "third", 29, 39), None);
}

fn a_task_that_was_done_is_due_again_later(store: &Store) {
    organization(store, "org_1");
    store.tasks().schedule(TASK, at(0)).unwrap();
    let task = store.tasks().claim(TASK, "one", at(0), at(10)).unwrap();
    assert!(store.tasks().release(&task.unwrap(), at(100)).unwrap());
    store.tasks().schedule(TASK, at(50)).unwrap();
    assert_eq!(claim(store, "one", 99, 109), None);
    assert_eq!(claim(store, "two", 100, 110), Some("org_1".to_owned()));
}
