//! A receiver of events that answers at once, or never.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::Outcome;

/// What has arrived: the candidate of each event, and when.
type Arrivals = Arc<Mutex<Vec<(String, Instant)>>>;

pub(crate) struct Receiver {
    pub(crate) url: String,
    arrivals: Arrivals,
}

impl Receiver {
    /// Starts on a free port. One that hangs accepts connections and never answers.
    pub(crate) fn start(hangs: bool) -> Outcome<Self> {
        let socket = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}/", socket.local_addr()?);
        let arrivals = Arrivals::default();
        let all = Arc::clone(&arrivals);
        thread::spawn(move || {
            let mut held = Vec::new();
            for stream in socket.incoming().flatten() {
                if hangs {
                    held.push(stream);
                } else {
                    let all = Arc::clone(&all);
                    // A connection ends when the server closes it.
                    thread::spawn(move || drop(serve(&stream, &all)));
                }
            }
        });
        Ok(Self { url, arrivals })
    }

    /// Waits until this many events have arrived.
    pub(crate) fn wait_for(&self, count: usize, patience: Duration) -> Outcome<()> {
        let begun = Instant::now();
        loop {
            let arrived = self.arrivals()?.len();
            if arrived >= count {
                return Ok(());
            }
            if begun.elapsed() > patience {
                return Err(format!("{arrived} of {count} events have arrived").into());
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns how long after each change its event arrived. The changes of a candidate have events in the same order.
    pub(crate) fn times_after(&self, changes: Vec<(String, Instant)>) -> Outcome<Vec<Duration>> {
        let mut arrivals = HashMap::<String, Vec<Instant>>::new();
        for (candidate, at) in self.arrivals()? {
            arrivals.entry(candidate).or_default().push(at);
        }
        let mut sent = HashMap::<String, Vec<Instant>>::new();
        for (candidate, at) in changes {
            sent.entry(candidate).or_default().push(at);
        }
        let mut times = Vec::new();
        for (candidate, mut sent) in sent {
            let arrived = arrivals.remove(&candidate).ok_or("a change has no event")?;
            sent.sort_unstable();
            if sent.len() != arrived.len() {
                return Err(format!("{} changes have {} events", sent.len(), arrived.len()).into());
            }
            times.extend(
                arrived
                    .iter()
                    .zip(sent)
                    .map(|(at, sent)| at.duration_since(sent)),
            );
        }
        Ok(times)
    }

    fn arrivals(&self) -> Outcome<Vec<(String, Instant)>> {
        let arrivals = self
            .arrivals
            .lock()
            .map_err(|_poisoned| "a receiver panicked")?;
        Ok(arrivals.clone())
    }
}

/// Confirms the events of a connection until it ends.
fn serve(stream: &TcpStream, arrivals: &Arrivals) -> Outcome<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let mut length = 0;
        let mut line = String::new();
        while reader.read_line(&mut line)? > 2 {
            let value = line.to_ascii_lowercase();
            if let Some(value) = value.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
            line.clear();
        }
        if length == 0 {
            return Ok(());
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let at = Instant::now();
        let mut stream = stream;
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n")?;
        let event: Value = serde_json::from_slice(&body)?;
        let candidate = event.pointer("/data/candidateId").and_then(Value::as_str);
        let candidate = candidate.ok_or("an event without a candidate")?.to_owned();
        arrivals
            .lock()
            .map_err(|_poisoned| "a receiver panicked")?
            .push((candidate, at));
    }
}
