//! Lists read from a standby: never older than the last write, and available without the standby.

use shortlist_domain::{CandidateFilters, CandidateQuery, PageRequest, StatusFilter};
use shortlist_persistence::{ListSource, Store, StoreConfig};

use crate::support::own_server::OwnServer;
use crate::support::records::Tenant;
use crate::support::standby::on_a_database_with_a_standby;
use crate::support::threads::until;
use crate::support::writes::Writes as _;

/// A part of every statement that lists candidates.
const LISTED: &str = r#""candidates"."organization_id" ="#;

fn open(primary: &OwnServer, standby: &OwnServer) -> Store {
    let config = StoreConfig {
        url: primary.url(),
        max_connections: 2,
        lists: ListSource::Standby(standby.url()),
    };
    Store::open(&config).unwrap()
}

/// Returns a query for the candidates of a tenant's job.
pub(super) fn of_job(tenant: &Tenant) -> CandidateQuery {
    CandidateQuery {
        organization_id: tenant.organization.clone(),
        job_id: Some(tenant.job.clone()),
        search: None,
        status: StatusFilter::Any,
        filters: CandidateFilters::default(),
        page: PageRequest::parse(("n", 1), ("s", 10)).unwrap(),
        count: false,
    }
}

/// Returns the names of the candidates of a tenant's job.
pub(super) fn names(store: &Store, tenant: &Tenant) -> Vec<String> {
    let page = store.candidates().list(&of_job(tenant)).unwrap();
    let mut names: Vec<_> = page.items.into_iter().map(|one| one.full_name).collect();
    names.sort();
    names
}

/// Stores a candidate of a tenant's job.
pub(super) fn add(store: &Store, tenant: &Tenant, name: &str) {
    let new = tenant.candidate(name, 50);
    store.insert_candidates(&[new], &mut || 1).unwrap();
}

#[test]
fn lists_come_from_an_up_to_date_standby_or_the_primary() {
    on_a_database_with_a_standby(|primary, standby| {
        let store = open(primary, standby);
        // Another server on the same two databases.
        let other = open(primary, standby);
        store.database().migrate().unwrap();
        let tenant = Tenant::create(&store, "org_1");
        add(&store, &tenant, "Ada Example");
        let quiet = Tenant::create(&store, "org_2");
        // The standby's log shows whether it was queried.
        let in_it = |store: &Store, tenant: &Tenant, expected: &[&str]| {
            let before = standby.times_asked(LISTED);
            assert_eq!(names(store, tenant), expected);
            standby.times_asked(LISTED) > before
        };
        let comes_from_it = |store: &Store, expected: &[&str]| in_it(store, &tenant, expected);
        until(|| comes_from_it(&store, &["Ada Example"]));
        until(|| comes_from_it(&other, &["Ada Example"]));
        until(|| in_it(&store, &quiet, &[]));

        // The standby falls behind. Every caller on every server still sees the write.
        standby.execute("SELECT pg_wal_replay_pause()");
        add(&store, &tenant, "Grace Example");
        let both = ["Ada Example", "Grace Example"];
        assert!(!comes_from_it(&store, &both));
        assert!(!comes_from_it(&other, &both));
        // Only the organization with the write is affected, and only until the standby has caught up.
        assert!(in_it(&store, &quiet, &[]));
        standby.execute("SELECT pg_wal_replay_resume()");
        until(|| comes_from_it(&other, &both));

        // The standby fails and returns.
        standby.stop();
        assert_eq!(names(&store, &tenant), both);
        add(&store, &tenant, "Joan Example");
        let all = ["Ada Example", "Grace Example", "Joan Example"];
        assert_eq!(names(&other, &tenant), all);
        standby.start();
        until(|| comes_from_it(&store, &all));

        // The standby is promoted, as in a failover that this server does not know of.
        standby.execute("SELECT pg_promote()");
        add(&store, &tenant, "Mary Example");
        let four = [
            "Ada Example",
            "Grace Example",
            "Joan Example",
            "Mary Example",
        ];
        assert!(!comes_from_it(&store, &four));
        drop((store, other));
    });
}
