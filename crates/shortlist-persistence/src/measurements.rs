//! What is measured about the database.

use std::sync::LazyLock;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use r2d2::HandleEvent;
use r2d2::event::{CheckinEvent, CheckoutEvent, TimeoutEvent};

/// The upper ends of the buckets of waits for a connection, in seconds.
const WAIT_BUCKETS: [f64; 10] = [0.00001, 0.0001, 0.001, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 60.0];

/// The name under which claims on uploads are counted.
pub(crate) const UPLOAD: &str = "upload";

/// A pool of connections.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct PoolName {
    /// `reader` or `writer` (SQLite), `primary`, `standby` or `machine` (PostgreSQL).
    pool: &'static str,
}

/// The outcome of a claim on work.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Claim {
    task: &'static str,
    outcome: &'static str,
}

#[derive(Debug)]
struct Measurements {
    waits: Family<PoolName, Histogram>,
    in_use: Family<PoolName, Gauge>,
    timeouts: Family<PoolName, Counter>,
    claims: Family<Claim, Counter>,
}

static MEASUREMENTS: LazyLock<Measurements> = LazyLock::new(|| Measurements {
    waits: Family::new_with_constructor(|| Histogram::new(WAIT_BUCKETS)),
    in_use: Family::default(),
    timeouts: Family::default(),
    claims: Family::default(),
});

/// Registers what this crate measures.
pub fn register_measurements(registry: &mut Registry) {
    let all = &*MEASUREMENTS;
    // They exist from the start, so that a rate over time is right from the first claim on.
    for outcome in ["claimed", "lost"] {
        let task = UPLOAD;
        drop(all.claims.get_or_create(&Claim { task, outcome }));
    }
    registry.register(
        "shortlist_database_pool_wait_seconds",
        "How long a query waited for a connection, by pool (reader and writer with SQLite, primary, standby and machine with PostgreSQL)",
        all.waits.clone(),
    );
    registry.register(
        "shortlist_database_connections_in_use",
        "Connections that queries use now, by pool",
        all.in_use.clone(),
    );
    registry.register(
        "shortlist_database_pool_timeouts",
        "Queries that got no connection in time, by pool",
        all.timeouts.clone(),
    );
    registry.register(
        "shortlist_claims",
        "Claims on work that one of several servers does, by task and outcome (claimed, or lost to another server)",
        all.claims.clone(),
    );
}

/// Measures a pool.
impl HandleEvent for PoolName {
    fn handle_checkout(&self, event: CheckoutEvent) {
        self.measure_wait(event.duration());
        MEASUREMENTS.in_use.get_or_create(self).inc();
    }

    fn handle_checkin(&self, _event: CheckinEvent) {
        MEASUREMENTS.in_use.get_or_create(self).dec();
    }

    fn handle_timeout(&self, event: TimeoutEvent) {
        self.measure_wait(event.timeout());
        MEASUREMENTS.timeouts.get_or_create(self).inc();
    }
}

impl PoolName {
    /// Returns what measures a pool. Its values exist from the start.
    pub(crate) fn measuring(pool: &'static str) -> Box<Self> {
        let name = Self { pool };
        drop(MEASUREMENTS.waits.get_or_create(&name));
        drop(MEASUREMENTS.in_use.get_or_create(&name));
        drop(MEASUREMENTS.timeouts.get_or_create(&name));
        Box::new(name)
    }

    fn measure_wait(&self, wait: Duration) {
        let waits = MEASUREMENTS.waits.get_or_create(self);
        waits.observe(wait.as_secs_f64());
    }
}

/// Counts work that this server has claimed.
pub(crate) fn count_claimed(task: &'static str) {
    count_claim(task, "claimed");
}

/// Counts claimed work that another server has taken over.
pub(crate) fn count_lost(task: &'static str) {
    count_claim(task, "lost");
}

fn count_claim(task: &'static str, outcome: &'static str) {
    MEASUREMENTS
        .claims
        .get_or_create(&Claim { task, outcome })
        .inc();
}
