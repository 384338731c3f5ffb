//! Two servers behind `HAProxy`, with one database: they are replaced one by one, and one is killed, while clients work.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use reqwest::blocking::Client;
use serde_json::json;
use tempfile::TempDir;

use super::program::address;
use super::proxies::{Ports, haproxy, is_installed, write_certificate};
use super::server::{Account, Server};
use crate::support::database::on_postgresql;
use crate::support::ports::free_port;
use crate::support::service::{answer, client_builder};
use crate::support::threads::until_for;

/// How many clients send requests at once.
const CLIENTS: usize = 4;
/// How many requests succeed between two events of a test.
const REQUESTS_BETWEEN: usize = 40;
/// Longer than the proxy takes to notice that a server is not ready.
const DRAIN_SECONDS: &str = "6";
/// How long a test waits, in seconds.
const PATIENCE: u64 = 120;

/// Two servers behind a proxy.
struct Pair {
    proxy: Child,
    base: String,
    servers: [Server; 2],
    folders: [TempDir; 2],
    settings: Vec<String>,
    log: PathBuf,
    _folder: TempDir,
}

impl Drop for Pair {
    fn drop(&mut self) {
        let _killed = self.proxy.kill();
        let _reaped = self.proxy.wait();
    }
}

impl Pair {
    fn start(database: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
        let settings = ["--behind-proxy", "--trusted-proxies", "127.0.0.1"];
        let own = ["--database-url", database, "--drain-seconds", DRAIN_SECONDS];
        let settings = [&settings[..], &own].concat();
        let first = Server::start(folders[0].path(), &settings);
        let second = first.start_second(folders[1].path(), &settings);
        let place = |server: &Server| server.base.strip_prefix("http://").unwrap().to_owned();
        let ports = Ports {
            plain: free_port(),
            encrypted: free_port(),
            // The configuration in `deploy/` names one server.
            server: format!("{}\n    server two {}", place(&first), place(&second)),
        };
        write_certificate(folder.path());
        let log = folder.path().join("proxy-log");
        let output = fs::File::create(&log).unwrap();
        let mut command = haproxy(folder.path(), &ports);
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        let pair = Self {
            proxy: command.stderr(output).spawn().unwrap(),
            base: format!("https://localhost:{}", ports.encrypted),
            servers: [first, second],
            folders,
            settings: settings.iter().map(|&one| one.to_owned()).collect(),
            log,
            _folder: folder,
        };
        let ready = format!("{}/health/ready", pair.base);
        let is_ready = || own_client().get(&ready).send();
        until_for(PATIENCE, || {
            is_ready().is_ok_and(|answer| answer.status() == 200)
        });
        pair
    }

    /// Replaces a server like an upgrade, and waits until the proxy uses it again.
    fn replace(&mut self, number: usize) {
        let times_up = || {
            let log = fs::read_to_string(&self.log).unwrap();
            log.matches("is UP").count()
        };
        let before = times_up();
        let server = &mut self.servers[number];
        server.program.terminate();
        assert_eq!(server.program.wait_for_end(), Some(0));
        let settings: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        server.start_again(self.folders[number].path(), &settings);
        until_for(PATIENCE, || times_up() > before);
    }
}

/// A client that trusts the test's proxy, with its own connections.
fn own_client() -> Client {
    let client = client_builder().danger_accept_invalid_certs(true);
    client.build().unwrap()
}

/// What the clients have sent.
#[derive(Default)]
struct Sent {
    /// The title and the identifier of each job.
    created: Mutex<Vec<(String, String)>>,
    failed: Mutex<Vec<String>>,
}

impl Sent {
    fn created(&self) -> usize {
        self.created.lock().unwrap().len()
    }

    fn wait_for_more(&self) {
        let enough = self.created() + REQUESTS_BETWEEN;
        until_for(PATIENCE, || self.created() >= enough);
    }

    /// Creates a job. The request's key is its title.
    fn create_job(&self, account: &Account, title: &str) {
        match create_job(account, title) {
            Ok(id) => {
                let created = (title.to_owned(), id);
                self.created.lock().unwrap().push(created);
            }
            Err(failure) => self.failed.lock().unwrap().push(failure),
        }
    }
}

/// Creates a job, and returns its identifier, or what went wrong.
fn create_job(account: &Account, title: &str) -> Result<String, String> {
    let query = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let input = json!({ "organizationId": account.organization, "recruiterId": account.user, "title": title });
    let body = json!({ "query": query, "variables": { "input": input } });
    let request = account.post("/graphql").header("Idempotency-Key", title);
    let response = request.json(&body).send();
    let (status, body) = answer(response.map_err(|error| format!("{title}: {error:?}"))?);
    match body["data"]["createJob"]["_id"].as_str() {
        Some(id) if status == 200 => Ok(id.to_owned()),
        _ => Err(format!("{title}: {status} {body}")),
    }
}

/// Runs clients of a pair of servers while something happens to these.
fn while_clients_work(pair: &mut Pair, happens: impl FnOnce(&mut Pair, &Sent)) -> Sent {
    let (sent, is_over) = (Sent::default(), AtomicBool::new(false));
    let account = pair.servers[0].account();
    let base = pair.base.clone();
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let account = account.through(&base, own_client());
            let (sent, is_over) = (&sent, &is_over);
            scope.spawn(move || {
                for number in 0.. {
                    if is_over.load(Ordering::SeqCst) {
                        return;
                    }
                    sent.create_job(&account, &format!("job-{client}-{number}"));
                }
            });
        }
        // The clients also end if an assertion fails.
        let _end = SetAtEnd(&is_over);
        sent.wait_for_more();
        happens(pair, &sent);
        sent.wait_for_more();
    });
    sent
}

/// Sets a flag when it is dropped.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn servers_are_replaced_without_a_failed_request() {
    if !is_installed("haproxy") {
        return;
    }
    on_postgresql(|url| {
        let mut pair = Pair::start(&address(url));
        let sent = while_clients_work(&mut pair, |pair, sent| {
            for number in 0..pair.servers.len() {
                pair.replace(number);
                sent.wait_for_more();
            }
        });
        assert_eq!(*sent.failed.lock().unwrap(), [""; 0]);
    });
}

#[test]
fn a_killed_server_fails_only_its_own_requests_and_the_other_repeats_answers() {
    if !is_installed("haproxy") {
        return;
    }
    on_postgresql(|url| {
        let mut pair = Pair::start(&address(url));
        let sent = while_clients_work(&mut pair, |pair, _sent| {
            pair.servers[0].program.kill_at_once();
        });
        // Each client waits for one answer at a time.
        let failed = sent.failed.lock().unwrap();
        assert!(failed.len() <= CLIENTS, "{failed:?}");
        // A client that has lost an answer gets it from the other server.
        let account = pair.servers[1].account();
        let created = sent.created.lock().unwrap();
        for (title, id) in created.iter() {
            assert_eq!(create_job(&account, title).as_ref(), Ok(id));
        }
        let different: BTreeSet<&String> = created.iter().map(|(_, id)| id).collect();
        assert_eq!(different.len(), created.len());
    });
}
