//! Uploads: their fields, files and progress, and what limits them.

pub(crate) mod claim;
pub(crate) mod fields;
pub(crate) mod intake;
pub(crate) mod quotas;
pub(crate) mod running;
pub(crate) mod tracked;
