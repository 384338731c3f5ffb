//! What is measured about the program's process, under the standard names of Prometheus
//! (<https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics>).

use std::fmt;
use std::fs;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use rustix::param::page_size;
use rustix::time::{ClockId, clock_gettime};

const PROCESSOR: (&str, &str) = (
    "process_cpu_seconds",
    "Processor time of the program itself, without the processes that read documents.",
);
const MEMORY: (&str, &str) = (
    "process_resident_memory_bytes",
    "Memory of the program itself, without the processes that read documents.",
);
const OPEN_FILES: (&str, &str) = ("process_open_fds", "Open files and connections.");

/// Reads the values when they are asked for. Systems without `/proc` provide only the processor time.
#[derive(Debug)]
pub(super) struct ProcessCollector;

impl Collector for ProcessCollector {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        write(
            PROCESSOR,
            &ConstCounter::new(processor_seconds()),
            &mut encoder,
        )?;
        if let Some(bytes) = resident_bytes() {
            write(MEMORY, &ConstGauge::new(bytes), &mut encoder)?;
        }
        if let Some(count) = open_files() {
            write(OPEN_FILES, &ConstGauge::new(count), &mut encoder)?;
        }
        Ok(())
    }
}

fn write(
    (name, help): (&str, &str),
    metric: &impl EncodeMetric,
    encoder: &mut DescriptorEncoder<'_>,
) -> fmt::Result {
    let written = encoder.encode_descriptor(name, help, None, metric.metric_type())?;
    metric.encode(written)
}

fn processor_seconds() -> f64 {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    let millis = used.tv_sec * 1_000 + used.tv_nsec / 1_000_000;
    u32::try_from(millis / 1_000).map_or(0.0, f64::from)
        + u32::try_from(millis % 1_000).map_or(0.0, f64::from) / 1_000.0
}

fn resident_bytes() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let resident: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(resident * u64::try_from(page_size()).ok()?)
}

fn open_files() -> Option<u64> {
    let open = fs::read_dir("/proc/self/fd").ok()?.count();
    u64::try_from(open).ok()
}
