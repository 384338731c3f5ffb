//! Kept files in a store of objects.

pub(crate) mod server;
pub(crate) mod signature;
mod store;
