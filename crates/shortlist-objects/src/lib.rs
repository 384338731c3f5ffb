//! Storage of files in an S3-compatible object store, so that several servers share them.
//!
//! Invariants: only this crate knows the object store. It is called synchronously, and a small runtime inside it does the
//! network I/O. It decides nothing about candidates, reads no environment variables, follows no redirects and uses no proxy.
//! It shows its secret to nobody.

mod client;
mod error;
mod options;
mod probe;
mod reader;
mod store;
mod upload;

pub use client::IN_FLIGHT_MIB;
pub use error::ObjectStoreError;
pub use options::{Bucket, Checksums, S3Options, SetupError};
pub use probe::{CheckError, Versioning};
pub use store::S3Store;
pub use upload::PART_BYTES;
