//! Migrations and back-fills while the server answers.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde_json::json;
use shortlist_app::{App, AppError, Backfill, Clock, FileStore, Settings};
use shortlist_domain::{Environment, JobId, NewCandidate, OrganizationId, UserId};
use shortlist_persistence::{DatabaseUrl, Migration};
use shortlist_vocabulary::Vocabulary;
use tempfile::TempDir;

use crate::support::catalogue::{Direct, catalogue};
use crate::support::clock::TestClock;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::records::{Tenant, unique};
use crate::support::service::Service;
use crate::support::threads::until;
use crate::support::writes::Writes as _;

const CANDIDATES: usize = 20_000;
const ROWS_PER_INSERT: usize = 1_000;
const ROWS_PER_BATCH: usize = 2_000;
/// The batch in which the first server stops.
const LAST_OF_FIRST_SERVER: usize = 3;

/// Every program can use the schema with the new column.
const EXPAND: Migration = same_for_both("9001", "ALTER TABLE candidates ADD COLUMN initial TEXT");
/// No program uses the column any more.
const CONTRACT: Migration = same_for_both("9002c", "ALTER TABLE candidates DROP COLUMN initial");

const LIST: &str =
    "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
const UPDATE: &str =
    "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { fullName } }";

const fn same_for_both(version: &'static str, statements: &'static str) -> Migration {
    Migration {
        version,
        sqlite: statements,
        postgresql: statements,
    }
}

/// Stores many candidates in the organization of the service. Returns the identifier of the first.
fn fill(service: &Service) -> String {
    let tenant = Tenant {
        organization: OrganizationId::parse("o", &service.recruiter.organization_id).unwrap(),
        recruiter: UserId::parse("u", &service.recruiter.user_id).unwrap(),
        job: JobId::parse("j", &service.create_job("Gardener", json!({}))).unwrap(),
    };
    let new: Vec<NewCandidate> = (0..CANDIDATES)
        .map(|number| {
            let mut new = tenant.candidate(&format!("Person {number}"), 500);
            // Otherwise all of them are one person.
            new.resume.phone = None;
            new
        })
        .collect();
    for batch in new.chunks(ROWS_PER_INSERT) {
        service
            .store()
            .insert_candidates(batch, &mut unique)
            .unwrap();
    }
    new[0].id.to_string()
}

/// Returns the application of another server on the same database.
fn another_server(service: &Service, folder: &TempDir) -> App {
    let files = FileStore::open(folder.path()).unwrap();
    let clock: Arc<dyn Clock> = Arc::<TestClock>::clone(&service.clock);
    let settings = Settings::new(Environment::Sandbox);
    let vocabulary = Arc::clone(Vocabulary::built_in());
    App::new(service.store().clone(), files, clock, settings, vocabulary)
}

/// Requests that are sent one after the other until they shall end.
#[derive(Default)]
struct Traffic {
    reads: AtomicUsize,
    writes: AtomicUsize,
    ends: AtomicBool,
}

impl Traffic {
    fn run(&self, answered: &AtomicUsize, request: impl Fn(usize)) {
        while !self.ends.load(Ordering::Relaxed) {
            request(answered.load(Ordering::Relaxed));
            answered.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits for the answer of a request that was sent after now.
    fn wait_for(answered: &AtomicUsize) {
        let before = answered.load(Ordering::Relaxed);
        until(|| answered.load(Ordering::Relaxed) > before + 1);
    }
}

/// Fills the column of some candidates. Requests are answered while the transaction is open, and changes are made after it.
fn fill_batch(
    direct: &mut Direct,
    traffic: &Traffic,
    organization: &OrganizationId,
    after: Option<&str>,
) -> Option<String> {
    let after = after.unwrap_or_default();
    let ids = direct.lines(&format!(
        "SELECT id AS line FROM candidates WHERE organization_id = '{organization}' AND id > '{after}' \
         ORDER BY id LIMIT {ROWS_PER_BATCH}"
    ));
    let last = ids.last()?.clone();
    direct.run("BEGIN");
    direct.run(&format!(
        "UPDATE candidates SET initial = substr(full_name, 1, 1) WHERE organization_id = '{organization}' \
         AND id > '{after}' AND id <= '{last}' AND initial IS NULL"
    ));
    Traffic::wait_for(&traffic.reads);
    direct.run("COMMIT");
    Traffic::wait_for(&traffic.writes);
    Some(last)
}

/// Expands the schema, fills the new column by two servers, of which the first stops, and contracts the schema again.
fn migrate(service: &Service, url: &DatabaseUrl, traffic: &Traffic) {
    let database = service.store().database();
    database.migrate_further(&[EXPAND]).unwrap();
    Traffic::wait_for(&traffic.writes);
    let (direct, batches) = (RefCell::new(Direct::to(url)), Cell::new(0));
    let batch = |organization: &OrganizationId, after: Option<&str>| -> Result<_, AppError> {
        batches.set(batches.get() + 1);
        let last = fill_batch(&mut direct.borrow_mut(), traffic, organization, after);
        if last.is_some() && batches.get() == LAST_OF_FIRST_SERVER {
            service.app.stop_background();
        }
        Ok(last)
    };
    let backfill = Backfill {
        name: "fill-initials-1",
        batch: &batch,
    };
    let missing = || {
        let query = "SELECT CAST(count(*) AS TEXT) AS line FROM candidates WHERE initial IS NULL";
        let rows = direct.borrow_mut().lines(query);
        rows[0].parse::<usize>().unwrap()
    };
    service.app.maintenance().run_backfill(&backfill).unwrap();
    let left = missing();
    assert!((1..CANDIDATES).contains(&left), "{left} are left");

    let folder = TempDir::new().unwrap();
    let other = another_server(service, &folder);
    other.maintenance().run_backfill(&backfill).unwrap();
    assert_eq!(missing(), 0);
    let done = batches.get();
    other.maintenance().run_backfill(&backfill).unwrap();
    assert_eq!(batches.get(), done, "it has run in each organization");

    database.migrate_further(&[EXPAND, CONTRACT]).unwrap();
    Traffic::wait_for(&traffic.writes);
    assert!(!catalogue(url).contains("candidates.initial text"));
}

fn the_service_answers_while_20_000_candidates_are_migrated(url: &DatabaseUrl) {
    let service = &Service::start(url);
    let first = fill(service);
    let traffic = &Traffic::default();
    let read = |_number| {
        let input = json!({ "organizationId": "org_ours" });
        let listed = service.data(&service.recruiter, LIST, input);
        assert_eq!(listed["totalCount"], CANDIDATES);
    };
    let write = |number| {
        let name = format!("Ada Example {number}");
        let input = json!({ "organizationId": "org_ours", "candidateId": first, "fullName": name });
        let changed = service.data(&service.recruiter, UPDATE, input);
        assert_eq!(changed["fullName"], name);
    };
    thread::scope(|scope| {
        scope.spawn(|| traffic.run(&traffic.reads, read));
        scope.spawn(|| traffic.run(&traffic.writes, write));
        // The requests end also if the migration fails.
        let migrated = scope.spawn(|| migrate(service, url, traffic)).join();
        traffic.ends.store(true, Ordering::Relaxed);
        migrated.unwrap();
    });
}

#[test]
#[ignore = "long"]
fn the_service_answers_while_20_000_candidates_are_migrated_on_sqlite() {
    on_sqlite(the_service_answers_while_20_000_candidates_are_migrated);
}

#[test]
#[ignore = "long"]
fn the_service_answers_while_20_000_candidates_are_migrated_on_postgresql() {
    on_postgresql(the_service_answers_while_20_000_candidates_are_migrated);
}
