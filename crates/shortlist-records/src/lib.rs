//! Resumes as serde records: the form in which they are stored and handed between processes.
//!
//! Invariants: a record outlives changes of the domain's types. It names its version; a field that a later version adds is
//! optional in the record, so that older records can be read. What comes back is checked value by value.

mod finding;
mod resume;

pub use finding::FindingRecord;
pub use resume::ResumeRecord;

/// The version that is written.
pub const VERSION: u32 = 1;
