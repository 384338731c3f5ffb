//! What is measured about deliveries.

use std::sync::LazyLock;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use shortlist_app::DueDelivery;
use shortlist_domain::{DeliveryAttempt, Timestamp};

/// The upper ends of the buckets of attempts, in seconds.
const ATTEMPT_BUCKETS: [f64; 9] = [0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 15.0];
/// The same of the time until the first attempt, which may be long while no server runs.
const DELAY_BUCKETS: [f64; 10] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0, 600.0, 3_600.0];

/// The outcome of an attempt: `delivered`, `refused` (an answer other than success) or `failed` (no answer).
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Attempted {
    outcome: &'static str,
}

#[derive(Debug)]
struct Measurements {
    attempts: Family<Attempted, Histogram>,
    delays: Histogram,
    running: Gauge,
}

static MEASUREMENTS: LazyLock<Measurements> = LazyLock::new(|| Measurements {
    attempts: Family::new_with_constructor(|| Histogram::new(ATTEMPT_BUCKETS)),
    delays: Histogram::new(DELAY_BUCKETS),
    running: Gauge::default(),
});

/// Registers what this crate measures.
pub fn register_measurements(registry: &mut Registry) {
    let all = &*MEASUREMENTS;
    // They exist from the start, so that a rate over time is right from the first attempt on.
    for outcome in ["delivered", "refused", "failed"] {
        drop(all.attempts.get_or_create(&Attempted { outcome }));
    }
    registry.register(
        "shortlist_webhook_first_attempt_delay_seconds",
        "Time from an event to the first attempt to deliver it",
        all.delays.clone(),
    );
    registry.register(
        "shortlist_webhook_attempt_duration_seconds",
        "How long an attempt to deliver an event took, by outcome (delivered, refused with another answer than success, failed \
         without an answer)",
        all.attempts.clone(),
    );
    registry.register(
        "shortlist_webhook_attempts_running",
        "Attempts to deliver events that run now",
        all.running.clone(),
    );
}

pub(crate) fn measure_begin(delivery: &DueDelivery, now: Timestamp) {
    MEASUREMENTS.running.inc();
    if delivery.attempts == 0 {
        let delay = now
            .unix_millis()
            .saturating_sub(delivery.event.occurred_at.unix_millis());
        MEASUREMENTS
            .delays
            .observe(seconds(u32::try_from(delay).unwrap_or(u32::MAX)));
    }
}

pub(crate) fn measure_end(attempt: &DeliveryAttempt) {
    MEASUREMENTS.running.dec();
    let outcome = match (&attempt.failure, attempt.status) {
        (None, _) => "delivered",
        (Some(_), Some(_)) => "refused",
        (Some(_), None) => "failed",
    };
    let attempts = MEASUREMENTS.attempts.get_or_create(&Attempted { outcome });
    attempts.observe(seconds(attempt.duration_millis));
}

fn seconds(millis: u32) -> f64 {
    f64::from(millis) / 1_000.0
}
