//! An organization, and the requests of its users.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};
use shortlist_fixtures::ResumeFile;

use crate::Outcome;
use crate::sending::{post, send};
use crate::server::command;

/// The boundary between the parts of a form.
const BOUNDARY: &str = "----part-of-an-upload";
const JSON: &str = "Content-Type: application/json\r\n";

/// An organization that `bench seed` created, with an Admin's credentials.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Organization {
    #[serde(rename = "organizationId")]
    pub(crate) id: String,
    pub(crate) recruiter_id: String,
    pub(crate) email: String,
    pub(crate) password: String,
    pub(crate) api_key: String,
    pub(crate) access_token: String,
    job_ids: Vec<String>,
}

impl Organization {
    /// Fills an organization with this many candidates.
    pub(crate) fn seed(
        place: (&Path, &Path),
        id: &str,
        (candidates, jobs): (u32, u32),
    ) -> Outcome<Self> {
        let (candidates, jobs) = (candidates.to_string(), jobs.to_string());
        let flags = [
            "--organization",
            id,
            "--candidates",
            &candidates,
            "--jobs",
            &jobs,
        ];
        let seeded = command(place, &["bench", "seed"], &flags)?;
        Ok(serde_json::from_value(seeded)?)
    }

    /// Returns the job with nine of ten candidates, or the only job.
    pub(crate) fn large_job(&self) -> &str {
        self.job_ids.last().map_or("", String::as_str)
    }

    /// Returns the same organization with an additional key.
    pub(crate) fn with_key(&self, place: (&Path, &Path), permission: &str) -> Outcome<Self> {
        let flags = [
            "--organization",
            &self.id,
            "--name",
            "further",
            "--permission",
            permission,
            "--json",
        ];
        let issued = command(place, &["admin", "create-api-key"], &flags)?;
        let key = issued.get("apiKey").and_then(Value::as_str);
        Ok(Self {
            api_key: key.ok_or("no key was issued")?.to_owned(),
            ..self.clone()
        })
    }

    /// Returns the same organization with an Interviewer's credentials and a key that may only read jobs.
    pub(crate) fn interviewer(&self, place: (&Path, &Path), address: &str) -> Outcome<Self> {
        let flags = [
            "--organization",
            &self.id,
            "--user-type",
            "Interviewer",
            "--full-name",
            "Ida Vell",
            "--email",
            "ida@example.org",
            "--json",
        ];
        let user = command(place, &["admin", "create-user"], &flags)?;
        let password = user.get("password").and_then(Value::as_str);
        let mut interviewer = self.with_key(place, "jobs:read")?;
        interviewer.email = "ida@example.org".to_owned();
        interviewer.password = password.ok_or("no password")?.to_owned();
        let answer = send(address, &interviewer.sign_in(address))?;
        let session: Value = serde_json::from_slice(&answer.body)?;
        let token = session.get("accessToken").and_then(Value::as_str);
        interviewer.access_token = token.ok_or("the Interviewer cannot sign in")?.to_owned();
        Ok(interviewer)
    }

    /// Returns the headers with its credentials.
    pub(crate) fn credentials(&self) -> String {
        let (key, token) = (&self.api_key, &self.access_token);
        format!("x-api-key: {key}\r\nAuthorization: Bearer {token}\r\n")
    }

    /// Returns a sign-in request of its Admin.
    pub(crate) fn sign_in(&self, address: &str) -> Vec<u8> {
        let body = json!({ "email": self.email, "password": self.password }).to_string();
        let headers = format!("x-api-key: {}\r\n{JSON}", self.api_key);
        post(address, "/auth/login", &headers, body.as_bytes())
    }

    /// Returns an input with the organization.
    pub(crate) fn input(&self, fields: &Value) -> Value {
        let mut input = fields.clone();
        if let Some(fields) = input.as_object_mut() {
            fields.insert("organizationId".to_owned(), json!(self.id));
        }
        input
    }

    /// Returns a request with a document. The organization is added to its variable `input`.
    pub(crate) fn question(&self, address: &str, document: &str, input: &Value) -> Vec<u8> {
        let body = json!({ "query": document, "variables": { "input": input } });
        self.graphql(address, &body.to_string())
    }

    /// Returns a GraphQL request with this body.
    pub(crate) fn graphql(&self, address: &str, body: &str) -> Vec<u8> {
        let headers = format!("{}{JSON}", self.credentials());
        post(address, "/graphql", &headers, body.as_bytes())
    }

    /// Sends a document. A response without data is an error.
    pub(crate) fn ask(&self, address: &str, document: &str, fields: &Value) -> Outcome<Value> {
        let request = self.question(address, document, &self.input(fields));
        let answer = send(address, &request)?;
        if !answer.is_good() {
            return Err(String::from_utf8_lossy(&answer.body).into());
        }
        let mut answer: Value = serde_json::from_slice(&answer.body)?;
        Ok(answer.get_mut("data").map(Value::take).unwrap_or_default())
    }

    /// Returns an upload of resumes for a job.
    pub(crate) fn upload(&self, job: &str, files: &[ResumeFile]) -> Upload {
        let weights = json!({ "experience": 40, "skills": 40, "education": 20 });
        self.weighed_upload(job, &weights, files)
    }

    /// Returns an upload of resumes for a job, scored with these weights.
    pub(crate) fn weighed_upload(
        &self,
        job: &str,
        weights: &Value,
        files: &[ResumeFile],
    ) -> Upload {
        let weights = weights.to_string();
        let fields = [
            ("jobId", job),
            ("recruiterId", &self.recruiter_id),
            ("organizationId", &self.id),
            ("userType", "Recruiter"),
            ("resumeScoreBreakdown", &weights),
        ];
        let body = form(&fields, "files", files);
        Upload {
            path: "/bulk-upload-resumes",
            credentials: self.credentials(),
            body,
        }
    }

    /// Returns an import of a job file.
    pub(crate) fn import(&self, file: &ResumeFile) -> Upload {
        let fields = [
            ("recruiterId", self.recruiter_id.as_str()),
            ("organizationId", &self.id),
        ];
        let body = form(&fields, "recfiles", std::slice::from_ref(file));
        Upload {
            path: "/addJobByFile",
            credentials: self.credentials(),
            body,
        }
    }
}

/// A form for sending.
pub(crate) struct Upload {
    pub(crate) path: &'static str,
    credentials: String,
    pub(crate) body: Vec<u8>,
}

impl Upload {
    /// Returns its headers, without the length.
    pub(crate) fn headers(&self) -> String {
        let kind = form_type();
        format!("{}Content-Type: {kind}\r\n", self.credentials)
    }

    /// Returns it as a request.
    pub(crate) fn request(&self, address: &str) -> Vec<u8> {
        post(address, self.path, &self.headers(), &self.body)
    }

    /// Returns it as a request with an additional header.
    pub(crate) fn request_with(&self, address: &str, header: &str) -> Vec<u8> {
        post(
            address,
            self.path,
            &format!("{}{header}\r\n", self.headers()),
            &self.body,
        )
    }
}

/// Returns the media type of forms.
pub(crate) fn form_type() -> String {
    format!("multipart/form-data; boundary={BOUNDARY}")
}

/// Returns a form with its text fields, then its files.
fn form(fields: &[(&str, &str)], file_field: &str, files: &[ResumeFile]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend_from_slice(part.as_bytes());
    }
    for file in files {
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{file_field}\"; filename=\"{}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n",
            file.name
        );
        body.extend_from_slice(part.as_bytes());
        body.extend_from_slice(&file.bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    body
}
