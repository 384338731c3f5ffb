//! The program as a process with demo data, and the names of that data.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::Outcome;
use crate::server_data::{Caller, Names};
use crate::wire::{Request, exchange};

/// A sandbox, which ends when it is dropped.
pub(crate) struct Server {
    child: Mutex<Child>,
    pid: u32,
    folder: TempDir,
    panics: Mutex<usize>,
    /// The host and the port.
    pub(crate) address: String,
    pub(crate) names: Names,
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        drop(child.kill());
        drop(child.wait());
    }
}

impl Server {
    /// Starts the program on an empty folder, without effective rate limits.
    pub(crate) fn start(program: &Path, more: &[&str]) -> Outcome<Self> {
        let folder = TempDir::new()?;
        let printed = folder.path().join("credentials.json");
        let mut child = Command::new(program)
            .args(["sandbox", "--bind", "127.0.0.1:0", "--readers=1"])
            .arg("--demo=small")
            .arg(format!("--requests-per-minute={}", u32::MAX))
            .args(more)
            .arg("--data-dir")
            .arg(folder.path().join("data"))
            .arg("--credentials-file")
            .arg(&printed)
            .stdout(Stdio::piped())
            .stderr(fs::File::create(folder.path().join("log"))?)
            .spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out)
            .lines()
            .find(|line| line.as_ref().is_ok_and(|line| line == "ready"));
        let credentials: Value = serde_json::from_slice(&fs::read(printed)?)?;
        let url = text(&credentials, "/serviceUrl");
        let mut server = Self {
            pid: child.id(),
            child: Mutex::new(child),
            folder,
            panics: Mutex::default(),
            address: url.trim_start_matches("http://").to_owned(),
            names: Names::of_credentials(&credentials),
        };
        server.learn_names()?;
        Ok(server)
    }

    /// Learns the demo's objects, oldest first, so that an index refers to the same object on every server.
    fn learn_names(&mut self) -> Outcome<()> {
        let organization = self.names.organization.clone();
        let of_all = json!({ "organizationId": organization, "pageSize": 100 });
        let jobs = json!({ "organizationId": organization, "recruiterId": "usr_demo_recruiter", "userType": "Admin",
            "drafts": true, "perPage": 100 });
        let key =
            json!({ "organizationId": organization, "name": "fuzz", "permissions": ["jobs:read"] });
        for (kind, document, input, list, id) in [
            (
                "job",
                "query($input: getJobsInput!) { getJobs(input: $input) { jobs { _id title } } }",
                jobs,
                "/data/getJobs/jobs",
                "_id",
            ),
            (
                "candidate",
                "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id fullName } } }",
                of_all.clone(),
                "/data/getCandidates/candidate",
                "_id",
            ),
            (
                "code",
                "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { uId fullName } } }",
                of_all.clone(),
                "/data/getCandidates/candidate",
                "uId",
            ),
            (
                "interview",
                "query($input: GetInterviewsInput!) { getInterviews(input: $input) { interviews { _id } } }",
                of_all,
                "/data/getInterviews/interviews",
                "_id",
            ),
            (
                "issued",
                "mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { keyId } }",
                key,
                "/data/createApiKey",
                "keyId",
            ),
        ] {
            let answer = self.ask(document, &input)?;
            let found = answer
                .pointer(list)
                .ok_or_else(|| format!("the demo has no {kind}: {answer}"))?;
            self.names.learn(kind, &sorted_ids(found, id));
        }
        Ok(())
    }

    /// Sends a request as the Admin.
    pub(crate) fn ask(&self, document: &str, input: &Value) -> Outcome<Value> {
        let body = json!({ "query": document, "variables": { "input": input } }).to_string();
        let Caller { key, token, .. } = self.names.admin();
        let head = format!(
            "POST /graphql HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nx-api-key: {key}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        let exchanged = exchange(
            &self.address,
            &Request::raw([head, body].concat().into_bytes()),
        );
        let answer = exchanged.answer().ok_or_else(|| format!("{exchanged:?}"))?;
        Ok(serde_json::from_slice(&answer.body)?)
    }

    /// Returns whether the Admin and the recruiter still have their access. A random document may remove it.
    pub(crate) fn still_serves(&self) -> bool {
        let organization = &self.names.organization;
        let document = "query($input: ListUsersInput!) { listUsers(input: $input) { users { _id userType active } } }";
        let answer = self.ask(document, &json!({ "organizationId": organization }));
        let users = answer
            .ok()
            .and_then(|answer| answer.pointer("/data/listUsers/users").cloned());
        let Some(Value::Array(users)) = users else {
            return false;
        };
        users.iter().any(|user| {
            text(user, "/_id") == "usr_demo_recruiter"
                && text(user, "/userType") == "Recruiter"
                && user.get("active") == Some(&Value::Bool(true))
        })
    }

    /// Returns the current memory.
    pub(crate) fn resident_kib(&self) -> u64 {
        self.memory_kib("VmRSS:")
    }

    /// Returns the peak memory.
    pub(crate) fn most_kib(&self) -> u64 {
        self.memory_kib("VmHWM:")
    }

    fn memory_kib(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid)).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with(name));
        let kib = line.and_then(|line| line.split_whitespace().nth(1));
        kib.and_then(|kib| kib.parse().ok()).unwrap_or(0)
    }

    /// Returns the exit status, if the process has ended.
    pub(crate) fn ended(&self) -> Option<ExitStatus> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        child.try_wait().ok().flatten()
    }

    /// Returns the new log lines about panics and failed requests.
    pub(crate) fn new_panics(&self) -> Option<String> {
        let log = fs::read(self.folder.path().join("log")).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let is_failure = |line: &&str| line.contains("panicked at") || line.contains("ERROR");
        let lines: Vec<_> = log.lines().filter(is_failure).collect();
        let mut seen = self.panics.lock().unwrap_or_else(PoisonError::into_inner);
        let new = lines.get(*seen..).filter(|new| !new.is_empty())?.join("\n");
        *seen = lines.len();
        Some(new)
    }
}

/// Returns the identifiers of listed objects or of one, sorted by title or name.
fn sorted_ids(found: &Value, id: &str) -> Vec<String> {
    let mut things: Vec<&Value> = match found {
        Value::Array(things) => things.iter().collect(),
        one => vec![one],
    };
    things.sort_by_key(|thing| ["/title", "/fullName"].map(|name| text(thing, name)));
    let id = format!("/{id}");
    things.into_iter().map(|thing| text(thing, &id)).collect()
}

fn text(value: &Value, pointer: &str) -> String {
    let found = value.pointer(pointer).and_then(Value::as_str);
    found.unwrap_or_default().to_owned()
}
