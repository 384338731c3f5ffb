//! What is measured about deliveries.

use std::fmt;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
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

/// How old the queue was at a point in time; `None` if nothing was due.
static QUEUE: Mutex<Option<(Duration, Instant)>> = Mutex::new(None);

/// Computes the age of the queue when it is asked for, so that it grows even while the dispatcher hangs.
#[derive(Debug)]
struct QueueAge;

impl Collector for QueueAge {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let age = ConstGauge::new(queue_age());
        let written = encoder.encode_descriptor(
            "shortlist_webhook_queue_age_seconds",
            "How long the delivery that has been due longest has waited for an answer, among those that this server works on; 0 \
             if none is due.",
            None,
            age.metric_type(),
        )?;
        age.encode(written)
    }
}

fn lock() -> MutexGuard<'static, Option<(Duration, Instant)>> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the age of the queue, in seconds.
fn queue_age() -> f64 {
    let noted = *lock();
    noted.map_or(0.0, |(age, at)| (age + at.elapsed()).as_secs_f64())
}

/// Notes when the delivery became due that has been due longest.
pub(crate) fn measure_oldest_due(due_at: Option<Timestamp>, now: Timestamp) {
    let age = |due_at: Timestamp| {
        let millis = now.unix_millis().saturating_sub(due_at.unix_millis());
        (Duration::from_millis(millis), Instant::now())
    };
    *lock() = due_at.map(age);
}

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
    registry.register_collector(Box::new(QueueAge));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_grows_from_when_a_delivery_became_due() {
        let now = Timestamp::parse("at", "2026-03-05T09:00:00Z").unwrap();
        measure_oldest_due(Some(now.minus(chrono::Duration::minutes(1))), now);
        let age = queue_age();
        assert!((60.0..70.0).contains(&age), "{age}");
        measure_oldest_due(None, now);
        assert!(queue_age() < f64::EPSILON);
    }
}
