//! Calls of providers: which addresses are called, for how long, and how much of an answer is read.

use std::io::Read;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use oauth2::http::header::{ACCEPT, CONTENT_TYPE};
use oauth2::{HttpRequest, HttpResponse, http};
use reqwest::blocking::{Client, ClientBuilder, Request, Response};
use reqwest::{StatusCode, Url};
use serde::de::DeserializeOwned;
use shortlist_app::{AddressRules, ProviderFailure};
use shortlist_egress::{Cause, cause_of, client_builder};

/// The largest answer that is read, in bytes.
pub const MAX_ANSWER_BYTES: u64 = 1 << 20;
/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How much is read at once, in bytes.
const CHUNK_BYTES: usize = 16 * 1_024;

/// What a call is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Discovery,
    Keys,
    Exchange,
    UserInfo,
}

impl Step {
    fn attempt(self) -> &'static str {
        match self {
            Self::Discovery => "cannot read the provider's discovery document",
            Self::Keys => "cannot read the provider's keys",
            Self::Exchange => "cannot exchange the code of the sign-in",
            Self::UserInfo => "cannot read the user's details",
        }
    }

    /// Returns a failure of settings.
    pub(crate) fn misconfigured(self, problem: &str) -> ProviderFailure {
        ProviderFailure::Misconfigured(format!("{}: {problem}", self.attempt()))
    }

    /// Returns the failure of a call.
    pub(crate) fn failed(self, error: &CallError) -> ProviderFailure {
        match error {
            CallError::Refused(problem) => self.misconfigured(problem),
            CallError::Unreachable(problem) => {
                ProviderFailure::Unreachable(format!("{}: {problem}", self.attempt()))
            }
        }
    }
}

/// Why a call has no usable answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The rules forbid this address, or the answer shows that it is the wrong one.
    #[error("{0}")]
    Refused(String),
    /// The provider does not answer, or says that it cannot now.
    #[error("{0}")]
    Unreachable(String),
}

/// Calls providers.
pub(crate) struct Calls {
    /// Created at the first call: where nobody has a provider, missing CA certificates must not keep the service from starting.
    http: OnceLock<Client>,
    rules: Arc<AddressRules>,
}

impl Calls {
    /// Creates what calls providers. Nothing is called yet.
    pub(crate) fn new(rules: &AddressRules) -> Self {
        Self {
            http: OnceLock::new(),
            rules: Arc::new(rules.clone()),
        }
    }

    fn client(&self) -> Result<&Client, CallError> {
        if let Some(http) = self.http.get() {
            return Ok(http);
        }
        let builder = ClientBuilder::from(client_builder(&self.rules));
        let http = builder.connect_timeout(CONNECT_TIMEOUT).build();
        let http = http.map_err(|error| without_client(&error))?;
        Ok(self.http.get_or_init(|| http))
    }

    /// Parses an address, and checks that it may be called. `name` is how the provider calls it.
    pub(crate) fn address(&self, name: &str, text: &str) -> Result<Url, ProviderFailure> {
        let refuse = |problem: String| Step::Discovery.misconfigured(&problem);
        let url = Url::parse(text).map_err(|error| refuse(format!("{name}: {error}")))?;
        let checked = self.rules.check(name, &url);
        checked.map_err(|refused| refuse(refused.to_string()))?;
        Ok(url)
    }

    /// Reads JSON at an address.
    pub(crate) fn get<T: DeserializeOwned>(
        &self,
        step: Step,
        address: &Url,
        deadline: Instant,
    ) -> Result<T, ProviderFailure> {
        let request = http::Request::get(address.as_str())
            .header(ACCEPT, "application/json")
            .body(Vec::new())
            .map_err(|error| step.misconfigured(&error.to_string()))?;
        let answer = self
            .send(request, deadline)
            .map_err(|error| step.failed(&error))?;
        read_json(step, &answer)
    }

    /// Sends one request. A 4xx response is returned, because its body says what is wrong.
    pub(crate) fn send(
        &self,
        request: HttpRequest,
        deadline: Instant,
    ) -> Result<HttpResponse, CallError> {
        let mut request =
            Request::try_from(request).map_err(|error| reason_of(&error, deadline))?;
        let checked = self.rules.check("the address", request.url());
        checked.map_err(|refused| CallError::Refused(refused.to_string()))?;
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(too_slow());
        }
        *request.timeout_mut() = Some(left);
        let response = self.client()?.execute(request);
        let response = response.map_err(|error| reason_of(&error, deadline))?;
        check_status(response.status())?;
        answer_of(response, deadline)
    }
}

/// Reads the JSON of a successful answer.
pub(crate) fn read_json<T: DeserializeOwned>(
    step: Step,
    answer: &HttpResponse,
) -> Result<T, ProviderFailure> {
    if answer.status() != StatusCode::OK {
        let status = answer.status();
        return Err(step.misconfigured(&format!("the provider answered {status}")));
    }
    // The error of the parser may quote the answer.
    serde_json::from_slice(answer.body())
        .map_err(|_quotes| step.misconfigured("the answer is not what OpenID Connect describes"))
}

fn check_status(status: StatusCode) -> Result<(), CallError> {
    if status.is_redirection() {
        let problem = format!("the provider answered {status}; redirects are not followed");
        return Err(CallError::Refused(problem));
    }
    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
        let problem = format!("the provider answered {status}");
        return Err(CallError::Unreachable(problem));
    }
    Ok(())
}

/// Reads an answer. One that arrives byte by byte is cut off at the deadline.
fn answer_of(response: Response, deadline: Instant) -> Result<HttpResponse, CallError> {
    let mut answer = http::Response::new(Vec::new());
    *answer.status_mut() = response.status();
    if let Some(media) = response.headers().get(CONTENT_TYPE) {
        answer.headers_mut().insert(CONTENT_TYPE, media.clone());
    }
    let mut rest = response.take(MAX_ANSWER_BYTES + 1);
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = rest.read(&mut chunk);
        if Instant::now() >= deadline {
            return Err(too_slow());
        }
        let read = read.map_err(|_cause| {
            CallError::Unreachable("the connection broke off during the answer".to_owned())
        })?;
        if read == 0 {
            break;
        }
        answer.body_mut().extend(chunk.iter().take(read));
    }
    if rest.limit() == 0 {
        let problem = format!("the answer has more than {MAX_ANSWER_BYTES} bytes");
        return Err(CallError::Refused(problem));
    }
    Ok(answer)
}

fn too_slow() -> CallError {
    CallError::Unreachable("the provider did not answer in time".to_owned())
}

/// Returns why there is no HTTP client. The usual reason is an image of a container without CA certificates.
fn without_client(error: &reqwest::Error) -> CallError {
    let (Cause::Forbidden(problem) | Cause::Other(Some(problem))) = cause_of(error) else {
        return CallError::Unreachable("cannot create the HTTP client".to_owned());
    };
    CallError::Unreachable(format!(
        "cannot create the HTTP client: {problem}; the operator of this service must install CA certificates (ca-certificates)"
    ))
}

/// Returns why nothing was answered. The request is left out, because it may contain a secret.
fn reason_of(error: &reqwest::Error, deadline: Instant) -> CallError {
    let last = match cause_of(error) {
        Cause::Forbidden(problem) => return CallError::Refused(problem),
        Cause::Other(last) => last,
    };
    if error.is_timeout() || Instant::now() >= deadline {
        return too_slow();
    }
    let attempt = if error.is_connect() {
        "cannot connect"
    } else {
        "the request failed"
    };
    CallError::Unreachable(match last {
        Some(last) => format!("{attempt}: {last}"),
        None => attempt.to_owned(),
    })
}
