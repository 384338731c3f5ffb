//! Addresses and secrets of external servers. Secrets come from files or environment variables. They have no flag and no
//! setting, so that no list of processes and no printed configuration shows them.

use std::fs;
use std::path::Path;

use shortlist_app::{AddressError, NetworkTrust, ServerAddress, ServerSecret};

use crate::Failure;

/// Parses the address of a server on a network that may be trusted.
pub(super) fn address(text: &str, trusted: bool) -> Result<ServerAddress, AddressError> {
    let network = if trusted {
        NetworkTrust::Trusted
    } else {
        NetworkTrust::Untrusted
    };
    ServerAddress::parse(text, network)
}

/// Reads a secret from its file, or else from its environment variable. An empty variable counts as absent.
pub(super) fn secret(
    what: &str,
    file: Option<&Path>,
    variable: &str,
) -> Result<Option<ServerSecret>, Failure> {
    let Some(read) = read(what, file, variable)? else {
        return Ok(None);
    };
    let secret = ServerSecret::parse(&read.text);
    secret.map(Some).map_err(Failure::of(read.attempt))
}

/// Reads a password in the same way. People choose passwords, so they may contain spaces and any letter.
pub(super) fn password(
    what: &str,
    file: Option<&Path>,
    variable: &str,
) -> Result<Option<String>, Failure> {
    let Some(read) = read(what, file, variable)? else {
        return Ok(None);
    };
    let password = read.text.trim_end_matches(['\r', '\n']);
    let problem = if password.is_empty() {
        "it is empty"
    } else if password.contains(char::is_control) {
        "it must be one line without control characters"
    } else {
        return Ok(Some(password.to_owned()));
    };
    Err(Failure::of(read.attempt)(problem))
}

/// A secret as it was read.
struct Read {
    attempt: String,
    text: String,
}

fn read(what: &str, file: Option<&Path>, variable: &str) -> Result<Option<Read>, Failure> {
    if let Some(path) = file {
        let attempt = format!("read {what} from {}", path.display());
        let text = fs::read_to_string(path).map_err(Failure::of(attempt.as_str()))?;
        return Ok(Some(Read { attempt, text }));
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "this crate reads the environment; a flag would be shown by the list of processes"
    )]
    let text = std::env::var(variable).unwrap_or_default();
    let attempt = format!("read {what} from {variable}");
    Ok((!text.is_empty()).then_some(Read { attempt, text }))
}
