//! Logging to standard error, so that standard output contains only results.

use std::io::{self, IsTerminal};

use opentelemetry_sdk::trace::SdkTracer;
use tracing::Metadata;
use tracing_subscriber::filter::{ParseError, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Registry};

use crate::Failure;
use crate::config::LogFormat;
use crate::traces::Traces;

/// Turns off errors about connections whose input is not HTTP. They are the client's errors, and they would fill the log. If
/// the operator's filter names the same module, it comes later and takes precedence.
const QUIET: &str = "actix_http::h1::dispatcher=off";

/// Starts logging everything that the filter accepts.
pub(crate) fn start(filter: &str, format: LogFormat) -> Result<(), Failure> {
    let filter = parsed(filter)?;
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

/// Starts logging, and sends the spans of requests to a collector. Their filter is independent of the log's.
pub(crate) fn start_with_traces(
    filter: &str,
    format: LogFormat,
    traces: &Traces,
) -> Result<(), Failure> {
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let subscriber = Registry::default()
        .with(spans(traces.tracer()))
        .with(lines.with_filter(parsed(filter)?));
    subscriber.try_init().map_err(Failure::of("start logging"))
}

/// Returns what passes on the spans of this program, without log lines and without what its libraries do.
fn spans(tracer: SdkTracer) -> impl Layer<Registry> {
    let is_own =
        |metadata: &Metadata<'_>| metadata.is_span() && metadata.target().starts_with("shortlist");
    tracing_opentelemetry::layer()
        .with_tracer(tracer)
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_filter(filter_fn(is_own))
}

fn parsed(filter: &str) -> Result<EnvFilter, Failure> {
    let attempt = format!("parse the log filter {filter:?}; use a level such as info");
    filter_without_other_protocols(filter).map_err(Failure::of(attempt))
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
