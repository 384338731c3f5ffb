//! What all worker processes have in common: their program, and the isolation that the operator wants.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// What to do if the system cannot isolate the workers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IsolationMode {
    /// Log a warning and continue.
    #[default]
    Preferred,
    /// Refuse to start.
    Required,
}

/// Returns the path of this program. If the system provides `/proc/self/exe`, it stays valid after an upgrade has replaced
/// the file.
pub(crate) fn this_program() -> Result<PathBuf, Failure> {
    let running = Path::new("/proc/self/exe");
    if running.exists() {
        return Ok(running.to_owned());
    }
    std::env::current_exe().map_err(Failure::of("find this program to start workers"))
}
