//! A request on its own connection. A response may be larger than memory, so only its beginning is kept.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// The longest time without a byte from the server.
const PATIENCE: Duration = Duration::from_secs(120);
const MAX_HEADERS: usize = 64;
const CHUNK_BYTES: usize = 64 << 10;
/// The beginning of GraphQL errors, which are at the end of a response. An empty list belongs to a successful import.
const ERRORS: &[u8] = b"\"errors\":[{";
const END_BYTES: usize = 16 << 10;
/// The number of bytes of a response that are kept.
const KEPT_BYTES: usize = 1 << 20;

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The length of head and body.
    pub(crate) bytes: usize,
    head: String,
    /// The beginning of the body.
    pub(crate) body: Vec<u8>,
    has_errors: bool,
}

impl Answer {
    /// Returns the label under which it is counted: its status, and whether a GraphQL response has errors.
    pub(crate) fn label(&self) -> String {
        if self.has_errors && self.status == 200 {
            "200 with errors".to_owned()
        } else {
            self.status.to_string()
        }
    }

    /// Returns the cookie that it sets, as a request sends it.
    pub(crate) fn cookie(&self) -> Option<&str> {
        let mut lines = self.head.lines();
        let header = lines.find_map(|line| line.strip_prefix("set-cookie: "))?;
        header.split(';').next()
    }

    /// Returns whether it is a success without errors.
    pub(crate) fn is_good(&self) -> bool {
        self.status == 200 && !self.has_errors
    }
}

/// Returns a request as bytes. The server closes the connection after the response.
pub(crate) fn post(address: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut request = head(address, path, headers, body.len()).into_bytes();
    request.extend_from_slice(body);
    request
}

/// Returns the head of a request whose body has this many bytes.
pub(crate) fn head(address: &str, path: &str, headers: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
    )
}

/// Sends a request and reads its response to the end.
pub(crate) fn send(address: &str, request: &[u8]) -> io::Result<Answer> {
    send_within(address, request, PATIENCE)
}

/// Sends a request with a limit on the server's silence.
pub(crate) fn send_within(address: &str, request: &[u8], patience: Duration) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    // A server that refuses early stops reading, but its response still counts.
    let sent = stream.write_all(request);
    read_answer(&mut stream).map_err(|error| sent.err().unwrap_or(error))
}

/// Reads a response until the server closes the connection.
fn read_answer(stream: &mut TcpStream) -> io::Result<Answer> {
    let (mut kept, mut end, mut length) = (Vec::new(), Vec::new(), 0);
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = stream.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        let part = chunk.get(..read).unwrap_or_default();
        length += read;
        let room = KEPT_BYTES.saturating_sub(kept.len()).min(read);
        kept.extend_from_slice(part.get(..room).unwrap_or_default());
        end.extend_from_slice(part);
        end.drain(..end.len().saturating_sub(END_BYTES));
    }
    let (status, from) =
        status_of(&kept).ok_or_else(|| io::Error::other("no whole head of an answer"))?;
    let body = kept.split_off(from);
    Ok(Answer {
        status,
        bytes: length,
        head: String::from_utf8_lossy(&kept).into_owned(),
        body,
        has_errors: end.windows(ERRORS.len()).any(|part| part == ERRORS),
    })
}

/// Returns the status of a response and the start of its body, if the head is complete.
pub(crate) fn status_of(received: &[u8]) -> Option<(u16, usize)> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut head = httparse::Response::new(&mut headers);
    match head.parse(received) {
        Ok(httparse::Status::Complete(from)) => Some((head.code?, from)),
        _ => None,
    }
}
