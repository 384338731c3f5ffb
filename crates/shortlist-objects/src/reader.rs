//! Reading of an object while it arrives.

use std::io::{self, Read};
use std::sync::Arc;

use bytes::{Buf, Bytes};
use futures_util::StreamExt;
use futures_util::stream::BoxStream;

use crate::client::Client;
use crate::error::failed;

/// Reads an object as it arrives. If the transfer breaks off, it is requested again from that position.
pub(crate) struct ObjectReader {
    /// Its runtime drives the connection.
    pub(crate) store: Arc<Client>,
    pub(crate) key: String,
    pub(crate) stream: BoxStream<'static, object_store::Result<Bytes>>,
    pub(crate) piece: Bytes,
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.store.wait_for(self.stream.next()) {
                None => return Ok(0),
                Some(arrived) => self.piece = arrived.map_err(failed("read", &self.key))?,
            }
        }
        let read = self.piece.len().min(buffer.len());
        if let Some(part) = buffer.get_mut(..read) {
            self.piece.copy_to_slice(part);
        }
        Ok(read)
    }
}
