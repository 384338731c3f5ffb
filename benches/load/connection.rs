//! A persistent connection, and requests as bytes.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::Outcome;

/// The time without a byte after which a server counts as hung.
const PATIENCE: Duration = Duration::from_secs(30);
const MAX_HEADERS: usize = 64;
const READ_BYTES: usize = 64 << 10;

/// A connection, and the part of a response that it has read.
pub(crate) struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
    chunk: Vec<u8>,
}

impl Connection {
    pub(crate) fn open(address: &str) -> Outcome<Self> {
        let stream = TcpStream::connect(address)
            .map_err(|error| format!("connect to {address}: {error}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self {
            stream,
            received: Vec::new(),
            chunk: vec![0; READ_BYTES],
        })
    }

    /// Sends a request and returns the response's body. A status other than 200 or an error in the body fails the
    /// measurement, because quick refusals are not throughput.
    pub(crate) fn ask(&mut self, request: &[u8]) -> Outcome<&[u8]> {
        self.received.clear();
        self.stream.write_all(request)?;
        let (from, end) = loop {
            let read = self.stream.read(&mut self.chunk)?;
            if read == 0 {
                return Err("the server closed the connection".into());
            }
            self.received
                .extend(self.chunk.get(..read).unwrap_or_default());
            if let Some((from, end)) = body_of(&self.received)?
                && self.received.len() >= end
            {
                break (from, end);
            }
        };
        let body = self.received.get(from..end).unwrap_or_default();
        if body.windows(9).any(|part| part == b"\"errors\":") {
            return Err(String::from_utf8_lossy(body).into());
        }
        Ok(body)
    }
}

/// Returns the start and the end of a response's body, if its head is complete.
fn body_of(received: &[u8]) -> Outcome<Option<(usize, usize)>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut head = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(from) = head.parse(received)? else {
        return Ok(None);
    };
    if head.code != Some(200) {
        return Err(String::from_utf8_lossy(received).into());
    }
    let length = head
        .headers
        .iter()
        .find(|header| header.name.eq_ignore_ascii_case("content-length"))
        .ok_or("the answer does not tell its length")?;
    let length: usize = std::str::from_utf8(length.value)?.trim().parse()?;
    Ok(Some((from, from + length)))
}

/// Returns a request as bytes.
pub(crate) fn post(address: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "POST /graphql HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
    .into_bytes()
}
