//! Production with a language model: what is sent, how scores change, and what the log must not contain.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use reqwest::blocking::multipart::Form;
use reqwest::blocking::{Client, RequestBuilder};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::administration::{PASSWORD, admin, create_user};
use super::program::{Program, command, text};
use crate::model::stub::{Reply, Stub};
use crate::support::resumes::docx_of;
use crate::support::service::{answer, client, file};

const KEY: &str = "sk-never-shown";
const LED: &str = "Led a team of seventeen gardeners.";

/// A production server with an administrator.
struct Production {
    program: Program,
    client: Client,
    base: String,
    key: String,
    token: String,
    user: String,
}

impl Production {
    fn start(data: &Path, log: &Path, model: &Stub) -> Self {
        admin(
            data,
            &["create-organization", "--name", "Example", "--id", "org_a"],
        );
        let user = create_user(data)["_id"].as_str().unwrap().to_owned();
        let issue = [
            "create-api-key",
            "--organization",
            "org_a",
            "--name",
            "all",
            "--permission",
            "all",
        ];
        let key = admin(data, &issue)["apiKey"].as_str().unwrap().to_owned();
        let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "trace"]);
        serve.args(["--data-dir", text(data), "--model-name", "example-1"]);
        serve
            .args(["--model-url", &model.url()])
            .env("SHORTLIST_MODEL_KEY", KEY);
        let program = Program::start_logging(serve, Stdio::from(File::create(log).unwrap()));
        let base = program.base().to_owned();
        let client = client();
        let login = json!({ "email": "ada@example.org", "password": PASSWORD });
        let request = client
            .post(format!("{base}/auth/login"))
            .header("x-api-key", &key);
        let (_, session) = answer(request.json(&login).send().unwrap());
        let token = session["accessToken"].as_str().unwrap().to_owned();
        Self {
            program,
            client,
            base,
            key,
            token,
            user,
        }
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.client
            .post(format!("{}{path}", self.base))
            .header("x-api-key", &self.key)
            .bearer_auth(&self.token)
    }

    fn data(&self, query: &str, input: Value) -> Value {
        let body = json!({ "query": query, "variables": { "input": input } });
        let (status, body) = answer(self.post("/graphql").json(&body).send().unwrap());
        assert_eq!(status, 200, "{body}");
        body["data"].clone()
    }

    fn upload(&self) -> Value {
        let job = self.data(
            "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }",
            json!({ "organizationId": "org_a", "recruiterId": self.user, "title": "Head Gardener" }),
        );
        let lines = [
            "Ben Unmentioned",
            "ben@example.org",
            "Experience",
            "Gardener, Example Orchards",
            LED,
        ];
        let form = Form::new()
            .text(
                "jobId",
                job["createJob"]["_id"].as_str().unwrap().to_owned(),
            )
            .text("recruiterId", self.user.clone())
            .text("organizationId", "org_a")
            .text("userType", "Admin")
            .text("resumeScoreBreakdown", r#"{"leadership": 1}"#)
            .part("files", file("cv.docx", docx_of(&lines)));
        let request = self.post("/bulk-upload-resumes").multipart(form);
        let (status, body) = answer(request.send().unwrap());
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        self.data(
            "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { scoreReceipt { score \
             languageModel { summary } } } } }",
            json!({ "organizationId": "org_a" }),
        )["getCandidates"]["candidate"][0]["scoreReceipt"]
            .clone()
    }
}

#[test]
fn a_resume_is_judged_and_nothing_of_it_or_of_the_key_is_logged() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let stub = Stub::answering(|_, _| Reply::opinions(&[("leadership", json!(1), &[LED])]));
    let production = Production::start(&folder.path().join("data"), &log, &stub);
    let receipt = production.upload();
    assert_eq!(receipt["score"], 75.0);
    let summary = "The language model example-1 moved leadership from 0.500 to 0.750.";
    assert_eq!(receipt["languageModel"]["summary"], summary);
    production.program.stop();

    let request = stub.requests().remove(0);
    assert!(
        request
            .headers
            .contains(&format!("authorization: bearer {KEY}"))
    );
    assert!(request.question().contains(LED) && !request.question().contains("Ben"));
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("are sent to a language model"));
    assert!(log.contains("TRACE"), "the log holds all that there is");
    for secret in [KEY, "seventeen", "Unmentioned", "ben@example.org"] {
        assert!(!log.contains(secret), "{secret}");
    }
}
