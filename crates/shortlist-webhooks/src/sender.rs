//! Sends one delivery to one receiver.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode, Url};
use shortlist_app::AddressRules;
use shortlist_domain::{DeliveryAttempt, Timestamp};
use shortlist_egress::{Cause, cause_of, client_builder};

use crate::signature::unix_seconds;

/// The time within which a receiver must answer.
pub const TIMEOUT: Duration = Duration::from_secs(15);
/// How much of a response is read.
pub const MAX_RESPONSE_BYTES: usize = 4 * 1_024;
/// How long opening a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an unused connection stays open.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// A delivery that is ready to be sent.
pub(crate) struct Request {
    pub(crate) address: String,
    pub(crate) id: String,
    pub(crate) at: Timestamp,
    pub(crate) signatures: String,
    pub(crate) body: Vec<u8>,
}

/// The result of sending.
pub(crate) struct Sent {
    pub(crate) attempt: DeliveryAttempt,
    /// The delay that the receiver asked for.
    pub(crate) retry_after: Option<Duration>,
}

/// Sends deliveries.
pub(crate) struct Sender {
    /// Created at the first delivery: where nobody has a webhook, missing CA certificates must not keep the service from starting.
    client: OnceLock<Client>,
    rules: Arc<AddressRules>,
}

impl Sender {
    /// Creates a sender. Nothing is sent yet.
    pub(crate) fn new(rules: &AddressRules) -> Self {
        Self {
            client: OnceLock::new(),
            rules: Arc::new(rules.clone()),
        }
    }

    fn client(&self) -> Result<&Client, String> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let client = client_builder(&self.rules)
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .build()
            .map_err(|error| without_client(&error))?;
        Ok(self.client.get_or_init(|| client))
    }

    /// Sends a delivery, and waits for the answer.
    pub(crate) async fn send(&self, request: Request) -> Sent {
        let (at, begun) = (request.at, Instant::now());
        let answer = self.post(request).await;
        let duration = begun.elapsed().as_millis();
        let (status, failure, response, retry_after) = match answer {
            Ok(answer) => (
                Some(answer.status.as_u16()),
                failure_of(answer.status),
                Some(answer.text).filter(|text| !text.is_empty()),
                answer.retry_after,
            ),
            Err(failure) => (None, Some(failure), None, None),
        };
        Sent {
            attempt: DeliveryAttempt {
                at,
                duration_millis: u32::try_from(duration).unwrap_or(u32::MAX),
                status,
                failure,
                response,
            },
            retry_after,
        }
    }

    async fn post(&self, request: Request) -> Result<Answer, String> {
        let url = self.check(&request.address)?;
        let response = self
            .client()?
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", request.id)
            .header("webhook-timestamp", unix_seconds(request.at).to_string())
            .header("webhook-signature", request.signatures)
            .body(request.body)
            .send()
            .await
            .map_err(|error| reason_of(&error))?;
        let status = response.status();
        let retry_after = retry_after(&response);
        Ok(Answer {
            status,
            retry_after,
            text: beginning(response).await,
        })
    }

    /// Checks the address again: the operator's rules may have changed since it was stored. The connector looks up names, but
    /// not addresses, so these are checked here.
    fn check(&self, address: &str) -> Result<Url, String> {
        let checked = self.rules.parse("url", address);
        let checked = checked.map_err(|refused| refused.to_string())?;
        Url::parse(checked.as_str()).map_err(|error| error.to_string())
    }
}

/// Returns why there is no HTTP client. The usual reason is an image of a container without CA certificates.
fn without_client(error: &reqwest::Error) -> String {
    let (Cause::Forbidden(problem) | Cause::Other(Some(problem))) = cause_of(error) else {
        return "cannot create the HTTP client".to_owned();
    };
    format!(
        "cannot create the HTTP client: {problem}; the operator of this service must install CA certificates (ca-certificates)"
    )
}

struct Answer {
    status: StatusCode,
    text: String,
    retry_after: Option<Duration>,
}

fn failure_of(status: StatusCode) -> Option<String> {
    if status.is_success() {
        return None;
    }
    Some(if status.is_redirection() {
        format!("the receiver answered {status}; redirects are not followed")
    } else {
        format!("the receiver answered {status}")
    })
}

/// Returns the delay that a receiver asks for, if it is busy and names one in seconds.
fn retry_after(response: &Response) -> Option<Duration> {
    let is_busy = matches!(
        response.status(),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
    );
    let value = response.headers().get(RETRY_AFTER).filter(|_| is_busy)?;
    let seconds: u64 = value.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Returns the beginning of a response as text. The rest is not read. A response that breaks off ends there: its status has
/// arrived.
async fn beginning(mut response: Response) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < MAX_RESPONSE_BYTES {
        match response.chunk().await {
            Ok(Some(chunk)) => bytes.extend(chunk.iter().take(MAX_RESPONSE_BYTES - bytes.len())),
            Ok(None) | Err(_) => break,
        }
    }
    // PostgreSQL cannot store NUL in a text.
    String::from_utf8_lossy(&bytes).replace('\0', "\u{fffd}")
}

/// Returns why nothing was answered, for the owner of the webhook. The address is left out, because it may contain a token.
fn reason_of(error: &reqwest::Error) -> String {
    let last = match cause_of(error) {
        Cause::Forbidden(problem) => return problem,
        Cause::Other(last) => last,
    };
    let attempt = if error.is_timeout() {
        let seconds = TIMEOUT.as_secs();
        return format!("the receiver did not answer within {seconds} seconds");
    } else if error.is_connect() {
        "cannot connect to the receiver"
    } else {
        "the request failed"
    };
    match last {
        Some(last) => format!("{attempt}: {last}"),
        None => attempt.to_owned(),
    }
}
