//! The policies of an organization.

use std::sync::Barrier;
use std::thread;

use shortlist_domain::DecisionPolicy;
use shortlist_persistence::Store;

use crate::support::records::{at, organization};
use crate::support::writes::Writes as _;

on_both_databases!(changes_at_once_are_all_stored);

/// How many people change a policy at once, and how often.
const PEOPLE: usize = 4;
const ROUNDS: i32 = 15;

fn changes_at_once_are_all_stored(store: &Store) {
    let here = organization(store, "org_1");
    let start = Barrier::new(PEOPLE);
    let change = || {
        for round in 1..=ROUNDS {
            start.wait();
            let operator = store.operator(&here);
            let organizations = operator.organizations();
            organizations
                .set_retention(&here, Some(round), at(1))
                .unwrap();
            let policy = DecisionPolicy {
                record_years: round,
                ..DecisionPolicy::default()
            };
            organizations.set_decision_policy(&here, &policy).unwrap();
        }
    };
    thread::scope(|scope| {
        for _ in 0..PEOPLE {
            scope.spawn(change);
        }
    });
    let days = store.organizations().find_retention(&here).unwrap();
    assert_eq!(days, Some(ROUNDS));
}
