//! Whether an operation is executed, or only says what it would do.

/// Whether to make changes or only to report them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunMode {
    /// Reports what would change.
    DryRun,
    /// Makes the changes.
    Execute,
}
