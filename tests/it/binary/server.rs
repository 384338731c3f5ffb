//! Production servers with an organization, its Admin and a key with all permissions.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use reqwest::blocking::{Client, RequestBuilder};
use serde_json::{Value, json};

use super::program::{Program, command, json_of, text};
use crate::support::input::joined;
use crate::support::service::{answer, client, file};

pub(crate) const PASSWORD: &str = "a long enough password";

/// A production server and the Admin's credentials.
pub(crate) struct Server {
    pub(crate) program: Program,
    pub(crate) base: String,
    key: String,
    token: String,
    pub(crate) client: Client,
}

/// Returns an input that names the servers' organization.
pub(crate) fn with_organization(more: Value) -> Value {
    joined(json!({ "organizationId": "org_a" }), &more)
}

/// Runs an admin command, and returns its JSON output.
pub(crate) fn admin(places: &[&str], arguments: &[&str]) -> Value {
    json_of(&[&["admin", "--json"], arguments, places].concat())
}

/// The user of each organization.
const ADMIN: &str = "usr_a";

/// Another organization's Admin, who has signed in, and a key.
pub(crate) struct Account {
    pub(crate) organization: String,
    pub(crate) user: &'static str,
    base: String,
    key: String,
    token: String,
    client: Client,
}

impl Account {
    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.base);
        let request = self.client.post(url).header("x-api-key", &self.key);
        request.header("Authorization", format!("Bearer {}", self.token))
    }

    /// Returns the same account at another address, which this client can reach.
    pub(crate) fn through(&self, base: &str, client: Client) -> Self {
        Self {
            organization: self.organization.clone(),
            user: self.user,
            base: base.to_owned(),
            key: self.key.clone(),
            token: self.token.clone(),
            client,
        }
    }

    /// Signs in, and uses the new token from now on.
    fn sign_in(&mut self) {
        let login = json!({ "email": "ada@example.org", "password": PASSWORD });
        let (status, session) = answer(self.post("/auth/login").json(&login).send().unwrap());
        assert_eq!(status, 200, "{session}");
        self.token = session["accessToken"].as_str().unwrap().to_owned();
    }
}

/// Creates an organization with an Admin, and returns its API key.
fn create_organization(places: &[&str], organization: &str) -> String {
    let new = ["create-organization", "--name", "Example", "--id"];
    admin(places, &[&new[..], &[organization]].concat());
    create_admin(places, organization);
    let new = [
        "create-api-key",
        "--name",
        "k",
        "--permission",
        "all",
        "--organization",
    ];
    let key = admin(places, &[&new[..], &[organization]].concat());
    key["apiKey"].as_str().unwrap().to_owned()
}

fn create_admin(places: &[&str], organization: &str) {
    let arguments = [
        "admin",
        "create-user",
        "--organization",
        organization,
        "--user-type",
        "Admin",
        "--id",
        ADMIN,
        "--full-name",
        "Ada Example",
        "--email",
        "ada@example.org",
        "--password-stdin",
    ];
    let mut command = command(&[&arguments, places].concat());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{PASSWORD}").unwrap();
    assert!(child.wait().unwrap().success());
}

/// Starts a program with the most detailed log at an address, and returns it with its URL.
fn serve_at(bind: &str, folder: &Path, places: &[&str]) -> (Program, String) {
    let arguments = ["serve", "--bind", bind, "--log", "debug"];
    let log = fs::File::create(folder.join("log")).unwrap();
    let program = Program::start_logging(command(&[&arguments, places].concat()), log.into());
    let base = program.base().to_owned();
    (program, base)
}

/// Starts a program on a free port.
fn serve(folder: &Path, places: &[&str]) -> (Program, String) {
    serve_at("127.0.0.1:0", folder, places)
}

impl Server {
    /// Starts a production server with its own settings. It keeps its data in the folder `data`.
    pub(crate) fn start(folder: &Path, settings: &[&str]) -> Self {
        let data = folder.join("data");
        let places = [&["--data-dir", text(&data)], settings].concat();
        let key = create_organization(&places, "org_a");
        let (program, base) = serve(folder, &places);
        let mut server = Self {
            program,
            base,
            key,
            token: String::new(),
            client: client(),
        };
        let mut account = server.account();
        account.sign_in();
        server.token = account.token;
        server
    }

    /// Returns the account that the server's requests use.
    pub(crate) fn account(&self) -> Account {
        Account {
            organization: "org_a".to_owned(),
            user: ADMIN,
            base: self.base.clone(),
            key: self.key.clone(),
            token: self.token.clone(),
            client: self.client.clone(),
        }
    }

    /// Creates another organization in the server's database, which is at these places.
    pub(crate) fn add_organization(&self, places: &[&str], organization: &str) -> Account {
        let mut account = Account {
            organization: organization.to_owned(),
            key: create_organization(places, organization),
            ..self.account()
        };
        account.sign_in();
        account
    }

    /// Starts another server of the same organization, with its own data folder.
    pub(crate) fn start_second(&self, folder: &Path, settings: &[&str]) -> Self {
        let data = folder.join("data");
        let (program, base) = serve(folder, &[&["--data-dir", text(&data)], settings].concat());
        Self {
            program,
            base,
            key: self.key.clone(),
            token: self.token.clone(),
            client: client(),
        }
    }

    /// Starts the program again at the same address, after it has ended.
    pub(crate) fn start_again(&mut self, folder: &Path, settings: &[&str]) {
        let data = folder.join("data");
        let places = [&["--data-dir", text(&data)], settings].concat();
        let bind = self.base.strip_prefix("http://").unwrap();
        self.program = serve_at(bind, folder, &places).0;
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.base))
            .header("x-api-key", &self.key)
            .header("Authorization", format!("Bearer {}", self.token))
    }

    /// Calls an operation that must succeed, and returns its field's value.
    pub(crate) fn call(
        &self,
        kind: &str,
        name: &str,
        input_type: &str,
        fields: &str,
        input: Value,
    ) -> Value {
        let query =
            format!("{kind}($input: {input_type}!) {{ {name}(input: $input) {{ {fields} }} }}");
        let body = json!({ "query": query, "variables": { "input": input } });
        let (status, body) = answer(self.post("/graphql").json(&body).send().unwrap());
        assert!(status == 200 && body.get("errors").is_none(), "{body}");
        body["data"][name].clone()
    }

    /// Creates a job, and returns its identifier.
    pub(crate) fn create_job(&self, title: &str) -> String {
        let new = with_organization(json!({ "recruiterId": "usr_a", "title": title }));
        let job = self.call("mutation", "createJob", "CreateJobInput", "_id", new);
        job["_id"].as_str().unwrap().to_owned()
    }

    /// Returns the identifiers of the candidates on the first page, the newest first.
    pub(crate) fn candidates(&self) -> Vec<String> {
        let found = self.call(
            "query",
            "getCandidates",
            "GetCandidatesInput",
            "candidate { _id }",
            with_organization(json!({})),
        );
        let found = found["candidate"].as_array().unwrap();
        let id = |candidate: &Value| candidate["_id"].as_str().unwrap().to_owned();
        found.iter().map(id).collect()
    }

    /// Records an interview of a candidate.
    pub(crate) fn record(&self, candidate: &str, film: Vec<u8>) {
        let interview = self.call("mutation", "assignInterviewer", "AssignInterviewerInput", "result { _id }",
            json!({ "candidateId": candidate, "interviewerId": "usr_a", "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" }));
        let interview = interview["result"]["_id"].as_str().unwrap();
        let path = format!("/interviews/{interview}/recording");
        let sent = self.request(Method::PUT, &path);
        let sent = sent.header("Content-Type", "video/mp4").body(film);
        let (status, kept) = answer(sent.send().unwrap());
        assert_eq!(status, 201, "{kept}");
    }

    /// Returns the form of an upload for a job, without files.
    pub(crate) fn upload_form(job: &str) -> Form {
        Form::new()
            .text("jobId", job.to_owned())
            .text("recruiterId", "usr_a")
            .text("organizationId", "org_a")
            .text("userType", "Admin")
            .text(
                "resumeScoreBreakdown",
                r#"{"experience": 40, "skills": 40, "education": 20}"#,
            )
    }

    pub(crate) fn upload(&self, job: &str, files: Vec<(&str, Vec<u8>)>) -> Value {
        let form = files
            .into_iter()
            .fold(Self::upload_form(job), |form, (name, bytes)| {
                form.part("files", file(name, bytes))
            });
        let (status, body) = answer(
            self.post("/bulk-upload-resumes")
                .multipart(form)
                .send()
                .unwrap(),
        );
        assert_eq!(status, 200, "{body}");
        body
    }
}
