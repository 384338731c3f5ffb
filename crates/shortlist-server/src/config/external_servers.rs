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
    let (attempt, text) = match file {
        Some(path) => {
            let attempt = format!("read {what} from {}", path.display());
            let text = fs::read_to_string(path).map_err(Failure::of(attempt.as_str()))?;
            (attempt, text)
        }
        None => {
            #[expect(
                clippy::disallowed_methods,
                reason = "this crate reads the environment; a flag would be shown by the list of processes"
            )]
            let text = std::env::var(variable).unwrap_or_default();
            if text.is_empty() {
                return Ok(None);
            }
            (format!("read {what} from {variable}"), text)
        }
    };
    let secret = ServerSecret::parse(&text);
    secret.map(Some).map_err(Failure::of(attempt))
}
