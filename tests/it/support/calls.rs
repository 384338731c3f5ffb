//! Requests to the service, as its clients send them.

use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};

use super::input::{joined, root_field};
use super::people::Caller;
use super::resumes::docx;
use super::service::{Service, answer, file};

impl Service {
    /// Sends a GraphQL request, and returns the status and the body.
    pub(crate) fn graphql(&self, caller: &Caller, query: &str, input: Value) -> (u16, Value) {
        let body = json!({ "query": query, "variables": { "input": input } });
        answer(self.post(caller, "/graphql").json(&body).send().unwrap())
    }

    /// Sends a GraphQL request that must succeed, and returns the root field's value.
    pub(crate) fn data(&self, caller: &Caller, query: &str, input: Value) -> Value {
        let (status, body) = self.graphql(caller, query, input);
        assert_eq!(status, 200, "{body}");
        root_field(&body)
    }

    /// Sends a GraphQL request that must fail while it runs, and returns the error code.
    pub(crate) fn code(&self, caller: &Caller, query: &str, input: Value) -> String {
        let (status, body) = self.graphql(caller, query, input);
        assert_eq!(status, 200, "{body}");
        assert_eq!(body["errors"].as_array().map(Vec::len), Some(1), "{body}");
        assert!(body["errors"][0]["path"][0].is_string(), "{body}");
        body["errors"][0]["extensions"]["code"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Creates a job of the recruiter, and returns its identifier.
    pub(crate) fn create_job(&self, title: &str, more: Value) -> String {
        let input = joined(
            json!({
                "organizationId": self.recruiter.organization_id,
                "recruiterId": self.recruiter.user_id,
                "title": title,
            }),
            &more,
        );
        let query = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
        self.data(&self.recruiter, query, input)["_id"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Returns the form of an upload for a job, without files.
    pub(crate) fn upload_form(caller: &Caller, job: &str) -> Form {
        let weights = r#"{"experience": 40, "skills": 40, "education": 20}"#;
        Self::weighted_form(caller, job, weights.to_owned())
    }

    /// Returns the form with other weights, in the order of receipts.
    pub(crate) fn weighted_form(caller: &Caller, job: &str, weights: String) -> Form {
        Form::new()
            .text("jobId", job.to_owned())
            .text("recruiterId", caller.user_id.clone())
            .text("organizationId", caller.organization_id.clone())
            .text("userType", "Recruiter")
            .text("resumeScoreBreakdown", weights)
    }

    /// Uploads resumes for a job, and returns the status and the body.
    pub(crate) fn upload(
        &self,
        caller: &Caller,
        job: &str,
        files: Vec<(&str, Vec<u8>)>,
    ) -> (u16, Value) {
        let form = files
            .into_iter()
            .fold(Self::upload_form(caller, job), |form, (name, bytes)| {
                form.part("files", file(name, bytes))
            });
        answer(
            self.post(caller, "/bulk-upload-resumes")
                .multipart(form)
                .send()
                .unwrap(),
        )
    }

    /// Uploads one invented resume, and returns the candidate's identifier and code.
    pub(crate) fn candidate(&self, job: &str, name: &str) -> (String, String) {
        let (status, body) = self.upload(&self.recruiter, job, vec![("cv.docx", docx(name))]);
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        let code = body["candidates"][0]["candidate_unique_id"]
            .as_str()
            .unwrap()
            .to_owned();
        let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let input = json!({ "organizationId": self.recruiter.organization_id, "search": code });
        let found = self.data(&self.recruiter, query, input);
        (
            found["candidate"][0]["_id"].as_str().unwrap().to_owned(),
            code,
        )
    }

    /// Sends a job file, and returns the status and the body.
    pub(crate) fn import(
        &self,
        caller: &Caller,
        name: &str,
        bytes: Vec<u8>,
        more: &[(&str, &str)],
    ) -> (u16, Value) {
        let form = Form::new()
            .text("recruiterId", caller.user_id.clone())
            .text("organizationId", caller.organization_id.clone())
            .part("recfiles", file(name, bytes));
        let form = more.iter().fold(form, |form, (field, value)| {
            form.text((*field).to_owned(), (*value).to_owned())
        });
        answer(
            self.post(caller, "/addJobByFile")
                .multipart(form)
                .send()
                .unwrap(),
        )
    }
}
