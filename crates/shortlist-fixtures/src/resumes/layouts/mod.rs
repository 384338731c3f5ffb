//! Layouts as functions from a profile to a sheet.

pub(super) mod columns;
pub(super) mod flowing;
pub(super) mod heads;
pub(super) mod long;
pub(super) mod parts;
pub(super) mod programs;
pub(super) mod skills;
pub(super) mod tables;
