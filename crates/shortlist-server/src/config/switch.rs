//! The values of settings that are on or off.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Whether something is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Switch {
    /// It is used.
    On,
    /// It is not used.
    Off,
}
