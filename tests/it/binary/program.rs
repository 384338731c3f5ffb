//! The program as a process: started on a free port, called over HTTP, stopped by a signal.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::Duration;

use reqwest::blocking::multipart::Form;
use reqwest::blocking::{RequestBuilder, Response};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;

use super::demo_data;
use crate::support::input::root_field;
use crate::support::service::client;

/// One reader for each organization. Each takes most of a second to start in an unoptimized build.
const ONE_READER: (&str, &str) = ("SHORTLIST_READERS", "1");

/// The option of a sandbox with all of the demo data. Other tests have the small part, which loads faster.
pub(crate) const FULL_DEMO: &str = "--demo=full";

/// Returns a command of the program, with few readers and otherwise an empty environment.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shortlist-under-test"));
    let (name, value) = ONE_READER;
    command.args(arguments).env_clear().env(name, value);
    command.stdin(Stdio::null());
    command
}

/// Returns a command that starts the program from a shell script, which gets the program and its arguments as `$0` and
/// `$@`.
pub(crate) fn in_shell(script: &str) -> Command {
    let mut shell = Command::new("/bin/sh");
    let program = env!("CARGO_BIN_EXE_shortlist-under-test");
    let (name, value) = ONE_READER;
    shell.args(["-c", script, program]);
    shell.env_clear().env(name, value).stdin(Stdio::null());
    shell
}

/// Runs a command to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs a command that must succeed, and returns its JSON output.
pub(crate) fn json_of(arguments: &[&str]) -> Value {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs a command that must fail, and returns its error message.
pub(crate) fn error_output(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

/// Returns a path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns a database as an argument.
pub(crate) fn address(url: &DatabaseUrl) -> String {
    match url {
        DatabaseUrl::Sqlite(path) => path.to_str().unwrap().to_owned(),
        DatabaseUrl::PostgreSql(address) => address.clone(),
    }
}

/// The running program. It is killed if a test ends without stopping it.
pub(crate) struct Program {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// The output before it was ready.
    pub(crate) printed: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ended_already = self.child.kill();
        let _reaped_already = self.child.wait();
    }
}

impl Program {
    /// Starts a command that serves, and waits until it reports that it is ready.
    pub(crate) fn start(command: Command) -> Self {
        Self::start_logging(command, Stdio::inherit())
    }

    /// Starts a command with its log sent to `log`.
    pub(crate) fn start_logging(mut command: Command, log: Stdio) -> Self {
        let command = command.stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let printed = String::new();
        let mut program = Self {
            child,
            stdout,
            printed,
        };
        loop {
            let mut line = String::new();
            let read = program.stdout.read_line(&mut line).unwrap();
            assert!(read > 0, "it ended too early: {}", program.printed);
            program.printed.push_str(&line);
            if line.starts_with("ready") {
                return program;
            }
        }
    }

    /// Returns the base URL that the program printed.
    pub(crate) fn base(&self) -> &str {
        self.printed.trim().strip_prefix("ready: ").unwrap()
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the process id in the form that signals need.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        kill_process(self.pid(), Signal::TERM).unwrap();
    }

    /// Sends SIGHUP.
    pub(crate) fn hang_up(&self) {
        kill_process(self.pid(), Signal::HUP).unwrap();
    }

    /// Sends SIGKILL while other threads still use the program.
    pub(crate) fn kill_at_once(&self) {
        kill_process(self.pid(), Signal::KILL).unwrap();
    }

    /// Sends SIGKILL and waits for the end.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end, and returns the exit code.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.stdout.read_to_string(&mut self.printed).unwrap();
        self.child.wait().unwrap().code()
    }

    /// Waits for the end of a program that is replaced, and returns the exit code.
    pub(crate) fn wait_for_end(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Stops the program like an operator. It must exit with code 0.
    pub(crate) fn stop(self) {
        self.terminate();
        assert_eq!(self.wait(), Some(0));
    }
}

/// Returns whether a sandbox with these options has the small demo.
fn has_small_demo(options: &[&str]) -> bool {
    !options.contains(&"--empty") && !options.contains(&FULL_DEMO)
}

/// A running sandbox with its credentials.
pub(crate) struct Sandbox {
    pub(crate) program: Program,
    pub(crate) credentials: Value,
    pub(crate) file: PathBuf,
}

impl Sandbox {
    /// Starts a sandbox on a folder. On SQLite, it has a copy of the small demo, unless it is empty or has the full one.
    pub(crate) fn start(folder: &Path, more: &[&str]) -> Self {
        let option = more.iter().position(|one| *one == "--database-url");
        let database = option.map(|place| Path::new(more[place + 1]));
        let is_sqlite = database.is_none_or(Path::is_absolute);
        let data = folder.join("data");
        if is_sqlite && !data.exists() && has_small_demo(more) {
            demo_data::copy(&data, database);
        }
        Self::start_as(command(&[]), folder, more)
    }

    /// Starts a sandbox through [`in_shell`].
    pub(crate) fn start_in_shell(folder: &Path, more: &[&str], script: &str) -> Self {
        Self::start_as(in_shell(script), folder, more)
    }

    pub(super) fn start_as(mut command: Command, folder: &Path, more: &[&str]) -> Self {
        let file = folder.join("printed.json");
        let data = folder.join("data");
        command
            .args(["sandbox", "--bind", "127.0.0.1:0"])
            .args(["--data-dir", text(&data), "--credentials-file", text(&file)])
            .args(more);
        if has_small_demo(more) {
            command.arg("--demo=small");
        }
        let program = Program::start(command);
        let credentials = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        Self {
            program,
            credentials,
            file,
        }
    }

    /// Returns the first user of a kind.
    pub(crate) fn user(&self, user_type: &str) -> &Value {
        let users = self.credentials["users"].as_array().unwrap();
        users
            .iter()
            .find(|user| user["userType"] == user_type)
            .unwrap()
    }

    /// Returns a text field of the credentials.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.credentials[name].as_str().unwrap()
    }

    /// Returns the headers of a call by the first user of a kind.
    pub(crate) fn headers(&self, user_type: &str) -> [(&'static str, String); 2] {
        let token = self.user(user_type)["accessToken"].as_str().unwrap();
        [
            ("x-api-key", self.get("apiKey").to_owned()),
            ("authorization", format!("Bearer {token}")),
        ]
    }

    /// Returns a request of the first recruiter, without a body.
    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.post_as("Recruiter", path)
    }

    fn post_as(&self, user_type: &str, path: &str) -> RequestBuilder {
        // Tests wait for workers that are killed, on a machine that may be busy.
        let request = client()
            .post(format!("{}{path}", self.get("serviceUrl")))
            .timeout(Duration::from_secs(300));
        self.headers(user_type)
            .into_iter()
            .fold(request, |request, (name, value)| {
                request.header(name, value)
            })
    }

    /// Returns the form of an upload by the first recruiter, without files.
    pub(crate) fn upload_form(&self, job: &str) -> Form {
        let recruiter = self.user("Recruiter")["_id"].as_str().unwrap();
        Form::new()
            .text("jobId", job.to_owned())
            .text("recruiterId", recruiter.to_owned())
            .text("organizationId", self.get("organizationId").to_owned())
            .text("userType", "Recruiter")
            .text("resumeScoreBreakdown", r#"{"skills": 100}"#)
    }

    /// Sends a GraphQL request of the first recruiter, and returns the root field's value.
    pub(crate) fn data(&self, query: &str, input: Value) -> Value {
        self.data_as("Recruiter", query, input)
    }

    /// Sends a GraphQL request of the first user of a kind, and returns the root field's value.
    pub(crate) fn data_as(&self, user_type: &str, query: &str, input: Value) -> Value {
        let response = self
            .post_as(user_type, "/graphql")
            .json(&json!({ "query": query, "variables": { "input": input } }))
            .send()
            .unwrap();
        root_field(&json_body(response))
    }

    /// Returns the jobs of the first recruiter, drafts included.
    pub(crate) fn jobs(&self) -> Vec<Value> {
        let query = "query($input: getJobsInput!) { getJobs(input: $input) { jobs { _id jobCode draft } } }";
        let input = json!({
            "organizationId": self.get("organizationId"),
            "recruiterId": self.user("Recruiter")["_id"],
            "userType": "Recruiter",
            "drafts": true,
        });
        self.data(query, input)["jobs"].as_array().unwrap().clone()
    }

    /// Returns the number of candidates.
    pub(crate) fn candidate_count(&self) -> i64 {
        let query =
            "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
        let input = json!({ "organizationId": self.get("organizationId") });
        self.data(query, input)["totalCount"].as_i64().unwrap()
    }

    /// Creates a job, and returns its identifier.
    pub(crate) fn create_job(&self, title: &str) -> String {
        let query = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
        let input = json!({
            "organizationId": self.get("organizationId"),
            "recruiterId": self.user("Recruiter")["_id"],
            "title": title,
        });
        self.data(query, input)["_id"].as_str().unwrap().to_owned()
    }
}

/// Returns a response's JSON body.
pub(crate) fn json_body(response: Response) -> Value {
    serde_json::from_str(&response.text().unwrap()).unwrap()
}
