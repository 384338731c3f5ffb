//! The parts of HTTP/2 that a hostile client needs: frames, headers, and a connection that ignores the limit on
//! streams.

pub(crate) mod connection;
pub(crate) mod frames;
mod hpack;

pub(crate) use hpack::block;
