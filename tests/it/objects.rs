//! Stored files in an object store.

pub(crate) mod server;
pub(crate) mod signature;
mod store;
