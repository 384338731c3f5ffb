//! Traces of requests to an OpenTelemetry collector, by OTLP over HTTP. They are off unless an address is set.

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::http::Uri;
use opentelemetry::trace::{SpanKind, Status, TracerProvider};
use opentelemetry::{Key, KeyValue, Value};
use opentelemetry_otlp::{WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::trace::{Sampler, SdkTracer, SdkTracerProvider, SpanData, SpanExporter};

use crate::Failure;
use crate::config::TraceSettings;

/// The fields of a span that only the log gets: they contain identifiers of records.
const UNTRACED: [&str; 3] = ["path", "organization", "key"];
/// The path of traces below the address of a collector.
const PATH: &str = "/v1/traces";
/// How long the collector may take to accept spans.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How long stopping waits until the last spans are sent.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// The name of the span of a request.
const REQUEST: &str = "request";
/// The first status that is the service's fault.
const FIRST_FAULT: i64 = 500;

/// Sends traces until it is dropped.
pub(crate) struct Traces {
    provider: SdkTracerProvider,
}

impl TraceSettings {
    /// Returns the address that spans are sent to, or `None` if traces are off.
    pub(crate) fn address(&self) -> Result<Option<String>, Failure> {
        let Some(endpoint) = self.otlp_endpoint.as_deref() else {
            return Ok(None);
        };
        let advice = || {
            format!(
                "use {endpoint:?} as otlp_endpoint; use an address such as http://127.0.0.1:4318"
            )
        };
        let address: Uri = endpoint.parse().map_err(Failure::of(advice()))?;
        let is_http = matches!(address.scheme_str(), Some("http" | "https"));
        if !is_http || address.host().is_none() || address.query().is_some() {
            return Err(Failure::new(advice()));
        }
        let base = endpoint.trim_end_matches('/').trim_end_matches(PATH);
        Ok(Some(format!("{base}{PATH}")))
    }

    /// Starts to send traces, if an address is set. Whether a collector listens there does not matter.
    pub(crate) fn start(&self) -> Result<Option<Traces>, Failure> {
        let Some(address) = self.address()? else {
            return Ok(None);
        };
        // The HTTP client needs a provider of cryptography. Other clients install the same one.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let exporter = opentelemetry_otlp::SpanExporter::builder()
            .with_http()
            .with_endpoint(address.as_str())
            .with_timeout(TIMEOUT)
            .with_headers(HashMap::new())
            .build()
            .map_err(Failure::of(format!("send traces to {address}")))?;
        let resource = Resource::builder()
            .with_service_name("shortlist")
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let share = f64::from(self.trace_percent) / 100.0;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(ReportingExporter {
                inner: exporter,
                address,
                has_failed: AtomicBool::new(false),
            })
            .with_sampler(Sampler::TraceIdRatioBased(share))
            .with_resource(resource)
            .build();
        Ok(Some(Traces { provider }))
    }
}

impl Traces {
    /// Returns what makes spans of this program.
    pub(crate) fn tracer(&self) -> SdkTracer {
        self.provider.tracer("shortlist")
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        // The exporter has reported that the collector does not answer.
        let _sent = self.provider.shutdown_with_timeout(STOP_TIMEOUT);
    }
}

/// An exporter that reports once that the collector cannot be reached, and once that it can be reached again.
#[derive(Debug)]
struct ReportingExporter {
    inner: opentelemetry_otlp::SpanExporter,
    address: String,
    has_failed: AtomicBool,
}

impl SpanExporter for ReportingExporter {
    fn export(&self, batch: Vec<SpanData>) -> impl Future<Output = OTelSdkResult> + Send {
        let sending = self
            .inner
            .export(batch.into_iter().map(described).collect());
        async move {
            let sent = sending.await;
            self.report(&sent);
            sent
        }
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

impl ReportingExporter {
    fn report(&self, sent: &OTelSdkResult) {
        let has_failed = sent.is_err();
        let had_failed = self.has_failed.swap(has_failed, Ordering::Relaxed);
        match sent {
            Err(error) if !had_failed => warn_of_failure(&self.address, error),
            Ok(()) if had_failed => {
                tracing::info!(address = self.address, "traces are sent again");
            }
            _ => {}
        }
    }
}

fn warn_of_failure(address: &str, error: &OTelSdkError) {
    tracing::warn!(
        address, %error,
        "traces are not sent, because the collector does not accept them: start it, or correct otlp_endpoint. Requests are \
         served as usual"
    );
}

/// Returns a span with the names that OpenTelemetry gives to requests
/// (<https://opentelemetry.io/docs/specs/semconv/http/http-spans/>). Paths contain identifiers, so only the route is sent.
fn described(mut span: SpanData) -> SpanData {
    if span.name != REQUEST {
        return span;
    }
    span.span_kind = SpanKind::Server;
    span.attributes
        .retain(|attribute| !UNTRACED.contains(&attribute.key.as_str()));
    for attribute in &mut span.attributes {
        attribute.key = match attribute.key.as_str() {
            "method" => Key::from_static_str("http.request.method"),
            "route" => Key::from_static_str("http.route"),
            "status" => Key::from_static_str("http.response.status_code"),
            _ => continue,
        };
    }
    let value = |name: &str| {
        let mut attributes = span.attributes.iter();
        attributes.find(|attribute| attribute.key.as_str() == name)
    };
    let text = |name: &str| value(name).map(|found| found.value.as_str().into_owned());
    let method = text("http.request.method").unwrap_or_default();
    let name = match text("http.route") {
        Some(route) => format!("{method} {route}"),
        None => method,
    };
    let status = value("http.response.status_code").map(|found| &found.value);
    if matches!(status, Some(Value::I64(status)) if *status >= FIRST_FAULT) {
        span.status = Status::error("");
    }
    span.name = name.into();
    span
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(endpoint: &str) -> Result<Option<String>, String> {
        let settings = TraceSettings {
            otlp_endpoint: Some(endpoint.to_owned()),
            trace_percent: 100,
        };
        settings.address().map_err(|failure| failure.report())
    }

    #[test]
    fn an_address_gets_the_path_of_traces() {
        let expected = Ok(Some("http://127.0.0.1:4318/v1/traces".to_owned()));
        for given in [
            "http://127.0.0.1:4318",
            "http://127.0.0.1:4318/",
            "http://127.0.0.1:4318/v1/traces",
        ] {
            assert_eq!(address(given), expected, "{given}");
        }
        for refused in [
            "",
            "collector",
            "127.0.0.1:4318",
            "grpc://collector:4317",
            "http://",
        ] {
            assert!(
                address(refused).unwrap_err().contains("otlp_endpoint"),
                "{refused}"
            );
        }
    }
}
