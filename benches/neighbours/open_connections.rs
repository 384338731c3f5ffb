//! Connections that send the beginning of a request and then nothing, or one byte per second.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::scene::Scene;
use crate::sending::status_of;

/// The interval between two turns of a connection.
const TURN: Duration = Duration::from_secs(1);

/// Whether a client reads answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answers {
    Read,
    Unread,
}

/// The bytes that each connection sends.
pub(crate) struct Stalled {
    /// The bytes that are sent as fast as the server accepts them.
    pub(crate) beginning: Vec<u8>,
    /// The bytes that are sent in each turn after that.
    pub(crate) drip: &'static [u8],
    pub(crate) answers: Answers,
}

/// An open connection.
struct OpenConnection {
    stream: TcpStream,
    sent: usize,
    received: Vec<u8>,
}

/// Keeps this many connections open until the attack is over. One that is answered or closed is replaced in the next
/// turn.
pub(crate) fn hold(scene: &Scene<'_>, connections: usize, stalled: &Stalled) {
    let mut places: Vec<Option<OpenConnection>> = (0..connections).map(|_| None).collect();
    while scene.is_running() {
        for place in &mut places {
            *place = match place.take() {
                None => open(scene),
                Some(connection) => turn(scene, connection, stalled),
            };
        }
        thread::sleep(TURN);
    }
    scene
        .tally
        .add("still held", places.iter().flatten().count());
}

fn open(scene: &Scene<'_>) -> Option<OpenConnection> {
    let opened = TcpStream::connect(scene.address()).and_then(|stream| {
        stream.set_nonblocking(true)?;
        Ok(stream)
    });
    match opened {
        Ok(stream) => Some(OpenConnection {
            stream,
            sent: 0,
            received: Vec::new(),
        }),
        Err(_) => {
            scene.tally.count("no connection");
            None
        }
    }
}

/// Sends and reads without blocking. Returns the connection while it is usable.
fn turn(
    scene: &Scene<'_>,
    mut connection: OpenConnection,
    stalled: &Stalled,
) -> Option<OpenConnection> {
    let ended = connection
        .send(stalled)
        .and_then(|()| match stalled.answers {
            Answers::Read => connection.read(),
            Answers::Unread => Ok(()),
        });
    if let Some((status, _)) = status_of(&connection.received) {
        scene.tally.count(&status.to_string());
        return None;
    }
    match ended {
        Ok(()) => Some(connection),
        Err(_) => {
            scene.tally.count("closed");
            None
        }
    }
}

impl OpenConnection {
    fn send(&mut self, stalled: &Stalled) -> io::Result<()> {
        loop {
            let rest = stalled.beginning.get(self.sent..).unwrap_or_default();
            if rest.is_empty() {
                return done_or_later(self.stream.write(stalled.drip)).map(drop);
            }
            match done_or_later(self.stream.write(rest))? {
                0 => return Ok(()),
                written => self.sent += written,
            }
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let mut chunk = [0; 4_096];
        match self.stream.read(&mut chunk) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            read => {
                let read = done_or_later(read)?;
                self.received.extend(chunk.get(..read).unwrap_or_default());
                Ok(())
            }
        }
    }
}

/// Treats an operation that would block as one of zero bytes.
fn done_or_later(done: io::Result<usize>) -> io::Result<usize> {
    match done {
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
        done => done,
    }
}
