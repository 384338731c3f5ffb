//! A stream with a deadline.

use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use crate::Cancellation;

/// How often a wait checks whether its document is still wanted, in milliseconds.
const POLL_MILLIS: u64 = 100;
/// The error kind for a cancelled document. It is not `Interrupted`, because readers and writers retry that indefinitely.
pub(crate) const CANCELLED: ErrorKind = ErrorKind::ConnectionAborted;

/// A stream with a deadline, for a document that may be cancelled.
pub(crate) struct TimedStream<'a> {
    pub(crate) stream: &'a UnixStream,
    pub(crate) deadline: Instant,
    pub(crate) cancellation: &'a Cancellation,
}

impl TimedStream<'_> {
    /// Returns how long to wait before the next check.
    fn poll_timeout(&self) -> io::Result<Duration> {
        if self.cancellation.is_cancelled() {
            return Err(CANCELLED.into());
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(left.min(Duration::from_millis(POLL_MILLIS)))
    }
}

fn is_retryable(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

impl Read for TimedStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.stream.set_read_timeout(Some(self.poll_timeout()?))?;
            match (&mut &*self.stream).read(buffer) {
                Err(error) if is_retryable(&error) => {}
                done => return done,
            }
        }
    }
}

impl Write for TimedStream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            self.stream.set_write_timeout(Some(self.poll_timeout()?))?;
            match (&mut &*self.stream).write(bytes) {
                Err(error) if is_retryable(&error) => {}
                done => return done,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
