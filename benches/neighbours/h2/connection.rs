//! A connection of HTTP/2 over TLS that keeps to flow control and to nothing else.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::frames::{
    ACK, END_HEADERS, Frame, GO_AWAY, HEADERS, INITIAL_WINDOW_SIZE, PING, PREFACE, RESET, SETTINGS,
    WINDOW_UPDATE, frame, number, setting, take_frame,
};
use super::hpack::Statuses;
use crate::Outcome;

/// How long a poll waits, and how long the server may take nothing.
const POLL: Duration = Duration::from_millis(5);
const PATIENCE: Duration = Duration::from_secs(5);
const CHUNK_BYTES: usize = 64 << 10;
/// What a peer may send before it is granted more.
const USUAL_WINDOW: i64 = 65_535;

/// What the server did.
pub(crate) enum Event {
    /// It answered a stream.
    Answered { stream: u32, status: u16 },
    /// It ended a stream with an error.
    Reset { stream: u32, code: u32 },
    /// It ends the connection.
    GoAway(u32),
    /// It grants more on a stream.
    Granted { stream: u32, bytes: i64 },
}

/// A connection.
pub(crate) struct Connection {
    tls: StreamOwned<ClientConnection, TcpStream>,
    received: Vec<u8>,
    statuses: Statuses,
    /// What may still be sent on all streams together.
    pub(crate) window: i64,
    /// What may be sent on a new stream.
    pub(crate) stream_window: i64,
}

impl Connection {
    /// Opens one that grants the server so many bytes on each stream.
    pub(crate) fn open(
        address: &str,
        certificate: &rcgen::Certificate,
        granted: u32,
    ) -> Outcome<Self> {
        let mut roots = RootCertStore::empty();
        roots.add(certificate.der().clone())?;
        let mut config = ClientConfig::builder()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec()];
        let name = ServerName::try_from("localhost")?;
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let session = ClientConnection::new(Arc::new(config), name)?;
        let mut tls = StreamOwned::new(session, stream);
        tls.write_all(PREFACE)?;
        let settings = setting(INITIAL_WINDOW_SIZE, granted);
        tls.write_all(&frame(SETTINGS, 0, 0, &settings))?;
        tls.flush()?;
        tls.sock.set_read_timeout(Some(POLL))?;
        Ok(Self {
            tls,
            received: Vec::new(),
            statuses: Statuses::default(),
            window: USUAL_WINDOW,
            stream_window: USUAL_WINDOW,
        })
    }

    /// Sends frames.
    pub(crate) fn send(&mut self, frames: &[u8]) -> io::Result<()> {
        self.tls.write_all(frames)?;
        self.tls.flush()
    }

    /// Reads what the server has sent.
    pub(crate) fn poll(&mut self) -> io::Result<Vec<Event>> {
        let mut chunk = vec![0; CHUNK_BYTES];
        match self.tls.read(&mut chunk) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => self.received.extend(chunk.get(..read).unwrap_or_default()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
        let mut events = Vec::new();
        while let Some(frame) = take_frame(&mut self.received) {
            events.extend(self.take(&frame)?);
        }
        Ok(events)
    }

    fn take(&mut self, received: &Frame) -> io::Result<Option<Event>> {
        let (stream, payload) = (received.stream, received.payload.as_slice());
        Ok(match received.kind {
            HEADERS => {
                let plain = received.flags & !1 == END_HEADERS;
                let status = plain.then(|| self.statuses.read(payload)).flatten();
                let status = status.unwrap_or(0);
                Some(Event::Answered { stream, status })
            }
            RESET => Some(Event::Reset {
                stream,
                code: number(payload, 0),
            }),
            GO_AWAY => Some(Event::GoAway(number(payload, 4))),
            WINDOW_UPDATE => self.grant(stream, number(payload, 0).into()),
            SETTINGS if received.flags & ACK == 0 => {
                self.adopt(payload);
                self.send(&frame(SETTINGS, ACK, 0, &[]))?;
                None
            }
            PING if received.flags & ACK == 0 => {
                self.send(&frame(PING, ACK, 0, payload))?;
                None
            }
            _ => None,
        })
    }

    fn grant(&mut self, stream: u32, bytes: i64) -> Option<Event> {
        if stream > 0 {
            return Some(Event::Granted { stream, bytes });
        }
        self.window += bytes;
        None
    }

    fn adopt(&mut self, settings: &[u8]) {
        for setting in settings.chunks_exact(6) {
            if setting.starts_with(&INITIAL_WINDOW_SIZE.to_be_bytes()) {
                self.stream_window = number(setting, 2).into();
            }
        }
    }
}
