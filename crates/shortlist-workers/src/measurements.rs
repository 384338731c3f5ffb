//! What is measured about the readers.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::{ReadFailure, Reading};

/// The upper ends of the buckets, in seconds.
const BUCKETS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0, 60.0,
];

/// A format: `pdf`, `docx`, `doc` or `other`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfFormat {
    format: &'static str,
}

/// The result of reading a format.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Read {
    format: &'static str,
    outcome: &'static str,
}

#[derive(Debug)]
struct Measurements {
    waiting: Gauge,
    busy: Gauge,
    durations: Family<Read, Histogram>,
    processor: Family<OfFormat, Histogram>,
    replaced: Counter,
}

static MEASUREMENTS: LazyLock<Measurements> = LazyLock::new(|| Measurements {
    waiting: Gauge::default(),
    busy: Gauge::default(),
    durations: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
    processor: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
    replaced: Counter::default(),
});

/// Registers what this crate measures.
pub fn register_measurements(registry: &mut Registry) {
    let all = &*MEASUREMENTS;
    // They exist from the start, so that a rate over time is right from the first document on.
    for format in ["pdf", "docx", "doc"] {
        let outcome = "read";
        drop(all.durations.get_or_create(&Read { format, outcome }));
        drop(all.processor.get_or_create(&OfFormat { format }));
    }
    registry.register(
        "shortlist_reader_queue_documents",
        "Documents that wait for a process that reads them",
        all.waiting.clone(),
    );
    registry.register(
        "shortlist_readers_busy",
        "Processes that read a document now",
        all.busy.clone(),
    );
    registry.register(
        "shortlist_read_duration_seconds",
        "How long reading a document took, by format and outcome (read, refused, too_slow, crashed, recognition_too_slow, \
         recognition_failed, postponed, storage, unavailable)",
        all.durations.clone(),
    );
    registry.register(
        "shortlist_read_cpu_seconds",
        "Processor time of reading a document, by format",
        all.processor.clone(),
    );
    registry.register(
        "shortlist_readers_replaced",
        "Processes that ended while they read a document, and were replaced",
        all.replaced.clone(),
    );
}

/// Notes how many documents wait.
pub(crate) fn measure_queue(waiting: usize) {
    let waiting = i64::try_from(waiting).unwrap_or(i64::MAX);
    MEASUREMENTS.waiting.set(waiting);
}

/// Counts a process that ended while it read a document.
pub(crate) fn count_replaced() {
    MEASUREMENTS.replaced.inc();
}

/// A reading that is being measured.
pub(crate) struct Measured {
    begun: Instant,
    format: &'static str,
}

impl Measured {
    pub(crate) fn begin(document: &Path) -> Self {
        MEASUREMENTS.busy.inc();
        Self {
            begun: Instant::now(),
            format: format_of(document),
        }
    }

    pub(crate) fn end(self, reading: &Reading) {
        MEASUREMENTS.busy.dec();
        let format = self.format;
        let outcome = outcome_of(reading);
        MEASUREMENTS
            .durations
            .get_or_create(&Read { format, outcome })
            .observe(self.begun.elapsed().as_secs_f64());
        if reading.cpu > Duration::ZERO {
            let processor = MEASUREMENTS.processor.get_or_create(&OfFormat { format });
            processor.observe(reading.cpu.as_secs_f64());
        }
    }
}

/// Returns the format that the first bytes of a document promise. Its name is the client's, and may promise anything.
fn format_of(document: &Path) -> &'static str {
    let mut first = [0; 4];
    let read = File::open(document).and_then(|file| file.read_exact_at(&mut first, 0));
    match (read, &first) {
        (Ok(()), b"%PDF") => "pdf",
        (Ok(()), b"PK\x03\x04") => "docx",
        (Ok(()), b"\xd0\xcf\x11\xe0") => "doc",
        _ => "other",
    }
}

/// Returns the name of the outcome of a reading.
pub(crate) fn outcome_of(reading: &Reading) -> &'static str {
    match &reading.resume {
        Ok(_) => "read",
        Err(ReadFailure::Refused(_)) => "refused",
        Err(ReadFailure::TooSlow(_)) => "too_slow",
        Err(ReadFailure::Crashed) => "crashed",
        Err(ReadFailure::RecognitionTooSlow(_)) => "recognition_too_slow",
        Err(ReadFailure::Postponed) => "postponed",
        Err(ReadFailure::RecognitionFailed) => "recognition_failed",
        Err(ReadFailure::Storage(_)) => "storage",
        Err(ReadFailure::Unavailable) => "unavailable",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_that_of_the_content() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let resume = here.join("../../demo/resumes/backend-engineer.pdf");
        assert_eq!(format_of(&resume), "pdf");
        assert_eq!(format_of(&here.join("Cargo.toml")), "other");
        assert_eq!(format_of(Path::new("/nowhere")), "other");
    }
}
