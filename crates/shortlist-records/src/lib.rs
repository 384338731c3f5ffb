//! Resumes as serde records: the form in which they are stored and passed between processes.
//!
//! Invariants: records stay readable when the domain types change. Each record contains its version, and fields added by a
//! later version are optional. Conversion back to domain types validates every value.

mod finding;
mod resume;
mod skip_reason;

pub use finding::FindingRecord;
pub use resume::ResumeRecord;
pub use skip_reason::{decode_skip_reason, encode_skip_reason};

/// The version that this crate writes.
pub const VERSION: u32 = 1;
