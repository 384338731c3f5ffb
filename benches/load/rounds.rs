//! The two loops, and the statistics of their requests.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::connection::Connection;
use crate::kinds::Server;

/// The result of a loop.
pub(crate) struct Round {
    /// The time of each request, shortest first.
    times: Vec<Duration>,
    length: Duration,
}

impl Round {
    pub(crate) fn answers(&self) -> usize {
        self.times.len()
    }

    /// Returns the responses per second.
    pub(crate) fn rate(&self) -> f64 {
        let answers = u32::try_from(self.times.len()).unwrap_or(u32::MAX);
        f64::from(answers) / self.length.as_secs_f64().max(f64::EPSILON)
    }

    /// Returns a percentile of the request times.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let place = self.times.len().saturating_mul(percent) / 100;
        let last = self.times.len().saturating_sub(1);
        self.times.get(place.min(last)).copied().unwrap_or_default()
    }
}

/// Runs the closed loop. Each connection sends its next request after the last response.
pub(crate) fn closed(server: &Server, connections: usize, length: Duration) -> Outcome<Round> {
    on_each_connection(server, connections, |begun, connection, requests| {
        let mut times = Vec::new();
        while begun.elapsed() < length {
            let sent = Instant::now();
            connection.ask(requests.next())?;
            times.push(sent.elapsed());
        }
        Ok(times)
    })
}

/// Sends each request once, one after another. Returns the slowest, too.
pub(crate) fn once(server: &Server) -> Outcome<(Round, &[u8])> {
    let address = server.addresses.first().ok_or("no address")?;
    let (begun, mut connection) = (Instant::now(), Connection::open(address)?);
    let mut times = Vec::new();
    for request in &server.requests {
        let sent = Instant::now();
        connection.ask(request)?;
        times.push((sent.elapsed(), request.as_slice()));
    }
    let length = begun.elapsed();
    times.sort_unstable();
    let slowest = times.last().map_or(&[][..], |(_, request)| request);
    let times = times.iter().map(|(time, _)| *time).collect();
    Ok((Round { times, length }, slowest))
}

/// Runs the closed loop for work without a connection.
pub(crate) fn bare(
    threads: usize,
    length: Duration,
    query: impl Fn() -> Outcome<()> + Sync,
) -> Outcome<Round> {
    query()?;
    on_each(vec![(); threads.max(1)], |begun, ()| {
        let mut times = Vec::new();
        while begun.elapsed() < length {
            let asked = Instant::now();
            query()?;
            times.push(asked.elapsed());
        }
        Ok(times)
    })
}

/// Runs the open loop. Requests are due at equal intervals, whether or not earlier ones are answered. The wait for a
/// connection counts.
pub(crate) fn open(
    server: &Server,
    connections: usize,
    length: Duration,
    rate: f64,
) -> Outcome<Round> {
    let distance = Duration::from_secs_f64(1.0 / rate.max(1.0));
    let next = AtomicUsize::new(0);
    on_each_connection(server, connections, |begun, connection, requests| {
        let mut times = Vec::new();
        loop {
            let number = u32::try_from(next.fetch_add(1, Ordering::Relaxed))?;
            let due = distance * number;
            if due >= length {
                return Ok(times);
            }
            thread::sleep(due.saturating_sub(begun.elapsed()));
            connection.ask(requests.next())?;
            times.push(begun.elapsed().saturating_sub(due));
        }
    })
}

/// The requests of a kind, in a cycle that all connections share.
pub(crate) struct Requests<'a> {
    bytes: &'a [Vec<u8>],
    next: &'a AtomicUsize,
}

impl Requests<'_> {
    fn next(&self) -> &[u8] {
        let place = self.next.fetch_add(1, Ordering::Relaxed) % self.bytes.len().max(1);
        self.bytes.get(place).map_or(&[], Vec::as_slice)
    }
}

fn on_each_connection(
    server: &Server,
    connections: usize,
    work: impl Fn(Instant, &mut Connection, &Requests<'_>) -> Outcome<Vec<Duration>> + Sync,
) -> Outcome<Round> {
    let next = AtomicUsize::new(0);
    let requests = Requests {
        bytes: &server.requests,
        next: &next,
    };
    let mut open = Vec::new();
    for address in server.addresses.iter().cycle().take(connections.max(1)) {
        let mut connection = Connection::open(address)?;
        connection.ask(requests.next())?;
        open.push(connection);
    }
    on_each(open, |begun, mut connection| {
        work(begun, &mut connection, &requests)
    })
}

/// Runs work in one thread for each element.
fn on_each<T: Send>(
    with: Vec<T>,
    work: impl Fn(Instant, T) -> Outcome<Vec<Duration>> + Sync,
) -> Outcome<Round> {
    let begun = Instant::now();
    let mut times = thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = with
            .into_iter()
            .map(|with| scope.spawn(move || work(begun, with)))
            .collect();
        running.into_iter().try_fold(Vec::new(), |mut all, thread| {
            let times = thread.join().map_err(|_panic| "a thread ended early")??;
            all.extend(times);
            Outcome::Ok(all)
        })
    })?;
    let length = begun.elapsed();
    times.sort_unstable();
    Ok(Round { times, length })
}
