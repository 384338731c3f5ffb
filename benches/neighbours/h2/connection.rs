//! An HTTP/2 connection over TLS that obeys flow control but no other limit.

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

/// The timeout of a poll, and the longest time in which the server may accept nothing.
const POLL: Duration = Duration::from_millis(5);
const PATIENCE: Duration = Duration::from_secs(5);
const CHUNK_BYTES: usize = 64 << 10;
/// The initial window of HTTP/2, in bytes.
const USUAL_WINDOW: i64 = 65_535;

/// A reaction of the server.
pub(crate) enum Event {
    /// The server answered a stream.
    Answered { stream: u32, status: u16 },
    /// The server reset a stream with an error.
    Reset { stream: u32, code: u32 },
    /// The server is closing the connection.
    GoAway(u32),
    /// The server enlarged the window of a stream.
    Granted { stream: u32, bytes: i64 },
}

/// An HTTP/2 connection.
pub(crate) struct Connection {
    tls: StreamOwned<ClientConnection, TcpStream>,
    received: Vec<u8>,
    statuses: Statuses,
    /// The window for all streams together.
    pub(crate) window: i64,
    /// The initial window of a new stream.
    pub(crate) stream_window: i64,
}

impl Connection {
    /// Opens a connection that grants the server this window on each stream.
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
