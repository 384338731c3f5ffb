//! Tasks of several servers on one database: each done by one, and none lost with the server that had it.

use std::collections::BTreeSet;

use shortlist_persistence::{DatabaseUrl, Store};

use crate::support::database::{on_postgresql, on_sqlite, open};
use crate::support::records::{at, organization};
use crate::support::threads::at_once;

const TASK: &str = "test";
/// As many organizations, with a task each.
const TASKS: usize = 40;
/// As many servers do them.
const SERVERS: usize = 4;

fn claim(store: &Store, holder: &str, now: i64, until: i64) -> Option<String> {
    let claimed = store.claim_task(TASK, holder, (at(now), at(until)));
    claimed
        .unwrap()
        .map(|task| task.organization_id.to_string())
}

/// Servers with connections of their own claim all there is, each until nothing is left: every task is had by one of them.
fn each_task_is_done_by_one_server(url: &DatabaseUrl) {
    let first = open(url.clone());
    for number in 0..TASKS {
        organization(&first, &format!("org_{number}"));
    }
    let servers: Vec<Store> = (0..SERVERS).map(|_| open(url.clone())).collect();
    let done = at_once(SERVERS, |number| {
        let store = &servers[number];
        let holder = format!("server {number}");
        store.schedule_tasks(TASK, at(0)).unwrap();
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
    store.schedule_tasks(TASK, at(0)).unwrap();
    let dead = store.claim_task(TASK, "dead", (at(0), at(10))).unwrap();
    let dead = dead.unwrap();
    // As long as it says that it goes on, nobody else has it.
    assert!(store.keep_task(&dead, at(20)).unwrap());
    assert_eq!(claim(store, "next", 19, 29), None);
    assert_eq!(claim(store, "next", 20, 30), Some("org_1".to_owned()));
    // It was not dead after all: it is told, and cannot give back what another has now.
    assert!(!store.keep_task(&dead, at(99)).unwrap());
    assert!(!store.release_task(&dead, at(21)).unwrap());
    assert_eq!(claim(store, "third", 29, 39), None);
}

fn a_task_that_was_done_is_due_again_later(store: &Store) {
    organization(store, "org_1");
    store.schedule_tasks(TASK, at(0)).unwrap();
    let task = store.claim_task(TASK, "one", (at(0), at(10))).unwrap();
    assert!(store.release_task(&task.unwrap(), at(100)).unwrap());
    store.schedule_tasks(TASK, at(50)).unwrap();
    assert_eq!(claim(store, "one", 99, 109), None);
    assert_eq!(claim(store, "two", 100, 110), Some("org_1".to_owned()));
}
