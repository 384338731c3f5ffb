//! Fair queueing: which organization goes next when many of them share limited capacity.
//!
//! A slot is a unit of that capacity: a document reader, the right to run a query, a kilobyte of memory.
//!
//! Invariants: no I/O, no clock, no threads. Callers lock these types and implement the waiting.

mod queue;
mod shares;

pub use queue::FairQueue;
pub use shares::{Shares, Sharing};
