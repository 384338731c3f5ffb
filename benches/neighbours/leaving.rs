//! What a server still does for a client that has gone.

use std::io::Write as _;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use shortlist_benches::processes::ProcessorTime;

use crate::Outcome;

/// The client stays until the server has worked so much for it, or for so long.
const WORKED: Duration = Duration::from_millis(250);
const LONGEST_STAY: Duration = Duration::from_secs(10);
/// How often the server is looked at, and the processor time within that which counts as work.
const LOOK_EVERY: Duration = Duration::from_millis(50);
const WORK: Duration = Duration::from_millis(10);
/// How long it must rest to count as done, and how long it is watched.
const REST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(90);

/// What was seen after the client had gone.
pub(crate) struct Aftermath {
    /// What the server had worked by then.
    pub(crate) before: Duration,
    /// How long the server went on working; as long as it was watched where it did not end.
    pub(crate) works_for: Duration,
    pub(crate) processor_time: Duration,
}

/// Sends a request, leaves, and watches a process with those that it started.
pub(crate) fn leave(address: &str, pid: u32, request: &[u8]) -> Outcome<Aftermath> {
    let begin = ProcessorTime::of(pid);
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(request)?;
    let sent = Instant::now();
    while sent.elapsed() < LONGEST_STAY && ProcessorTime::of(pid).since(&begin) < WORKED {
        thread::sleep(LOOK_EVERY);
    }
    drop(stream);
    let (left, gone) = (Instant::now(), ProcessorTime::of(pid));
    let mut aftermath = Aftermath {
        before: gone.since(&begin),
        works_for: Duration::ZERO,
        processor_time: Duration::ZERO,
    };
    let mut last = gone;
    while left.elapsed() < LONGEST && left.elapsed() < aftermath.works_for + REST {
        thread::sleep(LOOK_EVERY);
        let now = ProcessorTime::of(pid);
        let taken = now.since(&last);
        aftermath.processor_time += taken;
        if taken > WORK {
            aftermath.works_for = left.elapsed();
        }
        last = now;
    }
    Ok(aftermath)
}
