//! What is measured about the language model.

use std::sync::LazyLock;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use shortlist_app::ModelFailure;

/// The upper ends of the buckets, in seconds.
const BUCKETS: [f64; 9] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0];

/// The outcome of a question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    outcome: &'static str,
}

static DURATIONS: LazyLock<Family<Asked, Histogram>> =
    LazyLock::new(|| Family::new_with_constructor(|| Histogram::new(BUCKETS)));

/// Registers what this crate measures.
pub fn register_measurements(registry: &mut Registry) {
    // It exists from the start, so that a rate over time is right from the first question on.
    let outcome = "answered";
    drop(DURATIONS.get_or_create(&Asked { outcome }));
    registry.register(
        "shortlist_model_call_duration_seconds",
        "How long a question to the language model took, by outcome (answered, unreachable, too_slow, status, unusable, \
         circuit_open, out_of_time)",
        DURATIONS.clone(),
    );
}

pub(crate) fn measure<T>(duration: Duration, answer: &Result<T, ModelFailure>) {
    let outcome = match answer {
        Ok(_) => "answered",
        Err(ModelFailure::Unreachable) => "unreachable",
        Err(ModelFailure::TooSlow) => "too_slow",
        Err(ModelFailure::Status(_)) => "status",
        Err(ModelFailure::Unusable) => "unusable",
        Err(ModelFailure::CircuitOpen) => "circuit_open",
        Err(ModelFailure::OutOfTime) => "out_of_time",
    };
    let durations = DURATIONS.get_or_create(&Asked { outcome });
    durations.observe(duration.as_secs_f64());
}
