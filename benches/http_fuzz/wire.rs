//! A request as bytes on its own connection, and the response.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// The time without a byte after which a server counts as hung.
const PATIENCE: Duration = Duration::from_secs(60);
/// The same time for requests whose documents are read. Each document may take 20 s.
const READING_PATIENCE: Duration = Duration::from_secs(240);
/// The most headers of a response that are parsed.
const MAX_HEADERS: usize = 64;
/// The size of a body from which a response may be lost when the connection closes early.
const READ_AHEAD_BYTES: usize = 32 << 10;

/// A request as it is sent.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    /// The kind of request, for the table.
    pub(crate) kind: &'static str,
    pub(crate) bytes: Vec<u8>,
    /// Whether the head is valid HTTP. Otherwise no handler sees the request.
    pub(crate) is_http: bool,
    /// Whether the body is cut off.
    pub(crate) is_cut: bool,
}

impl Request {
    /// Wraps bytes of unknown content.
    pub(crate) fn raw(bytes: Vec<u8>) -> Self {
        Self {
            kind: "raw",
            bytes,
            is_http: true,
            is_cut: false,
        }
    }

    /// Returns the longest time for a response.
    pub(crate) fn patience(&self) -> Duration {
        match self.kind {
            "resume upload" => READING_PATIENCE,
            _ => PATIENCE,
        }
    }

    /// Returns whether the response may be lost.
    pub(crate) fn may_go_unanswered(&self) -> bool {
        self.is_cut || !self.is_http || self.bytes.len() > READ_AHEAD_BYTES
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// The outcome of a request.
#[derive(Debug)]
pub(crate) enum Exchange {
    Answered(Answer),
    /// The connection ended without a complete response.
    Broken(String),
    /// No response arrived.
    Silent,
}

impl Exchange {
    pub(crate) fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Answered(answer) => Some(answer),
            Self::Broken(_) | Self::Silent => None,
        }
    }
}

/// Sends a request and reads until the server closes the connection.
pub(crate) fn exchange(address: &str, request: &Request) -> Exchange {
    let mut received = Vec::new();
    match talk(address, request, &mut received) {
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Exchange::Silent
        }
        // A response that was sent before the server closed the connection counts.
        result => match answer_of(&received) {
            Ok(answer) => Exchange::Answered(answer),
            Err(why) => Exchange::Broken(match result {
                Ok(()) => why,
                Err(error) => format!("{why}; {error}"),
            }),
        },
    }
}

fn talk(address: &str, request: &Request, received: &mut Vec<u8>) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(request.patience()))?;
    stream.set_write_timeout(Some(request.patience()))?;
    // A server that refuses early stops reading, but its response is still read.
    let sent = stream.write_all(&request.bytes);
    if request.is_cut {
        stream.shutdown(Shutdown::Write)?;
    }
    stream.read_to_end(received)?;
    sent
}

fn answer_of(received: &[u8]) -> Result<Answer, String> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut head = httparse::Response::new(&mut headers);
    let length = match head.parse(received) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => {
            return Err(format!("{} bytes and no whole head", received.len()));
        }
        Err(error) => return Err(format!("no head of an answer: {error}")),
    };
    let status = head.code.unwrap_or(0);
    let headers: Vec<_> = head
        .headers
        .iter()
        .map(|header| {
            let value = String::from_utf8_lossy(header.value).into_owned();
            (header.name.to_ascii_lowercase(), value)
        })
        .collect();
    let rest = received.get(length..).unwrap_or_default();
    if status == 100 {
        return answer_of(rest);
    }
    let answer = Answer {
        status,
        headers,
        body: rest.to_vec(),
    };
    let declared: Option<usize> = answer
        .header("content-length")
        .and_then(|declared| declared.parse().ok());
    match declared {
        Some(declared) if declared != answer.body.len() => Err(format!(
            "{} of {declared} bytes of a body",
            answer.body.len()
        )),
        _ => Ok(answer),
    }
}
