//! The environment of an attack: the server, the neighbour, the remaining time, and the counts of responses.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::organization::Organization;
use crate::sending::send;
use crate::server::Server;
use crate::worst_case_data::WorstCaseData;

/// The pause after a failed request, so that a dead server is not called in a tight loop.
const FAILED_REST: Duration = Duration::from_millis(20);
/// The stack size of a client's thread.
const STACK_BYTES: usize = 2 << 20;

/// The environment of an attack.
pub(crate) struct Scene<'a> {
    pub(crate) server: &'a Server,
    /// The program and its data folder.
    pub(crate) place: (&'a Path, &'a Path),
    pub(crate) neighbour: &'a Organization,
    /// The neighbour with an Interviewer's credentials and a key that may only read jobs.
    pub(crate) interviewer: &'a Organization,
    pub(crate) worst_case: &'a WorstCaseData,
    /// The server's certificate, if it uses TLS.
    pub(crate) certificate: Option<&'a rcgen::Certificate>,
    pub(crate) seconds: u64,
    pub(crate) over: &'a AtomicBool,
    pub(crate) tally: Tally,
}

impl Scene<'_> {
    pub(crate) fn is_running(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    pub(crate) fn address(&self) -> &str {
        self.server.address()
    }

    /// Sends requests from this many clients. Each sends its next request after the last response and a pause.
    pub(crate) fn send_in_parallel(
        &self,
        clients: usize,
        rest: Duration,
        request: impl Fn(usize) -> Vec<u8> + Sync,
    ) {
        let next = AtomicUsize::new(0);
        self.in_parallel(clients, || {
            self.send(&request(next.fetch_add(1, Ordering::Relaxed)));
            thread::sleep(rest);
        });
    }

    /// Repeats work in this many threads until the attack is over.
    fn in_parallel(&self, clients: usize, work: impl Fn() + Sync) {
        thread::scope(|scope| {
            let work = || {
                while self.is_running() {
                    work();
                }
            };
            for _ in 0..clients {
                let client = thread::Builder::new().stack_size(STACK_BYTES);
                if client.spawn_scoped(scope, work).is_err() {
                    self.tally.count("no thread");
                }
            }
        });
    }

    /// Sends a request and counts its response.
    pub(crate) fn send(&self, request: &[u8]) {
        match send(self.address(), request) {
            Ok(answer) => self.tally.count_answer(&answer.label(), answer.bytes),
            Err(_) if !self.is_running() => {}
            Err(error) => {
                self.tally.count(&format!("no answer ({})", error.kind()));
                thread::sleep(FAILED_REST);
            }
        }
    }
}

/// The counts of the neighbour's responses.
#[derive(Default)]
pub(crate) struct Tally(Mutex<BTreeMap<String, (u64, usize)>>);

impl Tally {
    /// Counts a response or another event.
    pub(crate) fn count(&self, label: &str) {
        self.count_answer(label, 0);
    }

    /// Counts an event this many times.
    pub(crate) fn add(&self, label: &str, times: usize) {
        (0..times).for_each(|_| self.count(label));
    }

    /// Counts a response with its length.
    pub(crate) fn count_answer(&self, label: &str, bytes: usize) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, largest) = counted.entry(label.to_owned()).or_default();
        *count += 1;
        *largest = bytes.max(*largest);
    }

    /// Returns the counts and the size of the largest response of each kind, for a table.
    pub(crate) fn shown(&self) -> String {
        let counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = counted
            .iter()
            .map(|(label, (count, largest))| match largest {
                0..10_000 => format!("{label}: {count}"),
                _ => format!("{label}: {count} (up to {} kB)", largest / 1_000),
            });
        shown.collect::<Vec<_>>().join(", ")
    }
}
