//! A server that gets one request at a time, and the cost of each request.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use shortlist_benches::processes::{ProcessorTime, memory_kib};

use crate::Outcome;
use crate::organization::Organization;
use crate::sending::{Answer, send_within};
use crate::server::Server;

/// The time after a response until the server counts as idle.
const REST: Duration = Duration::from_millis(3);

/// Makes jemalloc return freed memory at once. Otherwise memory from one request would hide the use of the next.
const ALLOCATOR: (&str, &str) = ("_RJEM_MALLOC_CONF", "dirty_decay_ms:0,muzzy_decay_ms:0");

/// The cost of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cost {
    /// The status such as `200`, or the reason why there was no response.
    pub(crate) label: String,
    pub(crate) is_accepted: bool,
    pub(crate) processor: Duration,
    /// The server's peak memory, minus its memory before the request.
    ///
    /// It does not include pages of the database's file that SQLite maps. Each connection maps them again, and the system
    /// takes them back whenever it needs memory.
    pub(crate) memory_kib: u64,
    pub(crate) bytes: usize,
}

/// A server with the credentials of an organization.
pub(crate) struct MeasuredServer<'a> {
    place: (PathBuf, PathBuf),
    organization: &'a Organization,
    /// The time after which the server is replaced.
    patience: Duration,
    memory_mib: u64,
    server: Server,
}

impl<'a> MeasuredServer<'a> {
    pub(crate) fn open(
        place: (PathBuf, PathBuf),
        organization: &'a Organization,
        (patience, memory_mib): (Duration, u64),
    ) -> Outcome<Self> {
        Ok(Self {
            server: start(&place, memory_mib)?,
            place,
            organization,
            patience,
            memory_mib,
        })
    }

    /// Sends a body alone. A server that does not answer in time, or uses too much memory, is replaced.
    pub(crate) fn measure(&mut self, body: &str) -> Outcome<Cost> {
        let (pid, address) = (self.server.pid(), self.server.address());
        let request = self.organization.graphql(address, body);
        // Resets the peak memory to the current memory (proc(5)).
        drop(fs::write(format!("/proc/{pid}/clear_refs"), "5"));
        let read = |name| memory_kib(pid, name).unwrap_or(0);
        let (held, mapped) = (read("VmRSS:"), read("RssFile:"));
        let before = ProcessorTime::of(pid);
        let answer = send_within(address, &request, self.patience);
        thread::sleep(REST);
        let newly_mapped = read("RssFile:").saturating_sub(mapped);
        let mut cost = Cost {
            processor: ProcessorTime::of(pid).since(&before),
            memory_kib: read("VmHWM:").saturating_sub(held + newly_mapped),
            ..Cost::default()
        };
        let is_well = cost.note(answer);
        if self.server.memory.over_bound.load(Ordering::Relaxed) {
            cost.label = format!("took more than {} MiB", self.memory_mib);
            cost.memory_kib = self.memory_mib << 10;
        }
        if !is_well {
            self.server.kill();
            self.server = start(&self.place, self.memory_mib)?;
        }
        Ok(cost)
    }

    /// Returns the cost of the least disturbed of several measurements.
    pub(crate) fn measure_well(&mut self, body: &str, times: usize) -> Outcome<Cost> {
        let mut best = self.measure(body)?;
        let begun = Instant::now();
        for _ in 1..times {
            if !best.is_accepted || begun.elapsed() > self.patience {
                break;
            }
            let cost = self.measure(body)?;
            if cost.is_accepted && cost.processor < best.processor {
                best = cost;
            }
        }
        Ok(best)
    }
}

impl Cost {
    /// Records the response, and returns whether the server is still usable.
    fn note(&mut self, answer: io::Result<Answer>) -> bool {
        match answer {
            Ok(answer) => {
                (self.label, self.bytes) = (answer.label(), answer.bytes);
                self.is_accepted = answer.status == 200;
                true
            }
            Err(error) => {
                let is_late = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
                self.label = if is_late {
                    "no answer in time"
                } else {
                    "no whole answer"
                }
                .to_owned();
                // The request was not refused. It is at least as expensive as it was until then.
                self.is_accepted = true;
                false
            }
        }
    }
}

fn start((program, data): &(PathBuf, PathBuf), memory_mib: u64) -> Outcome<Server> {
    let flags = ["--requests-per-minute=4000000000".to_owned()];
    Server::start_with((program, data), &flags, memory_mib, &[ALLOCATOR])
}
