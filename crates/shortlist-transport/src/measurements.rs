//! What is measured about requests, by the conventions of OpenTelemetry
//! (<https://opentelemetry.io/docs/specs/semconv/http/http-metrics/>).

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper ends of the buckets that the conventions advise, in seconds.
const BUCKETS: [f64; 14] = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
];
/// The route of requests that match none. Their paths are unbounded.
const NO_ROUTE: &str = "";

/// A request and its response.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Exchange {
    http_request_method: &'static str,
    http_route: String,
    http_response_status_code: u16,
}

static DURATIONS: LazyLock<Family<Exchange, Histogram>> =
    LazyLock::new(|| Family::new_with_constructor(|| Histogram::new(BUCKETS)));
static ACTIVE: LazyLock<Gauge> = LazyLock::new(Gauge::default);

/// Registers what this crate measures.
pub fn register_measurements(registry: &mut Registry) {
    // It exists from the start, so that a rate over time is right from the first request on.
    drop(DURATIONS.get_or_create(&Exchange {
        http_request_method: "POST",
        http_route: "/graphql".to_owned(),
        http_response_status_code: 200,
    }));
    registry.register(
        "http_server_request_duration_seconds",
        "Time until the response to a request begins, by method, route (a template, empty if none matches) and status",
        DURATIONS.clone(),
    );
    registry.register(
        "http_server_active_requests",
        "Requests that are being answered",
        ACTIVE.clone(),
    );
}

/// A request that is being answered. It counts as active until it is dropped.
pub struct Measured {
    begun: Instant,
    method: &'static str,
}

impl Measured {
    /// Begins to measure a request with this method.
    pub fn begin(method: &str) -> Self {
        ACTIVE.inc();
        Self {
            begun: Instant::now(),
            method: method_of(method),
        }
    }

    /// Returns how long the request has been running.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Records the response. `route` is the template of the matched path.
    pub fn end(self, route: Option<String>, status: u16) {
        let exchange = Exchange {
            http_request_method: self.method,
            http_route: route.unwrap_or_else(|| NO_ROUTE.to_owned()),
            http_response_status_code: status,
        };
        let durations = DURATIONS.get_or_create(&exchange);
        durations.observe(self.begun.elapsed().as_secs_f64());
    }
}

impl Drop for Measured {
    fn drop(&mut self) {
        ACTIVE.dec();
    }
}

/// Returns the name of a method. Clients may send any, so that unknown ones have a common name.
fn method_of(method: &str) -> &'static str {
    match method {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        "CONNECT" => "CONNECT",
        "TRACE" => "TRACE",
        _ => "_OTHER",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_methods_have_one_name() {
        assert_eq!(method_of("BREW"), "_OTHER");
        assert_eq!(method_of("GET"), "GET");
    }
}
