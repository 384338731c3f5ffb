//! Logging: to standard error, so that results on standard output stay clean.

use std::io;

use tracing_subscriber::EnvFilter;

use crate::Failure;
use crate::config::LogFormat;

/// Starts logging what the filter lets through.
pub(crate) fn start(filter: &str, format: LogFormat) -> Result<(), Failure> {
    let attempt = format!("understand the log filter {filter:?}; use a level such as info");
    let filter = EnvFilter::try_new(filter).map_err(Failure::of(attempt))?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    let started = match format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
    started.map_err(Failure::of("start logging"))
}
