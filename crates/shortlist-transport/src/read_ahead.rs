//! The number of bytes that are read from an HTTP/1 connection before its caller is known.
//!
//! The server library reads up to 160 KiB ahead on each connection, and keeps that memory until the connection ends. A
//! thousand unknown callers would take 160 MiB, although their bodies are never used. So a connection is read without a
//! limit only after its caller is authenticated. Until then, the rest of the body waits in the system's buffers, and
//! finally at the sender.

use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use actix_web::HttpRequest;
use actix_web::dev::ServiceRequest;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf, Take};

/// The most bytes that are read from an unknown caller. It exceeds the limit for a head, and fits into the library's
/// first buffer of 32 KiB.
const READ_AHEAD_BYTES: usize = 24 << 10;
/// The most bytes of a refused body that are held at once. The body is read and discarded so that the refusal reaches
/// its sender.
const DISCARDED_AT_ONCE_BYTES: usize = 16 << 10;

/// The state of the caller of the current request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Caller {
    Unknown,
    Admitted,
    /// The response was decided without the body, which is read and discarded.
    Refused,
}

/// The read limit of a connection, which the connection and its requests share.
#[derive(Clone)]
pub struct ReadLimit(Rc<LimitState>);

struct LimitState {
    caller: Cell<Caller>,
    left: Cell<usize>,
    reader: RefCell<Option<Waker>>,
}

impl Default for ReadLimit {
    fn default() -> Self {
        Self(Rc::new(LimitState {
            caller: Cell::new(Caller::Unknown),
            left: Cell::new(READ_AHEAD_BYTES),
            reader: RefCell::new(None),
        }))
    }
}

impl ReadLimit {
    /// Starts a request. Its head has been read and had this many bytes.
    pub(crate) fn begin(&self, head_bytes: usize) {
        let left = match self.0.caller.replace(Caller::Unknown) {
            Caller::Unknown => self.0.left.get().saturating_add(head_bytes),
            Caller::Admitted | Caller::Refused => READ_AHEAD_BYTES,
        };
        self.allow(left.min(READ_AHEAD_BYTES));
    }

    /// Removes the limit, because the caller is known and the body is read.
    fn admit(&self) {
        self.0.caller.set(Caller::Admitted);
        self.allow(0);
    }

    /// Ends a request. If its body was not admitted, the body is read and discarded.
    pub(crate) fn end(&self, has_body: bool) {
        if has_body && self.0.caller.get() == Caller::Unknown {
            self.0.caller.set(Caller::Refused);
            self.allow(DISCARDED_AT_ONCE_BYTES);
        }
    }

    fn allow(&self, bytes: usize) {
        self.0.left.set(bytes);
        if let Some(reader) = self.0.reader.take() {
            reader.wake();
        }
    }

    /// Returns how many bytes may be read now. If none may be read, the reader is woken when that changes.
    fn poll_left(&self, context: &Context<'_>) -> Poll<usize> {
        match (self.0.caller.get(), self.0.left.get()) {
            (Caller::Admitted, _left) => Poll::Ready(usize::MAX),
            (Caller::Refused, 0) => {
                // The library discards what it holds whenever no more can be read for now.
                self.0.left.set(DISCARDED_AT_ONCE_BYTES);
                context.waker().wake_by_ref();
                Poll::Pending
            }
            (Caller::Unknown, 0) => {
                self.0.reader.replace(Some(context.waker().clone()));
                Poll::Pending
            }
            (Caller::Unknown | Caller::Refused, left) => Poll::Ready(left),
        }
    }

    fn count(&self, read: usize) {
        self.0.left.set(self.0.left.get().saturating_sub(read));
    }
}

/// Lets the body of a request be read, because its caller is known.
pub(crate) fn admit_body(request: &HttpRequest) {
    if let Some(limit) = request.conn_data::<ReadLimit>() {
        limit.admit();
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

    #[test]
    fn a_connection_is_read_in_full_once_its_caller_is_admitted() {
        let mut stream = LimitedStream::http1(tokio::io::repeat(0));
        let limit = stream.read_limit().unwrap().clone();
        assert_eq!(read(&mut stream, usize::MAX), READ_AHEAD_BYTES);
        limit.begin(1_000);
        assert_eq!(read(&mut stream, usize::MAX), 1_000);
        limit.admit();
        assert_eq!(read(&mut stream, 1_000_000), 1_000_000);
        limit.end(true);
        limit.begin(1_000);
        assert_eq!(read(&mut stream, usize::MAX), READ_AHEAD_BYTES);
    }

    #[test]
    fn a_refused_body_is_discarded_in_small_parts() {
        let mut stream = LimitedStream::http1(tokio::io::repeat(0));
        let limit = stream.read_limit().unwrap().clone();
        limit.begin(1_000);
        limit.end(true);
        for _ in 0..100 {
            assert_eq!(read(&mut stream, usize::MAX), DISCARDED_AT_ONCE_BYTES);
        }
    }

    #[test]
    fn requests_without_a_body_allow_no_more_than_their_own_heads() {
        let mut stream = LimitedStream::http1(tokio::io::repeat(0));
        let limit = stream.read_limit().unwrap().clone();
        assert_eq!(read(&mut stream, usize::MAX), READ_AHEAD_BYTES);
        for _ in 0..3 {
            limit.begin(100);
            limit.end(false);
            assert_eq!(read(&mut stream, usize::MAX), 100);
        }
    }
}
