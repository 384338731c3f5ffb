//! The program as a process, with a monitor of its memory.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{Client, RequestBuilder};
use rustix::process::{Pid, Signal, kill_process};
use serde::Deserialize;
use serde_json::{Value, json};
use shortlist_benches::job_tables::JobTable;
use shortlist_benches::processes::{children_memory_kib, memory_kib};
use shortlist_fixtures::ResumeFile;
use tempfile::TempDir;

use crate::Outcome;

/// The response to an upload.
#[derive(Deserialize)]
pub(crate) struct Uploaded {
    pub(crate) message: String,
    #[serde(default)]
    pub(crate) results: Vec<FileResult>,
}

/// The outcome of a file.
#[derive(Deserialize)]
pub(crate) struct FileResult {
    pub(crate) outcome: String,
    pub(crate) reason: Option<String>,
    #[serde(rename = "candidate_unique_id")]
    pub(crate) code: Option<String>,
}

impl Uploaded {
    /// Returns how many files had this outcome.
    pub(crate) fn count(&self, outcome: &str) -> usize {
        let has_outcome = |result: &&FileResult| result.outcome == outcome;
        self.results.iter().filter(has_outcome).count()
    }
}

/// An empty sandbox, with a monitor of its memory.
pub(crate) struct Server {
    child: Child,
    credentials: Value,
    client: Client,
    pub(crate) memory: &'static Memory,
    _folder: TempDir,
}

/// The peak memory in KiB: of the server alone, and including its workers.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) server: AtomicU64,
    pub(crate) all: AtomicU64,
}

impl Server {
    /// Starts the program with additional flags.
    pub(crate) fn start(program: &Path, flags: &[&str]) -> Outcome<Self> {
        let folder = TempDir::new()?;
        let printed = folder.path().join("credentials.json");
        let mut child = Command::new(program)
            .args(["sandbox", "--empty", "--bind", "127.0.0.1:0"])
            .args(flags)
            .arg("--data-dir")
            .arg(folder.path().join("data"))
            .arg("--credentials-file")
            .arg(&printed)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out)
            .lines()
            .find(|line| line.as_ref().is_ok_and(|line| line == "ready"));
        let memory: &'static Memory = Box::leak(Box::default());
        let pid = child.id();
        thread::spawn(move || watch(pid, memory));
        drop(rustls::crypto::ring::default_provider().install_default());
        Ok(Self {
            child,
            credentials: serde_json::from_slice(&fs::read(printed)?)?,
            client: Client::builder().timeout(None).build()?,
            memory,
            _folder: folder,
        })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns a text of the printed credentials.
    pub(crate) fn text(&self, pointer: &str) -> String {
        let value = self.credentials.pointer(pointer);
        value.and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Returns a field of the first recruiter.
    fn of_recruiter(&self, field: &str) -> String {
        self.of_user("Recruiter", field)
    }

    /// Returns a field of the first user of a type.
    fn of_user(&self, user_type: &str, field: &str) -> String {
        let users = self.credentials.pointer("/users").and_then(Value::as_array);
        let is_of_type = |user: &&Value| user.get("userType") == Some(&json!(user_type));
        let user = users.and_then(|users| users.iter().find(is_of_type));
        let value = user.and_then(|user| user.get(field)?.as_str());
        value.unwrap_or_default().to_owned()
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.post_as("Recruiter", path)
    }

    fn post_as(&self, user_type: &str, path: &str) -> RequestBuilder {
        self.client
            .post(format!("{}{path}", self.text("/serviceUrl")))
            .header("x-api-key", self.text("/apiKey"))
            .bearer_auth(self.of_user(user_type, "accessToken"))
    }

    /// Sends a recruiter's document. A response without data is an error that begins with the status.
    pub(crate) fn ask(&self, document: &str, input: &Value) -> Outcome<Value> {
        self.ask_as("Recruiter", document, input)
    }

    /// Sends a document of a user of this type. A response without data is an error that begins with the status.
    pub(crate) fn ask_as(&self, user_type: &str, document: &str, input: &Value) -> Outcome<Value> {
        let mut input = input.clone();
        if let Some(fields) = input.as_object_mut() {
            fields.insert(
                "organizationId".to_owned(),
                json!(self.text("/organizationId")),
            );
        }
        let body = json!({ "query": document, "variables": { "input": input } });
        let response = self.post_as(user_type, "/graphql").json(&body).send()?;
        let status = response.status();
        let mut answer: Value = response.json()?;
        let data = answer.get_mut("data").map(Value::take);
        match (answer.get("errors"), data) {
            (None, Some(data)) if status.is_success() => Ok(data),
            _ => Err(format!("{status}: {answer}").into()),
        }
    }

    /// Returns the input fields for lists of jobs.
    pub(crate) fn of_recruiters_jobs(&self) -> Value {
        json!({ "recruiterId": self.of_recruiter("_id"), "userType": "Recruiter" })
    }

    pub(crate) fn create_job(&self) -> Outcome<String> {
        let document = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
        let input = json!({ "recruiterId": self.of_recruiter("_id"), "title": "Backend Engineer" });
        let answer = self.ask(document, &input)?;
        let id = answer.pointer("/createJob/_id").and_then(Value::as_str);
        Ok(id.ok_or("no job was created")?.to_owned())
    }

    /// Sends a job file. A response without every job is an error.
    pub(crate) fn import(&self, table: &JobTable, dry_run: &str, jobs: usize) -> Outcome<()> {
        let name = format!("jobs.{}", table.format);
        let form = Form::new()
            .text("recruiterId", self.of_recruiter("_id"))
            .text("organizationId", self.text("/organizationId"))
            .text("dryRun", dry_run.to_owned())
            .part("recfiles", Part::bytes(table.bytes.clone()).file_name(name));
        let body: Value = self.post("/addJobByFile").multipart(form).send()?.json()?;
        let created = body
            .get("jobs")
            .and_then(Value::as_array)
            .map_or(0, Vec::len);
        if created == jobs || body.get("rows") == Some(&json!(jobs)) {
            return Ok(());
        }
        Err(format!("{created} jobs were created: {body}").into())
    }

    /// Uploads files. A response other than success is an error that begins with the status.
    pub(crate) fn upload(&self, job: &str, files: Vec<ResumeFile>) -> Outcome<Uploaded> {
        let form = Form::new()
            .text("jobId", job.to_owned())
            .text("recruiterId", self.of_recruiter("_id"))
            .text("organizationId", self.text("/organizationId"))
            .text("userType", "Recruiter")
            .text(
                "resumeScoreBreakdown",
                r#"{"experience": 40, "skills": 40, "education": 20}"#,
            );
        let count = files.len();
        let form = files.into_iter().fold(form, |form, file| {
            form.part("files", Part::bytes(file.bytes).file_name(file.name))
        });
        let response = self.post("/bulk-upload-resumes").multipart(form).send()?;
        let status = response.status();
        let body: Uploaded = response.json()?;
        let results = body.results.len();
        if !status.is_success() || results != count {
            let message = body.message;
            return Err(format!("{status}, {results} results of {count} files: {message}").into());
        }
        Ok(body)
    }

    pub(crate) fn stop(mut self) -> Outcome<()> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)?;
        let status = self.child.wait()?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("the server ended with {status}").into())
        }
    }
}

/// Monitors the memory of a process and its children until it ends.
fn watch(pid: u32, memory: &Memory) {
    while let Some(server) = memory_kib(pid, "VmRSS:") {
        let readers = children_memory_kib(pid);
        memory.server.fetch_max(server, Ordering::Relaxed);
        memory.all.fetch_max(server + readers, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(5));
    }
}
