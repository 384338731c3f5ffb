//! One HTTP request and its response, with retries, waits and limits.

use std::error::Error;
use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use reqwest::blocking::{Client, Response};
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::redirect::Policy;
use shortlist_app::{ModelFailure, ServerSecret};

use crate::options::{ModelOptions, SetupError};

/// How often a request is retried after a transient failure.
pub const RETRIES: u32 = 2;
/// The largest answer that is read, in bytes.
pub const MAX_ANSWER_BYTES: u64 = 1 << 20;
/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Sends requests to one address.
pub(crate) struct Poster {
    http: Client,
    url: String,
    key: Option<ServerSecret>,
    first_retry_delay: Duration,
}

/// The reason why a request failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PostError {
    /// The server refuses this request. It may accept a weaker form of answer.
    Refused(u16),
    /// A transient failure. The server may say how long to wait.
    Transient(ModelFailure, Option<Duration>),
    /// A permanent failure.
    Permanent(ModelFailure),
}

impl Poster {
    pub(crate) fn new(options: &ModelOptions) -> Result<Self, SetupError> {
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Another thread may have installed the same provider first.
            let _installed = rustls::crypto::ring::default_provider().install_default();
        }
        let http = Client::builder()
            .user_agent(concat!("shortlist/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .no_proxy()
            .referer(false)
            .connect_timeout(CONNECT_TIMEOUT)
            .build()
            .map_err(SetupError::Client)?;
        Ok(Self {
            http,
            url: format!("{}/chat/completions", options.address),
            key: options.key.clone(),
            first_retry_delay: options.first_retry_delay,
        })
    }

    /// Sends a body until a response arrives, the retries are used up or the deadline passes.
    pub(crate) fn send(&self, body: &[u8], deadline: Instant) -> Result<Vec<u8>, PostError> {
        let mut delay = self.first_retry_delay;
        for _ in 0..RETRIES {
            match self.send_once(body, deadline) {
                Err(PostError::Transient(failure, retry_after)) => {
                    let wait = retry_after.unwrap_or(delay);
                    if wait >= time_left(deadline) {
                        return Err(PostError::Permanent(failure));
                    }
                    thread::sleep(wait);
                    delay *= 2;
                }
                done => return done,
            }
        }
        self.send_once(body, deadline)
    }

    fn send_once(&self, body: &[u8], deadline: Instant) -> Result<Vec<u8>, PostError> {
        let time_left = time_left(deadline);
        if time_left.is_zero() {
            return Err(PostError::Permanent(ModelFailure::TooSlow));
        }
        let mut request = self
            .http
            .post(&self.url)
            .header(CONTENT_TYPE, "application/json")
            // The timeout of the whole exchange, including the last byte of the response.
            .timeout(time_left)
            .body(body.to_vec());
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.as_str());
        }
        let response = request
            .send()
            .map_err(|error| connection_error(&error, deadline))?;
        check_status(&response)?;
        if !is_json(response.headers()) {
            return Err(PostError::Permanent(ModelFailure::Unusable));
        }
        read_bounded(response, deadline)
    }
}

fn time_left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// Classifies the error of a failed connection and logs its causes. These contain addresses and certificates, and never what
/// was sent.
fn connection_error(error: &dyn Error, deadline: Instant) -> PostError {
    let mut causes = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        causes.push(error.to_string());
        cause = error.source();
    }
    tracing::info!(
        causes = causes.join(": "),
        "a call of the language model failed"
    );
    if time_left(deadline).is_zero() {
        PostError::Permanent(ModelFailure::TooSlow)
    } else {
        PostError::Transient(ModelFailure::Unreachable, None)
    }
}

/// Accepts only status 200. A redirect is a failure, because a resume is sent only where the operator configured.
fn check_status(response: &Response) -> Result<(), PostError> {
    let status = response.status();
    let failure = ModelFailure::Status(status.as_u16());
    match status {
        StatusCode::OK => Ok(()),
        StatusCode::BAD_REQUEST
        | StatusCode::UNSUPPORTED_MEDIA_TYPE
        | StatusCode::UNPROCESSABLE_ENTITY
        | StatusCode::NOT_IMPLEMENTED => Err(PostError::Refused(status.as_u16())),
        StatusCode::TOO_MANY_REQUESTS => Err(PostError::Transient(
            failure,
            retry_after(response.headers()),
        )),
        status if status.is_server_error() => Err(PostError::Transient(
            failure,
            retry_after(response.headers()),
        )),
        _ => Err(PostError::Permanent(failure)),
    }
}

/// Returns the seconds of `Retry-After`. Its other form, a date, is ignored, because this crate knows no clock.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    text.trim().parse().ok().map(Duration::from_secs)
}

fn is_json(headers: &HeaderMap) -> bool {
    let stated = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let media = stated.and_then(|stated| stated.split(';').next());
    media.is_some_and(|media| media.trim().eq_ignore_ascii_case("application/json"))
}

fn read_bounded(response: Response, deadline: Instant) -> Result<Vec<u8>, PostError> {
    let mut bytes = Vec::new();
    let read = response.take(MAX_ANSWER_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| connection_error(&error, deadline))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= MAX_ANSWER_BYTES) {
        Ok(bytes)
    } else {
        Err(PostError::Permanent(ModelFailure::Unusable))
    }
}
