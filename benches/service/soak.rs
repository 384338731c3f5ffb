//! A soak test: reads, uploads and killed workers in parallel, with a consistency check at the end.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};
use shortlist_benches::children;
use shortlist_benches::processes::memory_kib;
use shortlist_fixtures::resume_file;

use crate::server::Server;
use crate::{Outcome, print_line};

/// The number of clients that read pages, and of clients that upload resumes.
const READING_CLIENTS: usize = 2;
const SENDING_CLIENTS: u64 = 2;
/// The number of new resumes in an upload. An earlier resume is sent with them.
const UPLOAD_FILES: u64 = 20;
const KILL_EVERY: Duration = Duration::from_secs(3);
const LOOK_EVERY: Duration = Duration::from_secs(60);
/// The pauses between two requests. Half an hour of uploads stays below the daily quota of an organization.
const READING_REST: Duration = Duration::from_millis(5);
const SENDING_REST: Duration = Duration::from_secs(2);

const PAGE: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { _id uId fullName emailAddress } totalCount pageInfo { hasNextPage endCursor } } }";
const LEADERBOARD: &str = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { name value rank } } }";
const JOBS: &str =
    "query($input: getJobsInput!) { getJobs(input: $input) { jobs { _id title } totalCount } }";

/// The counts of all clients.
#[derive(Default)]
struct SoakCounts {
    reads: AtomicU64,
    uploads: AtomicU64,
    killed: AtomicU64,
    duplicates: AtomicU64,
    skipped: AtomicU64,
    /// The codes of candidates that a response reported as created.
    created: Mutex<Vec<String>>,
    /// Every response that is not a success, and every request without a response.
    failures: Mutex<Vec<String>>,
}

impl SoakCounts {
    fn fail(&self, error: &dyn std::fmt::Display) {
        if let Ok(mut failures) = self.failures.lock() {
            failures.push(error.to_string());
        }
    }
}

/// Uses the service for this long.
pub(crate) fn run(program: &Path, length: Duration, database: Option<&str>) -> Outcome<()> {
    let url = database.map(|url| format!("--database-url={url}"));
    let mut flags = vec!["--readers=2", "--requests-per-minute=1000000000"];
    flags.extend(url.as_deref());
    let server = Server::start(program, &flags)?;
    let job = server.create_job()?;
    let (counts, begun) = (SoakCounts::default(), Instant::now());
    let is_running = || begun.elapsed() < length;
    let memory = thread::scope(|scope| {
        for _ in 0..READING_CLIENTS {
            scope.spawn(|| read(&server, &job, &counts, &is_running));
        }
        for client in 0..SENDING_CLIENTS {
            let (server, job, counts, is_running) = (&server, &job, &counts, &is_running);
            scope.spawn(move || send(server, job, counts, client, is_running));
        }
        scope.spawn(|| kill(&server, &counts, &is_running));
        look(&server, &is_running)
    });
    check_consistency(&server, &job, &counts, &memory)?;
    server.stop()
}

/// Reads pages, leaderboards, searches and jobs in turn.
fn read(server: &Server, job: &str, counts: &SoakCounts, is_running: &impl Fn() -> bool) {
    let inputs = [
        (PAGE, json!({ "jobId": job })),
        (PAGE, json!({ "jobId": job, "pageNumber": 20 })),
        (PAGE, json!({ "search": "engineer" })),
        (PAGE, json!({ "search": "@example.org" })),
        (
            LEADERBOARD,
            json!({ "jobId": job, "leaderboardtype": "ai", "limit": 50 }),
        ),
        (JOBS, server.of_recruiters_jobs()),
    ];
    for (document, input) in inputs.iter().cycle() {
        if !is_running() {
            return;
        }
        match server.ask(document, input) {
            Ok(_) => {
                counts.reads.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => counts.fail(&error),
        }
        thread::sleep(READING_REST);
    }
}

/// Uploads new resumes with one that was sent before.
fn send(
    server: &Server,
    job: &str,
    counts: &SoakCounts,
    client: u64,
    is_running: &impl Fn() -> bool,
) {
    for upload in 0.. {
        if !is_running() {
            return;
        }
        let first = (upload * SENDING_CLIENTS + client) * UPLOAD_FILES;
        let again = first.checked_sub(SENDING_CLIENTS * UPLOAD_FILES);
        let numbers = (first..first + UPLOAD_FILES).chain(again);
        match server.upload(job, numbers.map(resume_file).collect()) {
            Ok(answer) => {
                let count = |outcome| u64::try_from(answer.count(outcome)).unwrap_or(u64::MAX);
                counts.uploads.fetch_add(1, Ordering::Relaxed);
                counts
                    .duplicates
                    .fetch_add(count("duplicate"), Ordering::Relaxed);
                counts
                    .skipped
                    .fetch_add(count("skipped"), Ordering::Relaxed);
                let created = answer
                    .results
                    .into_iter()
                    .filter(|result| result.outcome == "created");
                if let Ok(mut all) = counts.created.lock() {
                    all.extend(created.filter_map(|result| result.code));
                }
            }
            Err(error) => counts.fail(&error),
        }
        thread::sleep(SENDING_REST);
    }
}

/// Kills a worker process at intervals.
fn kill(server: &Server, counts: &SoakCounts, is_running: &impl Fn() -> bool) {
    while is_running() {
        thread::sleep(KILL_EVERY);
        let reader = children(server.pid()).into_iter().next();
        if reader.is_some_and(|reader| kill_process(reader, Signal::KILL).is_ok()) {
            counts.killed.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Returns the server's memory in MiB for each minute, without mapped files.
fn look(server: &Server, is_running: &impl Fn() -> bool) -> Vec<u64> {
    let mut seen = Vec::new();
    while is_running() {
        thread::sleep(LOOK_EVERY);
        seen.extend(memory_kib(server.pid(), "RssAnon:").map(|kib| kib >> 10));
    }
    seen
}

/// Checks that every created candidate is listed exactly once, and no other.
fn check_consistency(
    server: &Server,
    job: &str,
    counts: &SoakCounts,
    memory: &[u64],
) -> Outcome<()> {
    let reported = counts
        .created
        .lock()
        .map_err(|_poisoned| "a client panicked")?
        .clone();
    let failures = counts
        .failures
        .lock()
        .map_err(|_poisoned| "a client panicked")?
        .clone();
    let (listed, emails) = listed(server, job)?;
    let (created, stored): (HashSet<&String>, HashSet<&String>) =
        (reported.iter().collect(), listed.iter().collect());
    let mut kinds = BTreeMap::<&str, usize>::new();
    for failure in &failures {
        *kinds
            .entry(failure.split(':').next().unwrap_or(failure))
            .or_default() += 1;
    }
    print_line(&format!(
        "| soak | {} reads, {} uploads, {} readers killed | {} created, {} duplicates, {} skipped | listed {} ({} addresses): {} lost, {} unreported, {} twice | \
         {} failures {kinds:?} | memory each minute {memory:?} MiB |",
        counts.reads.load(Ordering::Relaxed),
        counts.uploads.load(Ordering::Relaxed),
        counts.killed.load(Ordering::Relaxed),
        reported.len(),
        counts.duplicates.load(Ordering::Relaxed),
        counts.skipped.load(Ordering::Relaxed),
        listed.len(),
        emails.len(),
        created.difference(&stored).count(),
        stored.difference(&created).count(),
        listed.len() - stored.len(),
        failures.len(),
    ))
}

/// Returns the codes and addresses of all candidates of the job.
fn listed(server: &Server, job: &str) -> Outcome<(Vec<String>, HashSet<String>)> {
    let mut listed = Vec::new();
    let mut emails = HashSet::new();
    let mut input = json!({ "jobId": job, "pageSize": 100 });
    loop {
        let mut answer = server.ask(PAGE, &input)?;
        let mut page = answer
            .pointer_mut("/getCandidates")
            .map(Value::take)
            .ok_or("no page")?;
        let rows = page.pointer_mut("/candidate").map(Value::take);
        for row in rows
            .as_ref()
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let text = |name: &str| row.get(name).and_then(Value::as_str).map(str::to_owned);
            listed.extend(text("uId"));
            emails.extend(text("emailAddress"));
        }
        match page.pointer("/pageInfo/endCursor") {
            Some(cursor) if page.pointer("/pageInfo/hasNextPage") == Some(&json!(true)) => {
                input = json!({ "jobId": job, "pageSize": 100, "after": cursor });
            }
            _ => break,
        }
    }
    Ok((listed, emails))
}
