//! Who goes next where many organizations share few places.
//!
//! A place is anything that work holds for a while: a document reader, the right to run a query, a kilobyte of memory.
//!
//! Invariants: no I/O, no clock, no threads. Callers lock these types and do the waiting.

mod queue;
mod shares;

pub use queue::FairQueue;
pub use shares::{Shares, Sharing};
