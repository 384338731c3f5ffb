//! The options of the client: which server it calls, and with what time limits.

use std::time::Duration;

use shortlist_app::{ServerAddress, ServerSecret};

/// The reason why the configured language model cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The name is empty or too long.
    #[error("the language model needs a name of 1 to 100 characters")]
    Name,
    /// The HTTP client cannot be created.
    #[error("create the HTTP client of the language model")]
    Client(#[source] reqwest::Error),
}

/// The options of the client: which server it calls, and with what time limits.
#[derive(Debug, Clone)]
pub struct ModelOptions {
    /// The address of an OpenAI-compatible server, without `/chat/completions`.
    pub address: ServerAddress,
    /// The model's name, for the server and for receipts.
    pub name: String,
    /// The API key, if the server requires one.
    pub key: Option<ServerSecret>,
    /// How long a question may take, including all retries and waits.
    pub time_limit: Duration,
    /// The wait before the first retry after a failure. It doubles with each retry.
    pub first_retry_delay: Duration,
    /// The number of consecutive failures after which the server is not called for a while.
    pub max_failures: u32,
    /// How long the server is not called. After that, one question is tried again.
    pub open_duration: Duration,
}

impl ModelOptions {
    /// Returns the default options: 30 s for a question, a first retry after 250 ms, and a rest of one minute after five
    /// failures.
    pub fn new(address: ServerAddress, name: impl Into<String>) -> Self {
        Self {
            address,
            name: name.into(),
            key: None,
            time_limit: Duration::from_secs(30),
            first_retry_delay: Duration::from_millis(250),
            max_failures: 5,
            open_duration: Duration::from_secs(60),
        }
    }
}
