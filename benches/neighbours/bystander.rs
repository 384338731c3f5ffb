//! The organization that behaves well, and the times of its pages and uploads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::Certificate;
use reqwest::blocking::{Client, RequestBuilder};
use serde_json::json;
use shortlist_fixtures::{ResumeFile, pdf, resume_lines};

use crate::Outcome;
use crate::organization::{Organization, form_type};

const PAGE: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
    _id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt } } }";
/// The time after which a request without a response has failed.
const PATIENCE: Duration = Duration::from_secs(30);
/// The pause between two requests, which keeps it far below its rate limit.
const PAGE_REST: Duration = Duration::from_millis(20);
const HEALTH_REST: Duration = Duration::from_millis(5);
const UPLOAD_REST: Duration = Duration::from_millis(50);
/// The size of a resume.
const RESUME_BYTES: usize = 10_000;
/// The number of resumes that all runs have sent. Each is of a different person.
static SENT: AtomicU64 = AtomicU64::new(0);

/// The times of one kind of request, shortest first.
#[derive(Default)]
pub(crate) struct Times {
    taken: Vec<Duration>,
    /// The number of requests that were refused, failed or timed out.
    pub(crate) failed: usize,
}

impl Times {
    /// Adds the time of a request.
    pub(crate) fn add(&mut self, taken: Duration, is_good: bool) {
        self.taken.push(taken);
        self.failed += usize::from(!is_good);
    }

    /// Returns the times in order.
    pub(crate) fn sorted(mut self) -> Self {
        self.taken.sort_unstable();
        self
    }

    pub(crate) fn count(&self) -> usize {
        self.taken.len()
    }

    /// Returns a percentile of the times.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let place = self.taken.len().saturating_mul(percent) / 100;
        let last = self.taken.len().saturating_sub(1);
        self.taken.get(place.min(last)).copied().unwrap_or_default()
    }
}

/// The bystander's measurements.
#[derive(Default)]
pub(crate) struct BystanderTimes {
    pub(crate) pages: Times,
    pub(crate) uploads: Times,
    /// The times of `/health/live`, which needs nothing but a thread that answers.
    pub(crate) health: Times,
}

/// The bystander and the server that it calls.
pub(crate) struct Bystander<'a> {
    pub(crate) organization: &'a Organization,
    client: Client,
    url: String,
    failures: Mutex<Option<String>>,
}

impl<'a> Bystander<'a> {
    pub(crate) fn new(
        organization: &'a Organization,
        url: &str,
        certificate: Option<&str>,
    ) -> Outcome<Self> {
        let mut client = Client::builder().timeout(PATIENCE);
        if let Some(pem) = certificate {
            client = client.tls_certs_only([Certificate::from_pem(pem.as_bytes())?]);
        }
        Ok(Self {
            organization,
            client: client.build()?,
            url: url.to_owned(),
            failures: Mutex::default(),
        })
    }

    /// Requests pages and uploads in parallel until the attack is over.
    pub(crate) fn call(&self, over: &AtomicBool) -> BystanderTimes {
        thread::scope(|scope| {
            let uploads = scope.spawn(|| self.repeat(over, UPLOAD_REST, || self.upload()));
            let health = scope.spawn(|| self.repeat(over, HEALTH_REST, || self.health()));
            let pages = self.repeat(over, PAGE_REST, || self.page());
            BystanderTimes {
                pages,
                uploads: uploads.join().unwrap_or_default(),
                health: health.join().unwrap_or_default(),
            }
        })
    }

    /// Returns the first failure.
    pub(crate) fn first_failure(&self) -> Option<String> {
        self.failures.lock().ok()?.clone()
    }

    fn repeat(&self, over: &AtomicBool, rest: Duration, call: impl Fn() -> Outcome<()>) -> Times {
        let mut times = Times::default();
        while !over.load(Ordering::Relaxed) {
            let begun = Instant::now();
            let called = call();
            times.add(begun.elapsed(), called.is_ok());
            if let (Err(error), Ok(mut failures)) = (called, self.failures.lock()) {
                failures.get_or_insert_with(|| error.to_string());
            }
            thread::sleep(rest);
        }
        times.sorted()
    }

    fn health(&self) -> Outcome<()> {
        let url = format!("{}/health/live", self.url);
        good(self.client.get(url)).map(drop)
    }

    fn page(&self) -> Outcome<()> {
        let input = self
            .organization
            .input(&json!({ "jobId": self.organization.large_job() }));
        let body = json!({ "query": PAGE, "variables": { "input": input } });
        let answer = good(self.post("/graphql").json(&body))?;
        if answer.contains("\"errors\":") {
            Err(answer.into())
        } else {
            Ok(())
        }
    }

    fn upload(&self) -> Outcome<()> {
        let number = SENT.fetch_add(1, Ordering::Relaxed);
        let job = self.organization.large_job();
        let upload = self.organization.upload(job, &[resume(number)]);
        let request = self.post(upload.path).header("Content-Type", form_type());
        let answer = good(request.body(upload.body))?;
        if answer.contains("\"created\":1") {
            Ok(())
        } else {
            Err(answer.into())
        }
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.client
            .post(format!("{}{path}", self.url))
            .header("x-api-key", &self.organization.api_key)
            .bearer_auth(&self.organization.access_token)
    }
}

/// Sends a request that must succeed, and returns the response's text.
fn good(request: RequestBuilder) -> Outcome<String> {
    let answer = request.send()?;
    let status = answer.status();
    let text = answer.text()?;
    if status.is_success() {
        Ok(text)
    } else {
        Err(format!("{status}: {text}").into())
    }
}

/// Returns the resume of a unique person.
fn resume(number: u64) -> ResumeFile {
    let mut lines = resume_lines(1_000_000 + number);
    let further = lines.clone();
    let further = further.iter().filter(|line| line.starts_with("- ")).cycle();
    let mut bytes = pdf(&lines);
    for line in further.take(1_000) {
        if bytes.len() >= RESUME_BYTES {
            break;
        }
        lines.push(line.clone());
        bytes = pdf(&lines);
    }
    ResumeFile {
        name: format!("resume-{number}.pdf"),
        bytes,
    }
}
