//! Applications from outside.

pub(crate) mod forms;
pub(crate) mod pending;
mod self_identifications;
