//! The settings of a worker.

use shortlist_parsing::ReadOptions;

use crate::Limits;

/// The settings of a worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkerOptions {
    /// The limits for each document.
    pub limits: Limits,
    /// The settings for reading resumes.
    pub reading: ReadOptions,
    /// Whether scans can be recognized. Otherwise they are refused.
    pub scans: bool,
}
