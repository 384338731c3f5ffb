//! A connection that is read line by line, so that nothing unencrypted is taken for an encrypted answer.
//!
//! The library reads ahead. What an attacker appends to the answer to STARTTLS would stay in its buffer, and count as the first
//! answer after the encryption has begun. Here it stays in the connection, where TLS refuses it.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// How far ahead the end of a line is looked for.
const LOOK_AHEAD_BYTES: usize = 1_024;

/// A connection of which each read ends at the end of a line at the latest.
#[derive(Debug)]
pub(crate) struct LineStream(pub(crate) TcpStream);

impl AsyncTokioStream for LineStream {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.0.peer_addr()
    }
}

impl AsyncRead for LineStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut ahead = [0; LOOK_AHEAD_BYTES];
        let mut seen = ReadBuf::new(&mut ahead);
        ready!(self.0.poll_peek(context, &mut seen))?;
        let seen = seen.filled();
        let end = seen.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(seen.len(), |end| end + 1);
        if length == 0 {
            // The connection is closed.
            return Poll::Ready(Ok(()));
        }
        let mut line = [0; LOOK_AHEAD_BYTES];
        let room = length.min(buffer.remaining());
        let mut line = ReadBuf::new(line.get_mut(..room).unwrap_or_default());
        ready!(Pin::new(&mut self.0).poll_read(context, &mut line))?;
        buffer.put_slice(line.filled());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for LineStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
