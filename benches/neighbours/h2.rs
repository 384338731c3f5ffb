//! As much of HTTP/2 as a hostile client needs: frames, headers, and a connection that ignores how many streams it may open.

pub(crate) mod connection;
pub(crate) mod frames;
mod hpack;

pub(crate) use hpack::block;
