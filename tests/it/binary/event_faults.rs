//! Events of a server that is killed again and again: none is lost, and none is invented.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, SystemTime};

use reqwest::blocking::Response;
use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Sandbox, address, json_body};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::client;
use crate::webhooks::receiver::{Received, Receiver, wait_until_for};

const KILLS: usize = 3;
/// The lease of a killed server ends after 30 seconds.
const PATIENCE: Duration = Duration::from_secs(90);

fn start(folder: &Path, url: &DatabaseUrl) -> Sandbox {
    Sandbox::start(folder, &["--empty", "--database-url", &address(url)])
}

fn create_webhook(sandbox: &Sandbox, url: &str) {
    let query = "mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { webhookId } } }";
    let input = json!({ "organizationId": sandbox.get("organizationId"), "url": url,
        "eventTypes": ["job.created"] });
    let body = json!({ "query": query, "variables": { "input": input } });
    let request = client().post(format!("{}/graphql", sandbox.get("serviceUrl")));
    let request = sandbox
        .headers("Admin")
        .into_iter()
        .fold(request, |request, (name, value)| {
            request.header(name, value)
        });
    let created = json_body(request.json(&body).send().unwrap());
    assert_eq!(created["errors"], Value::Null, "{created}");
}

/// Creates jobs until the server is gone, and adds those that it confirmed.
fn create_jobs(sandbox: &Sandbox, confirmed: &Mutex<BTreeSet<String>>) {
    let query = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    for number in 0.. {
        let input = json!({ "organizationId": sandbox.get("organizationId"),
            "recruiterId": sandbox.user("Recruiter")["_id"], "title": format!("Job {number}") });
        let request = sandbox.post("/graphql");
        let request = request.json(&json!({ "query": query, "variables": { "input": input } }));
        let Ok(answer) = request.send().and_then(Response::json::<Value>) else {
            return;
        };
        if let Some(id) = answer["data"]["createJob"]["_id"].as_str() {
            confirmed.lock().unwrap().insert(id.to_owned());
        }
    }
}

/// Returns the identifiers of all jobs.
fn stored_jobs(sandbox: &Sandbox) -> BTreeSet<String> {
    let query = "query($input: ListJobsInput!) { listJobs(input: $input) { jobs { _id } pageInfo { hasNextPage endCursor } } }";
    let (mut all, mut after) = (BTreeSet::new(), Value::Null);
    loop {
        let input = json!({ "organizationId": sandbox.get("organizationId"), "perPage": 100, "after": after });
        let page = sandbox.data(query, input);
        let jobs = page["jobs"].as_array().unwrap().iter();
        all.extend(jobs.map(|job| job["_id"].as_str().unwrap().to_owned()));
        if page["pageInfo"]["hasNextPage"] == false {
            return all;
        }
        after = page["pageInfo"]["endCursor"].clone();
    }
}

/// Returns a time of 200 to 900 milliseconds that differs from run to run.
fn some_time() -> Duration {
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap();
    Duration::from_millis(200 + u64::from(now.subsec_micros() % 700))
}

fn job_of(received: &Received) -> String {
    received.json()["data"]["jobId"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn every_confirmed_change_has_one_event(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let receiver = Receiver::confirming();
    let confirmed = Mutex::new(BTreeSet::new());
    let mut sandbox = start(folder.path(), url);
    create_webhook(&sandbox, &receiver.url);
    for _ in 0..KILLS {
        thread::scope(|scope| {
            scope.spawn(|| create_jobs(&sandbox, &confirmed));
            scope.spawn(|| create_jobs(&sandbox, &confirmed));
            // The first requests take longer than any of these times on a cluster, whose connections read its catalog first.
            let number = || confirmed.lock().unwrap().len();
            let before = number();
            wait_until_for(PATIENCE, "a job is confirmed", || number() > before + 1);
            thread::sleep(some_time());
            sandbox.program.kill_at_once();
        });
        sandbox.program.kill();
        sandbox = start(folder.path(), url);
    }
    let confirmed = confirmed.into_inner().unwrap();
    assert!(confirmed.len() > KILLS, "{}", confirmed.len());
    let received = || -> BTreeSet<String> { receiver.received().iter().map(job_of).collect() };
    wait_until_for(PATIENCE, "every confirmed job has an event", || {
        confirmed.is_subset(&received())
    });
    let stored = stored_jobs(&sandbox);
    wait_until_for(PATIENCE, "every job has an event", || received() == stored);
    let all = receiver.received().into_iter();
    let numbered: BTreeSet<(String, String)> = all
        .map(|one| {
            (
                one.json()["sequence"].to_string(),
                one.header("webhook-id").to_owned(),
            )
        })
        .collect();
    assert_eq!(
        numbered.len(),
        stored.len(),
        "a repeated delivery has the same identifier"
    );
    sandbox.program.stop();
}

#[test]
#[ignore = "long"]
fn every_confirmed_change_has_one_event_on_sqlite() {
    on_sqlite(every_confirmed_change_has_one_event);
}

#[test]
#[ignore = "long"]
fn every_confirmed_change_has_one_event_on_postgresql() {
    on_postgresql(every_confirmed_change_has_one_event);
}
