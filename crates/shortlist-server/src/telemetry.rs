//! Logging to standard error, so that standard output contains only results.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

use crate::Failure;
use crate::config::LogFormat;

/// Turns off errors about connections whose input is not HTTP. They are the client's errors, and they would fill the log. If
/// the operator's filter names the same module, it comes later and takes precedence.
const QUIET: &str = "actix_http::h1::dispatcher=off";

/// Starts logging everything that the filter accepts.
pub(crate) fn start(filter: &str, format: LogFormat) -> Result<(), Failure> {
    let attempt = format!("parse the log filter {filter:?}; use a level such as info");
    let filter = filter_without_other_protocols(filter).map_err(Failure::of(attempt))?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr);
    let started = match format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
    started.map_err(Failure::of("start logging"))
}

fn filter_without_other_protocols(filter: &str) -> Result<EnvFilter, ParseError> {
    EnvFilter::try_new(format!("{QUIET},{filter}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_other_protocols_are_logged_only_on_request() {
        let shown = filter_without_other_protocols("info").unwrap().to_string();
        assert!(shown.contains(QUIET), "{shown}");
        let requested = "actix_http::h1::dispatcher=debug";
        let shown = filter_without_other_protocols(&format!("info,{requested}"))
            .unwrap()
            .to_string();
        assert!(
            shown.contains(requested) && !shown.contains(QUIET),
            "{shown}"
        );
    }
}
