//! The server's work for a client that has disconnected.

use std::io::Write as _;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use shortlist_benches::processes::ProcessorTime;

use crate::Outcome;

/// The client stays until the server has done this much work, or for this long.
const WORKED: Duration = Duration::from_millis(250);
const LONGEST_STAY: Duration = Duration::from_secs(10);
/// The interval of the checks, and the processor time per interval that counts as work.
const LOOK_EVERY: Duration = Duration::from_millis(50);
const WORK: Duration = Duration::from_millis(10);
/// The idle time after which the server counts as done, and the longest observation.
const REST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(90);

/// The observation after the client disconnected.
pub(crate) struct DisconnectReport {
    /// The server's work before the client disconnected.
    pub(crate) before: Duration,
    /// The time for which the server continued to work, at most the length of the observation.
    pub(crate) works_for: Duration,
    pub(crate) processor_time: Duration,
}

/// Sends a request, disconnects, and observes a process with its children.
pub(crate) fn send_and_disconnect(
    address: &str,
    pid: u32,
    request: &[u8],
) -> Outcome<DisconnectReport> {
    let begin = ProcessorTime::of(pid);
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(request)?;
    let sent = Instant::now();
    while sent.elapsed() < LONGEST_STAY && ProcessorTime::of(pid).since(&begin) < WORKED {
        thread::sleep(LOOK_EVERY);
    }
    drop(stream);
    let (left, gone) = (Instant::now(), ProcessorTime::of(pid));
    let mut observed = DisconnectReport {
        before: gone.since(&begin),
        works_for: Duration::ZERO,
        processor_time: Duration::ZERO,
    };
    let mut last = gone;
    while left.elapsed() < LONGEST && left.elapsed() < observed.works_for + REST {
        thread::sleep(LOOK_EVERY);
        let now = ProcessorTime::of(pid);
        let taken = now.since(&last);
        observed.processor_time += taken;
        if taken > WORK {
            observed.works_for = left.elapsed();
        }
        last = now;
    }
    Ok(observed)
}
