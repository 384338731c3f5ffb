//! The number of bytes that are read from an HTTP/1 connection before its caller is known.
//!
//! The server library reads up to 160 KiB ahead on each connection, and keeps that memory until the connection ends. A
//! thousand unknown callers would take 160 MiB, although their bodies are never used. So a connection is read without a
//! limit only after its caller is authenticated. Until then, the rest of the body waits in the system's buffers, and
//! finally at the sender. So do the requests that are sent before the answer to an earlier one: what is read of them counts
//! until they are answered. The library would also answer those that follow an answer which ends the connection. They are
//! refused, and no more of them is read.

use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use actix_web::HttpRequest;
use actix_web::dev::ServiceRequest;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf, Take};

/// The most bytes that are read from an unknown caller. It exceeds the limit for a head, with a form of a stranger after it.
const READ_AHEAD_BYTES: usize = 24 << 10;
/// The most bytes that are read from an unknown caller before the library looks for a head among them. Of what follows the current
/// request, no more is read before the answer.
const PART_BYTES: usize = 4 << 10;
/// The most bytes of a refused body that are held at once. The body is read and discarded so that the refusal reaches
/// its sender.
const DISCARDED_AT_ONCE_BYTES: usize = 16 << 10;

/// The state of the caller of the current request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Caller {
    Unknown,
    Admitted,
    /// The whole body was read, within the limit.
    Read,
    /// The response was decided without the body, which is read and discarded.
    Refused,
}

/// The body of a request, as its headers announce it (RFC 9112, section 6.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BodyLength {
    None,
    /// It has this many bytes.
    Stated(usize),
    /// It ends with an empty part.
    Chunked,
}

/// The read limit of a connection, which the connection and its requests share.
#[derive(Clone)]
pub struct ReadLimit(Rc<LimitState>);

struct LimitState {
    caller: Cell<Caller>,
    /// How many bytes may be read.
    left: Cell<usize>,
    /// How many of them may be read before the library looks at them.
    part: Cell<usize>,
    /// How many bytes were read of bodies and requests that are not answered.
    unanswered: Cell<usize>,
    /// The most bytes of a refused body that are still discarded.
    discard: Cell<usize>,
    /// Whether a response has ended the connection.
    is_ended: Cell<bool>,
    reader: RefCell<Option<Waker>>,
}

impl Default for ReadLimit {
    fn default() -> Self {
        Self(Rc::new(LimitState {
            caller: Cell::new(Caller::Unknown),
            left: Cell::new(READ_AHEAD_BYTES),
            part: Cell::new(PART_BYTES),
            unanswered: Cell::new(0),
            discard: Cell::new(0),
            is_ended: Cell::new(false),
            reader: RefCell::new(None),
        }))
    }
}

impl ReadLimit {
    /// Returns whether a response has ended the connection. What its client sent after that request is not answered.
    pub(crate) fn is_ended(&self) -> bool {
        self.0.is_ended.get()
    }

    /// Notes that a response ends the connection. What may be read then no longer grows.
    pub(crate) fn end_connection(&self) {
        self.0.is_ended.set(true);
    }

    /// Starts a request. Its head has been read and had this many bytes.
    pub(crate) fn begin(&self, head_bytes: usize, body: BodyLength) {
        let unanswered = match self.0.caller.replace(Caller::Unknown) {
            Caller::Unknown | Caller::Read => self.0.unanswered.get().saturating_sub(head_bytes),
            Caller::Admitted | Caller::Refused => 0,
        };
        self.0.unanswered.set(unanswered);
        // The head may have had a few more bytes than its parts.
        let body = match body {
            BodyLength::None => PART_BYTES,
            BodyLength::Stated(bytes) => bytes.saturating_add(PART_BYTES),
            BodyLength::Chunked => READ_AHEAD_BYTES,
        };
        self.allow(body.min(READ_AHEAD_BYTES).saturating_sub(unanswered));
    }

    /// Removes the limit, because the caller is known and the body is read.
    fn admit(&self) {
        self.0.caller.set(Caller::Admitted);
        self.allow(0);
    }

    /// Ends a request. A body that is within the limit no longer counts. If a larger one was not admitted, it is read and discarded.
    pub(crate) fn end(&self, body: BodyLength) {
        let answered = match (self.0.caller.get(), body) {
            (Caller::Admitted | Caller::Refused, _) => return,
            (_, BodyLength::None) | (Caller::Read, BodyLength::Chunked) => 0,
            (_, BodyLength::Stated(bytes)) if bytes <= READ_AHEAD_BYTES => bytes,
            (_, BodyLength::Stated(bytes)) => return self.discard(bytes),
            (Caller::Unknown, BodyLength::Chunked) => return self.discard(usize::MAX),
        };
        let unanswered = self.0.unanswered.get().saturating_sub(answered);
        self.0.unanswered.set(unanswered);
        self.allow(READ_AHEAD_BYTES.saturating_sub(unanswered));
    }

    fn discard(&self, bytes: usize) {
        self.0.caller.set(Caller::Refused);
        self.0.discard.set(bytes);
        self.allow(DISCARDED_AT_ONCE_BYTES);
    }

    fn allow(&self, bytes: usize) {
        self.0.left.set(bytes);
        if let Some(reader) = self.0.reader.take() {
            reader.wake();
        }
    }

    /// Returns how many bytes may be read now. If none may be read, the reader is woken when that changes.
    fn poll_left(&self, context: &Context<'_>) -> Poll<usize> {
        let left = self.0.left.get();
        match self.0.caller.get() {
            Caller::Admitted => Poll::Ready(usize::MAX),
            Caller::Refused if self.0.discard.get() == 0 => {
                self.0.caller.set(Caller::Unknown);
                self.allow(0);
                self.poll_left(context)
            }
            Caller::Refused if left == 0 => {
                // The library discards what it holds whenever no more can be read for now.
                self.0.left.set(DISCARDED_AT_ONCE_BYTES);
                Self::read_later(context)
            }
            Caller::Refused => Poll::Ready(left.min(self.0.discard.get())),
            Caller::Unknown | Caller::Read if left == 0 => {
                self.0.reader.replace(Some(context.waker().clone()));
                Poll::Pending
            }
            Caller::Unknown | Caller::Read if self.0.part.get() == 0 => {
                self.0.part.set(PART_BYTES);
                Self::read_later(context)
            }
            Caller::Unknown | Caller::Read => Poll::Ready(left.min(self.0.part.get())),
        }
    }

    /// Lets the library look at what it has read, and then read on.
    fn read_later(context: &Context<'_>) -> Poll<usize> {
        context.waker().wake_by_ref();
        Poll::Pending
    }

    fn count(&self, read: usize) {
        let subtract = |counter: &Cell<usize>| counter.set(counter.get().saturating_sub(read));
        subtract(&self.0.left);
        subtract(&self.0.discard);
        subtract(&self.0.part);
        self.0
            .unanswered
            .set(self.0.unanswered.get().saturating_add(read));
    }
}

/// Lets the body of a request be read, because its caller is known.
pub(crate) fn admit_body(request: &HttpRequest) {
    if let Some(limit) = request.conn_data::<ReadLimit>() {
        limit.admit();
    }
}

/// Says that the whole body of an unknown caller was read, so that there is nothing to discard.
pub(crate) fn note_read_body(request: &HttpRequest) {
    if let Some(limit) = request.conn_data::<ReadLimit>() {
        limit.0.caller.set(Caller::Read);
    }
}

/// Returns the size of a request's head: `METHOD target HTTP/1.1`, the headers and an empty line, each with its line end.
///
/// It must not be less than what was read. Otherwise a connection with many requests would use up its limit.
pub(crate) fn head_bytes(request: &ServiceRequest) -> usize {
    let uri = request.uri();
    let target = uri
        .path_and_query()
        .map_or(0, |target| target.as_str().len());
    let authority = uri
        .authority()
        .map_or(0, |authority| "https://".len() + authority.as_str().len());
    let line = request.method().as_str().len() + target + authority + "  HTTP/1.1\r\n\r\n".len();
    let headers = request.headers().iter();
    let bytes = headers.map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    line + bytes.sum::<usize>()
}

/// A connection that is read only as far as its [`ReadLimit`] allows.
pub struct LimitedStream<S> {
    stream: Take<S>,
    limit: Option<ReadLimit>,
}

impl<S: AsyncRead> LimitedStream<S> {
    /// Wraps an HTTP/1 connection. HTTP/2 limits its clients by its own flow control.
    pub fn http1(stream: S) -> Self {
        Self {
            stream: stream.take(u64::MAX),
            limit: Some(ReadLimit::default()),
        }
    }

    /// Wraps a connection that limits its client by other means.
    pub fn unlimited(stream: S) -> Self {
        Self {
            stream: stream.take(u64::MAX),
            limit: None,
        }
    }

    /// Returns the read limit, or `None` if the connection has none here.
    pub fn read_limit(&self) -> Option<&ReadLimit> {
        self.limit.as_ref()
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for LimitedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { stream, limit } = &mut *self;
        let left = match limit {
            Some(limit) => std::task::ready!(limit.poll_left(context)),
            None => usize::MAX,
        };
        stream.set_limit(u64::try_from(left).unwrap_or(u64::MAX));
        let before = buffer.filled().len();
        let done = Pin::new(stream).poll_read(context, buffer);
        if let Some(limit) = limit {
            limit.count(buffer.filled().len() - before);
        }
        done
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for LimitedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(self.stream.get_mut()).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(self.stream.get_mut()).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.get_ref().is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.stream.get_mut()).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.stream.get_mut()).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads from an endless stream until it yields nothing more, or until it has yielded `most` bytes.
    fn read(stream: &mut LimitedStream<tokio::io::Repeat>, most: usize) -> usize {
        let (mut read, mut pauses) = (0, 0);
        // Between two parts, the stream yields nothing once.
        while read < most && pauses < 2 {
            let more = read_at_once(stream, most - read);
            pauses = if more == 0 { pauses + 1 } else { 0 };
            read += more;
        }
        read
    }

    /// Reads until the stream yields nothing for now.
    fn read_at_once(stream: &mut LimitedStream<tokio::io::Repeat>, most: usize) -> usize {
        let context = &mut Context::from_waker(Waker::noop());
        let mut read = 0;
        let mut bytes = [0; 1_000];
        while read < most {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut *stream).poll_read(context, &mut buffer) {
                Poll::Ready(done) => done.unwrap(),
                Poll::Pending => break,
            }
            read += buffer.filled().len();
        }
        read
    }

    fn connection() -> (LimitedStream<tokio::io::Repeat>, ReadLimit) {
        let stream = LimitedStream::http1(tokio::io::repeat(0));
        let limit = stream.read_limit().unwrap().clone();
        (stream, limit)
    }

    #[test]
    fn a_connection_is_read_in_full_once_its_caller_is_admitted() {
        let (mut stream, limit) = connection();
        assert_eq!(read(&mut stream, usize::MAX), READ_AHEAD_BYTES);
        limit.begin(1_000, BodyLength::Stated(2_000_000));
        assert_eq!(read(&mut stream, usize::MAX), 1_000);
        limit.admit();
        assert_eq!(read(&mut stream, 1_000_000), 1_000_000);
        limit.end(BodyLength::Stated(2_000_000));
        limit.begin(1_000, BodyLength::Stated(1_000_000));
        assert_eq!(read(&mut stream, usize::MAX), READ_AHEAD_BYTES);
    }

    #[test]
    fn a_refused_body_is_discarded_in_small_parts_and_no_more_than_it() {
        let (mut stream, limit) = connection();
        let body = BodyLength::Stated(100 * DISCARDED_AT_ONCE_BYTES);
        limit.begin(1_000, body);
        limit.end(body);
        for _ in 0..100 {
            assert_eq!(
                read_at_once(&mut stream, usize::MAX),
                DISCARDED_AT_ONCE_BYTES
            );
        }
        assert_eq!(read(&mut stream, usize::MAX), 0);
        limit.begin(1_000, BodyLength::Chunked);
        limit.end(BodyLength::Chunked);
        assert!(read(&mut stream, 10_000_000) >= 10_000_000);
    }

    #[test]
    fn a_connection_is_read_in_parts_until_there_is_a_head() {
        let (mut stream, limit) = connection();
        assert_eq!(read_at_once(&mut stream, usize::MAX), PART_BYTES);
        limit.begin(1_000, BodyLength::Stated(8_000));
        // The rest of the body, and a part of what follows.
        assert_eq!(read(&mut stream, usize::MAX), 8_000 + 1_000);
        limit.end(BodyLength::Stated(8_000));
        assert_eq!(read(&mut stream, usize::MAX), READ_AHEAD_BYTES - PART_BYTES);
    }

    #[test]
    fn requests_in_a_row_allow_no_more_than_what_is_answered() {
        let (mut stream, limit) = connection();
        assert_eq!(read(&mut stream, usize::MAX), READ_AHEAD_BYTES);
        for (head, body) in [
            (100, BodyLength::None),
            (100, BodyLength::Stated(8_000)),
            (300, BodyLength::Stated(7_000)),
            (100, BodyLength::Chunked),
        ] {
            limit.begin(head, body);
            limit.0.caller.set(Caller::Read);
            limit.end(body);
            let bytes = match body {
                BodyLength::Stated(bytes) => bytes,
                _ => 0,
            };
            assert_eq!(read(&mut stream, usize::MAX), head + bytes);
        }
    }
}
