//! A Citus cluster whose machines are killed while it is used: nothing that was confirmed is lost, and no request fails with an
//! unknown error.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use reqwest::blocking::RequestBuilder;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{address, run, text};
use super::server::{Account, Server};
use crate::support::database::variable;
use crate::support::own_cluster::{OwnCluster, on_own_cluster};
use crate::support::service::{answer, client};
use crate::support::threads::until_for;

/// How often a machine is killed. A longer run sets this variable.
const KILLS_VARIABLE: &str = "SHORTLIST_TEST_KILLS";
const KILLS: usize = 3;
/// Some of these are on each worker.
const ORGANIZATIONS: [&str; 4] = ["org_a", "org_b", "org_c", "org_d"];
/// How many jobs each organization creates between two kills.
const JOBS_BETWEEN: usize = 3;
/// How many requests are refused before a machine starts again.
const REFUSED: usize = 5;

/// What GraphQL answers if the database fails after the caller was authenticated. The status is 200 then.
const UNAVAILABLE: &str = "the database cannot be reached";

/// The requests of a client.
#[derive(Default)]
struct Results {
    confirmed: Mutex<BTreeSet<String>>,
    refused: AtomicUsize,
    failed: Mutex<Vec<String>>,
}

impl Results {
    fn confirmed(&self) -> usize {
        self.confirmed.lock().unwrap().len()
    }

    /// Adds the answer to a request that creates or lists jobs.
    fn add(&self, request: RequestBuilder) {
        let Ok(response) = request.send() else {
            let failed = "the server did not answer".to_owned();
            return self.failed.lock().unwrap().push(failed);
        };
        let can_retry = response.headers().contains_key("retry-after");
        let (status, body) = answer(response);
        let error = body["errors"][0]["message"].as_str();
        let is_unavailable = error.is_some_and(|message| message.starts_with(UNAVAILABLE));
        match status {
            200 if error.is_none() => {
                let created = body["data"]["createJob"]["_id"].as_str();
                let mut confirmed = self.confirmed.lock().unwrap();
                confirmed.extend(created.map(str::to_owned));
            }
            200 if is_unavailable => drop(self.refused.fetch_add(1, Ordering::SeqCst)),
            503 if can_retry => drop(self.refused.fetch_add(1, Ordering::SeqCst)),
            _ => self.failed.lock().unwrap().push(format!("{status} {body}")),
        }
    }
}

fn graphql(query: &str, input: &Value) -> Value {
    json!({ "query": query, "variables": { "input": input } })
}

fn create_job(account: &Account, title: &str) -> RequestBuilder {
    let input = json!({ "organizationId": account.organization, "recruiterId": account.user, "title": title });
    let query = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    account.post("/graphql").json(&graphql(query, &input))
}

fn list_jobs(account: &Account, after: &Value) -> RequestBuilder {
    let input = json!({ "organizationId": account.organization, "perPage": 100, "after": after });
    let query = "query($input: ListJobsInput!) { listJobs(input: $input) { jobs { _id } pageInfo { hasNextPage endCursor } } }";
    account.post("/graphql").json(&graphql(query, &input))
}

/// Creates and lists jobs until the end.
fn work(account: &Account, results: &Results, is_over: &AtomicBool) {
    for number in 0.. {
        if is_over.load(Ordering::SeqCst) {
            return;
        }
        results.add(create_job(account, &format!("Job {number}")));
        results.add(list_jobs(account, &Value::Null));
    }
}

/// Returns the identifiers of all jobs of an organization.
fn stored_jobs(account: &Account) -> BTreeSet<String> {
    let (mut all, mut after) = (BTreeSet::new(), Value::Null);
    loop {
        let (status, body) = answer(list_jobs(account, &after).send().unwrap());
        let page = &body["data"]["listJobs"];
        assert_eq!(status, 200, "{body}");
        let jobs = page["jobs"].as_array().unwrap().iter();
        all.extend(jobs.map(|job| job["_id"].as_str().unwrap().to_owned()));
        if page["pageInfo"]["hasNextPage"] == false {
            return all;
        }
        after = page["pageInfo"]["endCursor"].clone();
    }
}

/// Kills one machine after the other, and starts each again. Between the kills, all organizations work.
fn kill(cluster: &OwnCluster, kills: usize, results: &[Results]) {
    let refused = || -> usize {
        let counts = results.iter().map(|one| one.refused.load(Ordering::SeqCst));
        counts.sum()
    };
    let wait_for_all = || {
        let before: Vec<usize> = results.iter().map(Results::confirmed).collect();
        until_for(120, || {
            let mut counts = before.iter().zip(results);
            counts.all(|(before, now)| now.confirmed() >= before + JOBS_BETWEEN)
        });
    };
    for number in 0..kills {
        wait_for_all();
        let machine = &cluster.machines[(number + 1) % cluster.machines.len()];
        let before = refused();
        machine.stop();
        until_for(120, || refused() >= before + REFUSED);
        machine.start();
    }
    wait_for_all();
}

/// Lists of half of the organizations are read from their machines.
#[test]
fn nothing_confirmed_is_lost_when_machines_of_a_cluster_are_killed() {
    on_own_cluster("", |cluster| {
        let kills = variable(KILLS_VARIABLE).map_or(KILLS, |number| number.parse().unwrap());
        let folder = TempDir::new().unwrap();
        let database = address(&cluster.url());
        let settings = ["--database-url", &database];
        let server = Server::start(folder.path(), &settings);
        let data = folder.path().join("data");
        let places = ["--data-dir", text(&data), "--database-url", &database];
        let more = ORGANIZATIONS.iter().skip(1);
        let more = more.map(|organization| server.add_organization(&places, organization));
        let mut accounts: Vec<Account> = std::iter::once(server.account()).chain(more).collect();
        let direct_folder = TempDir::new().unwrap();
        let settings = [&settings[..], &["--database-read-machines"]].concat();
        let direct = server.start_second(direct_folder.path(), &settings);
        for account in accounts.iter_mut().step_by(2) {
            *account = account.through(&direct.base, client());
        }
        let results: Vec<Results> = accounts.iter().map(|_| Results::default()).collect();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            for (account, results) in accounts.iter().zip(&results) {
                scope.spawn(|| work(account, results, &is_over));
            }
            // The clients also end if an assertion fails.
            let _end = SetAtEnd(&is_over);
            kill(cluster, kills, &results);
        });
        for (account, results) in accounts.iter().zip(&results) {
            assert_eq!(*results.failed.lock().unwrap(), [""; 0]);
            let confirmed = results.confirmed.lock().unwrap();
            let stored = stored_jobs(account);
            let lost: Vec<&String> = confirmed.difference(&stored).collect();
            assert!(lost.is_empty(), "{lost:?}");
        }
        let verified = run(&[&["admin", "verify-audit"], &places[..]].concat());
        assert!(verified.status.success(), "{verified:?}");
        let sum = |count: fn(&Results) -> usize| -> usize { results.iter().map(count).sum() };
        println!(
            "{kills} kills: {} confirmed, {} refused",
            sum(Results::confirmed),
            sum(|one| one.refused.load(Ordering::SeqCst))
        );
        server.program.stop();
        direct.program.stop();
    });
}

/// Sets a flag when it is dropped.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}
