//! What is measured about the use cases.

use std::sync::LazyLock;
use std::time::Instant;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper ends of the buckets of computing a score, in seconds.
const SCORING_BUCKETS: [f64; 10] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1.0,
];

/// The outcome of an uploaded file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FileOutcome {
    outcome: &'static str,
}

/// Whether a cache had what was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Lookup {
    cache: &'static str,
    outcome: &'static str,
}

#[derive(Debug)]
struct Measurements {
    files: Family<FileOutcome, Counter>,
    scoring: Histogram,
    lookups: Family<Lookup, Counter>,
}

static MEASUREMENTS: LazyLock<Measurements> = LazyLock::new(|| Measurements {
    files: Family::default(),
    scoring: Histogram::new(SCORING_BUCKETS),
    lookups: Family::default(),
});

/// Registers what this crate measures.
pub fn register_measurements(registry: &mut Registry) {
    let all = &*MEASUREMENTS;
    // They exist from the start, so that a rate over time is right from the first file on.
    for outcome in ["created", "duplicates", "replaced", "added", "skipped"] {
        drop(all.files.get_or_create(&FileOutcome { outcome }));
    }
    for cache in ["callers", "documents"] {
        for outcome in ["hit", "miss"] {
            drop(all.lookups.get_or_create(&Lookup { cache, outcome }));
        }
    }
    registry.register(
        "shortlist_uploaded_files",
        "Uploaded resumes, by outcome (created, duplicates, replaced, added, skipped)",
        all.files.clone(),
    );
    registry.register(
        "shortlist_scoring_duration_seconds",
        "How long computing a score took",
        all.scoring.clone(),
    );
    registry.register(
        "shortlist_cache_lookups",
        "Look-ups in the caches of callers and of GraphQL documents, by cache and outcome (hit, miss)",
        all.lookups.clone(),
    );
}

pub(crate) fn count_file(outcome: &'static str) {
    MEASUREMENTS
        .files
        .get_or_create(&FileOutcome { outcome })
        .inc();
}

/// Computes a score, and measures how long it takes.
pub(crate) fn measure_scoring<T>(score: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let scored = tracing::debug_span!("score").in_scope(score);
    MEASUREMENTS.scoring.observe(begun.elapsed().as_secs_f64());
    scored
}

/// Counts a look-up in a cache, which has a fixed name.
pub fn count_lookup(cache: &'static str, is_hit: bool) {
    let outcome = if is_hit { "hit" } else { "miss" };
    MEASUREMENTS
        .lookups
        .get_or_create(&Lookup { cache, outcome })
        .inc();
}
