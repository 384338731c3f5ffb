//! Kept files in a store of objects that speaks S3, so that several servers share them.
//!
//! Invariants: this is the only crate that knows a store of objects. It is called synchronously; a small runtime of its own carries what is
//! on the way. It decides nothing about candidates, reads no environment, follows no redirect, uses no proxy, and shows its secret to nobody.

mod fault;
mod options;
mod probe;
mod reader;
mod store;
mod upload;

pub use fault::StoreFault;
pub use options::{Bucket, Checksums, S3Options, SetupError};
pub use probe::{ProbeError, Probed};
pub use store::S3Store;
pub use upload::{IN_FLIGHT_MIB, PART_BYTES};
