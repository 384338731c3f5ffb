//! Which server is asked, and with what patience.

use std::time::Duration;

use shortlist_app::{ServerAddress, ServerSecret};

/// Why a language model cannot be used as it is configured.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The name is none.
    #[error("the language model needs a name of 1 to 100 characters")]
    Name,
    /// The client cannot be had.
    #[error("set up the client of the language model")]
    Client(#[source] reqwest::Error),
}

/// Which server is asked, and with what patience.
#[derive(Debug, Clone)]
pub struct ModelOptions {
    /// Where an OpenAI-compatible server is, up to and without `/chat/completions`.
    pub address: ServerAddress,
    /// The model's name, for the server and for receipts.
    pub name: String,
    /// What the server asks for, where it does.
    pub key: Option<ServerSecret>,
    /// How long a question may take, all tries and waits included.
    pub time: Duration,
    /// The wait before the first of the tries that follow a failure; it doubles.
    pub first_pause: Duration,
    /// So many failed questions in a row, and the server is left alone.
    pub failures: u32,
    /// For so long, before one question tries it again.
    pub rest: Duration,
}

impl ModelOptions {
    /// The decided patience: 30 s for a question, tries again after a quarter of a second, a rest of a minute after five
    /// failures.
    pub fn new(address: ServerAddress, name: impl Into<String>) -> Self {
        Self {
            address,
            name: name.into(),
            key: None,
            time: Duration::from_secs(30),
            first_pause: Duration::from_millis(250),
            failures: 5,
            rest: Duration::from_secs(60),
        }
    }
}
